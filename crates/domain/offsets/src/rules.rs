//! The rules of a set-off, in the order in which they are asked (specification, Offset errors).

use crate::{OffsetRefused, OffsetRequest, Pair};
use expenses::{Expense, ExpenseStatus, ExpenseType};
use invoicing::{
    InvoiceType, Organization, Party,
    recording::{AnyDocument, Header, InvoiceContent},
};
use money::Decimal;
use time::Date;

/// Whether an organization may set off at all.
///
/// # Errors
/// [`OffsetRefused::NotSupported`].
pub fn supported(organization: &Organization) -> Result<(), OffsetRefused> {
    match organization.address.country.as_str() {
        "SK" => Ok(()),
        _ => Err(OffsetRefused::NotSupported),
    }
}

/// The first rule that a set-off of these documents breaks.
///
/// # Errors
/// [`OffsetRefused`].
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

/// One of contact, IČO and DIČ is the same. What neither has is not the same.
fn same_firm(pair: &Pair, header: &Header<'_>) -> Result<(), OffsetRefused> {
    let supplier = &pair.expense.expense.content;
    let customers = [Some(&pair.customer), customer_as_invoiced(pair)];
    let same = header.customer_id == supplier.supplier_id
        || customers
            .into_iter()
            .flatten()
            .any(|customer| same_numbers(customer, &supplier.supplier));
    if same {
        return Ok(());
    }
    let (customer, supplier) = (header.customer().to_owned(), supplier.supplier.name.clone());
    Err(OffsetRefused::CounterpartyMismatch(customer, supplier))
}

/// The customer as an invoice that was issued here says it; of a recorded one only the contact is known.
fn customer_as_invoiced(pair: &Pair) -> Option<&Party> {
    match &pair.settlement.invoice.document {
        AnyDocument::Issued(document) => Some(&document.buyer),
        AnyDocument::Recorded(_) => None,
    }
}

fn same_numbers(one: &Party, other: &Party) -> bool {
    let same_ico = one.ico.is_some() && one.ico == other.ico;
    same_ico || tax_numbers(one).any(|number| tax_numbers(other).any(|known| known == number))
}

/// DIČ and IČ DPH without the country of a Slovak one: both name the same firm.
fn tax_numbers(party: &Party) -> impl Iterator<Item = &str> {
    let numbers = [party.dic.as_deref(), party.ic_dph.as_deref()];
    numbers.into_iter().flatten().map(|number| number.strip_prefix("SK").unwrap_or(number))
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

/// Without any tolerance.
fn within(amount: Decimal, outstanding: Decimal, what: &'static str) -> Result<(), OffsetRefused> {
    match amount > outstanding {
        true => Err(OffsetRefused::ExceedsBalance(money::round(outstanding), what)),
        false => Ok(()),
    }
}
