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

/// BG-14 and BG-26. The document's also has BT-8, which CII says in each VAT breakdown.
pub(crate) fn period(c: &mut Conversion, settlement: Option<Element<'_>>, of_document: bool) {
    let period = c.first(settlement, "BillingSpecifiedPeriod");
    c.group("InvoicePeriod", |c| {
        let start = c.first(period, "StartDateTime");
        c.day("StartDate", start);
        let end = c.first(period, "EndDateTime");
        c.day("EndDate", end);
        if of_document {
            tax_point(c, settlement);
        }
    });
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
