//! Warnings about values that are accepted but are probably mistakes.

use crate::{Document, Line, Party};
use money::{Currency, Ended};
use party_identifiers::{ico_checks, national_account_checks, slovak_tax_number_checks};
use refusals::Reason;
use serde::Serialize;
use time::Date;
use vat_categories::VatRate;

/// A warning about one value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Warning {
    /// A stable code, for programs.
    pub code: &'static str,
    /// The path, in the names of requests.
    pub field: String,
    pub message: Reason,
}

/// What is probably a mistake.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, refusals::Refusal)]
#[refusal("warning")]
pub(crate) enum Doubt {
    #[error("{rate} % is the rate of supplies from {first}, and this one is of {supplied}")]
    RateOfAnotherDay { rate: VatRate, first: Date, supplied: Date },
    #[error(
        "{currency} ended on {last_day}, {successor} took its place: such a document cannot be sent \
         over Peppol"
    )]
    CurrencyEnded { currency: Currency, last_day: Date, successor: Currency },
    #[error("{number} has another check digit than its digits give: see whether it is mistyped")]
    CheckDigit { number: String },
}

/// The currency does not exist any more.
const CURRENCY_ENDED: &str = "CURRENCY_ENDED";

/// The check digit of a number is wrong: it is probably mistyped.
const CHECK_DIGIT: &str = "CHECK_DIGIT";

/// The VAT rate did not apply to supplies of the day.
const RATE_OF_ANOTHER_DAY: &str = "RATE_OF_ANOTHER_DAY";

/// The warnings about an invoice: its currency, its customer's numbers, and its VAT rates.
#[must_use]
pub fn of_document(document: &Document) -> Vec<Warning> {
    let currency = of_currency(document.currency);
    let of_party = of_party("customer.", document.customer());
    let rates = of_rates(&document.lines, supplied(document));
    currency.into_iter().chain(of_party).chain(rates).collect()
}

/// The day of the supply of a document, as far as it states it; for a note that of its original. If only the issue
/// date of the original is known, a delivery date on the note that differs from its issue date takes precedence.
fn supplied(document: &Document) -> Date {
    let (delivered, issued) = (document.delivery_date, document.issue_date);
    match &document.original {
        None => delivered.unwrap_or(issued),
        Some(original) => {
            let named = delivered.filter(|day| *day != issued);
            original.tax_date.or(named).unwrap_or(original.issue_date)
        }
    }
}

/// Warns of rates that apply only after the day of the supply, which has the rates of its own day. A row that takes
/// off an advance has the advance's rate, and a former rate is allowed because the original has it.
fn of_rates(lines: &[Line], supplied: Date) -> Vec<Warning> {
    let is_late = |rate: VatRate| !rate.is_former() && !rate.is_of(supplied);
    let late = |rate: VatRate| rate.periods().next().filter(|_| is_late(rate));
    let lines = lines.iter().enumerate().filter(|(_, line)| line.advance.is_none());
    let late = lines.filter_map(|(n, line)| Some((n, line.vat_rate, late(line.vat_rate)?.first)));
    let warning = |(n, rate, first)| Warning {
        code: RATE_OF_ANOTHER_DAY,
        field: format!("items[{n}].vat_rate"),
        message: Doubt::RateOfAnotherDay { rate, first, supplied }.into(),
    };
    late.map(warning).collect()
}

/// Warns of a currency that does not exist any more: old documents may be in it, but the network's code list lacks it.
#[must_use]
pub fn of_currency(currency: Currency) -> Option<Warning> {
    let Ended { last_day, successor } = currency.ended()?;
    let message = Doubt::CurrencyEnded { currency, last_day, successor }.into();
    Some(Warning { code: CURRENCY_ENDED, field: "currency".to_owned(), message })
}

/// Warns of numbers of a party, below the path `at`, with a wrong check digit.
#[must_use]
pub fn of_party(at: &str, party: &Party) -> Vec<Warning> {
    let slovak = |number: &&str| {
        number.bytes().all(|byte| byte.is_ascii_digit()) || number.starts_with("SK")
    };
    let wrong = [
        ("ico", party.ico.as_deref().filter(|ico| !ico_checks(ico))),
        ("dic", party.dic.as_deref().filter(slovak).filter(|dic| !slovak_tax_number_checks(dic))),
        (
            "ic_dph",
            party.ic_dph.as_deref().filter(slovak).filter(|id| !slovak_tax_number_checks(id)),
        ),
    ];
    let named =
        wrong.into_iter().filter_map(|(field, number)| number.map(|number| (field, number)));
    named.map(|(field, number)| check_digit(format!("{at}{field}"), number)).collect()
}

/// Warns of an account whose national number fails the check of Slovak and Czech banks, so that no bank can have
/// assigned it.
#[must_use]
pub fn of_account(iban: &str) -> Option<Warning> {
    (!national_account_checks(iban)).then(|| check_digit("iban".to_owned(), iban))
}

fn check_digit(field: String, number: &str) -> Warning {
    let message = Doubt::CheckDigit { number: number.to_owned() }.into();
    Warning { code: CHECK_DIGIT, field, message }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Unit;
    use rust_decimal::Decimal;
    use time::macros::date;
    use vat_categories::{TaxTreatment, VatCategory};

    fn fields(found: &[Warning]) -> Vec<&str> {
        found.iter().map(|warning| warning.field.as_str()).collect()
    }

    #[test]
    fn mistyped_numbers_are_named() {
        let party = |ico: &str, dic: &str, ic_dph: &str| {
            let filled = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
            Party {
                ico: filled(ico),
                dic: filled(dic),
                ic_dph: filled(ic_dph),
                ..Party::new("Firma")
            }
        };
        for (party, expected) in [
            (party("31333532", "2020317068", "SK2020317068"), vec![]),
            (
                party("12345678", "2023456789", "SK2023456789"),
                vec!["customer.ico", "customer.dic", "customer.ic_dph"],
            ),
            (party("", "ATU12345678", ""), vec![]),
            (party("", "CZ25596641", ""), vec![]),
            (party("", "", ""), vec![]),
        ] {
            assert_eq!(fields(&of_party("customer.", &party)), expected, "{party:?}");
        }
    }

    #[test]
    fn currencies_that_ended_name_day_and_successor() {
        for (currency, says) in [
            (Currency::Bgn, Some("BGN ended on 2025-12-31, EUR")),
            (Currency::Hrk, Some("HRK ended on 2022-12-31, EUR")),
            (Currency::Eur, None),
            (Currency::Ron, None),
        ] {
            let said = of_currency(currency).map(|warning| warning.message);
            let fits =
                says.is_none_or(|says| said.as_deref().is_some_and(|it| it.starts_with(says)));
            assert!(fits && said.is_some() == says.is_some(), "{said:?}");
        }
    }

    #[test]
    fn rates_are_those_of_the_day_of_the_supply() {
        let line = |vat_rate| Line {
            description: "Práca".to_owned(),
            quantity: Decimal::ONE,
            unit: Unit::default(),
            unit_price: Decimal::ONE,
            vat_rate,
            advance: None,
            stock: None,
            tax_treatment: TaxTreatment::default(),
            vat_category: VatCategory::Standard,
            net_amount: Decimal::ONE,
        };
        let (twenty_three, nineteen, five) =
            (VatRate::TwentyThree, VatRate::Nineteen, VatRate::Five);
        for (day, rate, from) in [
            (date!(2025 - 01 - 01), twenty_three, None),
            (
                date!(2024 - 12 - 31),
                twenty_three,
                Some("23 % is the rate of supplies from 2025-01-01"),
            ),
            (date!(2024 - 12 - 31), nineteen, Some("19 % is the rate of supplies from 2025-01-01")),
            (date!(2008 - 06 - 01), nineteen, None),
            (date!(2022 - 12 - 31), five, Some("5 % is the rate of supplies from 2023-01-01")),
            (date!(2022 - 12 - 31), VatRate::Ten, None),
            (date!(2022 - 12 - 31), VatRate::Zero, None),
        ] {
            let found = of_rates(&[line(VatRate::Zero), line(rate)], day);
            assert_eq!(fields(&found), from.map_or(vec![], |_| vec!["items[1].vat_rate"]), "{day}");
            assert!(found.iter().all(|one| from.is_some_and(|from| one.message.starts_with(from))));
        }
    }

    #[test]
    fn accounts_that_no_bank_gave_out() {
        assert_eq!(of_account("SK3112000000198742637541"), None);
        assert!(of_account("SK0412000000198742637542").is_some());
        assert_eq!(of_account("AT611904300234573201"), None);
    }
}
