//! Items of the stock, which the server looks for while somebody types in a line of a form.

use super::{chromium::Tab, look::look_here, world::World};
use crate::support::eventually;
use serde_json::json;

/// Forms with such lines, and the field that chooses the item of a line.
const FORMS: [(&str, &str); 3] = [
    ("/stock/documents/new", "item_id"),
    ("/stock/documents/{stock_document}/edit", "item_id"),
    ("/invoices/new", "stock_item_id"),
];

/// By its SKU an item is found and chosen, in the line where it was typed; nothing is found by what no item is called.
pub async fn is_found_as_typed(tab: &Tab, world: &World) -> Vec<String> {
    let mut faults = Vec::new();
    for (form, field) in FORMS {
        let page = format!("/portal/{{sk}}/test{form}");
        tab.open(&world.address(&page)).await;
        // lines that are empty in each of them
        type_in(tab, 1, "s-1").await;
        chooses(tab, (1, field), world.name("stock_item")).await;
        type_in(tab, 2, "nič také").await;
        offers(tab, (2, field), 1).await;
        chooses(tab, (2, field), "").await;
        let path = world.path(&page);
        faults.extend(look_here(tab, &format!("{form} with an item"), &path).await);
    }
    faults
}

/// Into the search of a line.
async fn type_in(tab: &Tab, line: usize, text: &str) {
    let focus = "document.querySelectorAll('[name=find_item]')[arguments[0]].focus()";
    tab.script(focus, vec![json!(line)]).await;
    tab.type_in(text).await;
}

async fn chooses(tab: &Tab, (line, field): (usize, &str), item: &str) {
    let chosen =
        "return document.querySelectorAll(`select[name=${arguments[1]}]`)[arguments[0]].value";
    eventually("the item", || async {
        let chosen = tab.script(chosen, vec![json!(line), json!(field)]).await;
        (chosen == item).then_some(())
    })
    .await;
}

async fn offers(tab: &Tab, (line, field): (usize, &str), count: usize) {
    let options =
        "return document.querySelectorAll(`select[name=${arguments[1]}]`)[arguments[0]].length";
    eventually("the choices", || async {
        let options = tab.script(options, vec![json!(line), json!(field)]).await;
        (options == count).then_some(())
    })
    .await;
}
