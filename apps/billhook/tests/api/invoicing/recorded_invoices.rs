//! A document that the connector sent is an invoice: its id works wherever an invoice's does.

use crate::support::*;
use crate::webhooks::deliveries::register;
use runtime::config::Settings;
use serde_json::{Value, json};

on_both!(
    a_sent_document_is_read_as_an_invoice,
    a_number_is_issued_or_recorded_once,
    a_note_may_refer_to_a_recorded_invoice,
    a_note_of_another_system_credits_what_it_names,
    a_recorded_invoice_is_not_sent_from_here,
    its_events_are_those_of_invoices,
    another_document_under_the_number_changes_the_invoice,
    a_document_without_a_due_date_has_none,
    what_is_paid_already_is_reported_as_paid,
);

/// A valid UBL of another system under this number, with these lines.
async fn ubl_of(caller: &Caller, items: Vec<Value>, number: &str) -> String {
    let own = caller.issue(&invoice_of(items)).await.expect(201);
    let (id, drawn) =
        (own["id"].as_str().expect("id"), own["invoice_number"].as_str().expect("no"));
    let xml = caller.get(&format!("/v1/agent/invoices/{id}/xml")).await;
    let xml = String::from_utf8(xml.bytes).expect("UTF-8");
    let (from, to) = (format!("<cbc:ID>{drawn}</cbc:ID>"), format!("<cbc:ID>{number}</cbc:ID>"));
    assert!(xml.contains(&from));
    xml.replacen(&from, &to, 1)
}

/// Sends a document; answers the path of its invoice and the id of the send.
async fn sent(caller: &Caller, xml: &str) -> (String, Value) {
    let data = caller.connector_data(xml, json!({})).await;
    assert_eq!(data["status"], "queued", "{data}");
    let id = data["invoice_id"].as_str().expect("an id");
    (format!("/v1/agent/invoices/{id}"), data["document_id"].clone())
}

/// To another receiver: to the same one a document goes once.
fn to_another(xml: &str) -> String {
    let to = |dic: &str| format!("<cbc:EndpointID schemeID=\"9915\">{dic}<");
    let changed = xml.replacen(&to("2020876550"), &to("0000000001"), 1);
    assert_ne!(changed, xml);
    changed
}

fn id(path: &str) -> &str {
    path.rsplit('/').next().expect("an id")
}

async fn a_sent_document_is_read_as_an_invoice(server: TestServer) {
    let sk = server.sk();
    let xml = sk.ubl("EXT/1").await;
    let (path, document) = sent(&sk, &xml).await;
    sk.document_in(&document, "delivered").await;

    let invoice = sk.get(&path).await.expect(200);
    assert_eq!(
        (&invoice["origin"], &invoice["invoice_number"]),
        (&json!("connector"), &json!("EXT/1"))
    );
    assert_eq!((&invoice["total"], &invoice["outstanding"]), (&json!("123.00"), &json!("123.00")));
    assert_eq!((&invoice["subtotal"], &invoice["vat_total"]), (&json!("100.00"), &json!("23.00")));
    assert_eq!(invoice["customer"]["name"], "Dunajská stavebná a. s.");
    assert!(invoice["variable_symbol"].is_string() && invoice["type"] == "invoice", "{invoice}");
    let item = &invoice["items"][0];
    assert_eq!((&item["description"], &item["unit"]), (&json!("Práca"), &json!("H87")));
    assert_eq!((&item["quantity"], &item["unit_price"]), (&json!("2"), &json!("50")));
    assert_eq!((&item["vat_rate"], &item["vat_category"]), (&json!(23), &json!("S")));
    assert_eq!((&item["net_amount"], &item["tax_treatment"]), (&json!("100.00"), &Value::Null));
    assert_eq!(invoice["vat_breakdown"][0]["tax_amount"], "23.00");
    assert_eq!(invoice["payment_method"], "bank_transfer");
    let reference = invoice["buyer_reference"].as_str().expect("a reference");
    assert!(
        xml.contains(&format!("<cbc:BuyerReference>{reference}</cbc:BuyerReference>")),
        "{xml}"
    );

    let contact = invoice["customer"]["id"].as_str().expect("a contact");
    let contact = sk.get(&format!("/v1/agent/customers/{contact}")).await.expect(200);
    assert_eq!((&contact["ico"], &contact["ic_dph"]), (&json!("35876549"), &json!("SK2020876550")));
    let customers = sk.get("/v1/agent/customers?ico=35876549&limit=100").await.expect(200);
    let count = customers["data"].as_array().map(Vec::len);
    sent(&sk, &sk.ubl("EXT/2").await).await;
    let customers = sk.get("/v1/agent/customers?ico=35876549&limit=100").await.expect(200);
    assert_eq!(customers["data"].as_array().map(Vec::len), count, "it is the same contact");

    let listed = async |query: &str| {
        let list = sk.get(&format!("/v1/agent/invoices?{query}")).await.expect(200);
        let rows = list["data"].as_array().expect("rows").clone();
        rows.iter()
            .map(|row| row["invoice_number"].as_str().expect("no").to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(listed("origin=connector").await, ["EXT/2", "EXT/1"]);
    assert_eq!(listed("number=EXT/1").await, ["EXT/1"]);
    assert_eq!(listed("origin=native").await.len(), 2);
    assert_error(&sk.get("/v1/agent/invoices?origin=import").await, 400, "VALIDATION_ERROR");

    if cfg!(feature = "pdf") {
        let pdf = sk.get(&format!("{path}/pdf?lang=en")).await;
        assert_eq!((pdf.status, &pdf.bytes[..5]), (200, &b"%PDF-"[..]));
        assert_eq!(pdf.header("content-disposition"), "attachment; filename=\"EXT-1.pdf\"");
        assert_eq!(pdf.header("x-service-ubl-source"), "archive");
    }
    let archive = sk.get(&format!("{path}/xml")).await;
    assert_eq!((archive.status, archive.bytes), (200, xml.into_bytes()));
    let status = sk.get(&format!("/v1/agent/peppol/status/{}", id(&path))).await.expect(200);
    assert_eq!(status["data"]["invoice_number"], "EXT/1");

    let page = invoice["public_url"].as_str().expect("a link").replace(&server.base_url, "");
    let page = sk.clone().with_key(None).accepting("text/html").get(&page).await;
    let text = String::from_utf8(page.bytes).expect("UTF-8");
    assert!(page.status == 200 && text.contains("EXT/1") && text.contains("€123.00"), "{text}");
    for path in [path.clone(), format!("{path}/pdf"), format!("{path}/xml")] {
        assert_error(&server.sk_buyer().get(&path).await, 404, "NOT_FOUND");
    }
}

async fn a_number_is_issued_or_recorded_once(server: TestServer) {
    let sk = server.sk();
    let first = sk.issue(&invoice()).await.expect(201)["invoice_number"].clone();
    let first = first.as_str().expect("a number").to_owned();
    let of = |count: u32| format!("{}{count:04}", &first[..first.len() - 4]);
    let count: u32 = first[first.len() - 4..].parse().expect("a count");
    // the document is made of one more invoice
    let next = of(count + 2);
    let xml = sk.ubl(&next).await;
    sent(&sk, &xml).await;
    let drawn = sk.issue(&invoice()).await.expect(201)["invoice_number"].clone();
    assert_eq!(drawn, json!(of(count + 3)), "the series skips what another system used");
    let taken = sk.issue(&invoice_with(json!({"invoice_number": next}))).await;
    assert_error(&taken, 409, "CONFLICT");
    let refused = sk.connector_data(&sk.ubl(&first).await, json!({})).await;
    assert_eq!((&refused["status"], &refused["reason"]), (&json!("rejected"), &json!("ingest")));
}

async fn a_note_may_refer_to_a_recorded_invoice(server: TestServer) {
    let sk = server.sk();
    let (path, _) = sent(&sk, &sk.ubl("EXT/1").await).await;
    let note = |members: Value| {
        let mut body =
            invoice_with(json!({"type": "credit_note", "original_invoice_id": id(&path)}));
        for (name, value) in members.as_object().expect("members") {
            body[name] = value.clone();
        }
        body
    };
    let issued = sk.issue(&note(json!({}))).await.expect(201);
    assert_eq!(issued["original_invoice"]["invoice_number"], "EXT/1");
    assert_eq!(issued["original_invoice"]["id"], id(&path));
    let xml =
        sk.get(&format!("/v1/agent/invoices/{}/xml", issued["id"].as_str().expect("id"))).await;
    let xml = String::from_utf8(xml.bytes).expect("UTF-8").replace(['\n', ' '], "");
    assert!(xml.contains("<cac:InvoiceDocumentReference><cbc:ID>EXT/1</cbc:ID>"), "{xml}");
    let refused =
        assert_error(&sk.issue(&note(json!({"currency": "CZK"}))).await, 400, "VALIDATION_ERROR");
    assert!(refused.to_string().contains("EUR"), "{refused}");
}

/// A credit note of another system over 123.00 under this number to the invoice with that one.
async fn credit_note_of(caller: &Caller, number: &str, original: &str) -> String {
    let own = caller.issue(&invoice()).await.expect(201);
    let members = json!({"type": "credit_note", "original_invoice_id": own["id"]});
    let note = caller.issue(&invoice_with(members)).await.expect(201);
    let path = format!("/v1/agent/invoices/{}/xml", note["id"].as_str().expect("id"));
    let xml = String::from_utf8(caller.get(&path).await.bytes).expect("UTF-8");
    let id = |number: &Value| format!("<cbc:ID>{}</cbc:ID>", number.as_str().expect("a number"));
    let changes = [(&note["invoice_number"], number), (&own["invoice_number"], original)];
    changes.into_iter().fold(xml, |xml, (from, to)| {
        assert!(xml.contains(&id(from)), "{xml}");
        xml.replacen(&id(from), &id(&json!(to)), 1)
    })
}

async fn a_note_of_another_system_credits_what_it_names(server: TestServer) {
    let sk = server.sk();
    let (recorded, _) = sent(&sk, &sk.ubl("EXT/1").await).await;
    let native = sk.issue(&invoice()).await.expect(201);
    let native_path = format!("/v1/agent/invoices/{}", native["id"].as_str().expect("an id"));
    let number = native["invoice_number"].as_str().expect("a number");
    let facts = async |path: &str| {
        let read = sk.get(path).await.expect(200);
        ["status", "credited_amount", "outstanding"].map(|name| read[name].clone())
    };
    for (n, path, named) in [(1, &recorded, "EXT/1"), (2, &native_path, number)] {
        let (note, _) = sent(&sk, &credit_note_of(&sk, &format!("DB/{n}"), named).await).await;
        assert_eq!(facts(path).await, ["paid", "123.00", "0.00"], "{named}");
        assert_eq!(facts(&note).await, ["paid", "123.00", "0.00"], "taken up by {named}");
        let read = sk.get(&note).await.expect(200);
        assert_eq!(read["original_invoice"]["id"], id(path));
        assert_eq!(read["original_invoice"]["invoice_number"], named);
        let reminded = json!({"email": "faktury@odberatel.example"});
        let reminded = sk.post(&format!("{path}/send-reminder"), &reminded).await;
        assert_error(&reminded, 400, "VALIDATION_ERROR");
        let cancelled = sk.post(&format!("{path}/cancel"), &json!({})).await;
        assert_error(&cancelled, 409, "CONFLICT");
    }
    // nothing is left to credit, and what is not here is credited nowhere: the document goes out all the same
    for (n, named) in [(3, "EXT/1"), (4, "2019/77")] {
        let (note, _) = sent(&sk, &credit_note_of(&sk, &format!("DB/{n}"), named).await).await;
        assert_eq!(facts(&note).await, ["issued", "0.00", "123.00"], "{named}");
        let read = sk.get(&note).await.expect(200);
        let original = &read["original_invoice"];
        assert_eq!((&original["id"], &original["invoice_number"]), (&Value::Null, &json!(named)));
    }
    assert_eq!(facts(&recorded).await, ["paid", "123.00", "0.00"]);
}

async fn a_recorded_invoice_is_not_sent_from_here(server: TestServer) {
    let sk = server.sk();
    let (path, _) = sent(&sk, &sk.ubl("EXT/1").await).await;
    let preflight =
        sk.post(&format!("{path}/preflight"), &json!({})).await.expect(200)["data"].clone();
    assert_eq!(
        (&preflight["send_ready"], &preflight["validation"]["valid"]),
        (&json!(false), &json!(true))
    );
    assert!(
        preflight["refusal"].as_str().is_some_and(|r| r.contains("connector/send")),
        "{preflight}"
    );
    assert_eq!(preflight["recipient"]["found"], true, "{preflight}");
    let refused = sk.post(&format!("/v1/agent/peppol/send/{}", id(&path)), &json!({})).await;
    let refused = assert_error(&refused, 400, "VALIDATION_ERROR");
    assert!(refused.to_string().contains("connector/send"), "{refused}");
    let batch = json!({"invoiceIds": [id(&path)]});
    let batch = sk.post("/v1/agent/peppol/send/batch", &batch).await.expect(200)["data"].clone();
    assert_eq!(
        (&batch["queued"], &batch["results"][0]["error"]["code"]),
        (&json!(0), &json!("VALIDATION_ERROR"))
    );
}

/// With live keys, whose sends move the invoice: those of test keys leave it as it is.
async fn its_events_are_those_of_invoices(engine: Engine) {
    let live_network = Some("sandbox".to_owned());
    let server = engine.serve(Settings { live_network, ..settings() }).await;
    server.enroll_live().await;
    server.top_up(server.seeded.organizations.sk.org_id, 5).await;
    let sk = server.sk_live();
    let xml = sk.ubl("EXT/1").await;
    let receiver = Receiver::start(Behaviour::status(200)).await;
    let names = ["invoice.created", "invoice.sent", "invoice.updated"];
    register(&sk, &receiver.url, &names).await;
    let (path, document) = sent(&sk, &xml).await;
    sk.document_in(&document, "delivered").await;
    let mut events = eventually("three events", || async {
        // that of the invoice which the document was made of may come late
        let all = receiver.received().into_iter().map(|one| one.json());
        let own: Vec<_> = all.filter(|one| one["data"]["invoiceNumber"] == "EXT/1").collect();
        (own.len() == 3).then_some(own)
    })
    .await;
    events.sort_by_key(|event| event["event"].as_str().map(str::to_owned));
    for (event, name) in events.iter().zip(names) {
        let data = &event["data"];
        assert_eq!(event["event"], name);
        assert_eq!(
            (&data["invoiceId"], &data["invoiceNumber"]),
            (&json!(id(&path)), &json!("EXT/1"))
        );
        assert_eq!((&data["total"], &data["currency"]), (&json!("123.00"), &json!("EUR")));
        assert_eq!(data["customerName"], "Dunajská stavebná a. s.");
        assert!(data["pdfUrl"].as_str().is_some_and(|url| url.ends_with(&format!("{path}/pdf"))));
    }
    assert_eq!(events[0]["data"]["status"], "issued");
    for event in &events[1..] {
        assert_eq!(
            (&event["data"]["status"], &event["data"]["previousStatus"]),
            (&json!("sent"), &json!("issued"))
        );
    }
    assert_eq!(sk.get(&path).await.expect(200)["status"], "sent");
}

async fn another_document_under_the_number_changes_the_invoice(server: TestServer) {
    let sk = server.sk();
    let (path, _) = sent(&sk, &sk.ubl("EXT/1").await).await;
    let more = ubl_of(&sk, vec![item("3", "50", 23)], "EXT/1").await;
    let receiver = Receiver::start(Behaviour::status(200)).await;
    register(&sk, &receiver.url, &["invoice.updated"]).await;
    let (again, _) = sent(&sk, &to_another(&more)).await;
    assert_eq!(again, path, "one invoice");
    let invoice = sk.get(&path).await.expect(200);
    assert_eq!(
        (&invoice["total"], &invoice["items"][0]["quantity"]),
        (&json!("184.50"), &json!("3"))
    );
    let event = receiver.wait_for(1).await.remove(0).json();
    assert_eq!(
        (&event["data"]["total"], &event["data"]["invoiceNumber"]),
        (&json!("184.50"), &json!("EXT/1"))
    );
}

async fn a_document_without_a_due_date_has_none(server: TestServer) {
    let sk = server.sk();
    let xml = sk.ubl("EXT/1").await;
    let from = xml.find("<cbc:DueDate>").expect("a date");
    let to = xml.find("</cbc:DueDate>").expect("its end") + "</cbc:DueDate>".len();
    let terms = "<cac:PaymentTerms><cbc:Note>do 30 dní</cbc:Note></cac:PaymentTerms><cac:TaxTotal>";
    let xml = format!("{}{}", &xml[..from], &xml[to..]).replacen("<cac:TaxTotal>", terms, 1);
    let (path, _) = sent(&sk, &xml).await;
    let invoice = sk.get(&path).await.expect(200);
    assert_eq!((&invoice["due_date"], &invoice["note"]), (&Value::Null, &json!("do 30 dní")));
    let pdf = sk.get(&format!("{path}/pdf")).await.status;
    assert!(pdf == 200 || !cfg!(feature = "pdf"), "{pdf}");
    let listed = sk.get("/v1/agent/invoices?origin=connector").await.expect(200);
    assert_eq!(listed["data"][0]["due_date"], Value::Null);
}

/// At once, and when a later document under the number says so.
async fn what_is_paid_already_is_reported_as_paid(server: TestServer) {
    let sk = server.sk();
    let receiver = Receiver::start(Behaviour::status(200)).await;
    register(&sk, &receiver.url, &["invoice.paid"]).await;
    let paid = |xml: &str| {
        let due = "<cbc:PayableAmount currencyID=\"EUR\">123.00<";
        let nothing = "<cbc:PrepaidAmount currencyID=\"EUR\">123.00</cbc:PrepaidAmount>\
                       <cbc:PayableAmount currencyID=\"EUR\">0.00<";
        assert!(xml.contains(due), "{xml}");
        xml.replacen(due, nothing, 1)
    };
    let (path, _) = sent(&sk, &paid(&sk.ubl("EXT/1").await)).await;
    let open = sk.ubl("EXT/2").await;
    let (later, _) = sent(&sk, &open).await;
    sent(&sk, &to_another(&paid(&open))).await;
    for path in [&path, &later] {
        let invoice = sk.get(path).await.expect(200);
        let shown = ["status", "paid_amount", "outstanding"].map(|name| invoice[name].clone());
        assert_eq!(shown, [json!("paid"), json!("123.00"), json!("0.00")]);
    }
    let events = receiver.wait_for(2).await;
    let invoices = events.iter().map(|one| one.json()["data"]["invoiceId"].clone());
    let mut paid: Vec<_> = invoices.collect();
    paid.sort_by_key(Value::to_string);
    let mut expected = [json!(id(&path)), json!(id(&later))];
    expected.sort_by_key(Value::to_string);
    assert_eq!(paid, expected);
}
