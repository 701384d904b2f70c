//! The pages of statements, set-offs, contracts, exports and settings.

use crate::{
    ledger::bank_statements::{csv, iban, issued},
    people::oauth::text,
    portal::session::{Portal, without_query},
    support::*,
};
use access::KeyScope;
use organizations::{OptionsChange, OrganizationStore};
use serde_json::json;
use time::OffsetDateTime;

on_both!(
    a_statement_is_uploaded_and_its_proposal_answered,
    documents_are_set_off_and_invoices_recur,
    stock_is_kept_and_goes_along_with_an_edit,
    the_company_is_set_up,
);

/// What stands between two texts of a page.
fn between<'a>(page: &'a str, before: &str, after: &str) -> &'a str {
    let (_, rest) = page.split_once(before).unwrap_or_else(|| panic!("no {before} in {page}"));
    rest.split(after).next().unwrap_or_default()
}

async fn a_statement_is_uploaded_and_its_proposal_answered(server: TestServer) {
    let sk = server.sk();
    let own = iban(&sk).await;
    let ((first, paid), (second, less)) = (issued(&sk).await, issued(&sk).await);
    let statement = csv(&own, &[("123.00", &paid, "x"), ("100.00", &less, "<script>")]);
    let mut portal = Portal::open(&server).await;
    let answer = portal.upload("/statements/new", "file", &statement).await;
    assert_eq!(answer.status, 303, "{}", text(&answer));
    let path = answer.header("location").replace(&portal.path, "");
    let page = portal.page(&path).await;
    assert!(page.contains("sedí symbol aj suma") && page.contains("sedí symbol, prišlo menej"));
    assert!(page.contains(&format!("/invoices/{first}\"")), "{page}");
    let again = portal.upload("/statements/new", "file", &statement).await;
    assert!(again.header("location").ends_with("?done=known"), "{}", text(&again));
    assert!(portal.page("/statements").await.contains("Návrh platby"));
    // what is asked, what came and what would be left, of whose invoice
    for said in ["123,00", "100,00", "23,00", "Čiastočná úhrada", "Nie je to táto faktúra"] {
        assert!(page.contains(said), "{said}: {page}");
    }
    let number = sk.get(&format!("/v1/agent/invoices/{first}")).await.expect(200);
    let number = number["invoice_number"].as_str().expect("a number").to_owned();
    assert!(page.contains(&format!(">{number}</a>")), "the line's document by its number: {page}");
    let proposal = between(&page, "/proposals/", "/").to_owned();
    let (third, _) = issued(&sk).await;
    let choose = format!("/proposals/{proposal}/invoice");
    assert!(portal.page(&choose).await.contains(&third), "open invoices to choose from");
    assert!(portal.page(&format!("{choose}?q=nikto")).await.contains("Nič také tu nie je."));
    // nothing is chosen, or what is no invoice: the page says so, with what was looked for
    let open = sk.get(&format!("/v1/agent/invoices/{second}")).await.expect(200);
    let number = open["invoice_number"].as_str().expect("a number").to_owned();
    for chosen in ["", "x"] {
        let refused = portal.post(&choose, &[("q", &*number), ("invoice_id", chosen)]).await;
        assert_eq!(refused.status, 422, "{chosen}");
        let page = text(&refused);
        assert!(page.contains("role=\"alert\"") && page.contains("aria-invalid"), "{page}");
        assert!(page.contains(&format!("value=\"{number}\"")), "{page}");
    }
    portal.done(&choose, &[("invoice_id", &third)]).await;
    assert!(portal.page("/statements").await.contains("faktúru niekto vybral"));
    portal.done(&choose, &[("invoice_id", &second)]).await;
    portal.done(&format!("/proposals/{proposal}/accept"), &[]).await;
    assert!(!portal.page("/statements").await.contains("Návrh platby"));
    let invoice = sk.get(&format!("/v1/agent/invoices/{second}")).await.expect(200);
    assert_eq!(invoice["status"], "partially_paid");
    for broken in ["", "Suma\nx\n", "<a/>"] {
        let refused = portal.upload("/statements/new", "file", broken).await;
        assert_eq!(refused.status, 422, "{broken}: {}", text(&refused));
        assert!(text(&refused).contains("role=\"alert\""), "{broken}");
    }
    let unknown = format!("Tag;Wert;Kto\n21.11.2025;-1,00;{own}\n");
    let asked = portal.upload("/statements/new", "file", &unknown).await;
    assert_eq!(asked.status, 422);
    assert!(text(&asked).contains("Zapamätať stĺpce"), "{}", text(&asked));
    let names = ("headings", r#"["Tag","Wert","Kto"]"#);
    let columns = [names, ("date", "Tag"), ("amount", "Wert"), ("own_account", "Kto")];
    portal.done("/statements/mappings", &columns).await;
    assert_eq!(portal.upload("/statements/new", "file", &unknown).await.status, 303);
    let known = sk.get("/v1/agent/bank-statements/mappings").await.expect(200);
    let mapping = known["data"][0]["id"].as_str().expect("an id").to_owned();
    assert!(portal.page("/statements/mappings").await.contains(&mapping));
    portal.done("/statements/mappings/forget", &[("mapping", &mapping)]).await;
    assert_eq!(portal.upload("/statements/new", "file", &(unknown + "\n")).await.status, 422);
    let amounts: Vec<_> = (1..=30).map(|n| format!("{n}.17")).collect();
    let lines: Vec<_> = amounts.iter().map(|amount| (&**amount, "x", "x")).collect();
    let many = portal.upload("/statements/new", "file", &csv(&own, &lines)).await;
    let path = many.header("location").replace(&portal.path, "");
    assert!(portal.page(&path).await.contains("after="), "the lines go on on the next page");
    let none = portal.post("/statements/new", &[]).await;
    assert_eq!(none.status, 403, "a form without a file part");
}

async fn stock_is_kept_and_goes_along_with_an_edit(server: TestServer) {
    let sk = server.sk();
    let mut portal = Portal::open(&server).await;
    portal.done("/stock/warehouses/new", &[("name", "Predajňa")]).await;
    let item = [("name", "Stolička"), ("sku", "S1"), ("unit", "ks"), ("minimum", "2,5")];
    portal.done("/stock/items/new", &item).await;
    assert_eq!(portal.post("/stock/items/new", &item).await.status, 422, "the SKU is taken");
    let items = sk.get("/v1/agent/stock/items").await.expect(200);
    let id = items["data"][0]["id"].as_str().expect("an id");
    let warehouses = sk.get("/v1/agent/stock/warehouses").await.expect(200);
    let warehouse = warehouses["data"][0]["id"].as_str().expect("an id");
    let receipt = |quantity| {
        [
            ("type", "receipt"),
            ("warehouse_id", warehouse),
            ("item_id", id),
            ("quantity", quantity),
            ("unit_cost", "1,50"),
            ("once", quantity),
        ]
    };
    assert_eq!(portal.post("/stock/documents/new", &receipt("-1")).await.status, 422);
    let made = portal.done("/stock/documents/new", &receipt("10")).await;
    let path = without_query(&made).to_owned();
    portal.done(&format!("{path}/confirm"), &[]).await;
    assert_eq!(portal.post(&format!("{path}/confirm"), &[]).await.status, 409);
    assert!(portal.page("/stock").await.contains("15"), "10 at 1.50");

    let mut line = item_line();
    line["stock_item_id"] = json!(id);
    let made = sk.issue(&invoice_with(json!({"items": [line]}))).await.created_id();
    let edit = portal.page(&format!("/invoices/{made}/edit")).await;
    let chosen = format!("<option value=\"{id}\" selected>");
    assert!(edit.contains(&chosen), "the edit takes it along: {edit}");
    assert!(portal.page(&format!("/stock/items/{id}")).await.contains(&made));
}

fn item_line() -> serde_json::Value {
    json!({"description": "Stolička", "quantity": 1, "unit_price": "5", "vat_rate": 23})
}

async fn documents_are_set_off_and_invoices_recur(server: TestServer) {
    let sk = server.sk();
    let made = sk.issue(&invoice()).await.expect(201);
    let (id, customer) = (made["id"].as_str().expect("an id"), &made["customer"]);
    let expense = json!({"supplier_id": customer["id"], "number": "77", "issue_date": made["issue_date"], "total": "50.00"});
    let expense = sk.post("/v1/agent/expenses", &expense).await.expect(201);
    let expense = expense["id"].as_str().expect("an id").to_owned();
    sk.post(&format!("/v1/agent/expenses/{expense}/approve"), &json!({})).await.expect(200);
    let mut portal = Portal::open(&server).await;
    let page = portal.page(&format!("/offsets/new?invoice_id={id}")).await;
    assert!(page.contains(&format!("value=\"{id}\" selected")) && page.contains(&expense));
    let form = |amount| {
        [("invoice_id", id), ("expense_id", &*expense), ("amount", amount), ("once", amount)]
    };
    let (much, right) = (form("999"), form("50,00"));
    assert_eq!(portal.post("/offsets/new", &much).await.status, 422);
    // two clicks, one set-off
    let first = portal.done("/offsets/new", &right).await;
    assert_eq!(portal.done("/offsets/new", &right).await, first);
    let path = without_query(&first).to_owned();
    assert!(portal.page(&path).await.contains("50,00"));
    portal.done(&format!("{path}/undo"), &[]).await;
    assert_eq!(portal.get(&path).await.status, 404);

    let customer = customer["id"].as_str().expect("an id");
    let contract = [
        ("do", "make"),
        ("name", "Hosting"),
        ("customer_id", customer),
        ("interval", "monthly"),
        ("start_date", "2027-01-01"),
        ("description", "Hosting, {period}"),
        ("quantity", "1"),
        ("unit_price", "20"),
        ("vat_rate", "23"),
    ];
    let made = portal.done("/contracts/new", &contract).await;
    let path = without_query(&made).to_owned();
    let page = portal.page(&path).await;
    assert!(page.contains("Hosting, {period}") && page.contains("24,60"), "{page}");
    portal.done(&format!("{path}/pause"), &[]).await;
    assert!(portal.page("/contracts?status=paused").await.contains("Hosting"));
    portal.done(&format!("{path}/resume"), &[]).await;
    portal.done(&format!("{path}/cancel"), &[]).await;
    assert!(portal.page(&path).await.contains("zrušená"));
}

/// Who saves the settings and leaves the address that a partner wrote does not vouch for it.
async fn an_address_of_the_partner_stays_theirs(
    server: &TestServer,
    portal: &mut Portal,
    form: &[(&str, &str)],
) {
    let (store, own) = (server.store(), server.seeded.organizations.sk.org_id);
    let email = Some(Some("partner@partner.example".to_owned()));
    let change = OptionsChange { email, email_by_partner: true, ..OptionsChange::default() };
    store.change_options(own, &change).await.expect("changed");
    for (email, by_partner) in [("partner@partner.example", true), ("own@firm.example", false)] {
        let form: Vec<_> = form.iter().copied().chain([("email", email)]).collect();
        portal.done("/settings/company", &form).await;
        let record = store.organization_record(KeyScope::Organization(own), own).await;
        assert_eq!(record.expect("read").email_by_partner, by_partner, "{email}");
    }
}

async fn the_company_is_set_up(server: TestServer) {
    let mut portal = Portal::open(&server).await;
    let page = portal.page("/settings/company").await;
    let name = between(&page, "name=\"name\" type=\"text\" value=\"", "\"").to_owned();
    let mut form = vec![
        ("name", &*name),
        ("street", "Nová 7"),
        ("city", "Nitra"),
        ("postalCode", "949 01"),
        ("country", "SK"),
        ("defaultDueDays", "30"),
        ("accent_colour", "#17604a"),
        ("sandbox_like_production", "true"),
    ];
    let dph = between(&page, "name=\"ic_dph\" type=\"text\" value=\"", "\"").to_owned();
    let (before, _) = page.split_once("\" selected>EUR").unwrap_or_else(|| panic!("{page}"));
    let account = before.rsplit('"').next().unwrap_or_default().to_owned();
    form.extend([("ic_dph", &*dph), ("default_bank_account_id", &*account)]);
    an_address_of_the_partner_stays_theirs(&server, &mut portal, &form).await;
    portal.done("/settings/company", &form).await;
    let page = portal.page("/settings").await;
    for set in ["Nová 7", "#17604A", "<dd>30</dd>"] {
        assert!(page.contains(set), "{set}: {page}");
    }
    form.retain(|(name, _)| *name != "accent_colour");
    form.push(("accent_colour", "#ffffff"));
    let light = portal.post("/settings/company", &form).await;
    assert_eq!(light.status, 422);
    assert!(text(&light).contains("f-accent_colour-fault"), "{}", text(&light));

    form.retain(|(name, _)| !["accent_colour", "defaultDueDays"].contains(name));
    let emptied = portal.post("/settings/company", &form).await;
    assert_eq!(emptied.status, 422);
    assert!(text(&emptied).contains("f-defaultDueDays-fault"), "{}", text(&emptied));

    let numbering = [("prefix", "X"), ("year", "two"), ("width", "5")];
    portal.done("/settings/numbering/invoice", &numbering).await;
    let first = format!("X{:02}00001", OffsetDateTime::now_utc().year() % 100);
    assert!(portal.page("/settings").await.contains(&first));
    let wide = [("prefix", "X"), ("year", "two"), ("width", "50")];
    assert_eq!(portal.post("/settings/numbering/invoice", &wide).await.status, 422);
    assert_eq!(portal.get("/settings/numbering/x").await.status, 404);
    portal.done("/settings/sending", &[("mode", "scheduled"), ("time", "16:00")]).await;
    assert!(portal.page("/settings").await.contains("16:00"));
    assert_eq!(portal.post("/settings/sending", &[("mode", "scheduled")]).await.status, 422);
    portal.done("/settings/sending", &[("mode", "immediate"), ("time", "16:00")]).await;
    portal.done("/settings/reminders", &[("days_after_due_date", "3, 14")]).await;
    assert!(portal.page("/settings").await.contains("3, 14"));
    let falling = [("days_after_due_date", "14, 3")];
    assert_eq!(portal.post("/settings/reminders", &falling).await.status, 422);
    for file in ["", "no image"] {
        let refused = portal.upload("/settings/logo", "logo", file).await;
        assert_eq!(refused.status, 422, "{}", text(&refused));
    }
    assert_eq!(portal.get("/settings/logo/image").await.status, 404);
    assert!(portal.page("/plan").await.contains("pro"));

    let asked = [("from", "2026-10-01"), ("to", "2026-10-31"), ("once", "an-export")];
    let export = portal.done("/exports/new", &asked).await;
    assert_eq!(portal.done("/exports/new", &asked).await, export);
    let path = without_query(&export).to_owned();
    portal.page(&path).await;
    assert_eq!(portal.get(&format!("{path}/files/none")).await.status, 404);
    portal.done(&format!("{path}/delete"), &[]).await;
    assert_eq!(portal.get(&path).await.status, 404);
}
