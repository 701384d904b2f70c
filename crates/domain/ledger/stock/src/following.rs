//! The movements of invoices and of expenses.

use crate::{Book, Booked, Cause, Held, Moved, Place, StockError, Wanted, follow, redate};
use access::OrganizationId;
use expenses::{Expense, ExpenseStatus, StockLine};
use invoicing::{AnyInvoice, Document, InvoiceType, Line, StockRef, recording::InvoiceContent};
use money::Decimal;
use std::collections::{BTreeMap, BTreeSet};
use time::{Date, OffsetDateTime};

/// The direction in which the lines of a document type move stock. A debit note changes a price, a proforma requests
/// payment: both move nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// Items leave: an issued invoice.
    Takes,
    /// Items come: a credit note, and a self-billed invoice.
    Gives,
    /// No movement.
    Leaves,
}

impl Direction {
    /// The direction of a document type; self-billed documents move the opposite way.
    #[must_use]
    pub const fn of(invoice_type: InvoiceType, self_billed: bool) -> Self {
        match (invoice_type, self_billed) {
            (InvoiceType::Proforma | InvoiceType::DebitNote, _) => Direction::Leaves,
            (InvoiceType::Invoice | InvoiceType::FinalInvoice, false)
            | (InvoiceType::CreditNote, true) => Direction::Takes,
            _ => Direction::Gives,
        }
    }
}

/// The change of stock that follows from a change of an invoice or an expense.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Following {
    /// The organization.
    pub organization: OrganizationId,
    /// The invoice or expense.
    pub cause: Cause,
    /// Whether it may have moved stock before.
    pub moved_before: bool,
    day: Date,
    /// Whether its earlier movements belong to another day now.
    is_redated: bool,
    wanted: BTreeMap<Place, Wanted>,
}

impl Following {
    /// The change of an invoice; `None` if neither version names stock, or both move the same on the same day.
    #[must_use]
    pub fn invoice(before: Option<&AnyInvoice>, after: Option<&AnyInvoice>) -> Option<Self> {
        let had = before.map(wanted_by).unwrap_or_default();
        let mut wanted = after.map(wanted_by).unwrap_or_default();
        let invoice = after.or(before)?;
        let day = day_of(invoice)?;
        let is_redated = !had.is_empty() && before.and_then(day_of) != Some(day);
        if had == wanted && !is_redated {
            return None;
        }
        for (place, wanted) in &mut wanted {
            wanted.before = had.get(place).and_then(|had| Some((had.quantity, had.worth?)));
        }
        Some(Self {
            organization: invoice.organization,
            cause: Cause::Invoice(invoice.id),
            moved_before: !had.is_empty(),
            day,
            is_redated,
            wanted,
        })
    }

    /// The receipt of an expense: once, when it is approved; it is not undone later.
    #[must_use]
    pub fn expense(before: &Expense, after: &Expense) -> Option<Self> {
        let is_approved = |it: &Expense| it.status == ExpenseStatus::Approved;
        if is_approved(before) || !is_approved(after) || after.content.stock.is_empty() {
            return None;
        }
        Some(Self {
            organization: after.organization,
            cause: Cause::Expense(after.id),
            moved_before: false,
            day: after.content.delivery_date.unwrap_or(after.content.issue_date),
            is_redated: false,
            wanted: brought_by(&after.content.stock),
        })
    }

    /// All places whose levels change.
    #[must_use]
    pub fn places(&self, moved: &BTreeMap<(Place, Date), Moved>) -> BTreeSet<Place> {
        let moved = moved.keys().map(|(place, _)| place);
        self.wanted.keys().chain(moved).copied().collect()
    }

    /// The movements over the levels of those places, on the day of delivery, or today if that is in the future.
    ///
    /// # Errors
    /// [`StockRefused`](crate::StockRefused) when a level would go below zero that must not; an event that cannot be serialized.
    pub fn book(
        &self,
        held: &Held,
        moved: &BTreeMap<(Place, Date), Moved>,
        now: OffsetDateTime,
    ) -> Result<Booked, StockError> {
        let day = self.day.min(service_day::date(now));
        let mut book = Book::new(held, self.cause, day, now);
        if self.is_redated {
            redate(&mut book, moved);
        }
        follow(&mut book, &self.wanted, &Moved::by_now(moved))?;
        book.close(self.organization)
    }
}

/// The quantities that the lines of an expense bring. If one line of a place has no cost, the average cost applies to
/// that place.
fn brought_by(lines: &[StockLine]) -> BTreeMap<Place, Wanted> {
    let mut wanted: BTreeMap<Place, Wanted> = BTreeMap::new();
    for StockLine { stock, quantity, unit_cost } in lines {
        let place = Place { item: stock.item, warehouse: stock.warehouse };
        let worth = unit_cost.and_then(|cost| money::line_net(*quantity, cost).ok());
        let sum = wanted
            .entry(place)
            .or_insert(Wanted { worth: Some(Decimal::ZERO), ..Wanted::default() });
        sum.quantity += quantity;
        sum.worth = sum.worth.zip(worth).map(|(sum, worth)| sum + worth);
    }
    wanted
}

/// The day of delivery.
fn day_of(invoice: &AnyInvoice) -> Option<Date> {
    let document = invoice.document.issued()?;
    Some(document.delivery_date.unwrap_or(document.issue_date))
}

/// The quantities that the lines of an issued, not cancelled invoice require.
fn wanted_by(invoice: &AnyInvoice) -> BTreeMap<Place, Wanted> {
    let mut wanted = BTreeMap::new();
    let document = invoice.document.issued().filter(|_| invoice.status.is_issued());
    let Some(document) = document else { return wanted };
    let direction = Direction::of(document.header().invoice_type, document.self_billed);
    for (line, StockRef { item, warehouse }) in stock_lines(document) {
        let place = Place { item, warehouse };
        let sum: &mut Wanted = match direction {
            Direction::Leaves => continue,
            Direction::Takes | Direction::Gives => wanted.entry(place).or_default(),
        };
        match direction {
            Direction::Takes => sum.quantity -= line.quantity,
            _ => sum.quantity += line.quantity,
        }
        if let Some(came_for) = came_for(document, line) {
            *sum.worth.get_or_insert_default() += came_for;
        }
    }
    wanted
}

/// The lines that name stock.
fn stock_lines(document: &Document) -> impl Iterator<Item = (&Line, StockRef)> {
    document.lines.iter().filter_map(|line| Some((line, line.stock?)))
}

/// The cost of items bought by a self-billed invoice: their price, in the organization's own currency.
fn came_for(document: &Document, line: &Line) -> Option<Decimal> {
    if document.invoice_type != InvoiceType::SelfInvoice {
        return None;
    }
    match document.exchange_rate.filter(|_| document.currency != document.home_currency) {
        Some(rate) => money::in_home_currency(line.net_amount, rate),
        None => Some(line.net_amount),
    }
}
