//! Documents are judged by the release of the official rules that is in force on the day of the clock.

use crate::{network::organizations::at, support::*};
use serde_json::{Value, json};
use time::macros::datetime;

on_both!(a_document_that_passes_until_a_release_is_told_of_it);

/// An invoice of a day with a GLN of twelve digits, which is one until 24 February 2027.
fn document(day: &str) -> Value {
    let text = fixtures::text("documents/ubl/invoice-of-today.xml").replace("TODAY", day);
    let (before, rest) = text.split_once("<cbc:EndpointID").expect("an address");
    let (_, after) = rest.split_once("</cbc:EndpointID>").expect("its end");
    let gln = "<cbc:EndpointID schemeID=\"0088\">123456789012</cbc:EndpointID>";
    let text = [before, gln, after].concat();
    json!({"document": {"format": "ubl", "xmlBase64": base64(text.as_bytes())}})
}

async fn a_document_that_passes_until_a_release_is_told_of_it(engine: Engine) {
    let server = engine.serve(at("2027-02-23T22:59:00Z")).await;
    let sk = server.sk();
    let path = "/v1/agent/peppol/preflight";
    let before = sk.post(path, &document("2027-02-23")).await.expect(200)["data"].clone();
    assert_eq!(before["validation"]["valid"], true, "{before}");
    assert_eq!(before["rules"], "Peppol BIS Billing 3.0.21");
    let upcoming = &before["upcoming"];
    assert_eq!(upcoming["rules"], "Peppol BIS Billing 3.0.22", "{before}");
    assert_eq!(upcoming["in_force"], "2027-02-24");
    assert_eq!(upcoming["findings"][0]["code"], "PEPPOL-COMMON-R040");
    assert_eq!(upcoming["findings"][0]["severity"], "error");
    // midnight in Bratislava
    let later = server.at_time(datetime!(2027-02-23 23:00 UTC));
    let after =
        sk.at(&later.base_url).post(path, &document("2027-02-24")).await.expect(200)["data"]
            .clone();
    assert_eq!(after["validation"]["valid"], false, "{after}");
    assert_eq!(after["rules"], "Peppol BIS Billing 3.0.22");
    assert_eq!(after["upcoming"], Value::Null, "{after}");
}
