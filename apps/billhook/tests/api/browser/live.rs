//! Sums that the server counts while somebody types.

use super::{chromium::Tab, world::World};
use crate::support::eventually;
use serde_json::json;

pub async fn sums_follow_what_is_typed(tab: &Tab, world: &World) {
    tab.open(&world.address("/portal/{sk}/test/invoices/new")).await;
    type_at(tab, "#l0-description", "Práca").await;
    type_at(tab, "#l0-unit_price", "40").await;
    shows(tab, "49.20").await;
    type_at(tab, "#l0-unit_price", "0").await;
    shows(tab, "492.00").await;
    let typed = "return document.querySelector('#l0-unit_price').value";
    assert_eq!(tab.script(typed, vec![]).await, "400", "the form stays as it is typed");
    assert_eq!(tab.complaints().await, [""; 0]);
}

/// Keys into a field, behind what stands there.
async fn type_at(tab: &Tab, field: &str, keys: &str) {
    let focus = "document.querySelector(arguments[0]).focus()";
    tab.script(focus, vec![json!(field)]).await;
    tab.type_in(keys).await;
}

async fn shows(tab: &Tab, sum: &str) {
    eventually(sum, || async {
        let text = "return document.querySelector('#totals').innerText";
        let text = tab.script(text, vec![]).await;
        // in either language
        let text = text.as_str().map(|text| text.replace(',', "."));
        text.is_some_and(|text| text.contains(sum)).then_some(())
    })
    .await;
}
