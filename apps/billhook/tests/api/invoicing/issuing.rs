//! What is issued is right: amounts, dates, defaults, VAT, contacts, vehicles, accounts.

use crate::support::*;
use serde_json::{Value, json};

on_both!(
    an_invoice_answers_with_everything_the_specification_names,
    amounts_are_exact_from_text_to_storage,
    vat_is_computed_on_the_sum_of_each_rate,
    every_type_is_issued_in_its_own_series,
    what_is_paid_already_is_paid_in_full_as_of_its_issue,
    due_dates_follow_the_request_or_fourteen_days,
    the_zero_rate_situations_have_their_categories,
    a_contact_is_made_once_and_used_again,
    contact_details_are_normalised,
    vehicles_are_found_by_any_spelling_of_their_plate,
    accounts_must_be_in_the_invoice_s_currency,
    notes_keep_the_currency_of_what_they_correct,
    a_czech_firm_invoices_in_crowns,
);

async fn an_invoice_answers_with_everything_the_specification_names(server: TestServer) {
    let sk = server.sk();
    let body = sk.issue(&invoice()).await.expect(201);
    for field in [
        "id",
        "invoice_number",
        "status",
        "customer",
        "items",
        "subtotal",
        "vat_total",
        "total",
        "currency",
        "exchange_rate",
        "issue_date",
        "due_date",
        "pdf_url",
        "created_at",
    ] {
        assert!(body.get(field).is_some(), "{field} is missing in {body}");
    }
    assert_eq!(body["status"], "issued");
    assert_eq!(body["subtotal"], "100.00");
    assert_eq!(body["vat_total"], "23.00");
    assert_eq!(body["total"], "123.00");
    assert_eq!(body["currency"], "EUR");
    assert_eq!(body["exchange_rate"], Value::Null);
    assert_eq!(body["customer"]["name"], "Dunajská stavebná a. s.");
    let id = body["id"].as_str().expect("id");
    assert_eq!(body["pdf_url"], format!("{}/v1/agent/invoices/{id}/pdf", server.base_url));
    let again = sk.get(&format!("/v1/agent/invoices/{id}")).await.expect(200);
    assert_eq!(again, body);
}

async fn amounts_are_exact_from_text_to_storage(server: TestServer) {
    let sk = server.sk();
    // bare numbers, sent as text so that no float touches them on this side either
    let text = r#"{"customer":{"name":"A"},"items":[
        {"description":"a","quantity":0.1,"unit_price":0.3,"vat_rate":23},
        {"description":"b","quantity":3,"unit_price":999999999999.999999,"vat_rate":23}]}"#;
    let path = "/v1/agent/invoices";
    let answer = sk.send(reqwest::Method::POST, path, text.as_bytes().to_vec()).await;
    let body = answer.expect(201);
    assert_eq!(body["items"][0]["quantity"], "0.1");
    assert_eq!(body["items"][0]["net_amount"], "0.03");
    assert_eq!(body["items"][1]["unit_price"], "999999999999.999999");
    assert_eq!(body["items"][1]["net_amount"], "3000000000000.00");
    assert_eq!(body["subtotal"], "3000000000000.03");
    let id = body["id"].as_str().expect("id");
    assert_eq!(sk.get(&format!("{path}/{id}")).await.expect(200), body);
}

async fn vat_is_computed_on_the_sum_of_each_rate(server: TestServer) {
    // each line's VAT alone would round up: 0.005 a line
    let lines = vec![item("1", "0.02", 23), item("1", "0.02", 23), item("1", "10", 5)];
    let body = server.sk().issue(&invoice_of(lines)).await.expect(201);
    let rows = body["vat_breakdown"].as_array().expect("rows");
    let of = |rate: i64| rows.iter().find(|row| row["vat_rate"] == rate).expect("a row");
    assert_eq!(of(23)["taxable_amount"], "0.04");
    assert_eq!(of(23)["tax_amount"], "0.01");
    assert_eq!(of(5)["tax_amount"], "0.50");
    assert_eq!(body["vat_total"], "0.51");
}

async fn every_type_is_issued_in_its_own_series(server: TestServer) {
    let sk = server.sk();
    let original = sk.issue(&invoice()).await.created_id();
    let mut numbers = Vec::new();
    for kind in
        ["invoice", "proforma", "self_invoice", "final_invoice", "credit_note", "debit_note"]
    {
        let mut body = invoice_with(json!({"type": kind}));
        if kind.ends_with("note") {
            body["original_invoice_id"] = json!(original);
        }
        let answer = sk.issue(&body).await.expect(201);
        assert_eq!(answer["type"], kind);
        let is_proforma = kind == "proforma";
        assert_eq!(answer["delivery_date"].is_null(), is_proforma, "{kind}");
        numbers.push(answer["invoice_number"].as_str().expect("number").to_owned());
    }
    let counts: Vec<_> = numbers.iter().map(|n| n[n.len() - 4..].to_owned()).collect();
    assert_eq!(counts, ["0002", "0001", "0001", "0001", "0001", "0001"], "{numbers:?}");
    numbers.sort();
    numbers.dedup();
    assert_eq!(numbers.len(), 6);
}

async fn what_is_paid_already_is_paid_in_full_as_of_its_issue(server: TestServer) {
    let request = invoice_with(json!({"already_paid": true, "issue_date": "2026-11-02",
        "payment_method": "cash"}));
    let body = server.sk().issue(&request).await.expect(201);
    assert_eq!(body["status"], "paid");
    assert_eq!(body["outstanding"], "0.00");
    assert_eq!(body["payments"][0]["amount"], "123.00");
    assert_eq!(body["payments"][0]["date"], "2026-11-02");
    assert_eq!(body["payments"][0]["method"], "cash");
}

async fn due_dates_follow_the_request_or_fourteen_days(server: TestServer) {
    let sk = server.sk();
    for (members, due) in [
        (json!({}), "2026-02-14"),
        (json!({"due_days": 0}), "2026-01-31"),
        (json!({"due_days": 365}), "2027-01-31"),
        (json!({"due_date": "2026-03-01"}), "2026-03-01"),
    ] {
        let mut request = invoice_with(members);
        request["issue_date"] = json!("2026-01-31");
        assert_eq!(sk.issue(&request).await.expect(201)["due_date"], due);
    }
}

async fn the_zero_rate_situations_have_their_categories(server: TestServer) {
    let sk = server.sk();
    let address = json!({"street": "Ring 1", "city": "Wien", "zip": "1010", "country": "AT"});
    for (treatment, reason, category, code) in [
        ("reverse_charge_service", None, "AE", Some("VATEX-EU-AE")),
        ("intra_eu_goods", None, "K", Some("VATEX-EU-IC")),
        ("export_goods", None, "G", Some("VATEX-EU-G")),
        ("domestic", Some("Oslobodené: poštové služby"), "E", None),
        ("domestic", None, "Z", None),
    ] {
        let mut line = item("1", "100", 0);
        line["tax_treatment"] = json!(treatment);
        let mut request = invoice_of(vec![line]);
        request["exemption_reason"] = json!(reason);
        request["delivery_address"] = address.clone();
        request["customer"]["ic_dph"] = json!("SK2020876550");
        let body = sk.issue(&request).await.expect(201);
        let row = &body["vat_breakdown"][0];
        assert_eq!(row["vat_category"], category, "{treatment}");
        if let Some(code) = code {
            assert_eq!(row["exemption_code"], code);
        }
        assert_eq!(body["total"], "100.00");
    }
    let body = server.sk_nonpayer().issue(&invoice_of(vec![item("1", "9", 0)])).await;
    assert_eq!(body.expect(201)["vat_breakdown"][0]["vat_category"], "O");
}

async fn a_contact_is_made_once_and_used_again(server: TestServer) {
    let sk = server.sk();
    let first = sk.issue(&invoice()).await.expect(201);
    let contact = first["customer"]["id"].as_str().expect("id").to_owned();
    let mut request = invoice();
    request.as_object_mut().expect("object").remove("customer");
    request["customer_id"] = json!(contact);
    let second = sk.issue(&request).await.expect(201);
    assert_eq!(second["customer"], first["customer"]);
    let shown = sk.get(&format!("/v1/agent/customers/{contact}")).await.expect(200);
    assert_eq!(shown["type"], "customer");
    assert_eq!(shown["ico"], "35876549");
    assert_eq!(shown["address"]["postalCode"], "831 04");

    // the same firm inline, in other words: it is that contact, and the invoice has what it says
    let mut inline = invoice();
    inline["customer"]["name"] = json!("DUNAJSKÁ STAVEBNÁ, a.s.");
    inline["customer"]["address"]["street"] = json!("Nová 7");
    let third = sk.issue(&inline).await.expect(201);
    let expected = json!({"id": contact, "name": "DUNAJSKÁ STAVEBNÁ, a.s."});
    assert_eq!(third["customer"], expected);
    let kept = sk.get(&format!("/v1/agent/customers/{contact}")).await.expect(200);
    assert_eq!(kept, shown, "the contact stays as it is kept");

    // one that was made twice becomes one
    let again = json!({"name": "Dunajská", "phone": "+421905123456"});
    let twice = sk.post("/v1/agent/customers", &again).await.expect(201)["id"]
        .as_str()
        .expect("an id")
        .to_owned();
    let mut request = invoice();
    request.as_object_mut().expect("object").remove("customer");
    request["customer_id"] = json!(twice);
    let moved = sk.issue(&request).await.expect(201)["id"].as_str().expect("an id").to_owned();
    let merge = format!("/v1/agent/customers/{twice}/merge");
    for wrong in [json!(twice), json!(uuid::Uuid::nil())] {
        let refused = sk.post(&merge, &json!({"customer_id": wrong})).await;
        assert!([400, 404].contains(&refused.status), "{refused:?}");
    }
    let stays = sk.post(&merge, &json!({"customer_id": contact})).await.expect(200);
    assert_eq!((&stays["id"], &stays["phone"]), (&json!(contact), &json!("+421905123456")));
    let invoice = sk.get(&format!("/v1/agent/invoices/{moved}")).await.expect(200);
    assert_eq!(invoice["customer"]["id"], json!(contact));
    let gone = sk.get(&format!("/v1/agent/customers/{twice}")).await.expect(200);
    assert!(gone["retired_at"].is_string(), "{gone}");
    let other = sk.post("/v1/agent/customers", &json!({"name": "Iná", "ico": "11111111"})).await;
    let other = other.expect(201)["id"].as_str().expect("an id").to_owned();
    let merge = format!("/v1/agent/customers/{other}/merge");
    assert_error(&sk.post(&merge, &json!({"customer_id": contact})).await, 409, "CONFLICT");
}

async fn contact_details_are_normalised(server: TestServer) {
    let sk = server.sk();
    let request = invoice_with(json!({"customer": {
        "name": "Peter", "dic": "sk 2020 876550", "phone": "00421 905/123-456", "email": "",
        "address": "Hlavná 1, Košice"}}));
    let id = sk.issue(&request).await.expect(201)["customer"]["id"].clone();
    let shown = sk.get(&format!("/v1/agent/customers/{}", id.as_str().expect("id"))).await;
    let shown = shown.expect(200);
    assert_eq!(shown["dic"], "SK2020876550");
    assert_eq!(shown["phone"], "+421905123456");
    assert_eq!(shown["email"], Value::Null);
    assert_eq!(
        shown["address"],
        json!({"street": "Hlavná 1, Košice", "city": "", "postalCode": "", "country": "SK"})
    );
}

async fn vehicles_are_found_by_any_spelling_of_their_plate(server: TestServer) {
    let sk = server.sk();
    let by_plate = sk.issue(&invoice_with(json!({"vehicle_plate": "po 123 ab"}))).await;
    let vehicle = by_plate.expect(201)["vehicle"].clone();
    assert_eq!(vehicle["plate"], "PO123AB");
    let by_id = sk.issue(&invoice_with(json!({"vehicle_id": vehicle["id"]}))).await;
    assert_eq!(by_id.expect(201)["vehicle"], vehicle);
    let unknown = sk.issue(&invoice_with(json!({"vehicle_plate": "BA999ZZ"}))).await;
    assert_eq!(fields(&assert_error(&unknown, 404, "NOT_FOUND")), ["vehicle_plate"]);
}

async fn accounts_must_be_in_the_invoice_s_currency(server: TestServer) {
    let (sk, accounts) = (server.sk(), &server.seeded.organizations.sk.bank_accounts);
    let usd = accounts[&money::Currency::Usd];
    let wrong = sk.issue(&invoice_with(json!({"bank_account_id": usd}))).await;
    assert_error(&wrong, 400, "BANK_ACCOUNT_CURRENCY_MISMATCH");
    let members = json!({"bank_account_id": usd, "currency": "USD"});
    let right = sk.issue(&invoice_with(members)).await.expect(201);
    assert_eq!(right["bank_account"]["id"], json!(usd));
    let default = sk.issue(&invoice()).await.expect(201);
    assert_eq!(default["bank_account"]["id"], json!(accounts[&money::Currency::Eur]));
}

async fn notes_keep_the_currency_of_what_they_correct(server: TestServer) {
    let sk = server.sk();
    let original = sk.issue(&invoice_with(json!({"currency": "USD"}))).await.created_id();
    let note = json!({"type": "credit_note", "original_invoice_id": original});
    let refused = assert_error(&sk.issue(&invoice_with(note)).await, 400, "VALIDATION_ERROR");
    assert_eq!(fields(&refused), ["currency"]);
    assert!(refused.to_string().contains("USD"), "{refused}");
    let note = json!({"type": "credit_note", "original_invoice_id": original, "currency": "USD"});
    let body = sk.issue(&invoice_with(note)).await.expect(201);
    assert_eq!(body["original_invoice"]["id"], json!(original));
}

async fn a_czech_firm_invoices_in_crowns(server: TestServer) {
    let cz = server.cz();
    let body = cz.issue(&invoice()).await.expect(201);
    assert_eq!(body["currency"], "CZK");
    let home = cz.issue(&invoice_with(json!({"exchange_rate": "25.1"}))).await;
    assert_eq!(fields(&assert_error(&home, 400, "VALIDATION_ERROR")), ["exchange_rate"]);
}
