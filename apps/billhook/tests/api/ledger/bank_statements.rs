//! Bank statements over HTTP.

use crate::support::*;
use bank_statements::MAX_BYTES;
use reqwest::Method;
use serde_json::{Value, json};
use std::time::Duration;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

on_both!(
    a_statement_pays_what_is_certain_and_proposes_the_rest,
    the_same_statement_changes_nothing,
    overlapping_statements_count_a_line_once,
    proposals_are_accepted_and_refused,
    a_line_whose_payment_is_deleted_is_open_again,
    money_that_came_before_its_invoice_is_matched,
    the_bank_takes_a_payment_back,
    a_proposal_that_was_overtaken_records_what_is_left,
    a_proposal_closes_when_the_bank_takes_its_movement_back,
    another_invoice_is_chosen_before_it_is_paid,
    a_file_may_have_statements_of_several_accounts,
    what_is_wrong_is_named_and_nothing_is_recorded,
    hostile_statements_are_refused,
    a_statement_of_100_megabytes_is_refused_while_it_comes,
    keys_need_both_scopes_to_write,
    statements_of_others_are_not_found,
    clients_that_race_take_a_statement_once,
    a_file_that_nobody_knows_is_mapped_once,
    what_is_not_certain_is_proposed_in_every_format,
    a_csv_that_may_say_otherwise_records_nothing,
    mt940_and_gpc_may_have_several_accounts,
    what_comes_back_is_proposed_for_a_payment_by_hand,
);

const PATH: &str = "/v1/agent/bank-statements";
const PROPOSALS: &str = "/v1/agent/payment-proposals";
const PAYER: &str = "SK0809000000000123123123";

/// The organization's euro account.
pub async fn iban(caller: &Caller) -> String {
    let accounts = caller.get("/v1/agent/bank-accounts?currency=EUR").await.expect(200);
    accounts["data"][0]["iban"].as_str().expect("an account").to_owned()
}

async fn upload(caller: &Caller, query: &str, body: &str) -> Answer {
    caller.send(Method::POST, &format!("{PATH}{query}"), body.as_bytes().to_vec()).await
}

/// An invoice over 123.00 of the day before the statements, which is not overdue: its id and variable symbol.
pub async fn issued(caller: &Caller) -> (String, String) {
    let body = json!({
        "issue_date": "2025-11-20", "delivery_date": "2025-11-20", "due_date": "2098-11-20",
    });
    let made = caller.issue(&invoice_with(body)).await.expect(201);
    let text = |name: &str| made[name].as_str().expect("a text").to_owned();
    (text("id"), text("variable_symbol"))
}

pub fn csv(own: &str, lines: &[(&str, &str, &str)]) -> String {
    let mut text = "Účet;Dátum zaúčtovania;Suma;Mena;Protiúčet;VS;Poznámka\n".to_owned();
    for (amount, symbol, message) in lines {
        text += &format!("{own};21.11.2025;{amount};EUR;{PAYER};{symbol};{message}\n");
    }
    text
}

fn camt(own: &str, entries: &str) -> String {
    format!(
        "<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.053.001.08\"><BkToCstmrStmt><Stmt>\
         <Id>1</Id><Acct><Id><IBAN>{own}</IBAN></Id><Ccy>EUR</Ccy></Acct>{entries}</Stmt>\
         </BkToCstmrStmt></Document>"
    )
}

fn entry(amount: &str, symbol: &str) -> String {
    format!(
        "<Ntry><Amt Ccy=\"EUR\">{amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>\
         <BookgDt><Dt>2025-11-21</Dt></BookgDt><AcctSvcrRef>R{symbol}</AcctSvcrRef><NtryDtls><TxDtls>\
         <Refs><EndToEndId>/VS{symbol}/SS/KS</EndToEndId></Refs><RltdPties><DbtrAcct><Id>\
         <IBAN>{PAYER}</IBAN></Id></DbtrAcct></RltdPties></TxDtls></NtryDtls></Ntry>"
    )
}

async fn status(caller: &Caller, id: &str) -> (Value, Value) {
    let invoice = caller.get(&format!("/v1/agent/invoices/{id}")).await.expect(200);
    (invoice["status"].clone(), invoice["paid_amount"].clone())
}

/// Everything that is kept of statements and payments.
async fn everything(caller: &Caller) -> Vec<Value> {
    let mut all = Vec::new();
    for path in [PATH, PROPOSALS, "/v1/agent/invoices"] {
        all.push(caller.get(path).await.expect(200));
    }
    all
}

async fn a_statement_pays_what_is_certain_and_proposes_the_rest(server: TestServer) {
    let sk = server.sk();
    let own = iban(&sk).await;
    let ((first, vs1), (second, vs2)) = (issued(&sk).await, issued(&sk).await);
    let entries = [entry("123.00", &vs1), entry("100.00", &vs2), entry("7.77", "999")].concat();
    let taken = upload(&sk, "", &camt(&own, &entries)).await.expect(201)["data"].clone();
    for (name, count) in
        [("lines", 3), ("recorded", 1), ("proposed", 1), ("unmatched", 1), ("repeated", 0)]
    {
        assert_eq!(taken[name], count, "{name}: {taken}");
    }
    assert_eq!((&taken["iban"], &taken["format"]), (&json!(own), &json!("camt.053")));
    assert_eq!(status(&sk, &first).await, (json!("paid"), json!("123.00")));
    assert_eq!(status(&sk, &second).await, (json!("issued"), json!("0.00")));
    let path = format!("{PATH}/{}", taken["id"].as_str().expect("an id"));
    let details = sk.get(&path).await.expect(200);
    assert_eq!(details["data"], taken);
    let lines = details["lines"]["data"].as_array().expect("lines");
    let shown: Vec<_> = lines.iter().map(|line| (&line["state"], &line["reason"])).collect();
    assert_eq!(
        json!(shown),
        json!([
            ["recorded", "symbol_and_amount"],
            ["proposed", "amount_below"],
            ["unmatched", "no_open_invoice"],
        ])
    );
    assert_eq!((&lines[0]["invoice_id"], &lines[0]["amount"]), (&json!(first), &json!("123.00")));
    let paid = sk.get(&format!("/v1/agent/invoices/{first}/payments")).await.expect(200);
    assert_eq!(paid["data"][0]["id"], lines[0]["payment_id"]);
    assert_eq!(paid["data"][0]["date"], "2025-11-21");
    assert_eq!(paid["data"][0]["method"], "bank_transfer");
    let some = sk.get(&format!("{path}?state=unmatched&limit=1")).await.expect(200);
    assert_eq!(some["lines"]["data"], json!([lines[2]]));
}

async fn the_same_statement_changes_nothing(server: TestServer) {
    let sk = server.sk();
    let own = iban(&sk).await;
    let (_, symbol) = issued(&sk).await;
    let text = csv(&own, &[("123,00", &symbol, "")]);
    let first = upload(&sk, "", &text).await.expect(201);
    let before = everything(&sk).await;
    assert_eq!(upload(&sk, "", &text).await.expect(200), first);
    assert_eq!(everything(&sk).await, before);
}

async fn overlapping_statements_count_a_line_once(server: TestServer) {
    let sk = server.sk();
    let own = iban(&sk).await;
    let (id, symbol) = issued(&sk).await;
    let whole = csv(&own, &[("123,00", &symbol, ""), ("-5,00", "", "Poplatok")]);
    upload(&sk, "", &csv(&own, &[("123,00", &symbol, "")])).await.expect(201);
    let next = upload(&sk, "", &whole).await.expect(201)["data"].clone();
    assert_eq!(
        (&next["lines"], &next["repeated"], &next["ignored"]),
        (&json!(2), &json!(1), &json!(1))
    );
    // the same in another form: nobody can be sure, and nothing is open any more
    let camt = camt(&own, &entry("123.00", &symbol));
    let other = upload(&sk, "", &camt).await.expect(201)["data"].clone();
    assert_eq!((&other["recorded"], &other["unmatched"]), (&json!(0), &json!(1)));
    assert_eq!(status(&sk, &id).await, (json!("paid"), json!("123.00")));
}

async fn proposals_are_accepted_and_refused(server: TestServer) {
    let sk = server.sk();
    let own = iban(&sk).await;
    let ((id, symbol), (other, symbol2)) = (issued(&sk).await, issued(&sk).await);
    let lines = [("50,00", symbol.as_str(), ""), ("200", &symbol2, "")];
    let taken = upload(&sk, "?format=csv", &csv(&own, &lines)).await.expect(201);
    assert_eq!(taken["data"]["proposed"], 2);
    let open = format!("{PROPOSALS}?state=open&invoice_id=");
    let find = |invoice: String| {
        let (sk, open) = (sk.clone(), open.clone());
        async move { sk.get(&format!("{open}{invoice}")).await.expect(200)["data"][0].clone() }
    };
    let (part, above) = (find(id.clone()).await, find(other.clone()).await);
    assert_eq!((&part["reason"], &part["amount"]), (&json!("amount_below"), &json!("50.00")));
    assert_eq!((&above["reason"], &above["amount"]), (&json!("amount_above"), &json!("123.00")));
    assert_eq!(above["movement"]["amount"], "200.00");
    let answer = |proposal: &Value, word: &str| {
        let path = format!("{PROPOSALS}/{}/{word}", proposal["id"].as_str().expect("an id"));
        let sk = sk.clone();
        async move { sk.send(Method::POST, &path, Vec::new()).await }
    };
    let accepted = answer(&part, "accept").await.expect(200);
    assert_eq!(accepted["data"]["state"], "accepted");
    assert_eq!(answer(&part, "accept").await.expect(200), accepted, "again");
    assert_error(&answer(&part, "refuse").await, 409, "CONFLICT");
    let paid = sk.get(&format!("/v1/agent/invoices/{id}/payments")).await.expect(200);
    assert_eq!(paid["data"].as_array().map(Vec::len), Some(1));
    assert_eq!(paid["data"][0]["id"], accepted["data"]["payment_id"]);
    let refused = answer(&above, "refuse").await.expect(200);
    assert_eq!(refused["data"]["state"], "refused");
    assert_eq!(answer(&above, "refuse").await.expect(200), refused, "again");
    assert_error(&answer(&above, "accept").await, 409, "CONFLICT");
    let path = format!("{PROPOSALS}/{}", above["id"].as_str().expect("an id"));
    assert_eq!(sk.get(&path).await.expect(200), refused);
    assert_eq!(status(&sk, &other).await.1, "0.00");
    let left = sk.get(&format!("{PROPOSALS}?state=open")).await.expect(200);
    assert_eq!(left["data"], json!([]));
}

async fn a_line_whose_payment_is_deleted_is_open_again(server: TestServer) {
    let sk = server.sk();
    let own = iban(&sk).await;
    let (id, symbol) = issued(&sk).await;
    let text = csv(&own, &[("123,00", &symbol, "")]);
    let taken = upload(&sk, "", &text).await.expect(201);
    let statement = format!("{PATH}/{}", taken["data"]["id"].as_str().expect("an id"));
    let lines = async || sk.get(&statement).await.expect(200)["lines"]["data"][0].clone();
    let recorded = lines().await;
    assert_eq!((&recorded["state"], &recorded["invoice_id"]), (&json!("recorded"), &json!(id)));
    let payments = format!("/v1/agent/invoices/{id}/payments");
    let paid = sk.get(&payments).await.expect(200)["data"][0].clone();
    let payment = format!("{payments}/{}", paid["id"].as_str().expect("an id"));
    sk.send(Method::DELETE, &payment, Vec::new()).await.expect(200);
    assert_eq!(status(&sk, &id).await.1, "0.00");
    let open = lines().await;
    assert_eq!((&open["state"], &open["invoice_id"]), (&json!("proposed"), &Value::Null));
    assert_eq!(open["reason"], "payment_taken_back");
    let counts = sk.get(&statement).await.expect(200)["data"].clone();
    assert_eq!((&counts["recorded"], &counts["proposed"]), (&json!(0), &json!(1)));
    // the same statement does not record it by itself
    assert_eq!(upload(&sk, "", &text).await.expect(200)["data"]["recorded"], 0);
    let proposal = sk.get(&format!("{PROPOSALS}?state=open")).await.expect(200)["data"][0].clone();
    assert_eq!((&proposal["amount"], &proposal["invoice_id"]), (&json!("123.00"), &json!(id)));
    let accept = format!("{PROPOSALS}/{}/accept", proposal["id"].as_str().expect("an id"));
    sk.send(Method::POST, &accept, Vec::new()).await.expect(200);
    assert_eq!(status(&sk, &id).await, (json!("paid"), json!("123.00")));
    assert_eq!(sk.get(&payments).await.expect(200)["data"][0]["id"], paid["id"]);
    assert_eq!(lines().await["state"], "recorded");
}

/// The open proposal for an invoice.
async fn open_proposal(caller: &Caller, invoice: &str) -> Value {
    let path = format!("{PROPOSALS}?state=open&invoice_id={invoice}");
    caller.get(&path).await.expect(200)["data"][0].clone()
}

async fn accept(caller: &Caller, proposal: &Value) -> Answer {
    let path = format!("{PROPOSALS}/{}/accept", proposal["id"].as_str().expect("an id"));
    caller.send(Method::POST, &path, Vec::new()).await
}

/// The customer paid by the proforma of another system, or in advance: the statement is there before the invoices.
async fn money_that_came_before_its_invoice_is_matched(server: TestServer) {
    let sk = server.sk();
    let own = iban(&sk).await;
    let (_, first) = issued(&sk).await;
    let later = |n: u64| (first.parse::<u64>().expect("digits") + n).to_string();
    let (whole, more) = (later(1), later(2));
    let lines = [("123,00", &*first, ""), ("123,00", &*whole, ""), ("150,00", &*more, "")];
    let taken = upload(&sk, "", &csv(&own, &lines)).await.expect(201)["data"].clone();
    assert_eq!((&taken["recorded"], &taken["unmatched"]), (&json!(1), &json!(2)), "{taken}");
    let ((paid, vs1), (proposed, vs2)) = (issued(&sk).await, issued(&sk).await);
    assert_eq!((vs1, vs2), (whole, more));
    let path = format!("{PATH}/{}", taken["id"].as_str().expect("an id"));
    let lines = eventually("all lines are matched", || async {
        let details = sk.get(&path).await.expect(200);
        (details["data"]["unmatched"] == 0).then(|| details["lines"]["data"].clone())
    })
    .await;
    let states: Vec<_> = (0..3).map(|n| (&lines[n]["state"], &lines[n]["reason"])).collect();
    assert_eq!(
        json!(states),
        json!([
            ["recorded", "symbol_and_amount"],
            ["recorded", "symbol_and_amount"],
            ["proposed", "amount_above"],
        ])
    );
    assert_eq!(status(&sk, &paid).await, (json!("paid"), json!("123.00")));
    assert_eq!(status(&sk, &proposed).await, (json!("issued"), json!("0.00")));
    assert_eq!(open_proposal(&sk, &proposed).await["amount"], "123.00");
}

/// One firm, of which each invoice makes a contact: its second payment is as certain as its first.
async fn the_bank_takes_a_payment_back(server: TestServer) {
    let sk = server.sk();
    let own = iban(&sk).await;
    let ((first, vs1), (second, vs2)) = (issued(&sk).await, issued(&sk).await);
    for symbol in [&vs1, &vs2] {
        let taken = upload(&sk, "", &camt(&own, &entry("123.00", symbol))).await.expect(201);
        assert_eq!(taken["data"]["recorded"], 1, "{taken}");
    }
    let back = entry("123.00", &vs1)
        .replace("CRDT", "DBIT")
        .replace("<Sts>", "<RvslInd>true</RvslInd><Sts>");
    let taken = upload(&sk, "", &camt(&own, &back)).await.expect(201);
    assert_eq!(taken["data"]["proposed"], 1, "{taken}");
    assert_eq!(status(&sk, &first).await.0, "paid", "nothing is done by itself");
    let proposal = open_proposal(&sk, &first).await;
    let paid = sk.get(&format!("/v1/agent/invoices/{first}/payments")).await.expect(200);
    assert_eq!(proposal["reason"], "takes_payment_back");
    assert_eq!(proposal["takes_back_payment_id"], paid["data"][0]["id"]);
    let accepted = accept(&sk, &proposal).await.expect(200);
    assert_eq!(
        (&accepted["data"]["state"], &accepted["data"]["payment_id"]),
        (&json!("accepted"), &Value::Null)
    );
    assert_eq!(status(&sk, &first).await, (json!("issued"), json!("0.00")));
    assert_eq!(status(&sk, &second).await.0, "paid");
    let path = format!("{PATH}/{}", taken["data"]["id"].as_str().expect("an id"));
    let line = sk.get(&path).await.expect(200)["lines"]["data"][0].clone();
    assert_eq!((&line["invoice_id"], &line["payment_id"]), (&json!(first), &Value::Null));
    assert!(line["invoice_number"].is_string(), "{line}");
}

async fn a_proposal_that_was_overtaken_records_what_is_left(server: TestServer) {
    let sk = server.sk();
    let own = iban(&sk).await;
    let (id, symbol) = issued(&sk).await;
    let lines = [("120,00", symbol.as_str(), "a"), ("121,00", &symbol, "b")];
    upload(&sk, "", &csv(&own, &lines)).await.expect(201);
    let path = format!("{PROPOSALS}?state=open&invoice_id={id}");
    let open = sk.get(&path).await.expect(200)["data"].clone();
    let payments = format!("/v1/agent/invoices/{id}/payments");
    sk.post(&payments, &json!({"amount": "83.00", "method": "cash"})).await.expect(201);
    let accepted = accept(&sk, &open[0]).await.expect(200);
    assert_eq!(accepted["data"]["amount"], "40.00");
    assert_eq!(status(&sk, &id).await, (json!("paid"), json!("123.00")));
    assert_error(&accept(&sk, &open[1]).await, 409, "CONFLICT");
}

async fn a_proposal_closes_when_the_bank_takes_its_movement_back(server: TestServer) {
    let sk = server.sk();
    let own = iban(&sk).await;
    let (id, symbol) = issued(&sk).await;
    upload(&sk, "", &camt(&own, &entry("23.00", &symbol))).await.expect(201);
    let proposal = open_proposal(&sk, &id).await;
    let back = entry("23.00", &symbol)
        .replace("CRDT", "DBIT")
        .replace("<Sts>", "<RvslInd>true</RvslInd><Sts>");
    let taken = upload(&sk, "", &camt(&own, &back)).await.expect(201);
    assert_eq!(taken["data"]["proposed"], 0, "{taken}");
    let path = format!("{PROPOSALS}/{}", proposal["id"].as_str().expect("an id"));
    let closed = sk.get(&path).await.expect(200)["data"].clone();
    assert_eq!((&closed["state"], &closed["reason"]), (&json!("withdrawn"), &json!("returned")));
    assert_error(&accept(&sk, &proposal).await, 409, "CONFLICT");
    assert_eq!(status(&sk, &id).await, (json!("issued"), json!("0.00")));
}

async fn another_invoice_is_chosen_before_it_is_paid(server: TestServer) {
    let sk = server.sk();
    let own = iban(&sk).await;
    let ((first, symbol), (second, _)) = (issued(&sk).await, issued(&sk).await);
    upload(&sk, "", &csv(&own, &[("23,00", &symbol, "")])).await.expect(201);
    let proposal = open_proposal(&sk, &first).await;
    let path = format!("{PROPOSALS}/{}/invoice", proposal["id"].as_str().expect("an id"));
    let chosen = sk.post(&path, &json!({"invoice_id": second})).await.expect(200)["data"].clone();
    assert_eq!((&chosen["invoice_id"], &chosen["reason"]), (&json!(second), &json!("chosen")));
    assert_eq!((&chosen["state"], &chosen["amount"]), (&json!("open"), &json!("23.00")));
    let again = sk.post(&path, &json!({"invoice_id": second})).await.expect(200);
    assert_eq!(again["data"], chosen);
    assert_eq!(status(&sk, &second).await.0, "issued", "nothing is recorded by choosing");
    let nobody = json!({"invoice_id": "01936f5e-7b60-7000-8000-000000000001"});
    assert_error(&sk.post(&path, &nobody).await, 404, "NOT_FOUND");
    accept(&sk, &chosen).await.expect(200);
    assert_eq!(status(&sk, &second).await, (json!("partially_paid"), json!("23.00")));
    assert_eq!(status(&sk, &first).await.0, "issued");
    assert_error(&sk.post(&path, &json!({"invoice_id": first})).await, 409, "CONFLICT");
}

async fn a_file_may_have_statements_of_several_accounts(server: TestServer) {
    let sk = server.sk();
    let own = iban(&sk).await;
    let (id, symbol) = issued(&sk).await;
    let both = camt(PAYER, &entry("123.00", &symbol));
    let mine = camt(&own, &entry("123.00", &symbol));
    let (from, to) =
        (mine.find("<Stmt>").expect("there"), mine.find("</BkToCstmrStmt>").expect("there"));
    let both = both.replace("</BkToCstmrStmt>", &mine[from..]);
    assert_eq!(&mine[to..], "</BkToCstmrStmt></Document>");
    let both = both.trim_end_matches("</Document>").to_owned() + "</Document>";
    let taken = upload(&sk, "", &both).await.expect(201);
    assert_eq!((&taken["data"]["iban"], &taken["others"]), (&json!(own), &json!([])));
    assert_eq!((&taken["left_out"], &taken["data"]["recorded"]), (&json!([PAYER]), &json!(1)));
    assert_eq!(status(&sk, &id).await.0, "paid");
    assert_eq!(upload(&sk, "", &both).await.expect(200), taken, "again");
    let tomorrow = both.replace("2025-11-21", "2098-11-21");
    assert_error(&upload(&sk, "", &tomorrow).await, 400, "VALIDATION_ERROR");
}

async fn what_is_wrong_is_named_and_nothing_is_recorded(server: TestServer) {
    let sk = server.sk();
    let own = iban(&sk).await;
    let (_, symbol) = issued(&sk).await;
    let before = everything(&sk).await;
    let right = csv(&own, &[("123,00", &symbol, "")]);
    let camt_with = |from: &str, to: &str| camt(&own, &entry("123.00", &symbol)).replace(from, to);
    let entry_path = |name: &str| format!("BkToCstmrStmt/Stmt[1]/Ntry[1]/{name}");
    for (query, text, field) in [
        ("", String::new(), "body".to_owned()),
        ("", "{}".to_owned(), "body".to_owned()),
        ("", right.replace("123,00", "1.234"), "line 2, cell 3 (Suma)".to_owned()),
        (
            "",
            right.replace("21.11.2025", "30.2.2025"),
            "line 2, cell 2 (Dátum zaúčtovania)".to_owned(),
        ),
        ("", right.replace("21.11.2025", "21.11.2098"), "line 2, cell 3 (Suma)".to_owned()),
        ("", right.replace("EUR", "USD"), "line 2, cell 3 (Suma)".to_owned()),
        ("", right.replace(&own, PAYER), "body".to_owned()),
        ("", right.replace(&own, ""), "body".to_owned()),
        ("", camt_with("123.00", "-123.00"), entry_path("Amt")),
        ("", camt_with("CRDT", "?"), entry_path("CdtDbtInd")),
        ("", camt_with(&own, PAYER), "body".to_owned()),
        ("", camt_with("camt.053", "pain.001"), "body".to_owned()),
        ("", camt_with("camt.053", "camt.054"), "BkToCstmrDbtCdtNtfctn".to_owned()),
        ("?format=camt.053", right.clone(), "line 1, column 1".to_owned()),
        ("?format=ofx", right.clone(), "format".to_owned()),
        ("?bank_account_id=x", right.clone(), "bank_account_id".to_owned()),
        (
            "?bank_account_id=00000000-0000-0000-0000-000000000001",
            right.clone(),
            "bank_account_id".to_owned(),
        ),
    ] {
        let answer = upload(&sk, query, &text).await;
        let error = assert_error(&answer, 400, "VALIDATION_ERROR");
        assert_eq!(fields(&error), [field], "{query} {text}: {error}");
    }
    assert_eq!(everything(&sk).await, before);
    // a statement that names no account is of the one that the caller names
    let accounts = sk.get("/v1/agent/bank-accounts?currency=EUR").await.expect(200);
    let query = format!("?bank_account_id={}", accounts["data"][0]["id"].as_str().expect("an id"));
    let taken = upload(&sk, &query, &right.replace(&own, "")).await.expect(201);
    assert_eq!((&taken["data"]["iban"], &taken["data"]["recorded"]), (&json!(own), &json!(1)));
}

async fn hostile_statements_are_refused(server: TestServer) {
    let sk = server.sk();
    let own = iban(&sk).await;
    let before = everything(&sk).await;
    let bomb = format!(
        "<!DOCTYPE d [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;&a;&a;\">]>{}",
        camt(&own, "")
    );
    let deep = "<a>".repeat(100_000);
    let binary = String::from_utf8_lossy(&[0, 1, 2, 3]).into_owned();
    for text in [bomb.as_str(), &deep, &binary] {
        assert_error(&upload(&sk, "", text).await, 400, "VALIDATION_ERROR");
    }
    let latin = camt(&own, "").replace("<Id>1</Id>", "<Id>#</Id>").into_bytes();
    let latin = latin.iter().map(|byte| if *byte == b'#' { 0xe1 } else { *byte }).collect();
    assert_error(&sk.send(Method::POST, PATH, latin).await, 400, "VALIDATION_ERROR");
    for size in [MAX_BYTES + 1, 24 * 1024 * 1024] {
        let answer = sk.send(Method::POST, PATH, vec![b'x'; size]).await;
        assert_error(&answer, 413, "VALIDATION_ERROR");
    }
    let many = [csv(&own, &[]), format!("{own};1.1.2025;1;EUR;;;\n").repeat(5_001)].concat();
    let error = assert_error(&upload(&sk, "", &many).await, 400, "VALIDATION_ERROR");
    assert!(
        error["error"]["message"].as_str().is_some_and(|m| m.contains("5000 movements")),
        "{error}"
    );
    assert_eq!(everything(&sk).await, before);
}

/// What of a body that is too large is read and thrown away.
const DISCARDED: usize = 64 * 1024 * 1024;

/// No more of it is in memory than a body may have, and the service answers before all of it has come: to a caller
/// that announces the length, and to one that sends on and on.
async fn a_statement_of_100_megabytes_is_refused_while_it_comes(server: TestServer) {
    let sk = server.sk();
    let before = everything(&sk).await;
    let announced = format!("Content-Length: {}", 100 * 1024 * 1024);
    for (length, framed) in [(announced.as_str(), false), ("Transfer-Encoding: chunked", true)] {
        let answer = poured(&server, length, framed).await;
        assert!(answer.starts_with("HTTP/1.1 413 "), "{length}: {answer}");
        assert!(answer.contains(r#""code":"VALIDATION_ERROR""#), "{answer}");
    }
    assert_eq!(everything(&sk).await, before);
}

/// The answer to a body that is given up one byte after what is thrown away: the rest is never sent.
async fn poured(server: &TestServer, length: &str, framed: bool) -> String {
    let address = server.base_url.strip_prefix("http://").expect("an address");
    let caller = server.sk();
    let headers: String =
        caller.headers().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
    let mut stream = TcpStream::connect(address).await.expect("connected");
    let head = format!("POST {PATH} HTTP/1.1\r\nHost: x\r\n{headers}{length}\r\n\r\n");
    stream.write_all(head.as_bytes()).await.expect("sent");
    let piece = vec![b'x'; 1024 * 1024];
    let mut left = DISCARDED + 1;
    while left > 0 {
        let size = left.min(piece.len());
        if framed {
            stream.write_all(format!("{size:x}\r\n").as_bytes()).await.expect("sent");
        }
        stream.write_all(&piece[..size]).await.expect("sent");
        left -= size;
        if framed && left > 0 {
            stream.write_all(b"\r\n").await.expect("sent");
        }
    }
    let mut answer = vec![0; 4096];
    let read = tokio::time::timeout(Duration::from_secs(120), stream.read(&mut answer)).await;
    let read = read.expect("in time").expect("an answer");
    String::from_utf8_lossy(&answer[..read]).into_owned()
}

async fn keys_need_both_scopes_to_write(server: TestServer) {
    let sk = server.sk();
    let own = iban(&sk).await;
    let key = |scopes: Value| {
        let sk = sk.clone();
        async move {
            let made = sk.post("/v1/agent/keys", &json!({"scopes": scopes})).await.expect(201);
            let text = made["data"]["key"].as_str().or(made["key"].as_str()).expect("a key");
            sk.clone().with_key(Some(text))
        }
    };
    let (reader, payer) = (key(json!(["bank:read"])).await, key(json!(["invoice:update"])).await);
    for caller in [&reader, &payer] {
        assert_error(
            &upload(caller, "", &csv(&own, &[("-1,00", "", "Poplatok")])).await,
            403,
            "FORBIDDEN",
        );
    }
    reader.get(PATH).await.expect(200);
    assert_error(&payer.get(PATH).await, 403, "FORBIDDEN");
    let both = key(json!(["bank:read", "invoice:update"])).await;
    upload(&both, "", &csv(&own, &[("-1,00", "", "Poplatok")])).await.expect(201);
}

async fn statements_of_others_are_not_found(server: TestServer) {
    let (sk, other) = (server.sk(), server.sk_buyer());
    let own = iban(&sk).await;
    let (_, symbol) = issued(&sk).await;
    let text = csv(&own, &[("1,00", &symbol, "")]);
    let taken = upload(&sk, "", &text).await.expect(201);
    let statement = taken["data"]["id"].as_str().expect("an id");
    let proposals = sk.get(PROPOSALS).await.expect(200);
    let proposal = proposals["data"][0]["id"].as_str().expect("an id");
    assert_error(&other.get(&format!("{PATH}/{statement}")).await, 404, "NOT_FOUND");
    let path = format!("{PROPOSALS}/{proposal}");
    assert_error(&other.get(&path).await, 404, "NOT_FOUND");
    for word in ["accept", "refuse"] {
        let answer = other.send(Method::POST, &format!("{path}/{word}"), Vec::new()).await;
        assert_error(&answer, 404, "NOT_FOUND");
    }
    for path in [PATH, PROPOSALS] {
        assert_eq!(other.get(path).await.expect(200)["data"], json!([]));
    }
    assert_error(&upload(&other, "", &text).await, 400, "VALIDATION_ERROR");
    assert_eq!(sk.get(PROPOSALS).await.expect(200), proposals);
}

async fn clients_that_race_take_a_statement_once(server: TestServer) {
    let sk = server.sk();
    let own = iban(&sk).await;
    let (id, symbol) = issued(&sk).await;
    // some are the same, some overlap
    let one = csv(&own, &[("123,00", &symbol, "")]);
    let texts = [one.clone(), one.clone() + "\n", one + "\n\n"];
    let uploads = (0..24).map(|n| upload(&sk, "", &texts[n % 3]));
    let answers = futures_util::future::join_all(uploads).await;
    let mut recorded = 0;
    for answer in &answers {
        assert!(matches!(answer.status, 200 | 201 | 409), "{}", answer.status);
        if answer.status == 201 {
            recorded += answer.json()["data"]["recorded"].as_u64().expect("a count");
        }
    }
    assert_eq!(recorded, 1);
    assert_eq!(status(&sk, &id).await, (json!("paid"), json!("123.00")));
    let statements = sk.get(PATH).await.expect(200);
    assert_eq!(statements["data"].as_array().map(Vec::len), Some(3));
}

/// The query that names the organization's euro account.
async fn of_account(caller: &Caller) -> String {
    let accounts = caller.get("/v1/agent/bank-accounts?currency=EUR").await.expect(200);
    format!("?bank_account_id={}", accounts["data"][0]["id"].as_str().expect("an id"))
}

async fn a_file_that_nobody_knows_is_mapped_once(server: TestServer) {
    let (sk, other) = (server.sk(), server.sk_buyer());
    let (query, (id, symbol)) = (of_account(&sk).await, issued(&sk).await);
    let text = format!("Tag;Wert;Kennung\n21.11.2025;123,00;{symbol}\n");
    let refused = upload(&sk, &query, &text).await;
    let error = assert_error(&refused, 400, "VALIDATION_ERROR");
    assert!(error.to_string().contains("its columns are Tag; Wert; Kennung"), "{error}");
    let path = format!("{PATH}/mappings");
    let headings = ["Tag", "Wert", "Kennung"];
    let body = json!({"headings": headings, "date": "Tag", "amount": "Betrag"});
    let error = assert_error(&sk.post(&path, &body).await, 400, "VALIDATION_ERROR");
    assert_eq!(fields(&error), ["amount"]);
    let columns = json!({"date": "Tag", "amount": "Wert", "variable_symbol": "Kennung"});
    let mut body = columns.clone();
    body["headings"] = json!(headings);
    let made = sk.post(&path, &body).await.expect(201)["data"].clone();
    assert_eq!((&made["headings"], &made["columns"]), (&json!(headings), &columns));
    assert_eq!(sk.get(&path).await.expect(200)["data"], json!([made]));
    let taken = upload(&sk, &query, &text).await.expect(201);
    assert_eq!(taken["data"]["recorded"], 1, "{taken}");
    assert_eq!(status(&sk, &id).await, (json!("paid"), json!("123.00")));
    // it is the organization's own, until it is forgotten
    assert_eq!(other.get(&path).await.expect(200)["data"], json!([]));
    let one = format!("{path}/{}", made["id"].as_str().expect("an id"));
    assert_error(&other.send(Method::DELETE, &one, Vec::new()).await, 404, "NOT_FOUND");
    assert_eq!(sk.send(Method::DELETE, &one, Vec::new()).await.status, 204);
    assert_error(&upload(&sk, &query, &(text + "\n")).await, 400, "VALIDATION_ERROR");
}

async fn what_is_not_certain_is_proposed_in_every_format(server: TestServer) {
    let sk = server.sk();
    let (own, query) = (iban(&sk).await, of_account(&sk).await);
    let mut symbols = Vec::new();
    for _ in 0..3 {
        symbols.push(issued(&sk).await.1);
    }
    let mt940 = format!(
        ":20:1\n:25:{own}\n:60F:C251120EUR0,00\n:61:2511211121C123,00NTRFNONREF//BANK0001\n\
         :86:/VS{}\n:61:2511211121D5,00NTRFNONREF//BANK0002\n:62F:C251121EUR118,00\n-\n",
        symbols[0]
    );
    let gpc = format!(
        "074{}Firma               201125{:014}+{:014}+{:014}0{:014}0001211125\n\
         075{}{:016}0000000004711{:012}2{:0>10}{:010}{:010}211125{:20}00978211125\n",
        &own[8..],
        0,
        0,
        0,
        0,
        &own[8..],
        0,
        12_300,
        symbols[1],
        0,
        0,
        "ACME"
    );
    let unsure = format!("Dátum;Orientácia;Suma;VS\n21.11.2025;dnu;123,00;{}\n", symbols[2]);
    let expected =
        [(mt940, "mt940", "recorded"), (gpc, "gpc", "recorded"), (unsure, "csv", "proposed")];
    for (text, format, state) in expected {
        let named = if format == "csv" { query.as_str() } else { "" };
        let taken = upload(&sk, named, &text).await.expect(201)["data"].clone();
        assert_eq!((&taken["format"], &taken[state]), (&json!(format), &json!(1)), "{taken}");
    }
    let proposals = sk.get(PROPOSALS).await.expect(200);
    assert_eq!(proposals["data"][0]["reason"], "direction_unknown");
}

async fn a_csv_that_may_say_otherwise_records_nothing(server: TestServer) {
    let sk = server.sk();
    let (query, (id, symbol)) = (of_account(&sk).await, issued(&sk).await);
    for (heading, went, other) in [
        ("Suma;Znak", "123,00;-", "12,00;"),
        ("Suma;Operácia", "123,00;Odoslaná platba", "12,00;Výber ATM 12"),
        ("Suma;+/-", "123,00;von", "12,00;dnu"),
        ("Suma;Popis", "123,00;Odoslaná platba", "12,00;Prijatá platba na účet"),
        ("Suma;Typ", "123,00;Debet", "-12,00;Storno"),
        ("Suma;Smerovanie", "123,00;von", "+12,00;dnu"),
        ("Objem;Typ", "123,00;Debetný zápis", "12,00;Iné"),
        ("Suma;Účtovaná suma", "123,00;5,00", "12,00;0,50"),
    ] {
        let text = format!("Dátum;{heading};VS\n21.11.2025;{went};{symbol}\n21.11.2025;{other};\n");
        let answer = upload(&sk, &query, &text).await;
        assert!(matches!(answer.status, 201 | 400), "{text}: {}", answer.status);
        if answer.status == 201 {
            assert_eq!(answer.json()["data"]["recorded"], 0, "{text}");
        }
        assert_eq!(status(&sk, &id).await, (json!("issued"), json!("0.00")), "{text}");
    }
}

async fn mt940_and_gpc_may_have_several_accounts(server: TestServer) {
    let sk = server.sk();
    let own = iban(&sk).await;
    let mt940 = |account: &str, symbol: &str| {
        format!(
            ":20:1\n:25:{account}\n:60F:C251120EUR0,00\n:61:2511211121C123,00NTRFNONREF//BANK0001\n\
             :86:/VS{symbol}\n:62F:C251121EUR123,00\n-\n"
        )
    };
    let gpc = |account: &str, symbol: &str| {
        let digits = &account[8..];
        format!(
            "074{digits}Firma               201125{:014}+{:014}+{:014}0{:014}0001211125\n\
             075{digits}{:016}0000000004711{:012}2{symbol:0>10}{:010}{:010}211125{:20}00978211125\n",
            0, 0, 0, 0, 0, 12_300, 0, 0, "ACME"
        )
    };
    for form in [&mt940 as &(dyn Fn(&str, &str) -> String + Sync), &gpc] {
        let (id, symbol) = issued(&sk).await;
        let text = form(PAYER, &symbol) + &form(&own, &symbol);
        let taken = upload(&sk, "", &text).await.expect(201);
        assert_eq!((&taken["data"]["iban"], &taken["others"]), (&json!(own), &json!([])));
        assert_eq!(taken["data"]["recorded"], 1, "{taken}");
        assert_eq!(taken["left_out"].as_array().map(Vec::len), Some(1), "{taken}");
        assert_eq!(status(&sk, &id).await.0, "paid");
        assert_error(&upload(&sk, "", &form(PAYER, &symbol)).await, 400, "VALIDATION_ERROR");
    }
}

/// Less the fee of the bank.
async fn what_comes_back_is_proposed_for_a_payment_by_hand(server: TestServer) {
    let sk = server.sk();
    let own = iban(&sk).await;
    let (id, symbol) = issued(&sk).await;
    let payments = format!("/v1/agent/invoices/{id}/payments");
    let by_hand = json!({"amount": "123.00", "method": "bank_transfer", "date": "2025-11-21"});
    sk.post(&payments, &by_hand).await.expect(201);
    let paid = sk.get(&payments).await.expect(200)["data"][0].clone();
    let back = entry("121.00", &symbol)
        .replace("CRDT", "DBIT")
        .replace("<Sts>", "<RvslInd>true</RvslInd><Sts>");
    let taken = upload(&sk, "", &camt(&own, &back)).await.expect(201);
    assert_eq!(taken["data"]["proposed"], 1, "{taken}");
    assert_eq!(status(&sk, &id).await.0, "paid", "nothing is done by itself");
    let proposal = open_proposal(&sk, &id).await;
    assert_eq!(proposal["reason"], "takes_payment_back");
    assert_eq!(proposal["takes_back_payment_id"], paid["id"]);
    assert_eq!(
        (&proposal["amount"], &proposal["movement"]["amount"]),
        (&json!("123.00"), &json!("-121.00"))
    );
    accept(&sk, &proposal).await.expect(200);
    assert_eq!(status(&sk, &id).await, (json!("issued"), json!("0.00")));
}
