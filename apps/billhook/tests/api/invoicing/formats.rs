//! Invoices in other formats, and what they lack for them.

use crate::support::*;
use serde_json::{Value, json};

on_both!(
    an_invoice_has_every_format,
    what_is_lacking_is_named,
    what_a_format_has_no_place_for_is_told,
    a_customer_has_a_profile,
);

async fn an_invoice_has_every_format(server: TestServer) {
    let sk = server.sk();
    let id = sk.issue(&invoice()).await.created_id();
    let path = format!("/v1/agent/invoices/{id}");
    let plain = sk.get(&format!("{path}/xml")).await;
    assert_eq!(sk.get(&format!("{path}/xml?format=ubl")).await.bytes, plain.bytes);
    let cii = sk.get(&format!("{path}/xml?format=cii")).await;
    assert_eq!((cii.status, cii.header("content-type")), (200, "application/xml"));
    assert_eq!(cii.header("x-service-ubl-source"), "preview");
    let text = String::from_utf8(cii.bytes.clone()).expect("UTF-8");
    let xml = roxmltree::Document::parse(&text).expect("XML");
    assert_eq!(xml.root_element().tag_name().name(), "CrossIndustryInvoice");
    for wrong in ["xml?format=pdf", "pdf?format=cii"] {
        let answer = sk.get(&format!("{path}/{wrong}")).await;
        assert_eq!(fields(&assert_error(&answer, 400, "VALIDATION_ERROR")), ["format"]);
    }
    let pdf = sk.get(&format!("{path}/pdf?format=factur-x")).await;
    if cfg!(not(feature = "pdf")) {
        assert_error(&pdf, 501, "PDF_NOT_BUILT");
        return;
    }
    assert_eq!(pdf.status, 200);
    let hybrid = factur_x::read(&pdf.bytes).expect("a hybrid invoice");
    assert_eq!((&hybrid.xml, hybrid.doubts()), (&cii.bytes, vec![]));
    assert_eq!(
        (hybrid.file_name.as_str(), hybrid.level()),
        ("factur-x.xml", Some(factur_x::Level::En16931))
    );
}

async fn what_is_lacking_is_named(server: TestServer) {
    let sk = server.sk();
    let customer = json!({"name": "Stadt Musterstadt", "dic": "DE123456789",
        "address": {"street": "Markt 1", "city": "Musterstadt", "postalCode": "01067", "country": "DE"}});
    let id = sk.issue(&invoice_with(json!({"customer": customer}))).await.created_id();
    for file in ["xml?format=xrechnung-ubl", "xml?format=xrechnung-cii"] {
        let answer = sk.get(&format!("/v1/agent/invoices/{id}/{file}")).await;
        let error = assert_error(&answer, 422, "FORMAT_NOT_AVAILABLE");
        let lacking = fields(&error);
        assert!(lacking.contains(&"buyer_reference"), "{file}: {error}");
    }
    assert_eq!(sk.get(&format!("/v1/agent/invoices/{id}/xml")).await.status, 200);
    // a private buyer in Germany has no Leitweg-ID: its PDF is of the profile EN 16931
    let pdf = sk.get(&format!("/v1/agent/invoices/{id}/pdf?format=factur-x")).await;
    if cfg!(not(feature = "pdf")) {
        assert_error(&pdf, 501, "PDF_NOT_BUILT");
        return;
    }
    assert_eq!(pdf.status, 200);
    let hybrid = factur_x::read(&pdf.bytes).expect("a hybrid invoice");
    assert_eq!(
        (hybrid.file_name.as_str(), hybrid.level()),
        ("factur-x.xml", Some(factur_x::Level::En16931))
    );
}

/// Of a document of another system; a format that says everything tells nothing.
async fn what_a_format_has_no_place_for_is_told(server: TestServer) {
    let sk = server.sk();
    let day = "<cbc:IssueDate>";
    let xml = sk.ubl("EXT/7").await.replacen(day, &format!("<cbc:UUID>7f-é</cbc:UUID>{day}"), 1);
    let data = sk.connector_data(&xml, json!({})).await;
    let path = format!("/v1/agent/invoices/{}", data["invoice_id"].as_str().expect("an id"));
    let warnings = json!([{"code": "NOT_CARRIED", "field": "/Invoice/cbc:UUID", "message": "not carried: 7f-é"}]);
    let formats: &[(&str, bool)] = &[
        ("xml", false),
        ("xml?format=ubl", false),
        ("xml?format=cii", true),
        ("pdf", false),
        ("pdf?format=factur-x", true),
    ];
    for (file, loses) in formats {
        if cfg!(not(feature = "pdf")) && file.starts_with("pdf") {
            continue;
        }
        let answer = sk.get(&format!("{path}/{file}")).await;
        assert_eq!(answer.status, 200, "{file}");
        let told = serde_json::from_str(answer.header("x-service-warnings"));
        assert_eq!(
            told.unwrap_or(Value::Null),
            if *loses { warnings.clone() } else { Value::Null },
            "{file}"
        );
    }
    // what is lacking is named by the document that was sent, too
    let refused = sk.get(&format!("{path}/xml?format=xrechnung-cii")).await;
    let error = assert_error(&refused, 422, "FORMAT_NOT_AVAILABLE");
    let lacking = fields(&error);
    assert!(lacking.iter().all(|field| field.starts_with("/Invoice")), "{lacking:?}");
    let own = sk.issue(&invoice()).await.created_id();
    let cii = sk.get(&format!("/v1/agent/invoices/{own}/xml?format=cii")).await;
    assert_eq!((cii.status, cii.header("x-service-warnings")), (200, ""));
}

async fn a_customer_has_a_profile(server: TestServer) {
    let sk = server.sk();
    let body = json!({"name": "Kunde GmbH", "profile": "xrechnung"});
    let made = sk.post("/v1/agent/customers", &body).await.expect(201);
    assert_eq!(made["profile"], "xrechnung");
    let path = format!("/v1/agent/customers/{}", made["id"].as_str().expect("an id"));
    for (change, profile) in [
        (json!({"phone": "+421905123456"}), "xrechnung"),
        (json!({"profile": "factur-x"}), "factur-x"),
    ] {
        let changed = sk
            .send(reqwest::Method::PATCH, &path, change.to_string().into_bytes())
            .await
            .expect(200);
        assert_eq!(changed["profile"], profile);
    }
    assert_eq!(sk.get(&path).await.expect(200)["profile"], "factur-x");
    let wrong = sk.post("/v1/agent/customers", &json!({"name": "Kunde", "profile": "pdf"})).await;
    assert_eq!(fields(&assert_error(&wrong, 400, "VALIDATION_ERROR")), ["profile"]);
    let plain: Value = sk.post("/v1/agent/customers", &json!({"name": "Iný"})).await.expect(201);
    assert_eq!(plain["profile"], "none");
}
