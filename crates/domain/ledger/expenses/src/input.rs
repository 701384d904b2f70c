//! Expenses that are entered by hand or by the caller's system.

use crate::fault::ExpenseFault;
use crate::{
    ExpenseContent, ExpenseStatus, ExpenseType, figures::figures, stock_lines::check_stock_lines,
};
use invoicing::{
    Contact, ContactId, CustomerInput, Party, Violations,
    checks::{TextShape, check_text},
    numbering::variable_symbol,
    records::check_customer,
};
use money::{CurrencyCode, Decimal};
use persistence::ids::{ProjectId, StockItemId, WarehouseId};
use refusals::FieldFault;
use time::Date;

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
    /// The project that it belongs to.
    pub project_id: Option<ProjectId>,
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
    let lines = input.stock_lines.as_deref().unwrap_or_default();
    let stock = check_stock_lines(lines, input.expense_type.unwrap_or_default(), &mut found);
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
        project_id: input.project_id,
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
            inline(supplier, found).map(|party| (Contact::new(new_contact, party), true))
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

#[cfg(test)]
mod tests;
