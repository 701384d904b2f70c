//! The pages of a company, as a browser without JavaScript goes through them.

use crate::{
    people::oauth::{Browser, hidden, text},
    support::*,
};
use access::{OrganizationId, Role};
use members::{Group, MemberChange, MemberStore};
use organizations::OperatorStore;
use reqwest::Method;
use serde_json::{Value, json};
use sign_in::SignInStore;

on_both!(
    nobody_sees_a_page_without_a_session,
    another_company_and_its_ids_are_not_there,
    a_viewer_reads_and_changes_nothing,
    forms_of_other_sites_are_refused,
    an_invoice_is_written_in_the_browser,
    what_is_wrong_is_said_at_its_field,
    what_is_missing_is_said_at_its_field,
    an_invoice_is_changed_in_the_browser,
    whatever_others_wrote_is_text,
    a_document_is_sent_received_and_accepted,
    keys_are_shown_once_and_revoked,
    a_live_key_wants_the_password_again,
    webhooks_are_made_tested_and_replayed,
    customers_and_accounts_are_kept,
    lists_go_on_page_by_page,
    pages_are_in_both_languages,
    the_public_page_shows_the_document,
);

const NOBODY: &str = "00000000-0000-7000-8000-000000000000";

/// The pages of a company without an id, and the ones with.
const PAGES: [&str; 44] = [
    "",
    "/search",
    "/invoices",
    "/invoices/new",
    "/received",
    "/expenses",
    "/expenses/new",
    "/sends",
    "/contracts",
    "/contracts/new",
    "/offsets",
    "/offsets/new",
    "/projects",
    "/projects/new",
    "/stock",
    "/stock/movements",
    "/stock/inventory",
    "/stock/items",
    "/stock/items/new",
    "/stock/warehouses",
    "/stock/warehouses/new",
    "/stock/documents",
    "/stock/documents/new",
    "/statements",
    "/statements/new",
    "/exports",
    "/exports/new",
    "/plan",
    "/settings",
    "/settings/company",
    "/settings/logo",
    "/settings/network",
    "/settings/numbering/invoice",
    "/settings/sending",
    "/settings/accounting",
    "/settings/reminders",
    "/settings/responses",
    "/customers",
    "/customers/new",
    "/accounts",
    "/accounts/new",
    "/keys",
    "/webhooks",
    "/connections",
];
const PAGES_OF_ONE: [&str; 30] = [
    "/settings/accounting/postings/{}",
    "/invoices/{}",
    "/invoices/{}/edit",
    "/invoices/{}/pdf",
    "/invoices/{}/xml",
    "/invoices/{}/check",
    "/invoices/{}/trail",
    "/invoices/{}/emails",
    "/invoices/{}/attachments/{}",
    "/received/{}",
    "/received/{}/respond",
    "/received/{}/xml",
    "/expenses/{}",
    "/sends/{}",
    "/sends/{}/xml",
    "/contracts/{}",
    "/offsets/{}",
    "/offsets/{}/pdf",
    "/projects/{}",
    "/stock/items/{}",
    "/stock/warehouses/{}",
    "/stock/documents/{}",
    "/stock/documents/{}/edit",
    "/statements/{}",
    "/exports/{}",
    "/exports/{}/files/vat.csv",
    "/customers/{}",
    "/webhooks/{}",
    "/webhooks/{}/edit",
    "/webhooks/{}/deliveries/{}",
];
/// Files of a company that have no id.
const FILES: [&str; 2] = ["/settings/logo/image", "/settings/sample.pdf"];
const FORMS: [&str; 81] = [
    "/invoices/new",
    "/invoices/new/totals",
    "/invoices/{}/edit",
    "/invoices/{}/edit/totals",
    "/invoices/{}/issue",
    "/invoices/{}/approve",
    "/invoices/{}/delete",
    "/invoices/{}/cancel",
    "/invoices/{}/send",
    "/invoices/{}/email",
    "/invoices/{}/remind",
    "/invoices/{}/attachments/remove",
    "/invoices/{}/submit",
    "/invoices/{}/return",
    "/invoices/{}/archive",
    "/invoices/{}/unarchive",
    "/invoices/{}/lock",
    "/invoices/{}/unlock",
    "/invoices/{}/payments",
    "/invoices/{}/payments/{}/undo",
    "/received/{}/accept",
    "/received/{}/acknowledge",
    "/received/{}/respond",
    "/expenses/new",
    "/expenses/{}/approve",
    "/expenses/{}/reject",
    "/expenses/{}/payments",
    "/expenses/{}/payments/{}/undo",
    "/sends/release",
    "/statements/new",
    "/proposals/{}/accept",
    "/proposals/{}/refuse",
    "/offsets/new",
    "/offsets/{}/undo",
    "/projects/new",
    "/projects/{}",
    "/projects/{}/delete",
    "/stock/items/new",
    "/stock/items/{}",
    "/stock/warehouses/new",
    "/stock/warehouses/{}",
    "/stock/documents/new",
    "/stock/documents/{}/edit",
    "/stock/documents/{}/confirm",
    "/stock/documents/{}/delete",
    "/contracts/new",
    "/contracts/{}/pause",
    "/contracts/{}/resume",
    "/contracts/{}/cancel",
    "/settings/company",
    "/settings/logo",
    "/settings/logo/remove",
    "/settings/network/enroll",
    "/settings/network/deactivate",
    "/settings/numbering/invoice",
    "/settings/sending",
    "/settings/accounting",
    "/settings/accounting/rotate",
    "/settings/accounting/test",
    "/settings/accounting/unlink",
    "/settings/accounting/postings/{}/retry",
    "/settings/reminders",
    "/settings/responses",
    "/customers/new",
    "/customers/{}",
    "/customers/{}/merge",
    "/customers/{}/retire",
    "/accounts/new",
    "/accounts/{}/default",
    "/accounts/{}/retire",
    "/keys/new",
    "/keys/rotate",
    "/keys/revoke",
    "/webhooks/new",
    "/webhooks/{}/edit",
    "/webhooks/{}/rotate",
    "/webhooks/{}/test",
    "/webhooks/{}/switch",
    "/webhooks/{}/remove",
    "/webhooks/{}/replay",
    "/webhooks/{}/deliveries/{}/replay",
];

/// Those that bring a file.
const FORMS_WITH_FILES: [&str; 2] = ["/statements/new", "/settings/logo"];

/// Forms of those who read: exports are made and deleted with the scope of reports, and everybody ends
/// the connections that they see.
const FORMS_OF_READERS: [&str; 3] = ["/exports/new", "/exports/{}/delete", "/connections/{}/end"];

/// A browser with the demo user at the Slovak VAT payer, in the sandbox.
pub struct Portal {
    pub browser: Browser,
    pub path: String,
}

impl Portal {
    pub async fn open(server: &TestServer) -> Self {
        Self::open_at(server, server.seeded.organizations.sk.org_id).await
    }

    pub async fn open_at(server: &TestServer, organization: OrganizationId) -> Self {
        let user = &server.seeded.user;
        let mut browser = Browser::new(&server.base_url);
        let signed = browser.sign_in("/sign-in", &user.email, &user.password).await;
        assert_eq!((signed.status, signed.header("location")), (303, "/portal"));
        Self { browser, path: format!("/portal/{organization}/test") }
    }

    /// A call of the JSON of the session, about a company in the sandbox where one is named; a body of null is none.
    pub async fn json(
        &mut self,
        company: &str,
        method: Method,
        path: &str,
        body: &Value,
    ) -> Answer {
        let browser = &mut self.browser;
        let request = browser.http.request(method, format!("{}{path}", browser.base));
        let request = request.header("Sec-Fetch-Site", "same-origin");
        let request = match company {
            "" => request,
            company => request.header("X-Organization-Id", company).header("X-Mode", "test"),
        };
        let request = if body.is_null() { request } else { request.json(body) };
        browser.send(request).await
    }

    pub async fn get(&mut self, rest: &str) -> Answer {
        self.browser.get(&format!("{}{rest}", self.path)).await
    }

    /// A page that is there.
    pub async fn page(&mut self, rest: &str) -> String {
        let answer = self.get(rest).await;
        let page = text(&answer);
        assert_eq!(answer.status, 200, "{rest}: {page}");
        if answer.header("content-type").starts_with("text/html") {
            assert!(page.len() < 50_000, "{rest} has {} bytes", page.len());
            let policy = answer.header("content-security-policy");
            // the one script of pages that follow what happens, from a file
            let scripts = page.matches("<script src=\"/assets/htmx-").count();
            assert_eq!(page.matches("<script").count(), scripts, "{rest}");
            assert!(scripts == usize::from(policy.contains("script-src")), "{rest}: {policy}");
            assert!(!page.contains(" style=") && !page.contains(" onclick="), "{rest}");
            assert!(
                policy.starts_with("default-src 'none'") && !policy.contains("unsafe"),
                "{policy}"
            );
            assert!(page.contains("<h1>") && page.contains("<main id=\"main\""), "{rest}");
            assert_eq!(answer.header("cache-control"), "no-store");
        }
        page
    }

    /// What forms of this session bring.
    async fn token(&mut self) -> String {
        hidden(&self.browser.get("/account").await, "form_token")
    }

    /// Sends a form of a page of this session.
    pub async fn post(&mut self, rest: &str, form: &[(&str, &str)]) -> Answer {
        let token = self.token().await;
        let mut form = form.to_vec();
        form.push(("form_token", &token));
        self.browser.post(&format!("{}{rest}", self.path), &form).await
    }

    /// Sends a form with a file, as browsers do.
    pub async fn upload(&mut self, rest: &str, name: &str, file: &str) -> Answer {
        let token = self.token().await;
        self.upload_from("same-origin", &token, (rest, name, file)).await
    }

    /// The same with this token, from a page of this site.
    async fn upload_from(
        &mut self,
        site: &str,
        token: &str,
        (rest, name, file): (&str, &str, &str),
    ) -> Answer {
        let part = |head: &str, content: &str| {
            format!("--b\r\nContent-Disposition: form-data; {head}\r\n\r\n{content}\r\n")
        };
        let token = part("name=\"form_token\"", token);
        let file = part(&format!("name=\"{name}\"; filename=\"výpis.csv\""), file);
        let request = self.browser.http.post(format!("{}{}{rest}", self.browser.base, self.path));
        let request = request
            .header("Content-Type", "multipart/form-data; boundary=b")
            .header("Sec-Fetch-Site", site)
            .body(format!("{token}{file}--b--\r\n"));
        self.browser.send(request).await
    }

    /// The same where it leads on: to which page of the company.
    pub async fn done(&mut self, rest: &str, form: &[(&str, &str)]) -> String {
        let answer = self.post(rest, form).await;
        assert_eq!(answer.status, 303, "{rest}: {}", text(&answer));
        let location = answer.header("location");
        location.strip_prefix(&self.path).unwrap_or_else(|| panic!("{location}")).to_owned()
    }
}

/// The fields of an invoice with a new customer and one line.
pub fn typed<'a>(what: &'a str, name: &'a str) -> Vec<(&'a str, &'a str)> {
    vec![
        ("do", what),
        ("name", name),
        ("street", "Hlavná 1"),
        ("city", "Žilina"),
        ("postalCode", "010 01"),
        ("country", "SK"),
        ("payment_method", "bank_transfer"),
        ("description", "Práca"),
        ("quantity", "2,5"),
        ("unit", "hod"),
        ("unit_price", "40"),
        ("vat_rate", "23"),
        ("tax_treatment", "domestic"),
        ("description", ""),
        ("quantity", "1"),
        ("unit", "ks"),
        ("unit_price", ""),
        ("vat_rate", "23"),
        ("tax_treatment", "domestic"),
    ]
}

pub fn without_query(path: &str) -> &str {
    path.split('?').next().expect("a path")
}

async fn nobody_sees_a_page_without_a_session(server: TestServer) {
    let mut browser = Browser::new(&server.base_url);
    let organization = server.seeded.organizations.sk.org_id;
    let ids = PAGES_OF_ONE.map(|page| page.replace("{}", NOBODY));
    for page in PAGES.iter().chain(&FILES).map(|page| (*page).to_owned()).chain(ids) {
        let answer = browser.get(&format!("/portal/{organization}/test{page}")).await;
        assert_eq!(answer.status, 303, "{page}");
        let location = answer.header("location");
        assert!(location.starts_with("/sign-in?next=%2Fportal%2F"), "{page}: {location}");
    }
    for form in FORMS.into_iter().chain(FORMS_OF_READERS) {
        let path = format!("/portal/{organization}/test{}", form.replace("{}", NOBODY));
        assert_eq!(browser.post(&path, &[]).await.header("location"), "/sign-in", "{form}");
    }
    assert_eq!(browser.get("/portal").await.header("location"), "/sign-in");
}

async fn another_company_and_its_ids_are_not_there(server: TestServer) {
    let invoice = server.sk().issue(&invoice()).await.expect(201);
    let id = invoice["id"].as_str().expect("an id").to_owned();
    let customer = invoice["customer"]["id"].as_str().expect("an id").to_owned();
    let mut portal = Portal::open(&server).await;
    portal.page(&format!("/invoices/{id}")).await;
    portal.page(&format!("/customers/{customer}")).await;
    let mut other = Portal::open_at(&server, server.seeded.organizations.sk_buyer.org_id).await;
    for page in PAGES_OF_ONE {
        for id in [&*id, &*customer, NOBODY, "x"] {
            let answer = other.get(&page.replace("{}", id)).await;
            assert_eq!(answer.status, 404, "{page} {id}");
            assert!(text(&answer).contains("nie je"), "a page, not JSON");
        }
    }
    for form in FORMS.iter().chain(&FORMS_OF_READERS).filter(|form| form.contains("{}")) {
        let fields = [
            ("amount", "1"),
            ("method", "cash"),
            ("reason", "x"),
            ("name", "x"),
            ("customer_id", NOBODY),
        ];
        let answer = other.post(&form.replace("{}", &id), &fields).await;
        assert_eq!(answer.status, 404, "{form}: {}", text(&answer));
    }
    let store = server.store();
    let user = store.user_for_sign_in(&server.seeded.user.email).await.expect("asked");
    let user = user.expect("the user").id;
    for path in [format!("/portal/{NOBODY}/test"), "/portal/x/test".to_owned()] {
        assert_eq!(portal.browser.get(&path).await.status, 404);
    }
    let mode = portal.path.replace("/test", "/prod");
    assert_eq!(portal.browser.get(&mode).await.status, 404);
    // who left sees it no longer, and the others still
    let sk = Group::Organization(server.seeded.organizations.sk.org_id);
    store
        .change_member(sk, user, time::OffsetDateTime::now_utc(), |_| Ok(MemberChange::Remove))
        .await
        .expect("removed");
    for page in PAGES.iter().chain(&FILES) {
        assert_eq!(portal.get(page).await.status, 404, "{page}");
    }
    for page in PAGES_OF_ONE {
        assert_eq!(portal.get(&page.replace("{}", &id)).await.status, 404, "{page}");
    }
    for form in FORMS.into_iter().chain(FORMS_OF_READERS) {
        let answer = portal.post(&form.replace("{}", &id), &[]).await;
        assert_eq!(answer.status, 404, "{form}: {}", text(&answer));
    }
    other.page("/invoices").await;
}

async fn a_viewer_reads_and_changes_nothing(server: TestServer) {
    let invoice = server.sk().issue(&invoice()).await.expect(201);
    let id = invoice["id"].as_str().expect("an id").to_owned();
    let mut portal = Portal::open(&server).await;
    let store = server.store();
    let user = store.user_for_sign_in(&server.seeded.user.email).await.expect("asked");
    let sk = server.seeded.organizations.sk.org_id;
    store.set_member(sk, user.expect("the user").id, Role::Viewer).await.expect("set");
    let page = portal.page(&format!("/invoices/{id}")).await;
    for action in ["/send\"", "/cancel\"", "/payments\"", "/edit\""] {
        assert!(!page.contains(&format!("/invoices/{id}{action}")), "{action}");
    }
    assert!(!page.contains("/keys\""));
    for page in [
        "/keys",
        "/keys/new",
        "/webhooks",
        "/webhooks/new",
        "/invoices/new",
        "/accounts/new",
        "/expenses/new",
        "/settings/network",
    ] {
        let answer = portal.get(page).await;
        assert_eq!(answer.status, 403, "{page}");
        assert!(text(&answer).contains("rola"), "{page}");
    }
    for form in FORMS {
        let fields = [("amount", "1"), ("method", "cash"), ("reason", "x"), ("name", "x")];
        let answer = portal.post(&form.replace("{}", &id), &fields).await;
        assert_eq!(answer.status, 403, "{form}: {}", text(&answer));
    }
    for form in FORMS_WITH_FILES {
        let answer = portal.upload(form, "file", "x").await;
        assert_eq!(answer.status, 403, "{form}: {}", text(&answer));
        assert!(text(&answer).contains("rola"), "{form}: {}", text(&answer));
    }
    let after = server.sk().get(&format!("/v1/agent/invoices/{id}")).await.expect(200);
    assert_eq!((&after["status"], &after["version"]), (&json!("issued"), &json!(1)));
}

async fn forms_of_other_sites_are_refused(server: TestServer) {
    let invoice = server.sk().issue(&invoice()).await.expect(201);
    let id = invoice["id"].as_str().expect("an id").to_owned();
    let mut portal = Portal::open(&server).await;
    let token = hidden(&portal.get("/invoices").await, "form_token");
    for form in FORMS.into_iter().chain(FORMS_OF_READERS) {
        let path = format!("{}{}", portal.path, form.replace("{}", &id));
        let none = portal.browser.post(&path, &[("form_token", "")]).await;
        let wrong = portal.browser.post(&path, &[("form_token", &token[1..])]).await;
        let url = format!("{}{path}", portal.browser.base);
        let request = portal.browser.http.post(&url).form(&[("form_token", &token)]);
        let elsewhere = portal.browser.send(request.header("Sec-Fetch-Site", "cross-site")).await;
        let request = portal.browser.http.post(&url).json(&json!({ "form_token": token }));
        let not_a_form = portal.browser.send(request).await;
        for answer in [none, wrong, elsewhere, not_a_form] {
            assert_eq!(answer.status, 403, "{form}: {}", text(&answer));
        }
    }
    for form in FORMS_WITH_FILES {
        for (site, token) in
            [("same-origin", ""), ("same-origin", &token[1..]), ("cross-site", &*token)]
        {
            let answer = portal.upload_from(site, token, (form, "file", "x")).await;
            assert_eq!(answer.status, 403, "{form} {site} {token}: {}", text(&answer));
        }
        let own = portal.upload_from("same-origin", &token, (form, "file", "x")).await;
        assert_eq!(own.status, 422, "{form}: the form itself is right: {}", text(&own));
    }
    let after = server.sk().get(&format!("/v1/agent/invoices/{id}")).await.expect(200);
    assert_eq!(after["version"], 1);
}

async fn an_invoice_is_written_in_the_browser(server: TestServer) {
    let mut portal = Portal::open(&server).await;
    let page = portal.page("/invoices/new").await;
    assert!(page.contains("value=\"preview\"") && page.contains("value=\"issue\""));
    let shown = portal.post("/invoices/new", &typed("preview", "Odberateľ s. r. o.")).await;
    assert_eq!(shown.status, 200, "{}", text(&shown));
    let page = text(&shown);
    assert!(page.contains("100,00\u{a0}€") && page.contains("123,00\u{a0}€"), "{page}");
    assert!(page.contains("value=\"Odberateľ s. r. o.\""), "what was typed stays");
    let more = text(&portal.post("/invoices/new", &typed("add_line", "O")).await);
    assert_eq!(more.matches("name=\"description\"").count(), 5);

    // two clicks, one invoice
    let mut form = typed("issue", "Odberateľ s. r. o.");
    form.push(("once", "a-click"));
    let first = portal.done("/invoices/new", &form).await;
    assert_eq!(portal.done("/invoices/new", &form).await, first);
    let list = server.sk().get("/v1/agent/invoices").await.expect(200);
    assert_eq!(list["data"].as_array().map(Vec::len), Some(1));
    let page = portal.page(&first).await;
    assert!(page.contains("vystavená.") && page.contains("class=\"qr\""), "{page}");
    let path = without_query(&first).to_owned();
    assert!(portal.page(&format!("{path}/xml")).await.contains("<cbc:ID>"));
    assert!(portal.page(&format!("{path}/check")).await.contains("Zodpovedá pravidlám"));

    let pay = [("amount", "23,00"), ("method", "cash"), ("once", "a-payment")];
    for _ in 0..2 {
        assert_eq!(
            portal.done(&format!("{path}/payments"), &pay).await,
            format!("{path}?done=paid")
        );
    }
    let page = portal.page(&path).await;
    assert!(page.contains("100,00\u{a0}€") && page.contains("čiastočne uhradené"), "{page}");
    // the same form of another invoice is none of that
    let other = portal.done("/invoices/new", &typed("issue", "Druhý s. r. o.")).await;
    let other = format!("{}/payments", without_query(&other));
    assert_eq!(portal.post(&other, &pay).await.status, 422);
    let undo = page.split("/payments/").nth(1).and_then(|rest| rest.split('/').next());
    portal.done(&format!("{path}/payments/{}/undo", undo.expect("a payment")), &[]).await;
    let much =
        portal.post(&format!("{path}/payments"), &[("amount", "999"), ("method", "cash")]).await;
    assert_eq!(much.status, 422, "{}", text(&much));
    portal.done(&format!("{path}/cancel"), &[]).await;
    let page = portal.page(&path).await;
    assert!(page.contains("stornovaná") && page.contains("platba stiahnutá"), "the trail");
    let user = &server.seeded.user.email;
    assert!(page.matches(&**user).count() >= 4, "who did it: {page}");
    let history = server.sk().get(&format!("/v1/agent{path}/history")).await.expect(200);
    let by = &history["data"][0];
    assert_eq!((&by["user"]["email"], &by["key_id"]), (&json!(user), &json!(null)));
    let first = history["data"].as_array().and_then(|lines| lines.last()).expect("a line");
    assert_eq!((&first["action"], &first["user"]["email"]), (&json!("issued"), &json!(user)));

    let draft = portal.done("/invoices/new", &typed("draft", "Neskôr")).await;
    let path = without_query(&draft).to_owned();
    portal.done(&format!("{path}/issue"), &[]).await;
    let again = portal.post(&format!("{path}/issue"), &[]).await;
    assert_eq!(again.status, 409, "{}", text(&again));
    let draft = portal.done("/invoices/new", &typed("draft", "Nikdy")).await;
    portal.done(&format!("{}/delete", without_query(&draft)), &[]).await;
    assert_eq!(portal.get(without_query(&draft)).await.status, 404);
}

async fn what_is_wrong_is_said_at_its_field(server: TestServer) {
    let mut portal = Portal::open(&server).await;
    let mut form = typed("issue", "O");
    form.retain(|(name, _)| *name != "quantity");
    form.extend([("quantity", "0"), ("quantity", "1"), ("due_date", "zajtra")]);
    let shown = portal.post("/invoices/new", &form).await;
    assert_eq!(shown.status, 422);
    let page = text(&shown);
    assert!(
        page.contains("id=\"l0-quantity-fault\"") && page.contains("id=\"f-due_date-fault\""),
        "{page}"
    );
    for rest in [
        "/customers/new",
        "/accounts/new",
        "/keys/new",
        "/webhooks/new",
        "/offsets/new",
        "/projects/new",
        "/stock/items/new",
        "/stock/warehouses/new",
        "/stock/documents/new",
        "/contracts/new",
        "/exports/new",
    ] {
        let shown = portal.post(rest, &[]).await;
        assert_eq!(shown.status, 422, "{rest}: {}", text(&shown));
        assert!(text(&shown).contains("role=\"alert\""), "{rest}");
    }
    for query in ["?status=x", "?after=x", "?nothing=1"] {
        assert_eq!(portal.get(&format!("/invoices{query}")).await.status, 400, "{query}");
    }
}

/// The form as it is opened and issued: nothing is typed but what it offers.
async fn what_is_missing_is_said_at_its_field(server: TestServer) {
    let mut portal = Portal::open(&server).await;
    let mut form = typed("issue", "");
    let kept = ["do", "country", "payment_method", "quantity", "unit", "vat_rate", "tax_treatment"];
    form.iter_mut().filter(|(name, _)| !kept.contains(name)).for_each(|field| field.1 = "");
    let shown = portal.post("/invoices/new", &form).await;
    assert_eq!(shown.status, 422);
    let page = text(&shown);
    for field in ["customer_id", "l0-description"] {
        assert!(page.contains(&format!("{field}-fault\"")), "{field}: {page}");
    }
    assert!(page.matches("aria-invalid=\"true\"").count() >= 2, "{page}");
    assert!(page.contains("<details class=\"more\" open><summary>Nový zákazník"), "{page}");
    assert!(!page.contains("customer_id, or") && !page.contains("or customer_id"), "{page}");
}

async fn an_invoice_is_changed_in_the_browser(server: TestServer) {
    let mut portal = Portal::open(&server).await;
    let made = portal.done("/invoices/new", &typed("draft", "O")).await;
    let path = without_query(&made).to_owned();
    let page = portal.page(&format!("{path}/edit")).await;
    assert!(
        page.contains("value=\"2.5\"") && page.contains("name=\"version\" value=\"1\""),
        "{page}"
    );
    let mut form = typed("save", "O");
    form.extend([("version", "1"), ("note", "Ďakujeme")]);
    form.iter_mut().filter(|(name, _)| *name == "unit_price").take(1).for_each(|it| it.1 = "50");
    portal.done(&format!("{path}/edit"), &form).await;
    let page = portal.page(&path).await;
    assert!(page.contains("125,00") && page.contains("Ďakujeme"), "{page}");
    let stale = portal.post(&format!("{path}/edit"), &form).await;
    assert_eq!(stale.status, 422, "{}", text(&stale));
}

async fn whatever_others_wrote_is_text(server: TestServer) {
    let evil = "\"><script>alert(1)</script>";
    let mut body = invoice();
    body["customer"]["name"] = json!(evil);
    body["customer"]["address"]["street"] = json!(evil);
    body["items"][0]["description"] = json!(evil);
    for field in ["note", "internal_note", "order_number", "buyer_reference"] {
        body[field] = json!(evil);
    }
    let made = server.sk().issue(&body).await.expect(201);
    let id = made["id"].as_str().expect("an id").to_owned();
    let customer = made["customer"]["id"].as_str().expect("an id").to_owned();
    let mut portal = Portal::open(&server).await;
    let supplier = json!({"name": evil, "ico": "12345678"});
    let expense = json!({"number": evil, "supplier": supplier, "issue_date": "2026-11-01", "due_date": "2026-11-15", "total": "10.00", "subtotal": "10.00", "vat_total": "0.00", "note": evil});
    server.sk().post("/v1/agent/expenses", &expense).await;
    let key = [("name", evil), ("scopes", "invoice:read")];
    assert_eq!(portal.post("/keys/new", &key).await.status, 200);
    let pages = PAGES.iter().map(|page| (*page).to_owned());
    let of_one = [
        format!("/invoices/{id}"),
        format!("/invoices/{id}/edit"),
        format!("/invoices/{id}/check"),
        format!("/customers/{customer}"),
        format!("/invoices?number={}", "%22%3E%3Cscript%3E"),
        "/customers?name=%22%3E%3Cscript%3E".to_owned(),
        "?done=%3Cscript%3E".to_owned(),
    ];
    let mut seen = 0;
    for page in pages.chain(of_one) {
        seen += portal.page(&page).await.matches("&#60;script&#62;").count();
    }
    assert!(seen >= 8, "the texts are shown: {seen}");
    let mut form = typed("preview", evil);
    form.iter_mut().filter(|it| it.1.is_empty()).for_each(|it| it.1 = evil);
    form.extend([("note", evil), ("issue_date", evil), ("customer_id", evil), ("once", evil)]);
    let shown = text(&portal.post("/invoices/new", &form).await);
    assert_eq!(shown.matches("<script").count(), 1, "htmx: {shown}");
    assert!(shown.contains("<script src=\"/assets/htmx-") && shown.contains("&#60;script&#62;"));
}

async fn a_document_is_sent_received_and_accepted(server: TestServer) {
    let made = server.sk().issue(&invoice()).await.expect(201);
    let id = made["id"].as_str().expect("an id").to_owned();
    let mut portal = Portal::open(&server).await;
    portal.done(&format!("/invoices/{id}/send"), &[]).await;
    let sk = server.sk();
    eventually("delivery", || async {
        let status = sk.get(&format!("/v1/agent/peppol/status/{id}")).await.expect(200);
        (status["data"]["state"] == "DELIVERED").then_some(())
    })
    .await;
    let page = portal.page("/sends").await;
    assert!(page.contains("doručené"), "{page}");
    let send = page.split("/sends/").nth(1).and_then(|rest| rest.split('"').next());
    portal.page(&format!("/sends/{}", send.expect("a send"))).await;

    let mut buyer = Portal::open_at(&server, server.seeded.organizations.sk_buyer.org_id).await;
    let page = buyer.page("/received").await;
    let received = page.split("/received/").nth(1).and_then(|rest| rest.split('"').next());
    let path = format!("/received/{}", received.expect("a document"));
    let page = buyer.page(&path).await;
    assert!(page.contains("class=\"paper\"") && page.contains("Tatranská píla"), "{page}");
    assert!(buyer.page(&format!("{path}/xml")).await.contains("<cbc:ID>"));
    let live = buyer.path.replace("/test", "/live");
    assert_eq!(buyer.browser.get(&format!("{live}{path}")).await.status, 404);
    let expense = buyer.done(&format!("{path}/accept"), &[]).await;
    let twice = buyer.post(&format!("{path}/accept"), &[]).await;
    assert_eq!(twice.status, 409, "{}", text(&twice));
    let expense = without_query(&expense).to_owned();
    assert!(buyer.page(&expense).await.contains("Schváliť"));
    buyer.done(&format!("{expense}/approve"), &[]).await;
    buyer.done(&format!("{expense}/payments"), &[("amount", "1"), ("method", "cash")]).await;
    assert!(buyer.page("/expenses").await.contains("schválený"));
}

async fn keys_are_shown_once_and_revoked(server: TestServer) {
    let mut portal = Portal::open(&server).await;
    assert!(portal.page("/keys/new").await.contains("name=\"once\" value=\""));
    let form = [
        ("name", "ERP"),
        ("scopes", "invoice:read"),
        ("scopes", "settings:update"),
        ("once", "a-click"),
    ];
    let page = text(&portal.post("/keys/new", &form).await);
    let again = portal.post("/keys/new", &form).await;
    assert_eq!(again.status, 409);
    let said = text(&again);
    assert!(said.contains("už odoslali") && !said.contains("class=\"secret\""), "{said}");
    let key = page.split("<code>").nth(1).and_then(|rest| rest.split('<').next());
    let key = key.expect("a key").to_owned();
    assert!(key.starts_with("svc_test_"), "{key}");
    let caller = server.sk().with_key(Some(&key));
    caller.get("/v1/agent/invoices").await.expect(200);
    let list = portal.page("/keys").await;
    assert!(list.contains("ERP") && !list.contains(&key), "shown once");
    let rows = caller.get("/v1/agent/keys").await.expect(200);
    let rows = rows["data"].as_array().expect("keys").clone();
    assert_eq!(rows.iter().filter(|row| row["name"] == "ERP").count(), 1, "two clicks, one key");
    let id = rows.iter().find(|row| row["name"] == "ERP").expect("the key")["id"].clone();
    portal.done("/keys/revoke", &[("id", id.as_str().expect("an id"))]).await;
    assert_error(&caller.get("/v1/agent/invoices").await, 401, "UNAUTHORIZED");
    assert_eq!(portal.post("/keys/revoke", &[("id", NOBODY)]).await.status, 404);
    // live keys are made in the live environment
    portal.path = portal.path.replace("/test", "/live");
    let page = text(&portal.post("/keys/new", &[("scopes", "invoice:read")]).await);
    assert!(page.contains("svc_live_"), "{page}");
    portal.path = portal.path.replace("/live", "/test");
    assert!(!portal.page("/keys").await.contains("svc_live_"));
}

async fn a_live_key_wants_the_password_again(server: TestServer) {
    let mut portal = Portal::open(&server).await;
    let later = server.at_time(time::OffsetDateTime::now_utc() + sign_in::FRESH_FOR);
    portal.browser.base.clone_from(&later.base_url);
    assert!(!portal.page("/keys/new").await.contains("type=\"password\""));
    portal.path = portal.path.replace("/test", "/live");
    assert!(portal.page("/keys/new").await.contains("type=\"password\""));
    let user = &server.seeded.user;
    let key = [("scopes", "invoice:read")];
    let hook = [("url", "https://example.com/hook"), ("events", "invoice.created")];
    for (path, form) in [("/keys/new", &key[..]), ("/webhooks/new", &hook)] {
        for password in ["", "wrong", "\"><script>"] {
            let refused = portal.post(path, &[form, &[("password", password)]].concat()).await;
            let page = text(&refused);
            assert_eq!(refused.status, 422, "{path} {password}: {page}");
            assert!(page.contains("f-password-fault") && !page.contains("class=\"secret\""));
        }
        let made = portal.post(path, &[form, &[("password", &*user.password)]].concat()).await;
        assert!(made.status == 200 && text(&made).contains("class=\"secret\""), "{}", text(&made));
    }
    // endpoints hear of both environments
    portal.path = portal.path.replace("/live", "/test");
    assert!(portal.page("/webhooks/new").await.contains("type=\"password\""));
    let list = portal.page("/webhooks").await;
    let id = list
        .split("/webhooks/")
        .find_map(|rest| rest.split('"').next().filter(|id| id.len() == 36));
    let rotate = format!("/webhooks/{}/rotate", id.expect("an endpoint"));
    assert_eq!(portal.post(&rotate, &[("password", "wrong")]).await.status, 422);
}

async fn webhooks_are_made_tested_and_replayed(server: TestServer) {
    let receiver = Receiver::good().await;
    let mut portal = Portal::open(&server).await;
    let form = [("url", &*receiver.url), ("events", "invoice.created"), ("once", "a-click")];
    let page = text(&portal.post("/webhooks/new", &form).await);
    assert_eq!(portal.post("/webhooks/new", &form).await.status, 409);
    let secret = page.split("<code>").nth(1).and_then(|rest| rest.split('<').next());
    let secret = secret.expect("a secret").to_owned();
    let list = portal.page("/webhooks").await;
    assert!(!list.contains(&secret) && list.matches("scope=\"row\"").count() == 1, "{list}");
    let id = list.split("/webhooks/").find_map(|rest| {
        let id = rest.split('"').next()?;
        (id.len() == 36).then(|| id.to_owned())
    });
    let path = format!("/webhooks/{}", id.expect("an endpoint"));
    let delivery = portal.done(&format!("{path}/test"), &[]).await;
    receiver.wait_for(1).await;
    let page = portal.page(without_query(&delivery)).await;
    assert!(page.contains("invoice.created") && page.contains("<pre"), "{page}");
    // two clicks, one rotation: the old secret goes on signing for a day, and no other is lost
    let mark = hidden(&portal.get(&path).await, "replaces");
    let rotate = format!("{path}/rotate");
    let page = text(&portal.post(&rotate, &[("replaces", &mark)]).await);
    assert!(page.contains("class=\"secret\"") && !page.contains(&secret));
    let again = portal.post(&rotate, &[("replaces", &mark)]).await;
    assert!(again.status == 409 && !text(&again).contains("class=\"secret\""), "{}", text(&again));
    assert_ne!(hidden(&portal.get(&path).await, "replaces"), mark);
    portal.done(&format!("{path}/switch"), &[("on", "false")]).await;
    assert!(portal.page(&path).await.contains("vypnutý"));
    portal.done(&format!("{path}/switch"), &[("on", "true")]).await;
    portal.done(&format!("{path}/remove"), &[]).await;
    assert_eq!(portal.get(&path).await.status, 404);
}

async fn customers_and_accounts_are_kept(server: TestServer) {
    let mut portal = Portal::open(&server).await;
    let form = [
        ("name", "Nový odberateľ"),
        ("street", "Dlhá 2"),
        ("city", "Nitra"),
        ("postalCode", "949 01"),
        ("country", "SK"),
        ("once", "a-customer"),
    ];
    assert!(portal.page("/customers/new").await.contains("name=\"once\" value=\""));
    // two clicks, one customer
    for _ in 0..2 {
        portal.done("/customers/new", &form).await;
    }
    let list = portal.page("/customers?name=novy").await;
    assert_eq!(list.matches("scope=\"row\"").count(), 1, "{list}");
    let id = list.split("/customers/").find_map(|rest| {
        let id = rest.split('"').next()?;
        (id.len() == 36).then(|| id.to_owned())
    });
    let path = format!("/customers/{}", id.expect("a customer"));
    let form = [("name", "Iný názov"), ("email", "a@b.example"), ("country", "SK")];
    portal.done(&path, &form).await;
    let page = portal.page(&path).await;
    assert!(
        page.contains("Iný názov") && page.contains("a@b.example") && page.contains("Dlhá 2"),
        "{page}"
    );
    portal.done(&format!("{path}/retire"), &[]).await;
    assert!(portal.page(&path).await.contains("vyradený"));

    let account = [("iban", "SK13 0900 0000 0051 1234 5678"), ("bic", "GIBASKBX"), ("once", "x")];
    for _ in 0..2 {
        portal.done("/accounts/new", &account).await;
    }
    let page = portal.page("/accounts").await;
    let id = page.split("/accounts/").find_map(|rest| {
        rest.strip_suffix("/default").or_else(|| {
            let (id, rest) = rest.split_once('/')?;
            rest.starts_with("default").then_some(id)
        })
    });
    let id = id.expect("an account that is no default").to_owned();
    portal.done(&format!("/accounts/{id}/default"), &[]).await;
    portal.done(&format!("/accounts/{id}/retire"), &[]).await;
    assert!(!portal.page("/accounts").await.contains(&id));
}

async fn lists_go_on_page_by_page(server: TestServer) {
    let sk = server.sk();
    for _ in 0..52 {
        sk.issue(&invoice()).await.expect(201);
    }
    let mut portal = Portal::open(&server).await;
    let first = portal.page("/invoices?status=issued").await;
    assert_eq!(first.matches("scope=\"row\"").count(), 50);
    let next = first.split("href=\"?").nth(1).and_then(|rest| rest.split('"').next());
    let next = next.expect("a next page").replace("&#38;", "&").replace("&amp;", "&");
    assert!(next.contains("status=issued"), "{next}");
    let second = portal.page(&format!("/invoices?{next}")).await;
    assert_eq!(second.matches("scope=\"row\"").count(), 2);
    let overview = portal.page("").await;
    assert!(overview.contains("<svg") && overview.contains("<rect"), "{overview}");
}

async fn pages_are_in_both_languages(server: TestServer) {
    let mut portal = Portal::open(&server).await;
    assert!(portal.page("/invoices").await.contains("<html lang=\"sk\">"));
    let back = format!("{}/invoices", portal.path);
    let chosen = portal.browser.post("/language", &[("language", "en"), ("back", &back)]).await;
    assert_eq!((chosen.status, chosen.header("location")), (303, &*back));
    for page in PAGES {
        let page = portal.page(page).await;
        assert!(page.contains("<html lang=\"en\">") && page.contains("Sign out"), "{page}");
    }
    for back in ["https://evil.example", "//evil.example", "/\\evil.example", "x", "/č", "/\u{7f}"]
    {
        let chosen = portal.browser.post("/language", &[("language", "sk"), ("back", back)]).await;
        assert_eq!(chosen.header("location"), "/", "{back}");
    }
    let home = portal.browser.get("/").await;
    assert!(home.status == 200 && text(&home).contains("href=\"/portal\""), "{}", text(&home));
    let css = text(&home)
        .split("href=\"/assets/")
        .nth(1)
        .and_then(|it| it.split('"').next().map(str::to_owned));
    let css = portal.browser.get(&format!("/assets/{}", css.expect("a stylesheet"))).await;
    assert!(css.status == 200 && css.header("cache-control").contains("immutable"));
}

async fn the_public_page_shows_the_document(server: TestServer) {
    let made = server.sk().issue(&invoice()).await.expect(201);
    let url = made["public_url"].as_str().expect("a link");
    let path = format!("/i/{}", url.rsplit('/').next().expect("a token"));
    let mut browser = Browser::new(&server.base_url);
    let page = text(&browser.get(&path).await);
    for text in
        ["lang=\"sk\"", "class=\"paper\"", "class=\"qr\"", "PAY by square", "Tatranská píla"]
    {
        assert!(page.contains(text), "{text}: {page}");
    }
    assert!(page.contains(made["invoice_number"].as_str().expect("a number")));
    assert!(page.len() < 50_000 && !page.contains("<style"), "{}", page.len());
    let xml = browser.get(&format!("{path}/xml")).await;
    assert!(xml.status == 200 && text(&xml).contains("<cbc:ID>"));
    assert_eq!(browser.get("/i/x/xml").await.status, 404);
    browser.post("/language", &[("language", "en"), ("back", &path)]).await;
    assert!(text(&browser.get(&path).await).contains("<html lang=\"en\">"));
}
