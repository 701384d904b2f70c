//! What a contract must say.

use access::Tier;
use contracts::{
    Billing, Contract, ContractId, ContractInput, ContractState, Interval, Moment, Sending,
    check_contract,
};
use invoicing::{
    BankAccountId, IssuingRecords, ItemInput, Violations,
    terms::{HeaderTexts, Term},
};
use testkit::build;
use time::macros::{date, datetime};
use uuid::Uuid;
use vat_categories::VatRate;

pub fn records() -> IssuingRecords {
    let customer = build::contact("Nájomca, s. r. o.");
    IssuingRecords { customer: Some(customer), ..IssuingRecords::of(build::organization()) }
}

/// In the morning of 22 November 2026.
pub fn moment() -> Moment {
    let (now, today) = (datetime!(2026-11-22 08:00 UTC), date!(2026 - 11 - 22));
    Moment { id: ContractId(Uuid::from_u128(1)), tier: Tier::Live, now, today }
}

/// Monthly, from the first day of 2026 on, invoiced on the 15th.
pub fn input(records: &IssuingRecords) -> ContractInput {
    ContractInput {
        customer_id: records.customer.as_ref().map(|contact| contact.id),
        items: Some(vec![ItemInput::new("Nájom {month}/{year}", 1, 500, VatRate::TwentyThree)]),
        interval: Some(Interval::Monthly),
        start_date: Some(date!(2026 - 01 - 01)),
        day_of_month: Some(15),
        ..ContractInput::default()
    }
}

pub fn made(input: &ContractInput, records: &IssuingRecords) -> Result<Contract, Violations> {
    check_contract(input, Violations::new(), records, &moment())
}

#[test]
fn a_contract_begins_with_the_period_that_is_due_next() {
    let records = records();
    let contract = made(&input(&records), &records).expect("right");
    let next = contract.next_period().expect("a period");
    assert_eq!((next.number, next.due_on), (11, date!(2026 - 12 - 15)), "November's day is over");
    assert_eq!((contract.state, contract.send), (ContractState::Active, Sending::None));
    assert_eq!(contract.terms.currency, money::Currency::Eur, "the firm's own");
    // today's is not over
    let today = ContractInput { day_of_month: Some(22), ..input(&records) };
    let next = made(&today, &records).expect("right").next_period().expect("a period");
    assert_eq!(next.due_on, date!(2026 - 11 - 22));
    // nor a period that is invoiced when it has ended
    let arrears = ContractInput { billing: Some(Billing::InArrears), ..input(&records) };
    let next = made(&arrears, &records).expect("right").next_period().expect("a period");
    assert_eq!((next.first, next.due_on), (date!(2026 - 11 - 01), date!(2026 - 12 - 15)));
}

/// All faults are said at once, each at its field.
#[test]
fn everything_that_is_wrong_is_said() {
    let records = records();
    let right = || input(&records);
    let note = |text: &str| HeaderTexts::one(Term::Note, text);
    let item = |text: &str| Some(vec![ItemInput::new(text, 1, 1, VatRate::TwentyThree)]);
    let unknown = IssuingRecords { customer: None, ..records.clone() };
    for (wrong, fields) in [
        (
            ContractInput::default(),
            &["customer_id", "customer", "interval", "start_date", "items"][..],
        ),
        (ContractInput { day_of_month: Some(0), ..right() }, &["day_of_month"]),
        (ContractInput { day_of_month: Some(32), ..right() }, &["day_of_month"]),
        (ContractInput { start_date: Some(date!(1999 - 12 - 31)), ..right() }, &["start_date"]),
        (ContractInput { end_date: Some(date!(2025 - 12 - 31)), ..right() }, &["end_date"]),
        (ContractInput { end_date: Some(date!(2026 - 11 - 30)), ..right() }, &["end_date"]),
        (ContractInput { items: Some(Vec::new()), ..right() }, &["items"]),
        (ContractInput { items: item("Nájom {mesiac}"), ..right() }, &["items[0].description"]),
        (ContractInput { items: item(""), ..right() }, &["items[0].description"]),
        (ContractInput { texts: note("{rok}"), ..right() }, &["note"]),
        (ContractInput { texts: note(&"x".repeat(2_001)), ..right() }, &["note"]),
        (ContractInput { name: Some("x".repeat(201)), ..right() }, &["name"]),
        (ContractInput { name: Some("a\u{7}".into()), ..right() }, &["name"]),
        (ContractInput { due_days: Some(366), ..right() }, &["due_days"]),
        (
            ContractInput { bank_account_id: Some(BankAccountId(Uuid::nil())), ..right() },
            &["bank_account_id"],
        ),
    ] {
        let found = made(&wrong, &records).expect_err("wrong");
        let named: Vec<_> = found.as_slice().iter().map(|v| v.field.as_str()).collect();
        let expected: Vec<_> = fields.iter().copied().filter(|f| *f != "customer").collect();
        let named: Vec<_> = named.into_iter().filter(|f| *f != "customer").collect();
        assert_eq!(named, expected, "{wrong:?}");
    }
    let found = made(&right(), &unknown).expect_err("no customer");
    assert_eq!(found.as_slice()[0].field, "customer_id");
}

#[test]
fn a_text_that_is_right_for_one_period_is_right_for_all() {
    let records = records();
    let text = format!("{}{{period}}", "x".repeat(477));
    let items = |text: &str| Some(vec![ItemInput::new(text, 1, 1, VatRate::TwentyThree)]);
    let fits = ContractInput { items: items(&text), ..input(&records) };
    made(&fits, &records).expect("500 characters");
    let long = ContractInput { items: items(&format!("x{text}")), ..input(&records) };
    made(&long, &records).expect_err("501 characters");
}
