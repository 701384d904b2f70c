//! The rules of a set-off, in the order in which they are checked (specification, Offset errors).

use crate::{OffsetRefused, OffsetRequest, Pair};
use expenses::{Expense, ExpenseStatus, ExpenseType};
use invoicing::{
    Firm, InvoiceType, Organization, Party, SameFirm,
    recording::{AnyDocument, Header, InvoiceContent},
};
use money::Decimal;
use time::Date;

/// Checks whether an organization may set off at all.
///
/// # Errors
/// [`OffsetRefused::NotSupported`].
pub fn supported(organization: &Organization) -> Result<(), OffsetRefused> {
    match organization.address.country.as_str() {
        "SK" => Ok(()),
        _ => Err(OffsetRefused::NotSupported),
    }
}

/// Checks a set-off of these documents against all rules.
///
/// # Errors
/// [`OffsetRefused`], the first rule that is broken.
pub(crate) fn check(
    request: &OffsetRequest,
    pair: &Pair,
    today: Date,
) -> Result<(), OffsetRefused> {
    let (invoice, expense) = (&pair.settlement.invoice, &pair.expense.expense);
    let header = invoice.document.header();
    is_invoice(&header)?;
    if !invoice.status.is_issued() {
        return Err(OffsetRefused::InvoiceStatus(invoice.status));
    }
    is_approved_invoice(expense)?;
    same_firm(pair, &header)?;
    let currency = expense.content.currency;
    if header.currency != currency {
        return Err(OffsetRefused::CurrencyMismatch(header.currency, currency));
    }
    let issued = (header.issue_date, expense.content.issue_date);
    day(request.date.unwrap_or(today), today, issued)?;
    within(request.amount, invoice.outstanding(), "invoice")?;
    within(request.amount, expense.outstanding(), "expense")
}

fn is_invoice(header: &Header<'_>) -> Result<(), OffsetRefused> {
    match header.invoice_type {
        InvoiceType::Invoice => Ok(()),
        other => Err(OffsetRefused::InvoiceType(other.name())),
    }
}

fn is_approved_invoice(expense: &Expense) -> Result<(), OffsetRefused> {
    let (kind, status) = (expense.content.expense_type, expense.status);
    match (kind, status) {
        (ExpenseType::Invoice, ExpenseStatus::Approved) => Ok(()),
        _ => Err(OffsetRefused::ExpenseType(kind.name(), status.name())),
    }
}

/// Checks that both documents have the same contact, or counterparties with an equal IČO or DIČ. Two missing numbers
/// are not equal.
fn same_firm(pair: &Pair, header: &Header<'_>) -> Result<(), OffsetRefused> {
    let content = &pair.expense.expense.content;
    let supplier = Firm::of(&content.supplier);
    let is_supplier = |customer: &Party| Firm::of(customer).same_as(&supplier) == SameFirm::Yes;
    let mut customers = [Some(&pair.customer), customer_as_invoiced(pair)].into_iter().flatten();
    if header.customer_id == content.supplier_id || customers.any(is_supplier) {
        return Ok(());
    }
    let (customer, supplier) = (header.customer().to_owned(), content.supplier.name.clone());
    Err(OffsetRefused::CounterpartyMismatch(customer, supplier))
}

/// The customer as printed on an invoice that was issued here. A recorded invoice only has its contact.
fn customer_as_invoiced(pair: &Pair) -> Option<&Party> {
    match &pair.settlement.invoice.document {
        AnyDocument::Issued(document) => Some(&document.buyer),
        AnyDocument::Recorded(_) => None,
    }
}

fn day(date: Date, today: Date, (invoice, expense): (Date, Date)) -> Result<(), OffsetRefused> {
    if date > today {
        Err(OffsetRefused::DateToCome(today))
    } else if date < invoice {
        Err(OffsetRefused::DateTooEarly(invoice, "invoice"))
    } else if date < expense {
        Err(OffsetRefused::DateTooEarly(expense, "expense"))
    } else {
        Ok(())
    }
}

/// Checks the amount against the outstanding amount, without any tolerance.
fn within(amount: Decimal, outstanding: Decimal, what: &'static str) -> Result<(), OffsetRefused> {
    match amount > outstanding {
        true => Err(OffsetRefused::ExceedsBalance(money::round(outstanding), what)),
        false => Ok(()),
    }
}
