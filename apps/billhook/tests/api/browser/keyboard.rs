//! Without a mouse: Tab, Enter, and what is typed.

use super::{chromium::Tab, world::World};
use crate::support::eventually;
use serde_json::json;

const TAB: &str = "\u{e004}";
const ENTER: &str = "\u{e007}";

/// Keys that are pressed at most to get somewhere.
const FAR: usize = 90;

pub async fn from_sign_in_to_a_sent_invoice(tab: &Tab, world: &World) {
    tab.open(&world.address("/sign-in")).await;
    tab_to(tab, "input[name=email]").await;
    tab.type_in(&world.server.seeded.user.email).await;
    tab_to(tab, "input[name=password]").await;
    tab.type_in(&world.server.seeded.user.password).await;
    press(tab, "main button", "/portal/").await;
    tab.open(&world.address("/portal/{sk}/test")).await;
    press(tab, "a[href$='/invoices/new']", "/invoices/new").await;
    // a part of its name finds the customer, and the only one is chosen
    tab_to(tab, "input[name=find]").await;
    tab.type_in("dunaj").await;
    eventually("the customer", || async {
        let chosen = "return document.querySelector('select[name=customer_id]').value";
        let chosen = tab.script(chosen, vec![]).await;
        chosen.as_str().is_some_and(|id| !id.is_empty()).then_some(())
    })
    .await;
    tab_to(tab, "input[name=description]").await;
    tab.type_in("Práca <b>bez</b> myši").await;
    tab_to(tab, "input[name=unit_price]").await;
    tab.type_in("40").await;
    press(tab, "button[value=issue]", "done=issued").await;
    press(tab, "form[action$='/send'] button", "done=queued").await;
    let page = tab.script("return document.querySelector('main').innerText", vec![]).await;
    assert!(page.as_str().is_some_and(|text| text.contains("Práca <b>bez</b> myši")), "{page}");
    assert_eq!(tab.complaints().await, [""; 0]);
}

/// Tabs on until the focus is there.
async fn tab_to(tab: &Tab, what: &str) {
    for _ in 0..FAR {
        tab.type_in(TAB).await;
        let there = "return document.activeElement.matches(arguments[0])";
        if tab.script(there, vec![json!(what)]).await == true {
            return;
        }
    }
    panic!("no key leads to {what} of {}", tab.address().await);
}

/// Goes there, presses Enter and waits until the address says that it was done.
async fn press(tab: &Tab, what: &str, expected: &str) {
    tab_to(tab, what).await;
    tab.type_in(ENTER).await;
    eventually(expected, || async { tab.address().await.contains(expected).then_some(()) }).await;
}
