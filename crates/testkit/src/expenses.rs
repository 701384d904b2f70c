//! Builders of expenses and set-offs, to be changed where a test needs it.

use crate::build::{NOW, id};
use access::OrganizationId;
use expenses::{
    Expense, ExpenseContent, ExpenseId, ExpenseOrigin, ExpenseStatus, ExpenseType, ExpenseVat,
    Review,
};
use invoicing::{Contact, PaymentId, Totals, states::Links};
use offsets::{OffsetId, OffsetMoment, OffsetRequest};
use rust_decimal::{Decimal, dec};
use time::macros::date;

/// An approved invoice of this supplier over a total, under a new number.
///
/// # Panics
/// Never: the code is one.
#[must_use]
pub fn expense(owner: OrganizationId, supplier: &Contact, total: Decimal) -> Expense {
    let new = id();
    let content = ExpenseContent {
        expense_type: ExpenseType::Invoice,
        number: format!("D-{}", new.simple()),
        variable_symbol: Some("2026117".into()),
        supplier_id: supplier.id,
        supplier: supplier.party.clone(),
        issue_date: date!(2026 - 11 - 20),
        delivery_date: None,
        due_date: Some(date!(2026 - 12 - 04)),
        totals: Totals { subtotal: total, vat_total: Decimal::ZERO, total },
        vat: vec![ExpenseVat {
            category: Some("Z".into()),
            rate: dec!(0),
            taxable_amount: total,
            tax_amount: Decimal::ZERO,
        }],
        prepaid: Decimal::ZERO,
        rounding: Decimal::ZERO,
        currency: "EUR".parse().expect("a code"),
        note: Some("drevo\na píla".into()),
        project_id: None,
        stock: Vec::new(),
    };
    Expense {
        id: ExpenseId(new),
        organization: owner,
        content,
        origin: ExpenseOrigin::Entered,
        status: ExpenseStatus::Approved,
        review: Review { decided_at: Some(NOW), ..Review::default() },
        paid_amount: Decimal::ZERO,
        version: 1,
        created_at: NOW,
    }
}

/// When a set-off is decided: now, under new ids.
#[must_use]
pub fn offset_moment() -> OffsetMoment {
    OffsetMoment {
        id: OffsetId(id()),
        invoice_payment: PaymentId(id()),
        expense_payment: PaymentId(id()),
        now: NOW,
        today: NOW.date(),
        links: Links::to("https://billhook.example"),
    }
}

/// A set-off of these documents over an amount.
#[must_use]
pub fn offset_request(
    invoice: invoicing::InvoiceId,
    expense: ExpenseId,
    amount: Decimal,
) -> OffsetRequest {
    OffsetRequest { invoice, expense, amount, date: None, reference: None, note: None }
}
