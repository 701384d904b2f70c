//! The advances that a document settles.

use crate::faults::SettlingFault;
use crate::{
    Firm, InvoiceId, InvoiceRequest, InvoiceType, IssuingRecords, Line, MAX_ADVANCES, Party,
    SameFirm, Totals, Violations,
    recording::InvoiceContent,
    settling::{Advance, AdvanceRefused},
};
use money::{Currency, Decimal};

const FIELD: &str = "advance_invoice_ids";

/// The valid advances; violations are added to `found`.
pub(super) fn advances(
    request: &InvoiceRequest,
    records: &IssuingRecords,
    (currency, customer): (Currency, Option<&Party>),
    found: &mut Violations,
) -> Vec<Advance> {
    if let Some(edited) = &records.edited {
        return edited.advances.clone();
    }
    let (named, by) = (request.named_advances(), request.invoice_type.unwrap_or_default());
    if named.len() > MAX_ADVANCES {
        found.add(FIELD, SettlingFault::TooMany { most: MAX_ADVANCES });
    }
    if !named.is_empty() && !matches!(by, InvoiceType::Invoice | InvoiceType::FinalInvoice) {
        found.add(FIELD, SettlingFault::NotAnInvoice);
    }
    if found.covers(FIELD) {
        return Vec::new();
    }
    let mut advances = Vec::new();
    for (i, id) in named.iter().enumerate() {
        let at = format!("{FIELD}[{i}]");
        if named[..i].contains(id) {
            found.add(at, SettlingFault::NamedTwice);
            continue;
        }
        match advance(*id, records, by, (currency, customer)) {
            None => found.add_missing(at, SettlingFault::NotFound),
            Some(Ok(advance)) => advances.push(advance),
            Some(Err(refused @ AdvanceRefused::NoAdvance(_))) => found.add(at, refused),
            Some(Err(refused)) => found.add_conflict(at, refused),
        }
    }
    advances
}

fn advance(
    id: InvoiceId,
    records: &IssuingRecords,
    by: InvoiceType,
    (currency, customer): (Currency, Option<&Party>),
) -> Option<Result<Advance, AdvanceRefused>> {
    let invoice = records.advances.iter().find(|invoice| invoice.id == id)?;
    let header = invoice.document.header();
    let number = || header.number.to_owned();
    if header.currency != currency {
        let codes = (header.currency.to_string(), currency.to_string());
        return Some(Err(AdvanceRefused::Currency(number(), codes.0, codes.1)));
    }
    let payer = invoice.document.issued().map(|document| document.customer());
    match payer.zip(customer) {
        Some((payer, customer)) if Firm::of(customer).same_as(&Firm::of(payer)) == SameFirm::No => {
            Some(Err(AdvanceRefused::Customer(number(), payer.name.clone())))
        }
        _ => Some(Advance::of(invoice, by)),
    }
}

/// The rows that deduct the advances, after the rows of the supply. A row without VAT has the exemption reason of the
/// rows of the supply. An edit cannot change the advances, so its violations are at the items.
pub(super) fn rows(
    advances: &[Advance],
    own: &[Line],
    records: &IssuingRecords,
    found: &mut Violations,
) -> Vec<Line> {
    let rows: Vec<Line> = advances.iter().flat_map(Advance::lines).collect();
    let is_known = |row: &Line| {
        let same = |line: &Line| line.vat_category == row.vat_category;
        row.vat_rate.percent() != 0 || own.iter().any(same)
    };
    if let Some(row) = rows.iter().find(|row| !is_known(row)) {
        let category = row.vat_category;
        if records.edited.is_some() {
            found.add("items", SettlingFault::CategoryNeeded { category });
        } else {
            found.add(FIELD, SettlingFault::OtherCategory { category });
        }
    }
    rows
}

/// Checks that the advances are not more than the supply: a payment beyond it is returned by a credit note to the
/// advance.
pub(super) fn within_supply(
    advances: &[Advance],
    (totals, currency): (&Totals, Currency),
    records: &IssuingRecords,
    found: &mut Violations,
) {
    let untaxed = advances.iter().filter(|advance| !advance.is_taxed());
    let left = totals.total - untaxed.map(|advance| advance.total).sum::<Decimal>();
    if !advances.is_empty() && left < Decimal::ZERO {
        let more = money::round(-left);
        if records.edited.is_some() {
            found.add("items", SettlingFault::LessThanAdvances { missing: more, currency });
        } else {
            found.add(FIELD, SettlingFault::MoreThanItems { more, currency });
        }
    }
}
