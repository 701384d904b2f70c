//! The row of a payment, with some fields of its invoice.

use super::super::super::sql::*;
use crate::sql_types::{AsExact, AsMoney};
use access::OrganizationId;
use invoicing::{InvoiceId, Payment, recording::InvoiceContent};
use money::{CurrencyCode, Decimal};

/// The fields of an invoice that its payments repeat, so that they can be summed up without reading it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PaymentBasis {
    currency: CurrencyCode,
    exchange_rate: Option<Decimal>,
    /// Whether the money comes in.
    incoming: bool,
}

impl PaymentBasis {
    pub(crate) fn of(document: &impl InvoiceContent) -> Self {
        let header = document.header();
        Self {
            currency: header.currency,
            exchange_rate: header.exchange_rate,
            incoming: header.invoice_type.is_receivable(),
        }
    }
}

pub(super) fn payment_row<'a>(
    (organization, invoice): (OrganizationId, InvoiceId),
    basis: &'a PaymentBasis,
    payment: &'a Payment,
) -> NewRow<'a> {
    row!("payments",
        organization_id: organization,
        invoice_id: invoice.0,
        id: payment.id,
        amount: AsMoney(payment.amount),
        paid_on: payment.date,
        method: &*payment.method,
        offset_id: payment.offset_id,
        currency: basis.currency.code(),
        exchange_rate: basis.exchange_rate.map(AsExact),
        incoming: basis.incoming,
    )
}

/// Updates these fields in an invoice's payments, when they have changed.
pub(in super::super::super) fn change<'a>(
    (organization, invoice): (OrganizationId, InvoiceId),
    before: &impl InvoiceContent,
    after: &'a PaymentBasis,
) -> Option<Mutation<'a>> {
    let update = || {
        sql!(
            "UPDATE payments AS p
             SET currency = {currency}, exchange_rate = {rate}, incoming = {incoming} {from before}
             WHERE p.organization_id = {organization} AND p.invoice_id = {invoice}",
            currency = after.currency.code(),
            rate = after.exchange_rate.map(AsExact),
            incoming = after.incoming,
            organization = organization,
            invoice = invoice.0,
        )
    };
    (PaymentBasis::of(before) != *after).then(|| Mutation::new(update()).if_there())
}
