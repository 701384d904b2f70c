//! Invoices by the login session of a person: the portal's own calls as JSON.

use crate::{portal::session::Portal, support::*};
use access::Role;
use organizations::OperatorStore;
use reqwest::Method;
use serde_json::{Value, json};
use sign_in::SignInStore;
use std::collections::BTreeMap;

on_both!(
    a_session_writes_invoices,
    a_person_is_asked_what_the_series_does,
    programs_make_exceptions,
    what_a_series_cannot_go_on_after_is_refused,
    a_draft_has_its_number_when_it_is_issued,
    each_type_has_its_series,
    people_at_once_never_share_a_number,
    a_session_is_of_its_companies,
    other_sites_and_keys_are_refused,
    a_role_has_its_rights,
);

const INVOICES: &str = "/v1/portal/invoices";

/// A person in a session, in the sandbox of the Slovak VAT payer.
struct Person {
    portal: Portal,
    company: String,
}

impl Person {
    async fn open(server: &TestServer) -> Self {
        let company = server.seeded.organizations.sk.org_id.to_string();
        Self { portal: Portal::open(server).await, company }
    }

    /// The same session once more, to call at the same time.
    fn again(&self) -> Self {
        let Portal { browser, path } = &self.portal;
        let portal = Portal { browser: browser.clone(), path: path.clone() };
        Self { portal, company: self.company.clone() }
    }

    async fn call(&mut self, method: Method, path: &str, body: Value) -> Answer {
        self.portal.json(&self.company, method, path, &body).await
    }

    async fn get(&mut self, path: &str) -> Value {
        self.call(Method::GET, path, Value::Null).await.expect(200)
    }

    async fn issue(&mut self, members: Value) -> Answer {
        self.call(Method::POST, INVOICES, invoice_with(members)).await
    }

    async fn number(&mut self, members: Value) -> String {
        number(&self.issue(members).await.expect(201))
    }

    /// The next number of a series, as a form begins with it.
    async fn next(&mut self, invoice_type: &str) -> String {
        let all = self.get("/v1/portal/number-series").await;
        let mut all = all["data"].as_array().expect("a list").iter();
        let series = all.find(|series| series["type"] == invoice_type).expect("a series");
        series["next"].as_str().expect("a number").to_owned()
    }
}

pub fn number(body: &Value) -> String {
    body["invoice_number"].as_str().expect("a number").to_owned()
}

/// A number of the same series, this much further.
pub fn further(number: &str, by: i64) -> String {
    let (stem, count) = number.split_at(number.len() - 4);
    format!("{stem}{:04}", count.parse::<i64>().expect("a count") + by)
}

/// The details of a question, by name.
#[track_caller]
fn asked(answer: &Answer) -> BTreeMap<String, String> {
    let body = assert_error(answer, 409, "NUMBER_OUT_OF_SERIES");
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let details = body["error"]["details"].as_array().expect("details").iter();
    details.map(|detail| (text(&detail["field"]), text(&detail["message"]))).collect()
}

async fn a_session_writes_invoices(server: TestServer) {
    let mut person = Person::open(&server).await;
    let first = person.next("invoice").await;
    let made = person.issue(json!({})).await.expect(201);
    assert_eq!((&made["status"], number(&made)), (&json!("issued"), first.clone()));
    let id = made["id"].as_str().expect("an id").to_owned();
    let one = format!("{INVOICES}/{id}");
    // its links are those of the session
    let xml = made["xml_url"].as_str().expect("a link");
    assert!(xml.ends_with(&format!("{one}/xml")), "{xml}");
    assert_eq!(person.call(Method::GET, &format!("{one}/xml"), Value::Null).await.status, 200);
    let edit = json!({"note": "zmenené", "version": 1});
    let edited = person.call(Method::PATCH, &one, edit).await.expect(200);
    assert_eq!((&edited["note"], &edited["version"]), (&json!("zmenené"), &json!(2)));
    assert_eq!(person.get(&one).await["note"], "zmenené");
    let list = person.get(&format!("{INVOICES}?status=issued&limit=1")).await;
    assert_eq!(list["data"][0]["id"], json!(id));
    let history = server.sk().get(&format!("/v1/agent/invoices/{id}/history")).await.expect(200);
    let email = &history["data"][0]["user"]["email"];
    assert_eq!(email, &json!(server.seeded.user.email), "{history}");
    let cancelled = person.call(Method::POST, &format!("{one}/cancel"), Value::Null).await;
    assert_eq!(cancelled.expect(200)["status"], "cancelled");
    assert_eq!(person.next("invoice").await, further(&first, 1));
    let wrong = person.issue(json!({"due_days": 400})).await;
    assert_eq!(fields(&assert_error(&wrong, 400, "VALIDATION_ERROR")), ["due_days"]);
    let next_year = person.get("/v1/portal/number-series?issue_date=2099-01-01").await;
    assert_eq!(next_year["data"][0]["next"], "FA20990001");
}

async fn a_person_is_asked_what_the_series_does(server: TestServer) {
    let mut person = Person::open(&server).await;
    let expected = person.next("invoice").await;
    let jump = further(&expected, 19);
    let asked_of = person.issue(json!({"invoice_number": jump})).await;
    let expected_details = [
        ("typedNumber", &*jump),
        ("expectedNext", &*expected),
        ("nextIfException", &*expected),
        ("nextIfAdvance", &*further(&jump, 1)),
        ("skippedIfAdvance", "19"),
        ("sequenceId", "invoice"),
        ("sequenceName", "Invoices"),
        ("prefix", "FA"),
    ];
    let expected_details = expected_details.map(|(name, it)| (name.to_owned(), it.to_owned()));
    assert_eq!(asked(&asked_of), BTreeMap::from(expected_details));
    let message = asked_of.json()["error"]["message"].to_string();
    assert!(message.contains("leaves out 19"), "{message}");
    assert_eq!(person.next("invoice").await, expected, "a question draws nothing");

    let exception = json!({"invoice_number": jump, "numberSeriesAction": "exception"});
    assert_eq!(person.number(exception).await, jump);
    assert_eq!(person.next("invoice").await, expected);
    let on = further(&expected, 9);
    let advance = json!({"invoice_number": on, "numberSeriesAction": "advance"});
    assert_eq!(person.number(advance).await, on);
    assert_eq!(person.number(json!({})).await, further(&on, 1));
    // the next number needs no answer from any caller
    let next = person.next("invoice").await;
    assert_eq!(person.number(json!({"invoice_number": next})).await, next);
    // past what was taken by hand
    let before = further(&jump, -1);
    let advance = json!({"invoice_number": before, "numberSeriesAction": "advance"});
    assert_eq!(person.number(advance).await, before);
    assert_eq!(person.number(json!({})).await, further(&jump, 1));
    let taken = person.issue(json!({"invoice_number": jump})).await;
    assert_error(&taken, 409, "CONFLICT");
}

async fn programs_make_exceptions(server: TestServer) {
    let sk = server.sk();
    let first = number(&sk.issue(&invoice()).await.expect(201));
    let jump = further(&first, 19);
    let own = sk.issue(&invoice_with(json!({"invoice_number": jump}))).await.expect(201);
    assert_eq!(number(&own), jump);
    assert_eq!(number(&sk.issue(&invoice()).await.expect(201)), further(&first, 1));
    let on = json!({"invoice_number": further(&first, 9), "numberSeriesAction": "advance"});
    sk.issue(&invoice_with(on)).await.expect(201);
    assert_eq!(number(&sk.issue(&invoice()).await.expect(201)), further(&first, 10));
    let listed = sk.get("/v1/agent/number-series").await.expect(200);
    assert_eq!(listed["data"][0]["next"], further(&first, 11));
    for (members, field) in [
        (json!({"numberSeriesAction": "advance"}), "numberSeriesAction"),
        (json!({"invoice_number": "X", "numberSeriesAction": "skip"}), "numberSeriesAction"),
        (json!({"invoice_number": "X", "draft": true}), "invoice_number"),
    ] {
        let refused = sk.issue(&invoice_with(members.clone())).await;
        assert_eq!(fields(&assert_error(&refused, 400, "VALIDATION_ERROR")), [field], "{members}");
    }
    // the same key and body once, the number of the first
    let once = sk.clone().once("typed");
    let body = invoice_with(json!({
        "invoice_number": further(&first, 14), "numberSeriesAction": "advance"}));
    let (one, again) = (once.issue(&body).await.expect(201), once.issue(&body).await.expect(201));
    assert_eq!(one["id"], again["id"]);
    assert_eq!(number(&sk.issue(&invoice()).await.expect(201)), further(&first, 15));
}

async fn what_a_series_cannot_go_on_after_is_refused(server: TestServer) {
    let mut person = Person::open(&server).await;
    for _ in 0..3 {
        person.number(json!({})).await;
    }
    let expected = person.next("invoice").await;
    let year = &expected[2..6];
    for typed in [
        "2026/17".to_owned(),
        "FA19990017".to_owned(),
        format!("FA{year}017"),
        format!("FA{year}00017"),
        format!("FA{year}10017"),
        format!("FA{year}0000"),
        format!("ZF1{year}0017"),
    ] {
        let question = asked(&person.issue(json!({"invoice_number": typed})).await);
        assert_eq!(question["typedNumber"], typed);
        assert_eq!(question.get("nextIfAdvance"), None, "{typed}");
        let advance = json!({"invoice_number": typed, "numberSeriesAction": "advance"});
        let refused = person.issue(advance).await;
        let refused = assert_error(&refused, 400, "VALIDATION_ERROR");
        assert_eq!(fields(&refused), ["invoice_number"], "{typed}");
    }
    // back: as an exception only, and only where it is free
    server.sk().issue(&invoice_with(json!({"invoice_number": "B"}))).await.expect(201);
    let jump = further(&expected, 6);
    person.number(json!({"invoice_number": jump, "numberSeriesAction": "advance"})).await;
    let back = json!({"invoice_number": expected, "numberSeriesAction": "advance"});
    let refused = person.issue(back).await;
    assert_eq!(fields(&assert_error(&refused, 400, "VALIDATION_ERROR")), ["invoice_number"]);
    let exception = json!({"invoice_number": expected, "numberSeriesAction": "exception"});
    assert_eq!(person.number(exception).await, expected);
    assert_eq!(person.next("invoice").await, further(&jump, 1));
}

async fn a_draft_has_its_number_when_it_is_issued(server: TestServer) {
    let mut person = Person::open(&server).await;
    let draft = json!({"draft": true});
    let expected = person.next("invoice").await;
    let jump = further(&expected, 4);
    let mut ids = Vec::new();
    for _ in 0..4 {
        ids.push(person.issue(draft.clone()).await.created_id());
    }
    let issue = |id: &str| format!("{INVOICES}/{id}/issue");
    let typed = json!({"invoice_number": jump});
    let question = person.call(Method::POST, &issue(&ids[0]), typed).await;
    assert_eq!(asked(&question)["nextIfAdvance"], further(&jump, 1));
    assert_eq!(person.get(&format!("{INVOICES}/{}", ids[0])).await["status"], "draft");
    let advance = json!({"invoice_number": jump, "numberSeriesAction": "advance"});
    let issued = person.call(Method::POST, &issue(&ids[0]), advance).await.expect(200);
    assert_eq!((number(&issued), &issued["status"]), (jump.clone(), &json!("issued")));
    let issued = person.call(Method::POST, &issue(&ids[1]), Value::Null).await.expect(200);
    assert_eq!(number(&issued), further(&jump, 1));
    for (body, field) in [
        (json!({"invoice_number": ""}), "invoice_number"),
        (json!({"number": "1"}), "number"),
        (json!({"numberSeriesAction": "advance"}), "numberSeriesAction"),
    ] {
        let refused = person.call(Method::POST, &issue(&ids[2]), body).await;
        assert_eq!(fields(&assert_error(&refused, 400, "VALIDATION_ERROR")), [field]);
    }
    let taken = json!({"invoice_number": jump, "numberSeriesAction": "exception"});
    let taken = person.call(Method::POST, &issue(&ids[2]), taken).await;
    assert_error(&taken, 409, "CONFLICT");

    // a program issues and approves under a number without being asked
    let sk = server.sk();
    let path = format!("/v1/agent/invoices/{}/issue", ids[2]);
    let own = sk.post(&path, &json!({"invoice_number": "2026/42"})).await.expect(200);
    assert_eq!(number(&own), "2026/42");
    let waits = format!("/v1/agent/invoices/{}", ids[3]);
    sk.post(&format!("{waits}/submit"), &json!({})).await.expect(200);
    let far = json!({"invoice_number": further(&jump, 9), "numberSeriesAction": "advance"});
    let approved = sk.post(&format!("{waits}/approve"), &far).await.expect(200);
    assert_eq!(number(&approved), further(&jump, 9));
    assert_eq!(person.next("invoice").await, further(&jump, 10));
}

async fn each_type_has_its_series(server: TestServer) {
    let mut person = Person::open(&server).await;
    for (invoice_type, prefix) in [("proforma", "ZF1"), ("final_invoice", "VF4")] {
        let expected = person.next(invoice_type).await;
        let jump = further(&expected, 7);
        let typed = json!({"type": invoice_type, "invoice_number": jump});
        let question = asked(&person.issue(typed).await);
        assert_eq!((&*question["sequenceId"], &*question["prefix"]), (invoice_type, prefix));
        let typed = json!({
            "type": invoice_type, "invoice_number": jump, "numberSeriesAction": "advance"});
        assert_eq!(person.number(typed).await, jump);
        assert_eq!(person.number(json!({"type": invoice_type})).await, further(&jump, 1));
    }
    let id = person.issue(json!({})).await.created_id();
    for (invoice_type, original) in [("credit_note", &id), ("debit_note", &id)] {
        let jump = further(&person.next(invoice_type).await, 3);
        let note = json!({
            "type": invoice_type, "original_invoice_id": original, "invoice_number": jump});
        assert_eq!(asked(&person.issue(note.clone()).await)["sequenceId"], invoice_type);
        let mut note = note;
        note["numberSeriesAction"] = json!("advance");
        assert_eq!(person.number(note).await, jump);
        assert_eq!(person.next(invoice_type).await, further(&jump, 1));
    }
    let invoices = person.next("invoice").await;
    assert!(invoices.ends_with("0002"), "the others stay: {invoices}");
}

async fn people_at_once_never_share_a_number(server: TestServer) {
    let mut person = Person::open(&server).await;
    let expected = person.next("invoice").await;
    let mut people: Vec<_> = (0..6).map(|_| person.again()).collect();
    let calls = people.iter_mut().map(|one| one.issue(json!({"invoice_number": expected})));
    let answers = futures_util::future::join_all(calls).await;
    let issued = answers.iter().filter(|answer| answer.status == 201).count();
    assert_eq!(issued, 1, "{answers:?}");
    for answer in answers.iter().filter(|answer| answer.status != 201) {
        assert_error(answer, 409, "CONFLICT");
    }
    assert_eq!(person.next("invoice").await, further(&expected, 1));
}

async fn a_session_is_of_its_companies(server: TestServer) {
    let mut person = Person::open(&server).await;
    let id = person.issue(json!({})).await.created_id();
    let draft = person.issue(json!({"draft": true})).await.created_id();
    let own = person.company.clone();
    // another company of the same person: ids of the first are not there
    person.company = server.seeded.organizations.sk_buyer.org_id.to_string();
    let typed = json!({"invoice_number": "X", "numberSeriesAction": "exception"});
    for (method, path, body) in [
        (Method::GET, format!("{INVOICES}/{id}"), Value::Null),
        (Method::GET, format!("{INVOICES}/{id}/pdf"), Value::Null),
        (Method::GET, format!("{INVOICES}/{id}/xml"), Value::Null),
        (Method::PATCH, format!("{INVOICES}/{id}"), json!({"note": "x"})),
        (Method::DELETE, format!("{INVOICES}/{draft}"), Value::Null),
        (Method::POST, format!("{INVOICES}/{draft}/issue"), typed.clone()),
        (Method::POST, format!("{INVOICES}/{draft}/submit"), Value::Null),
        (Method::POST, format!("{INVOICES}/{draft}/approve"), typed),
        (Method::POST, format!("{INVOICES}/{draft}/return"), Value::Null),
        (Method::POST, format!("{INVOICES}/{id}/cancel"), Value::Null),
    ] {
        assert_error(&person.call(method, &path, body).await, 404, "NOT_FOUND");
    }
    assert_eq!(person.get(INVOICES).await["data"].as_array().map(Vec::len), Some(0));
    // a number of the first is free in the second
    let number = person.next("invoice").await;
    assert_eq!(person.number(json!({"invoice_number": number})).await, number);
    for stranger in [uuid::Uuid::nil().to_string(), "x".to_owned()] {
        person.company = stranger;
        let answer = person.call(Method::GET, INVOICES, Value::Null).await;
        assert_error(&answer, 404, "NOT_FOUND");
    }
    person.company = own;
    assert_eq!(person.get(&format!("{INVOICES}/{id}")).await["status"], "issued");
    let browser = &mut person.portal.browser;
    let unnamed = browser.http.get(format!("{}{INVOICES}", browser.base));
    let unnamed = assert_error(&browser.send(unnamed).await, 400, "VALIDATION_ERROR");
    assert_eq!(fields(&unnamed), ["X-Organization-Id"]);
    let wrong = browser.http.get(format!("{}{INVOICES}", browser.base));
    let wrong = wrong.header("X-Organization-Id", &person.company).header("X-Mode", "prod");
    let wrong = assert_error(&browser.send(wrong).await, 400, "VALIDATION_ERROR");
    assert_eq!(fields(&wrong), ["X-Mode"]);
    let nothing = person.call(Method::GET, "/v1/portal/nothing", Value::Null).await;
    assert_error(&nothing, 404, "NOT_FOUND");
}

async fn other_sites_and_keys_are_refused(server: TestServer) {
    let mut person = Person::open(&server).await;
    let company = person.company.clone();
    let browser = &mut person.portal.browser;
    let http = browser.http.clone();
    let post = |site: &'static str| {
        let request = http.post(format!("{}{INVOICES}", server.base_url));
        request.header("X-Organization-Id", &company).header("Sec-Fetch-Site", site)
    };
    let elsewhere = ["cross-site", "same-site"].map(|site| post(site).json(&invoice()));
    let origin = http.post(format!("{}{INVOICES}", server.base_url));
    let origin =
        origin.header("X-Organization-Id", &company).header("Origin", "https://evil.example");
    for request in elsewhere.into_iter().chain([origin.json(&invoice())]) {
        assert_error(&browser.send(request).await, 403, "FORBIDDEN");
    }
    let with_key = post("same-origin").header("X-API-Key", "svc_test_x").json(&invoice());
    assert_error(&browser.send(with_key).await, 401, "UNAUTHORIZED");
    let sk = server.sk();
    assert_error(&sk.get(INVOICES).await, 401, "UNAUTHORIZED");
    assert_error(&sk.post(INVOICES, &invoice()).await, 401, "UNAUTHORIZED");
    assert_error(&sk.get("/v1/portal/nothing").await, 401, "UNAUTHORIZED");
    let nobody = crate::people::oauth::Browser::new(&server.base_url).get(INVOICES).await;
    assert_error(&nobody, 401, "UNAUTHORIZED");
    assert_eq!(sk.get("/v1/agent/invoices").await.expect(200)["data"], json!([]));
}

async fn a_role_has_its_rights(server: TestServer) {
    let mut person = Person::open(&server).await;
    let draft = person.issue(json!({"draft": true})).await.created_id();
    let store = server.store();
    let user = store.user_for_sign_in(&server.seeded.user.email).await.expect("asked");
    let sk = server.seeded.organizations.sk.org_id;
    store.set_member(sk, user.expect("the user").id, Role::Viewer).await.expect("set");
    person.get(INVOICES).await;
    person.get("/v1/portal/number-series").await;
    for (method, path, body) in [
        (Method::POST, INVOICES.to_owned(), invoice()),
        (Method::PATCH, format!("{INVOICES}/{draft}"), json!({"note": "x"})),
        (Method::DELETE, format!("{INVOICES}/{draft}"), Value::Null),
        (Method::POST, format!("{INVOICES}/{draft}/issue"), Value::Null),
        (Method::POST, format!("{INVOICES}/{draft}/approve"), Value::Null),
    ] {
        assert_error(&person.call(method, &path, body).await, 403, "FORBIDDEN");
    }
}
