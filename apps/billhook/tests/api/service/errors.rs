//! Bad input gets the specified error with the field's path, and nothing is written.

use crate::support::*;
use reqwest::Method;
use serde_json::{Value, json};

on_both!(
    each_wrong_field_is_named_with_its_path,
    all_violations_come_at_once,
    what_is_no_json_gets_the_same_shape,
    too_much_is_refused,
    the_vat_rules_of_the_specification_hold,
    unknown_references_are_not_found,
);

const PATH: &str = "/v1/agent/invoices";

/// A change of the right body, and the fields that the answer must name.
fn wrong_bodies() -> Vec<(Value, &'static [&'static str])> {
    let long = |length: usize| "x".repeat(length);
    let line = |members: Value| {
        let mut line = item("1", "10", 23);
        for (name, value) in members.as_object().expect("members") {
            line[name] = value.clone();
        }
        json!({"items": [item("1", "1", 23), line]})
    };
    let customer = |members: Value| {
        let mut all = customer();
        for (name, value) in members.as_object().expect("members") {
            all[name] = value.clone();
        }
        json!({"customer": all})
    };
    vec![
        (json!({"items": []}), &["items"]),
        (json!({"items": null}), &["items"]),
        (json!({"items": {}}), &["items"]),
        (json!({"items": [null]}), &["items[0]"]),
        (json!({"customer": null}), &["customer"]),
        (json!({"customer_id": "e7a0e7a6-8a3c-4b7e-9d39-6d8c6a1f4b11"}), &["customer"]),
        (json!({"customer_id": "7"}), &["customer_id"]),
        (json!({"type": "receipt"}), &["type"]),
        (json!({"type": 1}), &["type"]),
        (json!({"currency": "XXX"}), &["currency"]),
        (json!({"currency": "eur"}), &["currency"]),
        (json!({"payment_method": "barter"}), &["payment_method"]),
        (json!({"exchange_rate": "1.1"}), &["exchange_rate"]),
        (json!({"currency": "USD", "exchange_rate": "0"}), &["exchange_rate"]),
        (json!({"currency": "USD", "exchange_rate": "-1"}), &["exchange_rate"]),
        (json!({"currency": "USD", "exchange_rate": "12345678"}), &["exchange_rate"]),
        (json!({"currency": "USD", "exchange_rate": "1.123456789"}), &["exchange_rate"]),
        (json!({"currency": "USD", "exchange_rate": 1.5}), &["exchange_rate"]),
        (json!({"due_days": 366}), &["due_days"]),
        (json!({"due_days": -1}), &["due_days"]),
        (json!({"due_days": 1.5}), &["due_days"]),
        (json!({"due_days": 7, "due_date": "2099-01-01"}), &["due_date"]),
        (json!({"issue_date": "2026-11-02", "due_date": "2026-11-01"}), &["due_date"]),
        (json!({"issue_date": "2026-02-30"}), &["issue_date"]),
        (json!({"issue_date": "2026-2-3"}), &["issue_date"]),
        (json!({"delivery_date": "tomorrow"}), &["delivery_date"]),
        (json!({"note": long(2001)}), &["note"]),
        (json!({"internal_note": long(2001)}), &["internal_note"]),
        (json!({"order_number": long(101)}), &["order_number"]),
        (json!({"buyer_reference": long(101)}), &["buyer_reference"]),
        (json!({"buyer_reference": "a\nb"}), &["buyer_reference"]),
        (json!({"invoice_number": long(51)}), &["invoice_number"]),
        (json!({"vehicle_plate": long(21)}), &["vehicle_plate"]),
        (json!({"exemption_reason": long(501)}), &["exemption_reason"]),
        (json!({"exemption_reason": "", "items": [item("1", "1", 0)]}), &["exemption_reason"]),
        (json!({"already_paid": "yes"}), &["already_paid"]),
        (json!({"note": "a\u{0}b"}), &["note"]),
        (json!({"original_invoice_id": 5}), &["original_invoice_id"]),
        (json!({"invoiceNumber": "1"}), &["invoiceNumber"]),
        (line(json!({"description": ""})), &["items[1].description"]),
        (line(json!({"description": long(501)})), &["items[1].description"]),
        (line(json!({"quantity": 0})), &["items[1].quantity"]),
        (line(json!({"quantity": -1})), &["items[1].quantity"]),
        (line(json!({"quantity": "1,5"})), &["items[1].quantity"]),
        (line(json!({"unit": "kus"})), &["items[1].unit"]),
        (line(json!({"unit_price": -0.01})), &["items[1].unit_price"]),
        (line(json!({"unit_price": "0.0000001"})), &["items[1].unit_price"]),
        (line(json!({"vat_rate": 20})), &["items[1].vat_rate"]),
        (line(json!({"vat_rate": "23"})), &["items[1].vat_rate"]),
        (line(json!({"vat_rate": 23.5})), &["items[1].vat_rate"]),
        (line(json!({"tax_treatment": "export_goods"})), &["items[1].tax_treatment"]),
        (line(json!({"tax_treatment": "none"})), &["items[1].tax_treatment"]),
        (line(json!({"price": 1})), &["items[1].price"]),
        (customer(json!({"name": ""})), &["customer.name"]),
        (customer(json!({"name": long(301)})), &["customer.name"]),
        (customer(json!({"ico": "1234567"})), &["customer.ico"]),
        (customer(json!({"dic": "12345"})), &["customer.dic"]),
        (customer(json!({"ic_dph": "SK12345"})), &["customer.ic_dph"]),
        (customer(json!({"email": "nobody"})), &["customer.email"]),
        (customer(json!({"phone": "12"})), &["customer.phone"]),
        (
            customer(
                json!({"address": {"street": "A", "city": "", "postalCode": "1", "country": "SVK"}}),
            ),
            &["customer.address.city", "customer.address.country"],
        ),
        (
            json!({"delivery_address": {"street": "A", "city": "B", "zip": "1", "country": "Austria"}}),
            &["delivery_address.country"],
        ),
    ]
}

async fn each_wrong_field_is_named_with_its_path(server: TestServer) {
    let sk = server.sk();
    for (members, expected) in wrong_bodies() {
        let answer = sk.issue(&invoice_with(members.clone())).await;
        let body = assert_error(&answer, 400, "VALIDATION_ERROR");
        assert_eq!(fields(&body), expected, "{members}");
    }
    let list = sk.get(PATH).await.expect(200);
    assert_eq!(list["data"], json!([]), "nothing was written");
    let customers = sk.get("/v1/agent/customers").await.expect(200);
    assert_eq!(customers["data"], json!([]));
    let number = sk.issue(&invoice()).await.expect(201)["invoice_number"].clone();
    assert!(number.as_str().is_some_and(|n| n.ends_with("0001")), "no number drawn: {number}");
}

async fn all_violations_come_at_once(server: TestServer) {
    let request = json!({
        "type": "bill", "customer": {"ico": "1"}, "colour": "red", "due_days": 400,
        "items": [{"description": "", "quantity": 0, "unit_price": 1, "vat_rate": 7}],
    });
    let body = assert_error(&server.sk().issue(&request).await, 400, "VALIDATION_ERROR");
    let mut named = fields(&body);
    named.sort_unstable();
    let expected = [
        "colour",
        "customer.ico",
        "customer.name",
        "due_days",
        "items[0].description",
        "items[0].quantity",
        "items[0].vat_rate",
        "type",
    ];
    assert_eq!(named, expected);
}

async fn what_is_no_json_gets_the_same_shape(server: TestServer) {
    let sk = server.sk();
    let deep = format!("{{\"items\":{}{}}}", "[".repeat(50_000), "]".repeat(50_000));
    let huge = format!("{{\"items\":[{{\"quantity\":{}}}]}}", "9".repeat(200_000));
    let bodies: [&[u8]; 12] = [
        b"",
        b" ",
        b"{",
        b"[]",
        b"null",
        b"7",
        b"\"text\"",
        b"{\"note\":\"\xff\xfe\"}",
        b"{\"note\":\"\x00\"}",
        b"{}{}",
        deep.as_bytes(),
        huge.as_bytes(),
    ];
    for body in bodies {
        let answer = sk.send(Method::POST, PATH, body.to_vec()).await;
        let named = assert_error(&answer, 400, "VALIDATION_ERROR");
        assert!(!fields(&named).is_empty(), "{named}");
    }
    let twice = br#"{"customer":{"name":"A","name":"B"},"note":"a","note":"b","items":[]}"#;
    let answer = sk.send(Method::POST, PATH, twice.to_vec()).await;
    let named = assert_error(&answer, 400, "VALIDATION_ERROR");
    for field in ["note", "customer.name", "items"] {
        assert!(fields(&named).contains(&field), "{field} in {named}");
    }
}

async fn too_much_is_refused(server: TestServer) {
    let sk = server.sk();
    let answer = sk.send(Method::POST, PATH, vec![b' '; 20 * 1024 * 1024]).await;
    assert_eq!(fields(&assert_error(&answer, 413, "VALIDATION_ERROR")), ["body"]);
    let items: Vec<_> = (0..1_001).map(|_| item("1", "1", 23)).collect();
    let answer = sk.issue(&invoice_of(items)).await;
    assert_eq!(fields(&assert_error(&answer, 400, "VALIDATION_ERROR")), ["items"]);
}

async fn the_vat_rules_of_the_specification_hold(server: TestServer) {
    let sk = server.sk();
    let zero = |treatment: &str| {
        let mut line = item("1", "10", 0);
        line["tax_treatment"] = json!(treatment);
        line
    };
    let refused = |answer: Answer, expected: &'static [&'static str]| {
        let body = assert_error(&answer, 400, "VALIDATION_ERROR");
        assert_eq!(fields(&body), expected);
        body.to_string()
    };
    // rule 1: the text reads as a treatment that is not set
    let mut request = invoice_of(vec![item("1", "10", 0)]);
    request["exemption_reason"] = json!("Prenesenie daňovej povinnosti podľa § 69");
    let message = refused(sk.issue(&request).await, &["items[0].tax_treatment"]);
    assert!(message.contains("reverse_charge_service"), "{message}");
    // rule 2: K needs the country of delivery
    let request = invoice_of(vec![zero("intra_eu_goods")]);
    refused(sk.issue(&request).await, &["delivery_address"]);
    // lines of one rate share the treatment
    let request = invoice_of(vec![zero("export_goods"), zero("reverse_charge_service")]);
    refused(sk.issue(&request).await, &["items[1].tax_treatment"]);
    // rules 3 and 5: who is no VAT payer
    let mixed = invoice_of(vec![item("1", "10", 0), item("1", "10", 23)]);
    refused(server.sk_nonpayer().issue(&mixed).await, &["items[1].vat_rate"]);
    let export = invoice_of(vec![zero("export_goods")]);
    refused(server.sk_nonpayer().issue(&export).await, &["items[0].tax_treatment"]);
    // rule 4: the supplier of a self-billed invoice needs a VAT id
    let mut request = invoice_of(vec![zero("reverse_charge_service")]);
    request["type"] = json!("self_invoice");
    request["customer"] = json!({"name": "Ján"});
    refused(sk.issue(&request).await, &["items[0].tax_treatment", "customer.ic_dph"]);
}

async fn unknown_references_are_not_found(server: TestServer) {
    let sk = server.sk();
    let nobody = "e7a0e7a6-8a3c-4b7e-9d39-6d8c6a1f4b11";
    for field in ["vehicle_id", "bank_account_id"] {
        let answer = sk.issue(&invoice_with(json!({field: nobody}))).await;
        assert_eq!(fields(&assert_error(&answer, 404, "NOT_FOUND")), [field]);
    }
    let note = json!({"type": "credit_note", "original_invoice_id": nobody});
    let answer = sk.issue(&invoice_with(note)).await;
    assert_eq!(fields(&assert_error(&answer, 404, "NOT_FOUND")), ["original_invoice_id"]);
    for path in
        ["/v1/agent/nothing", "/nothing", "/v1/agent/invoices/7", "/v1/agent/invoices/7/pdf"]
    {
        assert_error(&sk.get(path).await, 404, "NOT_FOUND");
    }
    let answer = sk.send(Method::DELETE, PATH, Vec::new()).await;
    assert_error(&answer, 405, "METHOD_NOT_ALLOWED");
    assert_eq!(answer.header("allow"), "POST, GET, HEAD");
    for (path, allowed) in [
        (PATH, "POST, GET, HEAD"),
        ("/api/auth/oauth2/token", "POST"),
        ("/openapi.json", "GET, HEAD"),
        ("/health/live", "GET, HEAD"),
        ("/i/token", "GET, HEAD"),
        ("/as4", "POST"),
        ("/sk/verification-webhook", "POST"),
        ("/smp/0088:1", "GET, HEAD"),
        ("/smp/test/0088:1/services/type", "GET, HEAD"),
        ("/businesscard/0088:1", "GET, HEAD"),
    ] {
        for method in [Method::PUT, Method::OPTIONS] {
            let answer = sk.send(method, path, Vec::new()).await;
            assert_eq!((answer.status, answer.header("allow")), (405, allowed), "{path}");
        }
    }
}
