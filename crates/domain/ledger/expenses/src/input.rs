//! Expenses that are entered by hand or by the caller's system.

use crate::fault::ExpenseFault;
use crate::{ExpenseContent, ExpenseStatus, ExpenseType, ExpenseVat, stock_lines::stock_lines};
use invoicing::{
    Contact, ContactId, CustomerInput, Party, Totals, Violations,
    checks::{TextShape, check_text, whole_amount},
    numbering::variable_symbol,
    records::check_customer,
};
use money::{CurrencyCode, Decimal};
use persistence::ids::{StockItemId, WarehouseId};
use refusals::FieldFault;
use time::Date;

/// The most rows of a VAT breakdown.
pub const MAX_VAT_ROWS: usize = 20;

/// The longest number of a supplier's document, in characters.
const MAX_NUMBER: usize = 200;

/// The longest note, in characters.
const MAX_NOTE: usize = 2_000;

/// An expense as a caller describes it. Nothing is required here: [`check_expense`] says what is missing.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ExpenseInput {
    /// The type; an invoice when it is left out.
    pub expense_type: Option<ExpenseType>,
    /// The id of an existing contact; either this or `supplier` is required.
    pub supplier_id: Option<ContactId>,
    /// A supplier that is not a contact yet.
    pub supplier: Option<CustomerInput>,
    /// The number of the supplier's document (BT-1).
    pub number: Option<String>,
    /// The variable symbol; made of the number's digits when it is left out.
    pub variable_symbol: Option<String>,
    /// The issue date (BT-2).
    pub issue_date: Option<Date>,
    /// The delivery date (BT-72).
    pub delivery_date: Option<Date>,
    /// The due date (BT-9).
    pub due_date: Option<Date>,
    /// The total with VAT (BT-112).
    pub total: Option<Decimal>,
    /// The VAT that the total contains (BT-110); the sum of the breakdown, or 0, when it is left out.
    pub vat_total: Option<Decimal>,
    /// The VAT by rate (BG-23).
    pub vat_breakdown: Option<Vec<VatInput>>,
    /// The currency of all amounts (BT-5).
    pub currency: Option<CurrencyCode>,
    /// A note for the organization's own people.
    pub note: Option<String>,
    /// One of [`ExpenseStatus::OPEN`].
    pub status: Option<ExpenseStatus>,
    /// The stock that it brings.
    pub stock_lines: Option<Vec<StockLineInput>>,
}

/// The quantity of a stock item that an expense brings.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct StockLineInput {
    /// The item; required.
    pub stock_item_id: Option<StockItemId>,
    /// The warehouse. When it is left out, the stock decides which one is meant.
    pub warehouse_id: Option<WarehouseId>,
    /// The quantity in the item's unit; required.
    pub quantity: Option<Decimal>,
    /// The cost of one unit without VAT, in the organization's own currency.
    pub unit_cost: Option<Decimal>,
}

/// A row of a VAT breakdown.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct VatInput {
    /// The rate in percent (BT-119).
    pub vat_rate: Option<Decimal>,
    /// The amount without VAT (BT-116).
    pub taxable_amount: Option<Decimal>,
    /// The VAT amount (BT-117).
    pub tax_amount: Option<Decimal>,
}

/// A checked expense.
#[derive(Debug, Clone, PartialEq)]
pub struct CheckedExpense {
    /// The content to store.
    pub content: ExpenseContent,
    /// The contact to create, if the supplier is not one yet.
    pub new_contact: Option<Contact>,
    /// The status that it begins with.
    pub status: ExpenseStatus,
}

/// Checks an expense that is entered. `known` is the contact that `supplier_id` names, if it exists; `found` has the
/// violations that parsing has found already.
///
/// # Errors
/// All violations, each with its JSON path.
pub fn check_expense(
    input: &ExpenseInput,
    known: Option<Contact>,
    new_contact: ContactId,
    home: CurrencyCode,
    mut found: Violations,
) -> Result<CheckedExpense, Violations> {
    let supplier = supplier(input, known, new_contact, &mut found);
    let number = number(input.number.as_deref(), &mut found);
    let symbol = symbol(input.variable_symbol.as_deref(), &mut found);
    let dates = dates(input, &mut found);
    let currency = input.currency.unwrap_or(home);
    let said = (input.total, input.vat_total, input.vat_breakdown.as_deref());
    let figures = figures(said, currency, &mut found);
    let note = check_note(input.note.as_deref(), &mut found);
    let stock = stock_lines(input, &mut found);
    found.into_result()?;
    // there is no violation, so every required field is present
    let (Some((contact, is_new)), Some(number), Some(issue_date), Some((totals, vat))) =
        (supplier, number, dates, figures)
    else {
        return Err(unexplained());
    };
    let content = ExpenseContent {
        expense_type: input.expense_type.unwrap_or_default(),
        variable_symbol: symbol.or_else(|| variable_symbol(&number)),
        number,
        supplier_id: contact.id,
        supplier: contact.party.clone(),
        issue_date,
        delivery_date: input.delivery_date,
        due_date: input.due_date,
        totals,
        vat,
        prepaid: Decimal::ZERO,
        rounding: Decimal::ZERO,
        currency,
        note,
        stock,
    };
    let status = input.status.unwrap_or_default();
    Ok(CheckedExpense { content, new_contact: is_new.then_some(contact), status })
}

/// Only reached if a rule failed to report its violation.
fn unexplained() -> Violations {
    let mut violations = Violations::new();
    violations.add("", ExpenseFault::Unexplained);
    violations
}

/// The supplier, and whether it is a contact to create.
fn supplier(
    input: &ExpenseInput,
    known: Option<Contact>,
    new_contact: ContactId,
    found: &mut Violations,
) -> Option<(Contact, bool)> {
    match (input.supplier_id, &input.supplier) {
        (Some(_), Some(_)) => {
            found.add("supplier", ExpenseFault::SupplierTwice);
            None
        }
        (None, None) => {
            found.add("supplier", ExpenseFault::NoSupplier);
            None
        }
        (Some(_), None) => {
            if known.is_none() {
                found.add_missing("supplier_id", ExpenseFault::UnknownSupplier);
            }
            known.map(|contact| (contact, false))
        }
        (None, Some(supplier)) => {
            inline(supplier, found).map(|party| (Contact { id: new_contact, party }, true))
        }
    }
}

fn inline(supplier: &CustomerInput, found: &mut Violations) -> Option<Party> {
    match check_customer(supplier, Violations::new()) {
        Ok(party) => Some(party),
        Err(wrong) => {
            for violation in wrong.as_slice() {
                found.add(format!("supplier.{}", violation.field), violation.message.clone());
            }
            None
        }
    }
}

fn number(number: Option<&str>, found: &mut Violations) -> Option<String> {
    let Some(number) = number else {
        found.add("number", FieldFault::Required);
        return None;
    };
    check_text("number", number, 1, MAX_NUMBER, TextShape::Line, found)
}

/// A note without white space around it; `None` when it is empty.
pub fn check_note(note: Option<&str>, found: &mut Violations) -> Option<String> {
    note.and_then(|note| check_text("note", note, 0, MAX_NOTE, TextShape::Paragraphs, found))
}

pub(crate) fn symbol(symbol: Option<&str>, found: &mut Violations) -> Option<String> {
    let symbol = symbol.map(str::trim).filter(|symbol| !symbol.is_empty())?;
    let valid = symbol.len() <= 10 && symbol.bytes().all(|b| b.is_ascii_digit());
    if !valid {
        found.add("variable_symbol", ExpenseFault::Symbol);
    }
    valid.then(|| symbol.to_owned())
}

fn dates(input: &ExpenseInput, found: &mut Violations) -> Option<Date> {
    let Some(issued) = input.issue_date else {
        found.add("issue_date", FieldFault::Required);
        return None;
    };
    due(issued, input.due_date, found);
    Some(issued)
}

pub(crate) fn due(issued: Date, due: Option<Date>, found: &mut Violations) {
    if due.is_some_and(|due| due < issued) {
        found.add("due_date", ExpenseFault::DueBeforeIssue);
    }
}

/// The sums and the VAT by rate, which are checked together.
pub(crate) fn figures(
    (total, vat_total, rows): (Option<Decimal>, Option<Decimal>, Option<&[VatInput]>),
    currency: CurrencyCode,
    found: &mut Violations,
) -> Option<(Totals, Vec<ExpenseVat>)> {
    let Some(total) = total else {
        found.add("total", FieldFault::Required);
        return None;
    };
    let rows = rows.unwrap_or_default();
    whole_amounts((total, vat_total, rows), currency, found);
    let vat = breakdown(rows, found)?;
    let tax = vat.iter().map(|row| row.tax_amount).sum::<Decimal>();
    let vat_total = vat_total.unwrap_or(tax);
    let subtotal = total - vat_total;
    let taxable = vat.iter().map(|row| row.taxable_amount).sum::<Decimal>();
    if total < Decimal::ZERO {
        found.add("total", FieldFault::Negative);
    } else if vat_total < Decimal::ZERO || vat_total > total {
        found.add("vat_total", ExpenseFault::VatTotal);
    } else if !vat.is_empty() && (tax != vat_total || taxable != subtotal) {
        let fault = ExpenseFault::Breakdown { taxable, tax, subtotal, vat_total };
        found.add("vat_breakdown", fault);
    } else {
        let round = money::round;
        let (subtotal, vat_total, total) = (round(subtotal), round(vat_total), round(total));
        return Some((Totals { subtotal, vat_total, total }, vat));
    }
    None
}

/// Checks that no amount has decimal places when the currency has none.
fn whole_amounts(
    (total, vat_total, rows): (Decimal, Option<Decimal>, &[VatInput]),
    currency: CurrencyCode,
    found: &mut Violations,
) {
    whole_amount("total", total, currency, found);
    whole_amount("vat_total", vat_total.unwrap_or_default(), currency, found);
    for (n, row) in rows.iter().enumerate().take(MAX_VAT_ROWS) {
        for (name, amount) in
            [("taxable_amount", row.taxable_amount), ("tax_amount", row.tax_amount)]
        {
            let path = format!("vat_breakdown[{n}].{name}");
            whole_amount(&path, amount.unwrap_or_default(), currency, found);
        }
    }
}

fn breakdown(rows: &[VatInput], found: &mut Violations) -> Option<Vec<ExpenseVat>> {
    if rows.len() > MAX_VAT_ROWS {
        found.add("vat_breakdown", ExpenseFault::TooManyRows { most: MAX_VAT_ROWS });
        return None;
    }
    let row = |(n, row): (usize, &VatInput)| {
        let mut part = |name: &str, value: Option<Decimal>, most: Decimal| {
            let path = format!("vat_breakdown[{n}].{name}");
            match value {
                None => found.add(path, FieldFault::Required),
                Some(value) if value < Decimal::ZERO || value > most => {
                    found.add(path, ExpenseFault::OutOfRange { most });
                }
                Some(value) => return Some(value),
            }
            None
        };
        let rate = part("vat_rate", row.vat_rate, Decimal::ONE_HUNDRED);
        let taxable = part("taxable_amount", row.taxable_amount, money::MAX_AMOUNT);
        let tax = part("tax_amount", row.tax_amount, money::MAX_AMOUNT);
        let (taxable_amount, tax_amount) = (money::round(taxable?), money::round(tax?));
        Some(ExpenseVat { category: None, rate: rate?, taxable_amount, tax_amount })
    };
    let rows: Vec<_> = rows.iter().enumerate().map(row).collect();
    rows.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rust_decimal::dec;
    use time::macros::date;
    use uuid::Uuid;

    fn right() -> ExpenseInput {
        ExpenseInput {
            supplier: Some(CustomerInput {
                name: Some("Píla".into()), ..CustomerInput::default()
            }),
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
        assert_eq!(
            (&*content.number, content.variable_symbol.as_deref()),
            ("2026/7", Some("20267"))
        );
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
}
