//! Final invoices that settle advances, over HTTP.

use crate::{invoicing::invoice_changes::Changing, support::*};
use serde_json::{Value, json};

on_both!(a_final_invoice_settles_advances);

async fn paid(sk: &Caller, members: Value) -> Value {
    let mut body = invoice_with(members);
    body["already_paid"] = json!(true);
    sk.issue(&body).await.expect(201)
}

async fn a_final_invoice_settles_advances(server: TestServer) {
    let sk = server.sk();
    let proforma = paid(&sk, json!({"type": "proforma"})).await;
    let taxed = paid(&sk, json!({"items": [item("1", "200", 23)]})).await;
    let body = |advances: &[&Value]| {
        let ids: Vec<_> = advances.iter().map(|advance| advance["id"].clone()).collect();
        invoice_with(json!({
            "type": "final_invoice", "items": [item("1", "1000", 23)], "advance_invoice_ids": ids,
        }))
    };
    let last = sk.issue(&body(&[&taxed, &proforma])).await.expect(201);
    for (name, value) in [
        ("subtotal", "800.00"),
        ("vat_total", "184.00"),
        ("total", "984.00"),
        ("paid_amount", "123.00"),
        ("outstanding", "861.00"),
        ("status", "issued"),
    ] {
        assert_eq!(last[name], value, "{name}");
    }
    assert_eq!(last["items"][1]["advance_invoice_id"], taxed["id"]);
    assert_eq!(last["items"][1]["net_amount"], "-200.00");
    assert_eq!(last["advances"][0]["taxed"][0]["tax_amount"], "46.00");
    assert_eq!(last["advances"][1]["taxed"], json!([]));
    let id = last["id"].as_str().expect("an id");
    assert_eq!(sk.invoice(taxed["id"].as_str().expect("an id")).await["settled_by_invoice_id"], id);

    // what is sent is right by the official rules
    let preflight = sk.post(&format!("/v1/agent/invoices/{id}/preflight"), &json!({})).await;
    let preflight = preflight.expect(200)["data"].clone();
    assert_eq!(preflight["validation"]["error_count"], 0, "{preflight}");
    assert_eq!(preflight["validation"]["warning_count"], 0, "{preflight}");
    let xml = sk.get(&format!("/v1/agent/invoices/{id}/xml")).await;
    let xml = String::from_utf8_lossy(&xml.bytes);
    for said in [
        "<cbc:PrepaidAmount currencyID=\"EUR\">123.00</cbc:PrepaidAmount>",
        "<cbc:PayableAmount currencyID=\"EUR\">861.00</cbc:PayableAmount>",
        "<cbc:InvoicedQuantity unitCode=\"H87\">-1</cbc:InvoicedQuantity>",
    ] {
        assert!(xml.contains(said), "{said}: {xml}");
    }

    // once, and only what is paid
    let twice = sk.issue(&body(&[&taxed])).await;
    assert_error(&twice, 409, "CONFLICT");
    let unpaid = sk.issue(&invoice_with(json!({"type": "proforma"}))).await.expect(201);
    assert_error(&sk.issue(&body(&[&unpaid])).await, 409, "CONFLICT");
    let unknown = json!({"id": "00000000-0000-4000-8000-000000000000"});
    assert_error(&sk.issue(&body(&[&unknown])).await, 404, "NOT_FOUND");
    let none = json!({"id": "x"});
    assert_eq!(fields(&sk.issue(&body(&[&none])).await.expect(400)), ["advance_invoice_ids[0]"]);
    let note = invoice_with(json!({"type": "credit_note", "original_invoice_id": taxed["id"]}));
    assert_eq!(fields(&sk.issue(&note).await.expect(400)), ["original_invoice_id"]);

    // what it takes off counts once in the VAT of the month
    let vat = sk.get("/v1/agent/dashboard/summary").await.expect(200)["vat_this_month"].clone();
    assert!(vat.to_string().contains("230.00"), "{vat}");

    // cancelled, it settles nothing any more; a draft settles when it is issued
    let void = sk.ask(id, "cancel").await.expect(200);
    assert_eq!((&void["advances"], &void["paid_amount"]), (&json!([]), &json!("0.00")));
    let mut draft = body(&[&taxed]);
    draft["draft"] = json!(true);
    let draft = sk.issue(&draft).await.expect(201);
    let draft = draft["id"].as_str().expect("an id");
    let issued = sk.ask(draft, "issue").await.expect(200);
    assert_eq!((&issued["total"], &issued["outstanding"]), (&json!("984.00"), &json!("984.00")));
    assert_error(&sk.issue(&body(&[&taxed])).await, 409, "CONFLICT");
}
