//! The strings of the agreement, each in its place.

use super::{Claim, SetOffPage, texts::AgreementTexts};
use crate::model::Language;
use crate::sheet::{Fact, PartyBlock, Properties, party, shortened};
use languages::{date, money};
use rust_decimal::Decimal;
use serde::Serialize;

/// What is printed.
#[derive(Debug, Serialize)]
pub(crate) struct SetOffSheet {
    title: &'static str,
    reference: Option<String>,
    law: &'static str,
    first: PartyBlock,
    second: PartyBlock,
    claims: ClaimTable,
    parties_have: &'static str,
    set_off: Fact,
    rest: &'static str,
    closing: Fact,
    note: Option<Fact>,
    signatures: [Signature; 2],
    running: String,
    page: &'static str,
}

/// Both claims beside each other: a row for each thing that they say.
#[derive(Debug, Serialize)]
struct ClaimTable {
    title: &'static str,
    rows: Vec<ClaimRow>,
}

#[derive(Debug, Serialize)]
struct ClaimRow {
    label: &'static str,
    first: String,
    second: String,
    is_amount: bool,
    strong: bool,
}

/// Where a party signs.
#[derive(Debug, Serialize)]
struct Signature {
    name: String,
    place_and_day: &'static str,
    label: &'static str,
}

/// The PDF's own properties.
pub(crate) fn properties(page: &SetOffPage) -> Properties {
    let title = AgreementTexts::of(page.language).title;
    let number = page.reference.clone().unwrap_or_default();
    Properties {
        language: language(page).code(),
        title: format!("{title} {number}").trim_end().to_owned(),
        author: page.first.name.clone(),
        number,
        accent: page.accent.clone(),
        xml: None,
    }
}

/// Lays the agreement out as strings.
pub(crate) fn sheet(page: &SetOffPage) -> SetOffSheet {
    let texts = AgreementTexts::of(page.language);
    let language = language(page);
    let amount = money(page.amount, &page.currency, language);
    let agreed = texts.agreed.replace("{amount}", &amount);
    let agreed = agreed.replace("{date}", &date(page.date, language));
    let sign = |name: &str| Signature {
        name: name.to_owned(),
        place_and_day: texts.place_and_day,
        label: texts.signature,
    };
    let note = page.note.clone().filter(|note| !note.trim().is_empty());
    SetOffSheet {
        title: texts.title,
        reference: page.reference.clone(),
        law: texts.law,
        first: party(texts.first, &page.first, language),
        second: party(texts.second, &page.second, language),
        claims: ClaimTable { title: texts.claims, rows: rows(page, texts) },
        parties_have: texts.parties_have,
        set_off: (texts.set_off, agreed),
        rest: texts.rest,
        closing: (texts.closing, texts.copies.to_owned()),
        note: note.map(|note| (texts.note, note)),
        signatures: [sign(&page.first.name), sign(&page.second.name)],
        running: shortened(&page.first.name),
        page: texts.page,
    }
}

/// That of the words: what is not Slovak is English.
fn language(page: &SetOffPage) -> Language {
    match page.language {
        Language::Sk => Language::Sk,
        _ => Language::En,
    }
}

fn rows(page: &SetOffPage, texts: &AgreementTexts) -> Vec<ClaimRow> {
    let day = |day| date(day, language(page));
    let (first, second) = (&*page.first.name, &*page.second.name);
    let mut rows = vec![
        row(texts.creditor, [first, second].map(str::to_owned)),
        row(texts.debtor, [second, first].map(str::to_owned)),
        row(texts.number, both(page, |claim| claim.number.clone())),
        row(
            texts.variable_symbol,
            both(page, |claim| claim.variable_symbol.clone().unwrap_or_default()),
        ),
        row(texts.issued, both(page, |claim| day(claim.issue_date))),
        row(texts.due, both(page, |claim| claim.due_date.map(day).unwrap_or_default())),
    ];
    rows.retain(|row| !row.first.is_empty() || !row.second.is_empty());
    for row in &mut rows {
        // an empty cell looks forgotten
        for value in [&mut row.first, &mut row.second].into_iter().filter(|value| value.is_empty())
        {
            "–".clone_into(value);
        }
    }
    rows.extend(amounts(page, texts));
    rows
}

fn amounts(page: &SetOffPage, texts: &AgreementTexts) -> [ClaimRow; 6] {
    let sum = |value: Decimal| money(value, &page.currency, language(page));
    let amount = |label, of: [String; 2]| ClaimRow { is_amount: true, ..row(label, of) };
    [
        amount(texts.net, both(page, |claim| sum(claim.net))),
        amount(texts.vat, both(page, |claim| sum(claim.vat))),
        amount(texts.total, both(page, |claim| sum(claim.total))),
        amount(texts.outstanding, both(page, |claim| sum(claim.outstanding))),
        ClaimRow { strong: true, ..amount(texts.amount, both(page, |_| sum(page.amount))) },
        amount(texts.remaining, both(page, |claim| sum(claim.outstanding - page.amount))),
    ]
}

/// What both claims say.
fn both(page: &SetOffPage, says: impl Fn(&Claim) -> String) -> [String; 2] {
    [&page.claim_of_first, &page.claim_of_second].map(says)
}

fn row(label: &'static str, [first, second]: [String; 2]) -> ClaimRow {
    ClaimRow { label, first, second, is_amount: false, strong: false }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::set_off;

    fn row<'a>(sheet: &'a SetOffSheet, label: &str) -> (&'a str, &'a str) {
        let row = sheet.claims.rows.iter().find(|row| row.label == label).expect(label);
        (&row.first, &row.second)
    }

    #[test]
    fn the_sums_stand_in_the_claims() {
        let page = set_off(Language::Sk);
        let sheet = sheet(&page);
        assert_eq!(
            row(&sheet, "Započítaná suma"),
            ("1\u{a0}500,00\u{a0}€", "1\u{a0}500,00\u{a0}€")
        );
        assert_eq!(row(&sheet, "Zostáva uhradiť"), ("960,00\u{a0}€", "0,00\u{a0}€"));
        let (creditor, debtor) = (row(&sheet, "Veriteľ"), row(&sheet, "Dlžník"));
        assert_eq!((creditor.0, creditor.1), (debtor.1, debtor.0));
        assert_eq!(row(&sheet, "DPH").0, "460,00\u{a0}€");
        let agreed = "1\u{a0}500,00\u{a0}€ s účinkom ku dňu 22.\u{a0}11.\u{a0}2026";
        assert!(sheet.set_off.1.contains(agreed), "{}", sheet.set_off.1);
        assert!(!sheet.closing.1.contains("nadobúda"), "one day, not that of a signature too");
    }

    #[test]
    fn what_no_claim_says_has_no_row() {
        let mut page = set_off(Language::En);
        page.claim_of_first.variable_symbol = None;
        page.claim_of_second.due_date = None;
        assert_eq!(row(&sheet(&page), "Payment reference").0, "–");
        assert_eq!(row(&sheet(&page), "Due date").1, "–");
        page.claim_of_second.variable_symbol = None;
        assert!(sheet(&page).claims.rows.iter().all(|row| row.label != "Payment reference"));
    }

    #[test]
    fn other_languages_get_english() {
        let page = set_off(Language::De);
        assert_eq!(properties(&page).language, "en");
        assert!(properties(&page).title.starts_with("Agreement"));
    }
}
