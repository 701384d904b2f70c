//! The totals of a request that is not complete yet.

use super::{
    corrections, items,
    trading::{as_trading_party, is_self_billed},
};
use crate::{
    InvoiceRequest, IssuingRecords, Totals, VatBreakdown, Violations, figures::vat_breakdown,
};
use money::Currency;

/// The sums of lines.
#[derive(Debug, Clone, PartialEq)]
pub struct Sums {
    /// One row per category and rate.
    pub vat_breakdown: Vec<VatBreakdown>,
    /// The totals of all lines.
    pub totals: Totals,
    /// The currency of the amounts.
    pub currency: Currency,
}

/// The sums of the valid lines, whatever else of the request is invalid or missing; `None` while no line is valid.
/// They are the sums that the invoice will have when the rest is valid.
#[must_use]
pub fn sums_so_far(request: &InvoiceRequest, records: &IssuingRecords) -> Option<Sums> {
    let request = &*corrections::with_reason(request, records);
    let self_billed = is_self_billed(request, records);
    let seller = match self_billed {
        false => records.organization.as_party(),
        true => as_trading_party(records.customer.as_ref()?.party.clone()),
    };
    let mut unsaid = Violations::new();
    let rows_back = corrections::credited(request, records).is_some_and(|it| it.takes_off);
    let lines = items::lines(request, Some(&seller), (self_billed, rows_back), &mut unsaid);
    if lines.is_empty() {
        return None;
    }
    let currency = request.currency.unwrap_or_else(|| records.organization.home_currency());
    let reason = request.exemption_reason.as_deref();
    let rows = vat_breakdown(&lines, reason, currency).ok()?;
    let vat_breakdown = corrections::cleared(rows, &lines, currency, (request, records));
    let totals = crate::figures::totals(&vat_breakdown).ok()?;
    Some(Sums { vat_breakdown, totals, currency })
}
