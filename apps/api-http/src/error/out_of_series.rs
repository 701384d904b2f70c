//! The `details` of 409 `NUMBER_OUT_OF_SERIES` (Errors, "Other codes named").

use super::body::ErrorDetail;
use invoicing::{
    InvoiceType,
    numbering::{IfAdvance, OutOfSeries},
};
use refusals::Reason;

/// Each of its members as a detail; `nextIfAdvance` and `skippedIfAdvance` are left out where the series cannot go on
/// after the number.
pub(super) fn details(asked: &OutOfSeries) -> Vec<ErrorDetail> {
    let (next, skipped) = match &asked.if_advance {
        IfAdvance::Skips { next, skipped } => (Some(&**next), Some(skipped.to_string())),
        IfAdvance::Impossible => (None, None),
    };
    let members = [
        ("typedNumber", Some(&*asked.typed)),
        ("expectedNext", Some(&*asked.expected)),
        ("nextIfException", Some(&*asked.expected)),
        ("nextIfAdvance", next),
        ("skippedIfAdvance", skipped.as_deref()),
        ("sequenceId", Some(asked.series.name())),
        ("sequenceName", Some(series_name(asked.series))),
        ("prefix", Some(&*asked.prefix)),
    ];
    let detail = |(field, value): (&str, &str)| ErrorDetail::of(field, &Reason::plain(value));
    members.into_iter().filter_map(|(field, says)| Some((field, says?))).map(detail).collect()
}

const fn series_name(series: InvoiceType) -> &'static str {
    match series {
        InvoiceType::Invoice => "Invoices",
        InvoiceType::Proforma => "Proformas",
        InvoiceType::SelfInvoice => "Self-invoices",
        InvoiceType::FinalInvoice => "Final invoices",
        InvoiceType::CreditNote => "Credit notes",
        InvoiceType::DebitNote => "Debit notes",
    }
}
