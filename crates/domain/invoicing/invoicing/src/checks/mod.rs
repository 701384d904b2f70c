//! Checks a request against the organization's records: the result is a draft, or all violations.

mod advances;
pub(crate) mod attachments;
mod corrections;
pub(crate) mod customer;
mod dates;
mod issuance;
mod items;
mod limits;
mod organization;
mod references;
mod request_contact;
mod request_content;
mod settings;
mod so_far;
pub(crate) mod text;
mod trading;

pub use issuance::Issuance;
pub use organization::{check_email, check_organization};
pub use settings::{Settings, check_settings};
pub use so_far::{Sums, sums_so_far};
pub use text::whole_amount;
pub use text::{Shape as TextShape, text as check_text};

use crate::{
    Draft, InvoiceId, InvoiceRequest, IssuingRecords, PaymentId, Violations, faults::InvoiceFault,
    figures::Usage,
};
use request_content::RequestContent;

/// Checks a request against the specification and the organization's records.
///
/// # Errors
/// Every violation, each with its JSON path.
pub fn check(
    request: &InvoiceRequest,
    records: &IssuingRecords,
    issuance: &mut Issuance<'_>,
) -> Result<Draft, Violations> {
    check_read(request, Violations::new(), records, issuance)
}

/// Checks a request that was parsed from text. `reported` are the violations that parsing has found; further
/// violations at the same paths are not added.
///
/// # Errors
/// Every violation, each with its JSON path.
pub fn check_read(
    request: &InvoiceRequest,
    reported: Violations,
    records: &IssuingRecords,
    issuance: &mut Issuance<'_>,
) -> Result<Draft, Violations> {
    let mut found = reported;
    let request = &*corrections::with_reason(request, records);
    let mut content = RequestContent::read(request, records, issuance, &mut found);
    let sums = content.sums((request, records), &mut found);
    if let Some((rows, totals)) = &sums {
        content.within_original((request, records), (rows, totals), &mut found);
        content.within_supply(totals, records, &mut found);
    }
    found.into_result()?;
    // there is no violation, so every required field is present
    let (parties, sums) = content.parties(records).zip(sums).ok_or_else(unexplained)?;
    let organization = &records.organization;
    Ok(Draft {
        id: InvoiceId((issuance.new_id)()),
        payment_id: PaymentId((issuance.new_id)()),
        organization: organization.id,
        number: content.number(request, records),
        new_contact: content.contact.new_one().cloned(),
        files: std::mem::take(&mut content.files),
        wanted_rate: content.wanted_rate,
        set_against: references::set_against(request, records, &sums.1),
        document: content.document(request, records, parties, sums),
        now: issuance.now,
        links: issuance.links.clone(),
        usage: Usage::of(organization.plan, issuance.now),
        by: None,
    })
}

/// Only reached if a rule failed to report its violation.
fn unexplained() -> Violations {
    let mut violations = Violations::new();
    violations.add("", InvoiceFault::Unexplained);
    violations
}
