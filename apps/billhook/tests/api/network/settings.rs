//! What an organization sets for itself: its own record, and whom it invoices.

use crate::{
    network::organizations::{at, org_id},
    support::*,
};
use access::{Scope, Scopes};
use peppol_connector::{identifiers::Network, registration::PeppolAccount};
use reqwest::Method;
use serde_json::{Value, json};
use std::{collections::BTreeSet, slice::from_ref};
use time::{OffsetDateTime, macros::datetime};

on_both!(
    an_organization_is_changed_and_an_issued_invoice_keeps_what_it_says,
    settings_are_checked_and_all_faults_said_at_once,
    every_member_state_is_invoiced_by_reverse_charge,
    a_peppol_id_is_where_an_invoice_goes,
    the_documentation_may_be_elsewhere,
    bank_accounts_are_made_and_paid_to,
    bank_accounts_are_changed_retired_and_listed,
    of_many_accounts_at_once_only_so_many_are_made,
    vehicles_are_made_changed_and_retired,
    customers_are_made_changed_and_retired,
    each_record_has_its_scopes,
    another_organization_s_records_do_not_exist,
    a_logo_and_a_colour_go_with_invoices_that_are_issued,
    who_is_in_the_live_network_is_changed_with_live_keys,
);

const ORGANIZATIONS: &str = "/v1/agent/organizations";
const ACCOUNTS: &str = "/v1/agent/bank-accounts";
const VEHICLES: &str = "/v1/agent/vehicles";
const CUSTOMERS: &str = "/v1/agent/customers";
const OLD: OffsetDateTime = datetime!(2026-10-01 12:00 UTC);

/// A PATCH with JSON.
pub async fn patch(caller: &Caller, path: &str, body: &Value) -> Answer {
    caller.send(Method::PATCH, path, body.to_string().into_bytes()).await
}

/// An organization that a partner has just made, and its path.
pub async fn made(server: &TestServer, number: u32) -> (Caller, String) {
    let partner = server.new_partner(OLD).await;
    let made = partner.test.post(ORGANIZATIONS, &organization(number)).await.expect(201);
    let id = org_id(&made["data"]);
    (partner.test.acting_for(Some(&id)), format!("{ORGANIZATIONS}/{id}"))
}

async fn an_organization_is_changed_and_an_issued_invoice_keeps_what_it_says(server: TestServer) {
    let (caller, path) = made(&server, 1).await;
    let before = caller.issue(&invoice()).await.created_id();
    let body = json!({
        "name": "Lesy a píly s. r. o.", "phone": "+421905123456", "defaultDueDays": 30,
        "address": {"street": "Nová 2", "city": "Detva", "postalCode": "962 12", "country": "SK"},
        "registration": "OR OS Zvolen, vložka 9/S",
    });
    let changed = patch(&caller, &path, &body).await.expect(200);
    for field in ["name", "phone", "defaultDueDays", "address", "registration"] {
        assert_eq!(changed[field], body[field], "{field}");
    }
    assert_eq!(caller.get(&path).await.expect(200), changed);

    let old = caller.get(&format!("/v1/agent/invoices/{before}")).await.expect(200);
    let new = caller.issue(&invoice()).await.expect(201);
    for (invoice, name, city) in [
        (&old, organization(1)["name"].as_str().expect("a name"), "Zvolen"),
        (&new, "Lesy a píly s. r. o.", "Detva"),
    ] {
        let xml = caller.get(&format!("/v1/agent/invoices/{}/xml", id_of(invoice))).await;
        let xml = String::from_utf8(xml.bytes).expect("UTF-8");
        let seller = xml.split_once("AccountingCustomerParty").expect("a buyer").0;
        assert!(seller.contains(&format!("<cbc:RegistrationName>{name}<")), "{seller}");
        assert!(seller.contains(&format!("<cbc:CityName>{city}<")), "{seller}");
    }
    let days =
        |invoice: &Value| (day(&invoice["due_date"]) - day(&invoice["issue_date"])).whole_days();
    assert_eq!((days(&old), days(&new)), (14, 30));

    // a firm that gives up VAT issues without it
    let gone = patch(&caller, &path, &json!({"ic_dph": "", "vat_payer": false})).await.expect(200);
    assert_eq!((&gone["ic_dph"], &gone["vat_payer"]), (&Value::Null, &json!(false)));
    assert_error(&caller.issue(&invoice()).await, 400, "VALIDATION_ERROR");
    caller.issue(&invoice_of(vec![item("1", "10", 0)])).await.expect(201);
    let nothing =
        patch(&caller, &path, &json!({"phone": "", "registration": ""})).await.expect(200);
    assert_eq!((&nothing["phone"], &nothing["registration"]), (&Value::Null, &Value::Null));
}

/// The id of what was made.
pub fn id_of(made: &Value) -> &str {
    made["id"].as_str().expect("an id")
}

fn day(value: &Value) -> time::Date {
    let format = time::macros::format_description!("[year]-[month]-[day]");
    time::Date::parse(value.as_str().expect("a day"), format).expect("a day")
}

async fn settings_are_checked_and_all_faults_said_at_once(server: TestServer) {
    let (caller, path) = made(&server, 1).await;
    let before = caller.get(&path).await.expect(200);
    let body = json!({
        "name": "", "address": {"street": "Nová 2"}, "ic_dph": "7", "phone": "1",
        "defaultDueDays": 366, "dueDays": 3, "email": "nobody", "sandbox_like_production": "yes",
    });
    let error = assert_error(&patch(&caller, &path, &body).await, 400, "VALIDATION_ERROR");
    let wrong: BTreeSet<_> = fields(&error).into_iter().collect();
    let expected = [
        "name",
        "address.city",
        "address.postalCode",
        "address.country",
        "ic_dph",
        "phone",
        "defaultDueDays",
        "dueDays",
        "email",
        "sandbox_like_production",
    ];
    assert_eq!(wrong, BTreeSet::from(expected), "{error}");
    for (body, field) in [
        (json!({"vat_payer": false}), "vat_payer"),
        (json!({"address": "Nová 2"}), "address"),
        (json!({"defaultDueDays": -1}), "defaultDueDays"),
        (json!({"defaultDueDays": "30"}), "defaultDueDays"),
        (json!({"name": "a".repeat(301)}), "name"),
        (json!({}), "body"),
    ] {
        let error = assert_error(&patch(&caller, &path, &body).await, 400, "VALIDATION_ERROR");
        assert_eq!(fields(&error), [field], "{body}");
    }
    assert_eq!(caller.get(&path).await.expect(200), before);
}

/// A firm abroad.
fn foreign(number: &str, country: &str) -> Value {
    json!({
        "name": format!("Firma {country}"), "dic": number,
        "address": {"street": "Street 1", "city": "City", "postalCode": "1000", "country": country},
    })
}

/// A line without VAT, for the reverse charge.
fn services(customer: &Value) -> Value {
    let mut line = item("1", "100", 0);
    line["tax_treatment"] = json!("reverse_charge_service");
    json!({"customer": customer, "items": [line]})
}

/// An Austrian, an Italian, a Dutch number and all others are taken in `dic`, and their invoices are right by the
/// rules; `ic_dph` is for Slovak ones.
async fn every_member_state_is_invoiced_by_reverse_charge(server: TestServer) {
    let sk = server.sk();
    // the Peppol network has no scheme for the VAT numbers of Finland and Sweden
    let addresses = [("FI", "0216:003712345678"), ("SE", "0007:5567321707")];
    for state in party_identifiers::VatState::all() {
        let (number, country) = (state.example, state.country);
        if state.prefix == "SK" || state.prefix == "XI" {
            continue;
        }
        let mut customer = foreign(number, country);
        let peppol_id = addresses.iter().find(|(of, _)| *of == country).map(|(_, id)| id);
        customer["dic"] = json!(number.to_lowercase());
        customer["peppol_id"] = json!(peppol_id);
        let invoice = sk.issue(&services(&customer)).await.expect(201);
        let path = format!("/v1/agent/invoices/{}", id_of(&invoice));
        let preflight = sk.post(&format!("{path}/preflight"), &json!({})).await.expect(200);
        let validation = &preflight["data"]["validation"];
        assert_eq!(validation["valid"], true, "{number} {preflight}");
        let xml = sk.get(&format!("{path}/xml")).await;
        let xml = String::from_utf8(xml.bytes).expect("UTF-8");
        assert!(xml.contains(&format!("<cbc:CompanyID>{number}</cbc:CompanyID>")), "{xml}");
    }
    for (number, country) in
        [("ATU12345678", "AT"), ("IT12345678901", "IT"), ("NL123456789B01", "NL")]
    {
        let mut customer = foreign("", country);
        customer["dic"] = Value::Null;
        customer["ic_dph"] = json!(number);
        let error = assert_error(&sk.issue(&services(&customer)).await, 400, "VALIDATION_ERROR");
        assert_eq!(fields(&error), ["customer.ic_dph"], "{number}");
    }
}

async fn a_peppol_id_is_where_an_invoice_goes(server: TestServer) {
    let sk = server.sk();
    let receiver = async |customer: &Value| {
        let id = sk.issue(&services(customer)).await.created_id();
        let preflight = sk.post(&format!("/v1/agent/invoices/{id}/preflight"), &json!({})).await;
        preflight.expect(200)["data"]["receiver"].clone()
    };
    let mut customer = foreign("DE123456789", "DE");
    assert_eq!(receiver(&customer).await, "9930:DE123456789");
    customer["peppol_id"] = json!("0204:991-12345-67");
    assert_eq!(receiver(&customer).await, "0204:991-12345-67");
    // a Slovak DIČ goes before it
    let mut slovak = customer.clone();
    slovak["dic"] = json!("2020876550");
    slovak["address"]["country"] = json!("SK");
    assert_eq!(receiver(&slovak).await, "9915:2020876550");
    // in the sandbox a DIČ that is named so is found as any other
    customer["peppol_id"] = json!("0245:2020876550");
    assert_eq!(receiver(&customer).await, "9915:2020876550");
    let id = sk.issue(&services(&customer)).await.created_id();
    let sent = sk.post(&format!("/v1/agent/peppol/send/{id}"), &json!({})).await.expect(200);
    let document = sk.document_in(&sent["data"]["document_id"], "delivered").await;
    assert_eq!(document["receiver"], "9915:2020876550");
    for wrong in ["0088", "1234:5", "9956:0123456789", "0245:1", "0088:a b"] {
        customer["peppol_id"] = json!(wrong);
        let error = assert_error(&sk.issue(&services(&customer)).await, 400, "VALIDATION_ERROR");
        assert_eq!(fields(&error), ["customer.peppol_id"], "{wrong}");
    }
}

/// `{docs_url}` of the specification.
async fn the_documentation_may_be_elsewhere(engine: Engine) {
    let mut settings = at("2026-10-15T10:00:00Z");
    settings.docs_url = Some("https://developer.example/".to_owned());
    let server = engine.serve(settings).await;
    let partner = server.new_partner(OLD).await;
    let answer = partner.test.post(ORGANIZATIONS, &organization(1)).await;
    let link = "<https://developer.example/docs/sandbox>; rel=\"deprecation\"";
    assert_eq!((answer.status, answer.header("link")), (201, link));
}

async fn bank_accounts_are_made_and_paid_to(server: TestServer) {
    let (caller, path) = made(&server, 1).await;
    let bare = caller.issue(&invoice()).await.created_id();
    assert!(xml(&caller, &bare).await.contains("<cbc:PaymentMeansCode>1<"), "no account is known");
    let eur = json!({"iban": "sk31 1200 0000 1987 4263 7541", "bic": "tatrskbx", "bank_name": "Tatra banka"});
    let first = caller.post(ACCOUNTS, &eur).await.expect(201);
    assert_eq!(
        (&first["iban"], &first["bic"]),
        (&json!("SK3112000000198742637541"), &json!("TATRSKBX"))
    );
    assert_eq!((&first["currency"], &first["is_default"]), (&json!("EUR"), &json!(true)));
    let second = json!({"iban": "AT611904300234573201"});
    let second = caller.post(ACCOUNTS, &second).await.expect(201);
    let dollars = json!({"iban": "DE89370400440532013000", "currency": "USD"});
    let dollars = caller.post(ACCOUNTS, &dollars).await.expect(201);
    assert_eq!((&second["is_default"], &dollars["is_default"]), (&json!(false), &json!(true)));
    assert_eq!(caller.get(&path).await.expect(200)["default_bank_account_id"], first["id"]);

    // the default is paid to, another when it is named, and an issued invoice keeps its own
    let old = caller.issue(&invoice()).await.created_id();
    let text = xml(&caller, &old).await;
    assert!(text.contains("<cbc:PaymentMeansCode>30<"), "{text}");
    assert!(
        text.contains("<cbc:ID>SK3112000000198742637541<") && text.contains("TATRSKBX"),
        "{text}"
    );
    let named = invoice_with(json!({"bank_account_id": second["id"]}));
    let named = caller.issue(&named).await.created_id();
    assert!(xml(&caller, &named).await.contains("<cbc:ID>AT611904300234573201<"));
    let wrong = invoice_with(json!({"bank_account_id": dollars["id"]}));
    assert_error(&caller.issue(&wrong).await, 400, "BANK_ACCOUNT_CURRENCY_MISMATCH");

    let default = json!({"default_bank_account_id": second["id"]});
    let set = patch(&caller, &path, &default).await.expect(200);
    assert_eq!(set["default_bank_account_id"], second["id"]);
    let new = caller.issue(&invoice()).await.created_id();
    assert!(xml(&caller, &new).await.contains("<cbc:ID>AT611904300234573201<"));
    assert_eq!(xml(&caller, &old).await, text, "an issued invoice keeps its account");
    let own = format!("{ACCOUNTS}/{}", id_of(&first));
    assert_eq!(caller.get(&own).await.expect(200)["is_default"], false);
    for (id, status, code) in [
        (&dollars["id"], 400, "BANK_ACCOUNT_CURRENCY_MISMATCH"),
        (&json!(uuid::Uuid::nil()), 404, "NOT_FOUND"),
        (&json!("x"), 400, "VALIDATION_ERROR"),
    ] {
        let answer = patch(&caller, &path, &json!({"default_bank_account_id": id})).await;
        let error = assert_error(&answer, status, code);
        assert_eq!(fields(&error), ["default_bank_account_id"], "{id}");
    }
}

async fn bank_accounts_are_changed_retired_and_listed(server: TestServer) {
    let (caller, _) = made(&server, 1).await;
    let body = json!({"iban": "SK3112000000198742637541", "bank_name": "Tatra banka"});
    let once = caller.clone().once("account-1");
    let first = once.post(ACCOUNTS, &body).await;
    let again = once.post(ACCOUNTS, &body).await;
    assert_eq!((first.status, &first.bytes), (again.status, &again.bytes));
    assert_error(&once.post(ACCOUNTS, &json!({"iban": "x"})).await, 409, "CONFLICT");
    assert_error(&caller.post(ACCOUNTS, &body).await, 409, "CONFLICT");
    let first = first.expect(201);
    let path = format!("{ACCOUNTS}/{}", id_of(&first));
    let changed = patch(&caller, &path, &json!({"bic": "TATRSKBX", "bank_name": ""})).await;
    let changed = changed.expect(200);
    assert_eq!((&changed["bic"], &changed["bank_name"]), (&json!("TATRSKBX"), &Value::Null));
    let second = json!({"iban": "CZ6508000000192000145399", "currency": "CZK"});
    let second = caller.post(ACCOUNTS, &second).await.expect(201);
    assert_eq!(listed(&caller, ACCOUNTS, "limit=1").await, [second.clone(), changed.clone()]);
    assert_eq!(listed(&caller, ACCOUNTS, "currency=CZK").await, from_ref(&second));

    let gone = caller.send(Method::DELETE, &path, Vec::new()).await;
    assert_eq!((gone.status, gone.bytes.len()), (204, 0));
    assert_eq!(caller.send(Method::DELETE, &path, Vec::new()).await.status, 204, "again");
    let retired = caller.get(&path).await.expect(200);
    assert!(retired["retired_at"].is_string() && retired["is_default"] == false, "{retired}");
    assert_eq!(listed(&caller, ACCOUNTS, "").await, [second]);
    assert_eq!(listed(&caller, ACCOUNTS, "retired=true").await, [retired]);
    assert_error(&patch(&caller, &path, &json!({"bic": ""})).await, 409, "CONFLICT");
    let named = invoice_with(json!({"bank_account_id": first["id"]}));
    assert_error(&caller.issue(&named).await, 404, "NOT_FOUND");
    caller.post(ACCOUNTS, &body).await.expect(201);

    for (body, wrong) in [
        (json!({}), "iban"),
        (json!({"iban": "SK3212000000198742637541"}), "iban"),
        (json!({"iban": 7}), "iban"),
        (json!({"iban": "AT611904300234573201", "bic": "X"}), "bic"),
        (json!({"iban": "AT611904300234573201", "currency": "XXX"}), "currency"),
        (json!({"iban": "AT611904300234573201", "bank_name": "a".repeat(101)}), "bank_name"),
        (json!({"iban": "AT611904300234573201", "isDefault": true}), "isDefault"),
    ] {
        let error = assert_error(&caller.post(ACCOUNTS, &body).await, 400, "VALIDATION_ERROR");
        assert_eq!(fields(&error), [wrong], "{body}");
    }
    let path = format!("{ACCOUNTS}/{}", uuid::Uuid::nil());
    assert_error(&patch(&caller, &path, &json!({"bic": ""})).await, 404, "NOT_FOUND");
    assert_error(&caller.send(Method::DELETE, &path, Vec::new()).await, 404, "NOT_FOUND");
    assert_error(&caller.get(&format!("{ACCOUNTS}?retired=yes")).await, 400, "VALIDATION_ERROR");
}

async fn of_many_accounts_at_once_only_so_many_are_made(server: TestServer) {
    let (caller, _) = made(&server, 1).await;
    let one = json!({"iban": "SK3112000000198742637541"});
    let answers = futures_util::future::join_all((0..8).map(|_| caller.post(ACCOUNTS, &one))).await;
    let made = answers.iter().filter(|answer| answer.status == 201).count();
    assert_eq!(made, 1, "{:?}", answers.iter().map(|a| a.status).collect::<Vec<_>>());
    let currencies = money::Currency::ALL.iter().skip(1).map(|currency| currency.code());
    for currency in currencies.take(19) {
        let body = json!({"iban": "SK3112000000198742637541", "currency": currency});
        caller.post(ACCOUNTS, &body).await.expect(201);
    }
    let more = json!({"iban": "AT611904300234573201"});
    assert_error(&caller.post(ACCOUNTS, &more).await, 409, "CONFLICT");
}

async fn vehicles_are_made_changed_and_retired(server: TestServer) {
    let (caller, _) = made(&server, 1).await;
    let body = json!({"plate": "zv 123 ab"});
    let once = caller.clone().once("car");
    let first = once.post(VEHICLES, &body).await;
    assert_eq!(once.post(VEHICLES, &body).await.bytes, first.bytes);
    let first = first.expect(201);
    assert_eq!((&first["plate"], &first["retired_at"]), (&json!("ZV123AB"), &Value::Null));
    assert_error(&caller.post(VEHICLES, &body).await, 409, "CONFLICT");
    let by_plate = invoice_with(json!({"vehicle_plate": "ZV 123AB"}));
    let old = caller.issue(&by_plate).await.expect(201);
    let by_id = invoice_with(json!({"vehicle_id": first["id"]}));
    caller.issue(&by_id).await.expect(201);

    let path = format!("{VEHICLES}/{}", id_of(&first));
    let changed = patch(&caller, &path, &json!({"plate": "ZV 999 AB"})).await.expect(200);
    assert_eq!(changed["plate"], "ZV999AB");
    assert_error(&caller.issue(&by_plate).await, 404, "NOT_FOUND");
    let kept = caller.get(&format!("/v1/agent/invoices/{}", id_of(&old))).await.expect(200);
    assert_eq!(kept["vehicle"], old["vehicle"], "an issued invoice keeps its plate");
    let second = caller.post(VEHICLES, &body).await.expect(201);
    let other = format!("{VEHICLES}/{}", id_of(&second));
    let taken = patch(&caller, &other, &json!({"plate": "zv999ab"})).await;
    assert_error(&taken, 409, "CONFLICT");
    assert_eq!(listed(&caller, VEHICLES, "limit=1").await, [second.clone(), changed.clone()]);
    assert_eq!(listed(&caller, VEHICLES, "plate=zv%20999ab").await, [changed]);

    assert_eq!(caller.send(Method::DELETE, &path, Vec::new()).await.status, 204);
    assert_eq!(caller.send(Method::DELETE, &path, Vec::new()).await.status, 204, "again");
    assert_error(&caller.issue(&by_id).await, 404, "NOT_FOUND");
    assert_error(&patch(&caller, &path, &json!({"plate": "X1"})).await, 409, "CONFLICT");
    let retired = caller.get(&path).await.expect(200);
    assert_eq!(listed(&caller, VEHICLES, "retired=true").await, [retired]);
    assert_eq!(listed(&caller, VEHICLES, "").await, [second]);
    caller.post(VEHICLES, &json!({"plate": "ZV999AB"})).await.expect(201);
    for (body, wrong) in [
        (json!({}), "plate"),
        (json!({"plate": ""}), "plate"),
        (json!({"plate": "a_b"}), "plate"),
        (json!({"plate": "1".repeat(21)}), "plate"),
        (json!({"plate": "X1", "name": "van"}), "name"),
    ] {
        let error = assert_error(&caller.post(VEHICLES, &body).await, 400, "VALIDATION_ERROR");
        assert_eq!(fields(&error), [wrong], "{body}");
    }
}

async fn customers_are_made_changed_and_retired(server: TestServer) {
    let (caller, _) = made(&server, 1).await;
    let once = caller.clone().once("customer");
    let first = once.post(CUSTOMERS, &customer()).await;
    assert_eq!(once.post(CUSTOMERS, &customer()).await.bytes, first.bytes);
    let first = first.expect(201);
    for field in ["name", "ico", "dic", "ic_dph", "address"] {
        assert_eq!(first[field], customer()[field], "{field}");
    }
    let path = format!("{CUSTOMERS}/{}", id_of(&first));
    assert_eq!(caller.get(&path).await.expect(200), first);
    let order = invoice_with(json!({"customer": null, "customer_id": first["id"]}));
    let old = caller.issue(&order).await.created_id();
    let before = xml(&caller, &old).await;

    let change = json!({
        "name": "Wiener Bau GmbH", "ico": "", "dic": "ATU 123.456-78", "ic_dph": "",
        "peppol_id": "9914:ATU12345678", "email": "rechnung@bau.example", "phone": "0043 1 2345678",
        "address": {"street": "Ring 1", "city": "Wien", "postalCode": "1010", "country": "AT"},
    });
    let changed = patch(&caller, &path, &change).await.expect(200);
    for field in ["name", "peppol_id", "email", "address"] {
        assert_eq!(changed[field], change[field], "{field}");
    }
    assert_eq!((&changed["dic"], &changed["ic_dph"]), (&json!("ATU12345678"), &Value::Null));
    let foreign = patch(&caller, &path, &json!({"ic_dph": "ATU12345678"})).await;
    assert_eq!(fields(&foreign.expect(400)), ["ic_dph"]);
    assert_eq!((&changed["ico"], &changed["phone"]), (&Value::Null, &json!("+4312345678")));
    assert_eq!(xml(&caller, &old).await, before, "an issued invoice keeps its customer");
    let mut line = item("1", "100", 0);
    line["tax_treatment"] = json!("reverse_charge_service");
    let abroad = json!({"customer_id": first["id"], "items": [line]});
    let new = caller.issue(&abroad).await.created_id();
    assert!(xml(&caller, &new).await.contains("Wiener Bau GmbH"));

    let second = caller.post(CUSTOMERS, &json!({"name": "Píla"})).await.expect(201);
    assert_eq!(listed(&caller, CUSTOMERS, "limit=1").await, [second.clone(), changed.clone()]);
    for query in ["name=wiener", "dic=ATU12345678"] {
        assert_eq!(listed(&caller, CUSTOMERS, query).await, from_ref(&changed), "{query}");
    }
    assert_eq!(caller.send(Method::DELETE, &path, Vec::new()).await.status, 204);
    assert_eq!(caller.send(Method::DELETE, &path, Vec::new()).await.status, 204, "again");
    assert_error(&caller.issue(&abroad).await, 404, "NOT_FOUND");
    assert_error(&patch(&caller, &path, &json!({"name": "X"})).await, 409, "CONFLICT");
    let retired = caller.get(&path).await.expect(200);
    assert!(retired["retired_at"].is_string(), "{retired}");
    assert_eq!(listed(&caller, CUSTOMERS, "").await, from_ref(&second));
    assert_eq!(listed(&caller, CUSTOMERS, "retired=true").await, [retired]);
    let of_it = format!("/v1/agent/invoices?customer_id={}", id_of(&first));
    assert_eq!(caller.get(&of_it).await.expect(200)["data"].as_array().map(Vec::len), Some(2));

    let wrong =
        json!({"name": "", "ico": "1", "dic": "2", "ic_dph": "3", "peppol_id": "4", "icDph": "5"});
    let error = assert_error(&caller.post(CUSTOMERS, &wrong).await, 400, "VALIDATION_ERROR");
    let expected = BTreeSet::from(["name", "ico", "dic", "ic_dph", "peppol_id", "icDph"]);
    assert_eq!(fields(&error).into_iter().collect::<BTreeSet<_>>(), expected);
    let path = format!("{CUSTOMERS}/{}", id_of(&second));
    for (body, field) in
        [(json!({}), "body"), (json!({"name": ""}), "name"), (json!({"ico": "1"}), "ico")]
    {
        let error = assert_error(&patch(&caller, &path, &body).await, 400, "VALIDATION_ERROR");
        assert_eq!(fields(&error), [field], "{body}");
    }
    assert_eq!(caller.get(&path).await.expect(200), second);
}

/// What the documentation says of scopes.
async fn each_record_has_its_scopes(server: TestServer) {
    let partner = server.new_partner(OLD).await;
    let id = org_id(&partner.test.post(ORGANIZATIONS, &organization(1)).await.expect(201)["data"]);
    let with = async |scopes: &[Scope]| server.key_for(partner.id, Scopes::of(scopes)).await;
    let bodies = [
        (ACCOUNTS, json!({"iban": "SK3112000000198742637541"})),
        (VEHICLES, json!({"plate": "ZV123AB"})),
        (CUSTOMERS, json!({"name": "Píla"})),
    ];
    let all = partner.test.clone().acting_for(Some(&id));
    for ((path, body), (read, write, change)) in bodies.iter().zip([
        (Scope::BankRead, Scope::SettingsUpdate, Scope::SettingsUpdate),
        (Scope::InvoiceRead, Scope::SettingsUpdate, Scope::SettingsUpdate),
        (Scope::InvoiceRead, Scope::InvoiceCreate, Scope::InvoiceUpdate),
    ]) {
        let made = all.post(path, body).await.expect(201);
        let own = format!("{path}/{}", id_of(&made));
        for scope in
            [Scope::BankRead, Scope::InvoiceRead, Scope::InvoiceCreate, Scope::InvoiceUpdate]
        {
            let caller = with(&[scope]).await.acting_for(Some(&id));
            assert_eq!(caller.get(path).await.status == 200, scope == read, "{path} {scope}");
            assert_eq!(caller.get(&own).await.status == 200, scope == read, "{own} {scope}");
            let post = caller.post(path, &json!({})).await.status;
            assert_eq!(post == 400, scope == write, "{path} {scope} {post}");
            let patched = patch(&caller, &own, &json!({})).await.status;
            assert_eq!(patched == 400, scope == change, "{own} {scope} {patched}");
        }
        let settings = with(&[Scope::SettingsUpdate]).await.acting_for(Some(&id));
        let gone = settings.send(Method::DELETE, &own, Vec::new()).await.status;
        assert_eq!(gone == 204, change == Scope::SettingsUpdate, "{own} {gone}");
    }
}

async fn another_organization_s_records_do_not_exist(server: TestServer) {
    let (caller, _) = made(&server, 1).await;
    let (stranger, path) = made(&server, 2).await;
    for (list, body) in [
        (ACCOUNTS, json!({"iban": "SK3112000000198742637541"})),
        (VEHICLES, json!({"plate": "ZV123AB"})),
        (CUSTOMERS, json!({"name": "Píla"})),
    ] {
        let record = caller.post(list, &body).await.expect(201);
        let own = format!("{list}/{}", id_of(&record));
        assert_error(&stranger.get(&own).await, 404, "NOT_FOUND");
        assert_error(&patch(&stranger, &own, &body).await, 404, "NOT_FOUND");
        assert_error(&stranger.send(Method::DELETE, &own, Vec::new()).await, 404, "NOT_FOUND");
        assert_eq!(listed(&stranger, list, "").await, Vec::<Value>::new());
        if list == ACCOUNTS {
            let theirs = json!({"default_bank_account_id": record["id"]});
            assert_error(&patch(&stranger, &path, &theirs).await, 404, "NOT_FOUND");
        }
        assert_eq!(caller.get(&own).await.expect(200), record);
    }
}

/// The UBL of an invoice.
async fn xml(caller: &Caller, id: &str) -> String {
    let xml = caller.get(&format!("/v1/agent/invoices/{id}/xml")).await;
    String::from_utf8(xml.bytes).expect("UTF-8")
}

/// All rows of a list, page by page.
async fn listed(caller: &Caller, list: &str, query: &str) -> Vec<Value> {
    let (mut rows, mut path) = (Vec::new(), format!("{list}?{query}"));
    loop {
        let page = caller.get(&path).await.expect(200);
        rows.extend(page["data"].as_array().expect("rows").iter().cloned());
        let Some(after) = page["next_after"].as_str() else { return rows };
        path = format!("{list}?{query}&after={after}");
    }
}

/// A PNG of one black pixel.
const PIXEL: &str =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR42mNgAAAAAgAB5Sfe/AAAAABJRU5ErkJggg==";

async fn a_logo_and_a_colour_go_with_invoices_that_are_issued(server: TestServer) {
    let (caller, path) = made(&server, 1).await;
    let pdf = async |id: &str| {
        let pdf = caller.get(&format!("/v1/agent/invoices/{id}/pdf")).await;
        if cfg!(not(feature = "pdf")) {
            assert_error(&pdf, 501, "PDF_NOT_BUILT");
            return Vec::new();
        }
        assert_eq!(pdf.status, 200, "{}", String::from_utf8_lossy(&pdf.bytes));
        pdf.bytes
    };
    let has_image = |pdf: &[u8]| {
        let subtype = b"/Subtype/Image";
        let spaced = b"/Subtype /Image";
        pdf.windows(14).any(|part| part == subtype) || pdf.windows(15).any(|part| part == spaced)
    };
    let plain = caller.issue(&invoice()).await.created_id();
    let before = pdf(&plain).await;
    let look = json!({"logo": PIXEL, "accent_colour": "#8a1c5b"});
    let set = patch(&caller, &path, &look).await.expect(200);
    assert_eq!(set["accent_colour"], "#8A1C5B");
    let sha256 = set["logo_sha256"].as_str().expect("a hash");
    assert_eq!(sha256.len(), 64);
    let branded = caller.issue(&invoice()).await.created_id();
    let with_logo = pdf(&branded).await;
    assert_eq!(has_image(&with_logo), cfg!(feature = "pdf"));
    assert!(!has_image(&before));
    assert_eq!(pdf(&plain).await, before, "an issued invoice keeps its page");

    let gone = patch(&caller, &path, &json!({"logo": "", "accent_colour": ""})).await.expect(200);
    assert_eq!((&gone["logo_sha256"], &gone["accent_colour"]), (&Value::Null, &Value::Null));
    assert_eq!(pdf(&branded).await, with_logo, "an issued invoice keeps its logo");
    let new = caller.issue(&invoice()).await.created_id();
    assert!(!has_image(&pdf(&new).await));

    let gif = base64(b"GIF89a");
    let cut = base64(&data_encoding::BASE64.decode(PIXEL.as_bytes()).expect("a PNG")[..50]);
    for (body, field) in [
        (json!({"logo": gif}), "logo"),
        (json!({"logo": cut}), "logo"),
        (json!({"logo": "*"}), "logo"),
        (json!({"logo": base64(&vec![0; 600_000])}), "logo"),
        (json!({"accent_colour": "green"}), "accent_colour"),
        (json!({"accent_colour": "#FFFFFF"}), "accent_colour"),
    ] {
        let error = assert_error(&patch(&caller, &path, &body).await, 400, "VALIDATION_ERROR");
        assert_eq!(fields(&error), [field], "{error}");
    }
}

/// A key of the sandbox that leaks does not turn real payments elsewhere.
async fn who_is_in_the_live_network_is_changed_with_live_keys(server: TestServer) {
    let (test, live) = (server.sk(), server.sk_live());
    let sk = server.seeded.organizations.sk.org_id;
    let path = format!("{ORGANIZATIONS}/{sk}");
    let account = json!({"iban": "AT611904300234573201"});
    let own = test.post(ACCOUNTS, &account).await.expect(201);
    let own = format!("{ACCOUNTS}/{}", id_of(&own));
    server.set_account(sk, PeppolAccount::Enrolled(Network::Live)).await;
    for answer in [
        patch(&test, &path, &json!({"name": "Iná"})).await,
        test.post(ACCOUNTS, &json!({"iban": "DE89370400440532013000"})).await,
        patch(&test, &own, &json!({"is_default": true})).await,
        test.send(Method::DELETE, &own, Vec::new()).await,
    ] {
        let error = assert_error(&answer, 403, "FORBIDDEN");
        assert!(error.to_string().contains("live key"), "{error}");
    }
    patch(&test, &path, &json!({"sandbox_like_production": true})).await.expect(200);
    patch(&live, &path, &json!({"name": "Iná"})).await.expect(200);
    patch(&live, &own, &json!({"is_default": true})).await.expect(200);
    assert_eq!(live.send(Method::DELETE, &own, Vec::new()).await.status, 204);
}
