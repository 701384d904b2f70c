//! The words of whole documents, against files that a person has read.
//! `UPDATE_GOLDEN=1 cargo test -p invoice-pdf golden` rewrites them.

use invoicing::terms::{HeaderTexts, Term, TermKind};
use rust_decimal::dec;
use serde_json::Value;

use super::*;
use crate::model::{DocumentKind, Language, VatRemark};
use crate::qr::payment_qr;
use crate::samples;

/// Every printed string, one a line, block by block.
fn words(page: &InvoicePage) -> String {
    fn collect(value: &Value, out: &mut Vec<String>) {
        match value {
            Value::String(text) => out.push(text.replace('\u{a0}', " ")),
            Value::Array(items) if items.iter().all(Value::is_string) && !items.is_empty() => {
                let row: Vec<&str> = items.iter().filter_map(Value::as_str).collect();
                out.push(row.join(" | ").replace('\u{a0}', " "));
            }
            Value::Array(items) => items.iter().for_each(|item| collect(item, out)),
            Value::Object(fields) => {
                // Whether serde_json keeps the order of fields is up to the whole build.
                let mut fields: Vec<_> = fields.iter().collect();
                fields.sort_by_key(|(name, _)| *name);
                fields.iter().for_each(|(_, field)| collect(field, out));
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }
    let sheet = sheet(page, payment_qr(page).as_ref());
    let mut out = Vec::new();
    collect(&serde_json::to_value(sheet).unwrap(), &mut out);
    out.join("\n") + "\n"
}

fn check(name: &str, page: &InvoicePage) {
    fixtures::assert_golden(&format!("pdf/{name}.txt"), &words(page));
}

#[test]
fn golden_kinds() {
    for kind in DocumentKind::ALL {
        check(&format!("{kind:?}").to_lowercase(), &samples::of_kind(kind));
    }
}

#[test]
fn golden_vat_cases_and_languages() {
    for language in Language::ALL {
        check(&format!("intra-eu-{}", language.code()), &samples::intra_eu(language));
    }
    check("czech", &samples::czech());
    check("foreign-currency", &samples::foreign_currency());
    check("not-vat-payer", &samples::not_vat_payer());
    check("exempt-and-paid", &samples::exempt_and_paid());
}

/// A reference is a fact with a label of its own, and what is private stands nowhere.
#[test]
fn each_text_of_the_head_has_its_place() {
    for language in Language::ALL {
        let mut labels = Vec::new();
        for term in Term::ALL {
            let texts = HeaderTexts::one(*term, "stredisko 12");
            let page = InvoicePage { language, texts, ..samples::invoice() };
            let sheet = sheet(&page, None);
            let facts = sheet.facts.iter().filter(|(_, value)| value == "stredisko 12");
            let said: Vec<_> = facts.map(|(label, _)| *label).collect();
            let is_fact = term.kind() == TermKind::Line;
            assert_eq!(said.len(), usize::from(is_fact), "{term:?} in {language:?}");
            labels.extend(said);
            let is_note = sheet.note.is_some_and(|(_, note)| note == "stredisko 12");
            assert_eq!(is_note, term.kind() == TermKind::Prose, "{term:?}");
            let is_seen = words(&page).contains("stredisko 12");
            assert_eq!(is_seen, term.kind() != TermKind::Private, "{term:?}");
        }
        labels.sort_unstable();
        assert!(labels.windows(2).all(|two| two[0] != two[1]), "{language:?}: {labels:?}");
    }
}

#[test]
fn what_the_sums_do_not_explain_is_rounding() {
    let page = samples::invoice();
    let has = |page: &InvoicePage| words(page).lines().any(|line| line == "Zaokrúhlenie");
    assert!(!has(&page));
    assert!(has(&InvoicePage { to_pay: page.to_pay + dec!(0.02), ..page }));
}

#[test]
fn a_supplier_without_vat_shows_none() {
    let page = samples::not_vat_payer();
    let sheet = sheet(&page, None);
    assert!(sheet.vat.is_none() && !sheet.lines.vat);
    assert_eq!(sheet.sums.len(), 1);
    assert_eq!(sheet.remarks, ["Dodávateľ nie je platiteľom DPH."]);
}

#[test]
fn own_words_replace_or_follow_the_legal_ones() {
    let mut page = samples::invoice();
    page.vat_remarks = vec![VatRemark::ReverseCharge, VatRemark::Text("§ 69 ods. 12".into())];
    assert_eq!(sheet(&page, None).remarks, ["Prenesenie daňovej povinnosti.", "§ 69 ods. 12"]);
}

#[test]
fn a_paid_document_asks_for_nothing() {
    let page = samples::exempt_and_paid();
    let payment = sheet(&page, None).payment;
    assert_eq!(payment.paid, Some("Neuhrádzajte, už zaplatené."));
    assert!(payment.due.is_none() && payment_qr(&page).is_none());
}

#[test]
fn a_credit_note_names_what_it_corrects_and_no_account() {
    let page = samples::of_kind(DocumentKind::CreditNote);
    let sheet = sheet(&page, None);
    assert_eq!(sheet.payment.label, "Dobropisovaná suma");
    assert!(sheet.payment.account.is_none() && sheet.payment.due.is_none());
    assert!(sheet.remarks[0].ends_with("k faktúre č. 2026000098 zo dňa 2.\u{a0}10.\u{a0}2026"));
}

#[test]
fn the_running_name_is_short() {
    let mut page = samples::invoice();
    page.seller.name = "ž".repeat(300);
    assert_eq!(sheet(&page, None).running.seller.chars().count(), 49);
    page.number = " 1 ".into();
    assert_eq!(sheet(&page, None).running.number, "1");
}

#[test]
fn the_exchange_rate_reads_from_home_to_document() {
    let mut page = samples::foreign_currency();
    page.home.as_mut().unwrap().exchange_rate = dec!(25.165);
    let home = sheet(&page, None).home.unwrap();
    assert_eq!(home.rate, "Exchange rate: 1\u{a0}EUR = 25.165\u{a0}USD");
}
