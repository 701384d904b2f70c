//! What a person does with one invoice: by mail, with files, changed, taken back, put away.

use crate::{
    invoicing::invoice_changes::{Changing, each_text, texts_of},
    people::oauth::text,
    portal::session::{Portal, typed, without_query},
    support::*,
};
use access::Role;
use invoicing::terms::Term;
use organizations::OperatorStore;
use runtime::config::Settings;
use serde_json::{Value, json};
use sign_in::SignInStore;

on_both!(
    an_invoice_is_mailed_and_the_customer_reminded,
    files_are_attached_and_taken_away,
    files_are_for_those_who_may_change_the_invoice,
    what_is_calculated_is_what_is_saved,
    no_text_is_lost_in_the_form,
    a_credit_note_and_a_copy_begin_with_the_invoice,
    delivery_and_vehicle_are_written_in_the_form,
    an_invoice_is_handed_in_put_away_and_locked,
    the_pdf_is_shown_or_kept,
    the_trail_goes_on_on_a_page_of_its_own,
    sums_are_counted_while_somebody_writes,
    a_page_of_what_is_under_way_follows_it,
    an_invoice_follows_its_own_send,
);

async fn issued(server: &TestServer, members: Value) -> String {
    server.sk().issue(&invoice_with(members)).await.created_id()
}

async fn no_text_is_lost_in_the_form(server: TestServer) {
    let sk = server.sk();
    let id = issued(&server, each_text(Term::name, "prvé")).await;
    let path = format!("/invoices/{id}/edit");
    let mut portal = Portal::open(&server).await;
    let page = portal.page(&path).await;
    let new = portal.page("/invoices/new").await;
    let contract = portal.page("/contracts/new").await;
    let texts: Vec<_> =
        Term::ALL.iter().map(|term| (term.name(), format!("iné {}", term.name()))).collect();
    for term in Term::ALL {
        assert!(page.contains(&format!("prvé {}", term.name())), "{page}");
        for page in [&new, &contract] {
            assert!(page.contains(&format!("name=\"{}\"", term.name())), "{page}");
        }
    }
    let mut form = typed("save", "O");
    form.push(("version", "1"));
    form.extend(texts.iter().map(|(name, text)| (*name, text.as_str())));
    portal.done(&path, &form).await;
    assert_eq!(texts_of(&sk.invoice(&id).await), each_text(Term::name, "iné"));
    form[0].1 = "issue";
    let made = portal.done("/invoices/new", &form).await;
    let made = without_query(&made).rsplit('/').next().expect("an id").to_owned();
    assert_eq!(texts_of(&sk.invoice(&made).await), each_text(Term::name, "iné"));
}

async fn an_invoice_is_mailed_and_the_customer_reminded(server: TestServer) {
    let id = issued(&server, json!({})).await;
    let path = format!("/invoices/{id}");
    let mut portal = Portal::open(&server).await;
    let page = portal.page(&path).await;
    for form in ["email", "remind"] {
        assert!(page.contains(&format!("{path}/{form}\"")), "{form}: {page}");
    }
    assert!(page.contains("neodišiel žiadny e-mail"), "{page}");
    let form = [("email", "ucto@odberatel.example"), ("language", "en"), ("with_xml", "true")];
    let clicks = [&form[..], &[("once", "a-click")]].concat();
    for _ in 0..2 {
        assert_eq!(
            portal.done(&format!("{path}/email"), &clicks).await,
            format!("{path}?done=mailed")
        );
    }
    let again = portal.done(&format!("{path}/email"), &form).await;
    assert_eq!(again, format!("{path}?done=mailed-before"));
    assert!(portal.page(&again).await.contains("pred chvíľou"));
    portal.done(&format!("{path}/remind"), &[]).await;
    let page = portal.page(&path).await;
    assert!(page.contains("upomienka") && page.contains("angličtina"), "{page}");
    let mails = server.sk().get(&format!("/v1/agent{path}/emails")).await.expect(200);
    let kinds: Vec<_> = mails["data"].as_array().expect("mails").iter().collect();
    assert_eq!(kinds.len(), 2, "{mails}");
    assert_eq!((&kinds[1]["kind"], &kinds[1]["with_xml"]), (&json!("invoice"), &json!(true)));
    let all = portal.page(&format!("{path}/emails")).await;
    assert_eq!(all.matches("scope=\"row\"").count(), 2, "{all}");
    let wrong = portal.post(&format!("{path}/email"), &[("language", "xx")]).await;
    assert_eq!(wrong.status, 422, "{}", text(&wrong));
    let draft = issued(&server, json!({"draft": true})).await;
    let page = portal.page(&format!("/invoices/{draft}")).await;
    assert!(!page.contains("/email\"") && !page.contains("/remind\""), "{page}");
    let early = portal.post(&format!("/invoices/{draft}/email"), &[]).await;
    assert!(early.status == 422 && text(&early).contains("najprv"), "{}", text(&early));
}

async fn files_are_attached_and_taken_away(server: TestServer) {
    let id = issued(&server, json!({})).await;
    let (page, files) = (format!("/invoices/{id}"), format!("/invoices/{id}/attachments"));
    let mut portal = Portal::open(&server).await;
    let added = portal.upload(&files, "file", "a;b\n1;2\n").await;
    assert_eq!(added.status, 303, "{}", text(&added));
    let shown = portal.page(&page).await;
    assert!(shown.contains("výpis.csv") && shown.contains("multipart/form-data"), "{shown}");
    let file = shown.split("/attachments/").skip(1).find_map(|rest| {
        let id = rest.split('"').next()?;
        (id.len() == 36).then(|| id.to_owned())
    });
    let file = file.expect("a file");
    let answer = portal.get(&format!("{files}/{file}")).await;
    assert_eq!((answer.status, text(&answer)), (200, "a;b\n1;2\n".to_owned()));
    assert_eq!(answer.header("x-content-type-options"), "nosniff");
    assert!(answer.header("content-disposition").starts_with("attachment"));
    let damaged = portal.upload(&files, "file", "").await;
    assert_eq!(damaged.status, 422, "{}", text(&damaged));
    assert!(
        text(&damaged).contains("id=\"attach-file-fault\">súbor je prázdny"),
        "{}",
        text(&damaged)
    );
    portal.done(&format!("{files}/remove"), &[("id", &file)]).await;
    assert!(!portal.page(&page).await.contains("výpis.csv"));
    assert_eq!(portal.get(&format!("{files}/{file}")).await.status, 404);
    assert_eq!(portal.post(&format!("{files}/remove"), &[("id", &file)]).await.status, 404);
}

async fn files_are_for_those_who_may_change_the_invoice(server: TestServer) {
    let id = issued(&server, json!({})).await;
    let files = format!("/invoices/{id}/attachments");
    let mut other = Portal::open_at(&server, server.seeded.organizations.sk_buyer.org_id).await;
    assert_eq!(other.upload(&files, "file", "a;b\n").await.status, 404);
    let mut portal = Portal::open(&server).await;
    let plain = portal.post(&files, &[]).await;
    assert_eq!(plain.status, 403, "no form with a file");
    let store = server.store();
    let user = store.user_for_sign_in(&server.seeded.user.email).await.expect("asked");
    let sk = server.seeded.organizations.sk.org_id;
    store.set_member(sk, user.expect("the user").id, Role::Viewer).await.expect("set");
    let refused = portal.upload(&files, "file", "a;b\n").await;
    assert_eq!(refused.status, 403, "{}", text(&refused));
    assert!(text(&refused).contains("rola"), "{}", text(&refused));
    assert!(!portal.page(&format!("/invoices/{id}")).await.contains("multipart/form-data"));
}

/// The form of a page, with these fields otherwise.
fn changed(page: &str, other: &[(&str, &str)]) -> Vec<(String, String)> {
    let between = |text: &str, start: &str, end: &str| {
        let rest = text.split_once(start)?.1;
        Some(rest.split_once(end)?.0.to_owned())
    };
    let plain = |text: String| text.replace("&#38;", "&").replace("&#34;", "\"");
    let form = between(page, "<form method=\"post\" action=\"/portal", "</form>").expect("a form");
    let mut fields = Vec::new();
    for part in form.split('<').skip(1) {
        let name = between(part, "name=\"", "\"");
        if part.starts_with("input") {
            let value = between(part, "value=\"", "\"").unwrap_or_default();
            fields.extend(name.map(|name| (name, plain(value))));
        } else if part.starts_with("select") {
            fields.extend(name.map(|name| (name, String::new())));
        } else if part.starts_with("option") && part.contains(" selected") {
            let value = between(part, "value=\"", "\"").unwrap_or_default();
            fields.last_mut().expect("a select").1 = plain(value);
        } else if part.starts_with("textarea") {
            let value = part.split_once(">\n").map(|it| it.1.to_owned()).unwrap_or_default();
            fields.extend(name.map(|name| (name, plain(value))));
        }
    }
    for (name, value) in other {
        match fields.iter_mut().find(|(known, _)| known == name) {
            Some(field) => field.1 = (*value).to_owned(),
            None => fields.push(((*name).to_owned(), (*value).to_owned())),
        }
    }
    fields
}

fn pairs(fields: &[(String, String)]) -> Vec<(&str, &str)> {
    fields.iter().map(|(name, value)| (&**name, &**value)).collect()
}

/// An invoice in a foreign currency, with all that the form does not show: the sums beside the form are those that
/// are saved, and what is not shown stays.
async fn what_is_calculated_is_what_is_saved(server: TestServer) {
    let address = json!({"street": "Ring 1", "city": "Linz", "zip": "4020", "country": "AT"});
    let id = issued(
        &server,
        json!({"currency": "USD", "exchange_rate": "1.25", "delivery_address": address,
               "delivery_date": "2026-11-20"}),
    )
    .await;
    let api = format!("/v1/agent/invoices/{id}");
    let before: Value = server.sk().get(&api).await.expect(200);
    let path = format!("/invoices/{id}/edit");
    let mut portal = Portal::open(&server).await;
    let page = portal.page(&path).await;
    let preview = changed(&page, &[("unit_price", "70"), ("do", "preview")]);
    let shown = portal.post(&path, &pairs(&preview)).await;
    let shown_page = text(&shown);
    assert_eq!(shown.status, 200, "{shown_page}");
    assert!(shown_page.contains("172,20"), "140 and 23 %: {shown_page}");
    let unchanged: Value = server.sk().get(&api).await.expect(200);
    assert_eq!(unchanged["version"], before["version"], "a preview keeps nothing");
    let save = changed(&page, &[("unit_price", "70"), ("do", "save")]);
    portal.done(&path, &pairs(&save)).await;
    let after: Value = server.sk().get(&api).await.expect(200);
    for kept in ["exchange_rate", "delivery_address", "delivery_date", "currency"] {
        assert_eq!(after[kept], before[kept], "{kept}");
    }
    assert!(after["exchange_rate"].is_string() || after["exchange_rate"].is_number(), "{after}");
    // the preview is refused as the save is: by the version that was read
    let stale = portal.post(&path, &pairs(&preview)).await;
    assert_eq!(stale.status, 422, "{}", text(&stale));
    // a day that is cleared is the day of issue
    let page = portal.page(&path).await;
    let cleared =
        changed(&page, &[("delivery_date", ""), ("exchange_rate", "1.25"), ("do", "save")]);
    portal.done(&path, &pairs(&cleared)).await;
    let after: Value = server.sk().get(&api).await.expect(200);
    assert_eq!(after["delivery_date"], after["issue_date"], "{after}");
}

/// Where it is delivered, and the vehicle: typed, previewed, saved, changed, copied, taken away.
async fn delivery_and_vehicle_are_written_in_the_form(server: TestServer) {
    let sk = server.sk();
    let vehicles: Value = sk.get("/v1/agent/vehicles").await.expect(200);
    let vehicle = vehicles["data"][0]["id"].as_str().expect("a vehicle").to_owned();
    let mut portal = Portal::open(&server).await;
    let page = portal.page("/invoices/new").await;
    for label in ["Dodanie: ulica", "Dodanie: krajina", "Vozidlo"] {
        assert!(page.contains(&format!(">{label}</label>")), "{label}: {page}");
    }
    let address =
        [("delivery_street", "Ring 1"), ("delivery_city", "Linz"), ("delivery_country", "AT")];
    let mut typed = vec![
        ("name", "Nový odberateľ"),
        ("description", "Práca"),
        ("unit_price", "10"),
        ("vehicle_id", &*vehicle),
    ];
    typed.extend(address);
    let typed_with = |more: [(&'static str, &'static str); 3]| {
        let mut all = typed.clone();
        all.extend(more);
        changed(&page, &all)
    };
    let part = typed_with([("do", "preview"), ("once", "part"), ("delivery_zip", "")]);
    let refused = portal.post("/invoices/new", &pairs(&part)).await;
    let shown = text(&refused);
    assert_eq!(refused.status, 422, "{shown}");
    assert!(
        shown.contains("f-delivery_zip-fault") && shown.contains("value=\"Ring 1\""),
        "{shown}"
    );
    let whole = typed_with([("do", "preview"), ("once", "whole"), ("delivery_zip", "4020")]);
    let shown = portal.post("/invoices/new", &pairs(&whole)).await;
    assert_eq!(shown.status, 200, "{}", text(&shown));
    // as the page with the sums would send it
    let draft = changed(&text(&shown), &[("do", "draft")]);
    let made = portal.done("/invoices/new", &pairs(&draft)).await;
    let id = without_query(&made).trim_start_matches("/invoices/").to_owned();
    let api = format!("/v1/agent/invoices/{id}");
    let kept: Value = sk.get(&api).await.expect(200);
    let address =
        json!({"name": null, "street": "Ring 1", "city": "Linz", "zip": "4020", "country": "AT"});
    assert_eq!(kept["delivery_address"], address, "{kept}");
    assert_eq!(kept["vehicle"]["id"], json!(vehicle));
    // an edit keeps both, a copy has both
    let edit = format!("/invoices/{id}/edit");
    let save = changed(&portal.page(&edit).await, &[("note", "x"), ("do", "save")]);
    portal.done(&edit, &pairs(&save)).await;
    let after: Value = sk.get(&api).await.expect(200);
    for member in ["delivery_address", "vehicle"] {
        assert_eq!(after[member], kept[member], "{member}");
    }
    let page = portal.page(&format!("/invoices/new?copy={id}")).await;
    let copy = changed(&page, &[("do", "draft"), ("once", "copy")]);
    let copy = portal.done("/invoices/new", &pairs(&copy)).await;
    let copy = without_query(&copy).trim_start_matches("/invoices/").to_owned();
    let copied: Value = sk.get(&format!("/v1/agent/invoices/{copy}")).await.expect(200);
    for member in ["delivery_address", "vehicle"] {
        assert_eq!(copied[member], kept[member], "{member}");
    }
    // another city, then none of it
    let fields = ["name", "street", "city", "zip", "country"].map(|it| format!("delivery_{it}"));
    let moved = changed(&portal.page(&edit).await, &[("delivery_city", "Graz"), ("do", "save")]);
    portal.done(&edit, &pairs(&moved)).await;
    let after: Value = sk.get(&api).await.expect(200);
    assert_eq!(after["delivery_address"]["city"], "Graz");
    let mut none: Vec<_> = fields.iter().map(|field| (&**field, "")).collect();
    none.push(("do", "save"));
    let none = changed(&portal.page(&edit).await, &none);
    portal.done(&edit, &pairs(&none)).await;
    let after: Value = sk.get(&api).await.expect(200);
    assert_eq!(after["delivery_address"], Value::Null, "{after}");
    assert_eq!(after["vehicle"], kept["vehicle"]);
}

async fn a_credit_note_and_a_copy_begin_with_the_invoice(server: TestServer) {
    let id = issued(&server, json!({"note": "Len raz", "due_date": "2027-01-31"})).await;
    let mut portal = Portal::open(&server).await;
    let page = portal.page(&format!("/invoices/{id}")).await;
    let note = format!("/invoices/new?type=credit_note&#38;original_invoice_id={id}");
    let copy = format!("/invoices/new?copy={id}");
    assert!(page.contains(&note) && page.contains(&copy), "{page}");
    for (link, kind) in [(note.replace("&#38;", "&"), "credit_note"), (copy, "invoice")] {
        let page = portal.page(&link).await;
        let form = changed(&page, &[("do", "draft"), ("once", kind)]);
        let made = portal.done("/invoices/new", &pairs(&form)).await;
        let made = without_query(&made).trim_start_matches("/invoices/").to_owned();
        let made: Value = server.sk().get(&format!("/v1/agent/invoices/{made}")).await.expect(200);
        assert_eq!(made["type"], kind, "{made}");
        let original: Value =
            server.sk().get(&format!("/v1/agent/invoices/{id}")).await.expect(200);
        assert_eq!(made["customer"]["id"], original["customer"]["id"]);
        assert_eq!(made["items"][0]["description"], original["items"][0]["description"]);
        assert_eq!(made["note"], "Len raz");
        assert_ne!(made["due_date"], "2027-01-31", "its days are its own");
        let is_note = kind == "credit_note";
        assert_eq!(made.to_string().contains(&id), is_note, "what it takes back: {made}");
    }
    assert_eq!(
        portal.get("/invoices/new?copy=00000000-0000-7000-8000-000000000000").await.status,
        404
    );
    assert_eq!(portal.get("/invoices/new?copy=x").await.status, 400);
    let mut other = Portal::open_at(&server, server.seeded.organizations.sk_buyer.org_id).await;
    assert_eq!(other.get(&format!("/invoices/new?copy={id}")).await.status, 404);
}

async fn an_invoice_is_handed_in_put_away_and_locked(server: TestServer) {
    let id = issued(&server, json!({"draft": true})).await;
    let path = format!("/invoices/{id}");
    let mut portal = Portal::open(&server).await;
    portal.done(&format!("{path}/submit"), &[]).await;
    let page = portal.page(&path).await;
    assert!(page.contains("čaká na schválenie") && page.contains("/approve\""), "{page}");
    portal.done(&format!("{path}/return"), &[]).await;
    assert!(portal.page(&path).await.contains("/submit\""));
    assert_eq!(portal.post(&format!("{path}/archive"), &[]).await.status, 400);
    portal.done(&format!("{path}/issue"), &[]).await;
    for (do_it, undo, word) in
        [("archive", "unarchive", "vybratá z archívu"), ("lock", "unlock", "odomknutá")]
    {
        portal.done(&format!("{path}/{do_it}"), &[]).await;
        let page = portal.page(&path).await;
        assert!(page.contains(&format!("{path}/{undo}\"")), "{page}");
        let refused = portal.post(&format!("{path}/edit"), &[("do", "save"), ("note", "x")]).await;
        assert_eq!(refused.status, 422, "{}", text(&refused));
        portal.done(&format!("{path}/{undo}"), &[]).await;
        assert!(portal.page(&path).await.contains(word));
    }
}

async fn the_pdf_is_shown_or_kept(server: TestServer) {
    let id = issued(&server, json!({})).await;
    let mut portal = Portal::open(&server).await;
    let page = portal.page(&format!("/invoices/{id}")).await;
    assert!(page.contains(&format!("/invoices/{id}/pdf?view\"")), "{page}");
    for (query, disposition) in [("?view", "inline"), ("", "attachment")] {
        let pdf = portal.get(&format!("/invoices/{id}/pdf{query}")).await;
        assert_eq!((pdf.status, pdf.header("content-type")), (200, "application/pdf"));
        let said = pdf.header("content-disposition");
        assert!(said.starts_with(disposition) && said.contains(".pdf"), "{said}");
    }
}

async fn the_trail_goes_on_on_a_page_of_its_own(server: TestServer) {
    let id = issued(&server, json!({})).await;
    let path = format!("/invoices/{id}");
    let mut portal = Portal::open(&server).await;
    assert!(!portal.page(&path).await.contains(&format!("{path}/trail\"")));
    for at in 0..11 {
        let edit = json!({"internalNote": format!("zmena {at}")});
        let bytes = edit.to_string().into_bytes();
        let api = format!("/v1/agent{path}");
        server.sk().send(reqwest::Method::PATCH, &api, bytes).await.expect(200);
        let archive = format!("{api}/archive");
        server.sk().post(&archive, &json!({})).await.expect(200);
        server.sk().send(reqwest::Method::DELETE, &archive, Vec::new()).await.expect(200);
    }
    let page = portal.page(&path).await;
    assert!(page.contains(&format!("{path}/trail\"")), "{page}");
    let trail = portal.page(&format!("{path}/trail")).await;
    assert_eq!(trail.matches("scope=\"row\"").count(), 34, "{trail}");
    assert_eq!(trail.matches("kľúč svc_").count(), 34, "by its name, not by its id: {trail}");
    let sends = portal.page(&format!("/sends?invoice={id}")).await;
    assert!(sends.contains(&format!("name=\"invoice\" value=\"{id}\"")), "{sends}");
    assert_eq!(portal.get("/sends?invoice=x").await.status, 400);
}

/// What htmx asks for: the sums of the lines that are right, whatever else is still missing.
async fn sums_are_counted_while_somebody_writes(server: TestServer) {
    let mut portal = Portal::open(&server).await;
    let page = portal.page("/invoices/new").await;
    assert!(page.contains(&format!("hx-post=\"{}/invoices/new/totals\"", portal.path)), "{page}");
    let line = |description, price| {
        vec![
            ("description", description),
            ("quantity", "2,5"),
            ("unit_price", price),
            ("vat_rate", "23"),
            ("tax_treatment", "domestic"),
        ]
    };
    let form = [line("Práca", "40"), line("", "")].concat();
    let shown = portal.post("/invoices/new/totals", &form).await;
    let sums = text(&shown);
    assert_eq!(shown.status, 200, "{sums}");
    assert!(sums.contains("123,00") && sums.contains("23,00") && !sums.contains("<html"), "{sums}");
    let wrong = text(&portal.post("/invoices/new/totals", &line("Práca", "x")).await);
    assert!(wrong.contains("Súčty sa ukážu") && !wrong.contains("<table"), "{wrong}");
    let list = server.sk().get("/v1/agent/invoices").await.expect(200);
    assert_eq!(list["data"].as_array().map(Vec::len), Some(0), "nothing is kept");
    // of an invoice that is changed they are those that it would have
    let id = issued(&server, json!({})).await;
    let edit = format!("/invoices/{id}/edit");
    let page = portal.page(&edit).await;
    let form = changed(&page, &[("unit_price", "70")]);
    let sums = text(&portal.post(&format!("{edit}/totals"), &pairs(&form)).await);
    assert!(sums.contains("172,20"), "{sums}");
}

async fn a_page_of_what_is_under_way_follows_it(server: TestServer) {
    let made = json!({"url": "http://127.0.0.1:9/hook", "events": ["invoice.created"]});
    let hook = Sending::post(&server.sk(), "/v1/agent/webhooks", &made).await.expect(201);
    let mut portal = Portal::open(&server).await;
    let hook = hook["id"].as_str().expect("an id").to_owned();
    server.sk().issue(&invoice()).await.expect(201);
    // nobody listens there: it is tried again for days
    let path = format!("/webhooks/{hook}");
    let deliveries = format!("/v1/agent{path}/deliveries");
    let delivery = eventually("a delivery", || async {
        let list = server.sk().get(&deliveries).await.expect(200);
        list["data"][0]["id"].as_str().map(str::to_owned)
    })
    .await;
    assert!(portal.page(&path).await.contains(&format!("/deliveries/{delivery}\"")));
    let page = portal.page(&format!("{path}/deliveries/{delivery}")).await;
    assert!(
        page.contains("hx-trigger=\"every 2s\"") && page.contains("hx-select=\"#live\""),
        "{page}"
    );
    let script = page.split("src=\"").nth(1).and_then(|rest| rest.split('"').next());
    let script = portal.browser.get(script.expect("a script")).await;
    assert_eq!((script.status, script.header("x-content-type-options")), (200, "nosniff"));
    // what has ended stands still
    assert!(!portal.page("/webhooks").await.contains("hx-"));
}

async fn an_invoice_follows_its_own_send(engine: Engine) {
    // without workers it stays under way
    let server = engine.serve(Settings { work: Some(false), ..settings() }).await;
    let sk = server.sk();
    let id = sk.issue(&invoice()).await.created_id();
    let path = format!("/invoices/{id}");
    let mut portal = Portal::open(&server).await;
    let follows = |page: &str| page.contains("hx-trigger=\"every 2s\"");
    assert!(!follows(&portal.page(&path).await), "nothing is under way");
    sk.post(&format!("/v1/agent/peppol/send/{id}"), &json!({})).await.expect(200);
    assert!(follows(&portal.page(&path).await), "the send is under way");
}
