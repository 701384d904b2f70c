//! PDF and UBL of what was issued.

use crate::support::*;
use reqwest::Method;
use serde_json::json;

on_both!(
    the_ubl_is_a_preview_named_after_the_invoice,
    every_type_has_a_pdf_in_every_language,
    the_same_invoice_has_the_same_pdf,
);

async fn the_ubl_is_a_preview_named_after_the_invoice(server: TestServer) {
    let sk = server.sk();
    let request = invoice_with(json!({"invoice_number": "FA/7", "internal_note": "secret",
        "note": "Ďakujeme & dovidenia"}));
    let id = sk.issue(&request).await.created_id();
    let answer = sk.get(&format!("/v1/agent/invoices/{id}/xml")).await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.header("content-type"), "application/xml");
    assert_eq!(answer.header("x-service-ubl-source"), "preview");
    assert_eq!(answer.header("content-disposition"), "attachment; filename=\"FA-7.xml\"");
    let text = String::from_utf8(answer.bytes).expect("UTF-8");
    let xml = roxmltree::Document::parse(&text).expect("XML");
    assert_eq!(xml.root_element().tag_name().name(), "Invoice");
    let value = |name: &str| {
        let mut all = xml.descendants().filter(|node| node.has_tag_name(name));
        all.find_map(|node| node.text().map(str::to_owned)).unwrap_or_default()
    };
    let cbc = "urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2";
    let of = |name: &'static str| {
        let mut all = xml.descendants().filter(|node| node.has_tag_name((cbc, name)));
        all.next().and_then(|node| node.text()).unwrap_or_default().to_owned()
    };
    assert_eq!(value("nothing"), "");
    assert_eq!(of("ID"), "FA/7");
    assert_eq!(of("Note"), "Ďakujeme & dovidenia");
    assert_eq!(of("InvoiceTypeCode"), "380");
    assert_eq!(of("PayableAmount"), "123.00");
    assert!(text.contains("schemeID=\"9915\""), "a test key previews the test network");
    assert!(!text.contains("secret"));
}

async fn every_type_has_a_pdf_in_every_language(engine: Engine) {
    let languages = ["", "?lang=sk", "?lang=cs", "?lang=en", "?lang=de", "?lang=hu"];
    let server = engine.serve(settings()).await;
    let sk = server.sk();
    let kinds =
        ["invoice", "proforma", "self_invoice", "final_invoice", "credit_note", "debit_note"];
    for (kind, language) in kinds.into_iter().zip(languages) {
        let id = sk.issue(&invoice_with(json!({"type": kind}))).await.created_id();
        let answer = sk.get(&format!("/v1/agent/invoices/{id}/pdf{language}")).await;
        if cfg!(not(feature = "pdf")) {
            assert_error(&answer, 501, "PDF_NOT_BUILT");
            continue;
        }
        assert_eq!(answer.status, 200, "{kind}");
        assert_eq!(answer.header("content-type"), "application/pdf");
        assert!(answer.header("content-disposition").starts_with("attachment; filename="));
        assert!(answer.bytes.starts_with(b"%PDF-"), "{kind}");
    }
}

async fn the_same_invoice_has_the_same_pdf(server: TestServer) {
    let sk = server.sk();
    let id = sk.issue(&invoice()).await.created_id();
    let path = format!("/v1/agent/invoices/{id}/pdf");
    assert_eq!(sk.get(&path).await.bytes, sk.get(&path).await.bytes);
    let wrong = sk.get(&format!("{path}?lang=fr")).await;
    assert_eq!(fields(&assert_error(&wrong, 400, "VALIDATION_ERROR")), ["lang"]);
    let wrong = sk.send(Method::POST, &path, Vec::new()).await;
    assert_error(&wrong, 405, "METHOD_NOT_ALLOWED");
}
