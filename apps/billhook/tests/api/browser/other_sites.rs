//! A page of somebody else posts our forms, with the token and whatever cookies the browser adds.

use super::{
    chromium::Tab,
    listener::{listen, page},
    world::World,
};
use crate::support::eventually;
use serde_json::Value;

pub async fn change_nothing(tab: &Tab, world: &World) {
    let target = world.address("/portal/{sk}/test/invoices/{invoice}/cancel");
    tab.open(&world.address("/portal/{sk}/test/invoices")).await;
    let token = "return document.querySelector('input[name=form_token]').value";
    let token = tab.script(token, vec![]).await;
    let token = token.as_str().expect("the token of the session");
    let form = format!(
        "<!doctype html><title>evil</title><form method=post action='{target}'>\
         <input name=form_token value='{token}'></form><script>document.forms[0].submit()</script>"
    );
    // another port is the same site, whose cookies go along; another name is not, and none do
    for (host, is_refused) in [("127.0.0.1", true), ("localhost", false)] {
        // a page that posts the form by itself
        let form = form.clone();
        tab.open(&listen(host, move |_| page(&form))).await;
        let arrived = eventually("an answer", || async {
            let at = tab.address().await;
            at.starts_with(&world.server.base_url).then_some(at)
        })
        .await;
        assert_eq!(arrived == target, is_refused, "{host}: {arrived}");
        let path = format!("/v1/agent/invoices/{}", world.name("invoice"));
        let invoice: Value = world.server.sk().get(&path).await.expect(200);
        assert_eq!(invoice["status"], "issued", "{host}");
    }
    // the browser says what was refused
    let refused = tab.complaints().await;
    assert!(refused.iter().any(|line| line.contains("403")), "{refused:?}");
    // and the same form of a page of ours is taken
    tab.open(&target.replace("/cancel", "")).await;
    let press = "const form = document.querySelector('form[action$=\"/cancel\"]'); \
                 form.requestSubmit(form.querySelector('button'))";
    tab.script(press, vec![]).await;
    eventually("done", || async { tab.address().await.contains("done=cancelled").then_some(()) })
        .await;
}
