//! Pages that are no page of the table: what is refused, and what a form answers with.

use super::{
    chromium::Tab,
    look::{look_at, look_here},
    world::World,
};
use access::Role;

/// The browser says in its log what was refused: that is no fault of the page.
fn but_for(status: u16, faults: Vec<String>) -> impl Iterator<Item = String> {
    let own = format!("status of {status}");
    faults.into_iter().filter(move |fault| !fault.contains(&own))
}

pub async fn look_at_them(tab: &Tab, world: &World) -> Vec<String> {
    let nobody = "00000000-0000-7000-8000-000000000000";
    let missing = [
        format!("/portal/{{sk}}/test/invoices/{nobody}"),
        format!("/portal/{nobody}/test"),
        format!("/members/partner/{nobody}"),
        "/docs/guides/sk/nothing".to_owned(),
    ];
    let mut faults: Vec<_> = but_for(404, look_at(tab, world, &missing).await).collect();
    let over = ["/reset/nothing", "/invitation/nothing", "/consent/nothing"];
    faults.extend(but_for(410, look_at(tab, world, &over).await));
    world.partner_role(Role::Viewer).await;
    let refused = ["/partner/{partner}/test/keys", "/partner/{partner}/test/webhooks/new"];
    faults.extend(but_for(403, look_at(tab, world, &refused).await));
    world.partner_role(Role::Owner).await;
    for page in ["/customers/new", "/accounts/new", "/webhooks/new", "/contracts/new"] {
        let path = world.path(&format!("/portal/{{sk}}/test{page}"));
        tab.open(&world.address(&path)).await;
        tab.submit(&format!("form[action='{path}']"), &[]).await;
        let has_alert = "return document.querySelector('[role=alert]') !== null";
        assert_eq!(tab.script(has_alert, vec![]).await, true, "{page}");
        let name = format!("{page} refused");
        faults.extend(but_for(422, look_here(tab, &name, &path).await));
    }
    faults.extend(secrets(tab, world).await);
    faults.extend(written(tab, world).await);
    faults
}

/// What somebody wrote in a session before this one: the page that has it, and the form that it fills again.
async fn written(tab: &Tab, world: &World) -> Vec<String> {
    let path = world.path("/portal/{sk}/test/invoices/new");
    let form = format!("form[action='{path}']");
    tab.open(&world.address(&path)).await;
    let fields = [("form_token", "another"), ("description", "Práca"), ("note", "Ďakujeme")];
    tab.submit(&form, &fields).await;
    let is_left = "return document.querySelector('[name=resumed]') !== null";
    assert_eq!(tab.script(is_left, vec![]).await, true);
    let mut faults: Vec<_> = but_for(403, look_here(tab, "written before", &path).await).collect();
    tab.submit(&form, &[]).await;
    let is_filled = "return document.querySelector('[name=note]').value === 'Ďakujeme'";
    assert_eq!(tab.script(is_filled, vec![]).await, true);
    faults.extend(but_for(422, look_here(tab, "written again", &path).await));
    faults
}

/// Keys and the secrets of webhooks, which are shown once.
async fn secrets(tab: &Tab, world: &World) -> Vec<String> {
    let mut faults = Vec::new();
    let url = "http://127.0.0.1:9/other";
    for (page, fields) in [
        ("/portal/{sk}/test/keys/new", vec![("name", "ERP"), ("scopes", "")]),
        ("/portal/{sk}/live/keys/new", vec![("name", "ERP"), ("scopes", "")]),
        ("/portal/{sk}/test/webhooks/new", vec![("url", url), ("events", "")]),
        ("/partner/{partner}/test/keys/new", vec![("name", "ERP"), ("scopes", "")]),
        ("/partner/{partner}/test/webhooks/new", vec![("url", url)]),
    ] {
        let path = world.path(page);
        tab.open(&world.address(&path)).await;
        tab.submit(&format!("form[action='{path}']"), &fields).await;
        let shown = "return document.querySelector('.secret code') !== null";
        assert_eq!(tab.script(shown, vec![]).await, true, "{page}");
        faults.extend(look_here(tab, &format!("{page} made"), &path).await);
    }
    faults
}
