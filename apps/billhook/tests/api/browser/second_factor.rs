//! Signing in by the page, and the pages of a second factor.

use super::{chromium::Tab, look::look_here, world::World};
use crate::people::members::code;

pub async fn sign_in(tab: &Tab, world: &World) {
    let user = &world.server.seeded.user;
    tab.open(&world.address("/sign-in")).await;
    let fields = [("email", &*user.email), ("password", &*user.password)];
    tab.submit("form[action='/sign-in']", &fields).await;
}

/// Turns one on, and signs in again; what is wrong with the pages on the way.
pub async fn look_at_it(tab: &Tab, world: &World) -> Vec<String> {
    let page = "/account/second-factor";
    let user = &world.server.seeded.user;
    tab.open(&world.address(page)).await;
    let form = format!("form[action='{page}']");
    tab.submit(&form, &[("password", &*user.password)]).await;
    let mut faults = look_here(tab, "second factor begun", page).await;
    let secret = tab.script("return document.querySelector('dd code').innerText", vec![]).await;
    let secret = secret.as_str().expect("the secret").to_owned();
    let confirm = format!("{page}/confirm");
    let form = format!("form[action='{confirm}']");
    tab.submit(&form, &[("code", "000000")]).await;
    let refused = look_here(tab, "second factor refused", &confirm).await;
    faults.extend(refused.into_iter().filter(|fault| !fault.contains("status of 403")));
    tab.open(&world.address(page)).await;
    tab.submit(&form, &[("code", &code(&secret, 0))]).await;
    faults.extend(look_here(tab, "recovery codes", &confirm).await);
    tab.open(&world.address(page)).await;
    faults.extend(look_here(tab, "second factor on", page).await);
    tab.open(&world.address("/connections")).await;
    tab.submit("form[action='/sign-out']", &[]).await;
    sign_in(tab, world).await;
    faults.extend(look_here(tab, "sign-in by code", "/sign-in/code").await);
    tab.submit("form[action='/sign-in/code']", &[("code", &code(&secret, 1))]).await;
    let arrived = tab.address().await;
    assert!(arrived.contains("/portal"), "{arrived}");
    faults
}
