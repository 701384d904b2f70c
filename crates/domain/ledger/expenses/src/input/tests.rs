use super::*;
use rust_decimal::dec;
use time::macros::date;
use uuid::Uuid;

fn right() -> ExpenseInput {
    ExpenseInput {
        supplier: Some(CustomerInput { name: Some("Píla".into()), ..CustomerInput::default() }),
        number: Some(" 2026/7 ".into()),
        issue_date: Some(date!(2026 - 11 - 20)),
        total: Some(dec!(123)),
        ..ExpenseInput::default()
    }
}

fn row(rate: Decimal, taxable: Decimal, tax: Decimal) -> VatInput {
    let (vat_rate, taxable_amount, tax_amount) = (Some(rate), Some(taxable), Some(tax));
    VatInput { vat_rate, taxable_amount, tax_amount }
}

fn checked(input: &ExpenseInput) -> Result<CheckedExpense, Vec<String>> {
    let home = "EUR".parse().expect("a code");
    let checked =
        check_expense(input, None, ContactId(Uuid::from_u128(7)), home, Violations::new());
    checked.map_err(|found| found.as_slice().iter().map(|v| v.field.clone()).collect())
}

#[test]
fn what_is_left_out_is_filled_in() {
    let made = checked(&right()).expect("right");
    assert_eq!(made.status, ExpenseStatus::PendingApproval);
    assert_eq!(made.new_contact.map(|contact| contact.party.name).as_deref(), Some("Píla"));
    let content = made.content;
    assert_eq!((&*content.number, content.variable_symbol.as_deref()), ("2026/7", Some("20267")));
    assert_eq!(content.totals.subtotal, dec!(123.00));
    let vat = vec![row(dec!(23), dec!(100), dec!(23))];
    let made = checked(&ExpenseInput { vat_breakdown: Some(vat), ..right() }).expect("right");
    assert_eq!((made.content.totals.vat_total, made.content.vat.len()), (dec!(23.00), 1));
}

fn finds(input: &ExpenseInput, fields: &[&str]) {
    assert_eq!(checked(input).expect_err("wrong"), fields, "{input:?}");
}

#[test]
fn what_the_expense_says_wrongly_is_named() {
    finds(&ExpenseInput::default(), &["supplier", "number", "issue_date", "total"]);
    for (input, field) in [
        (ExpenseInput { number: Some(" ".into()), ..right() }, "number"),
        (ExpenseInput { number: Some("7".repeat(201)), ..right() }, "number"),
        (ExpenseInput { variable_symbol: Some("7a".into()), ..right() }, "variable_symbol"),
        (ExpenseInput { due_date: Some(date!(2026 - 11 - 19)), ..right() }, "due_date"),
        (ExpenseInput { total: Some(dec!(-1)), ..right() }, "total"),
        (ExpenseInput { vat_total: Some(dec!(124)), ..right() }, "vat_total"),
        (ExpenseInput { note: Some("a\u{0}".into()), ..right() }, "note"),
    ] {
        finds(&input, &[field]);
    }
}

#[test]
fn currencies_without_cents_have_none() {
    let vat = |taxable, tax| Some(vec![row(dec!(10), taxable, tax)]);
    for (currency, total, vat_total, vat_breakdown, fields) in [
        ("JPY", dec!(123.01), None, None, &["total"][..]),
        ("ISK", dec!(123.50), Some(dec!(0.50)), None, &["total", "vat_total"]),
        (
            "JPY",
            dec!(110),
            None,
            vat(dec!(99.50), dec!(10.50)),
            &["vat_breakdown[0].taxable_amount", "vat_breakdown[0].tax_amount"],
        ),
        ("JPY", dec!(110.00), None, vat(dec!(100), dec!(10)), &[]),
        ("HUF", dec!(123.01), None, None, &[]),
    ] {
        let (total, currency) = (Some(total), Some(currency.parse().expect("a code")));
        let input = ExpenseInput { total, vat_total, vat_breakdown, currency, ..right() };
        match fields {
            [] => drop(checked(&input).expect("right")),
            fields => finds(&input, fields),
        }
    }
}

#[test]
fn what_is_wrong_with_the_supplier_is_named() {
    let unknown = ExpenseInput { supplier_id: Some(ContactId(Uuid::nil())), ..right() };
    finds(&unknown, &["supplier"]);
    finds(&ExpenseInput { supplier: None, ..unknown }, &["supplier_id"]);
    let nameless = ExpenseInput { supplier: Some(CustomerInput::default()), ..right() };
    finds(&nameless, &["supplier.name"]);
}

#[test]
fn what_is_wrong_with_the_vat_is_named() {
    let rows = |row: VatInput| ExpenseInput { vat_breakdown: Some(vec![row]), ..right() };
    finds(&rows(row(dec!(23), dec!(100), dec!(22))), &["vat_breakdown"]);
    finds(&rows(row(dec!(101), dec!(100), dec!(23))), &["vat_breakdown[0].vat_rate"]);
    let nothing = [
        "vat_breakdown[0].vat_rate",
        "vat_breakdown[0].taxable_amount",
        "vat_breakdown[0].tax_amount",
    ];
    finds(&rows(VatInput::default()), &nothing);
}
