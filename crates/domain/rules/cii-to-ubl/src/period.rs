//! Periods, of the document and of lines.

use crate::conversion::Conversion;
use crate::loss::{LossKind, Reason};
use crate::tree::{Element, children};
use crate::value::tax_point_code;

/// What is said of a second VAT point.
pub(crate) const OTHER_TAX_POINT: Reason = Reason::new(
    LossKind::Contradicts,
    "UBL has one VAT point for the whole document; another one is carried",
);

/// BG-14, with BT-8, which CII says in each VAT breakdown.
pub(crate) fn period_of_document(c: &mut Conversion, settlement: Option<Element<'_>>) {
    c.group("InvoicePeriod", |c| {
        first_and_last_day(c, settlement);
        tax_point(c, settlement);
    });
}

/// BG-26.
pub(crate) fn period_of_line(c: &mut Conversion, settlement: Option<Element<'_>>) {
    c.group("InvoicePeriod", |c| first_and_last_day(c, settlement));
}

fn first_and_last_day(c: &mut Conversion, settlement: Option<Element<'_>>) {
    let period = c.first(settlement, "BillingSpecifiedPeriod");
    let start = c.first(period, "StartDateTime");
    c.day("StartDate", start);
    let end = c.first(period, "EndDateTime");
    c.day("EndDate", end);
}

fn tax_point(c: &mut Conversion, settlement: Option<Element<'_>>) {
    let mut codes = Vec::new();
    for tax in children(settlement, "ApplicableTradeTax") {
        codes.extend(c.first(Some(tax), "DueDateTypeCode"));
    }
    let Some((first, others)) = codes.split_first() else { return };
    c.recoded("DescriptionCode", Some(*first), tax_point_code);
    for other in others {
        c.echo(*first, *other, OTHER_TAX_POINT);
    }
}
