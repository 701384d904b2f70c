use super::limits::MAX_DUE_DAYS;
use crate::faults::InvoiceFault;
use crate::{InvoiceRequest, InvoiceType, Organization, Violations};
use service_day::within_bounds;
use time::{Date, Duration};

/// Days until due when neither the caller nor the organization names a number.
const DEFAULT_DUE_DAYS: i64 = 14;

pub(super) struct Dates {
    pub(super) issue_date: Date,
    pub(super) delivery_date: Option<Date>,
    pub(super) due_date: Date,
}

pub(super) fn dates(
    request: &InvoiceRequest,
    organization: &Organization,
    today: Date,
    found: &mut Violations,
) -> Dates {
    for (field, date) in [
        ("issue_date", request.issue_date),
        ("delivery_date", request.delivery_date),
        ("due_date", request.due_date),
    ] {
        if let Some(Err(error)) = date.map(within_bounds) {
            found.add(field, error);
        }
    }
    let issue_date = request.issue_date.unwrap_or(today);
    let is_proforma = request.invoice_type == Some(InvoiceType::Proforma);
    // a proforma is not a tax document, so it has no tax point
    let delivery_date =
        if is_proforma { None } else { Some(request.delivery_date.unwrap_or(issue_date)) };
    Dates {
        issue_date,
        delivery_date,
        due_date: due_date(request, organization, issue_date, found),
    }
}

fn due_date(
    request: &InvoiceRequest,
    organization: &Organization,
    issue_date: Date,
    found: &mut Violations,
) -> Date {
    if let Some(days) = request.due_days {
        if request.due_date.is_some() {
            found.add("due_date", InvoiceFault::DueTwice);
        }
        if !(0..=MAX_DUE_DAYS).contains(&days) {
            found.add("due_days", InvoiceFault::DueDays { most: MAX_DUE_DAYS });
        }
    }
    if let Some(due_date) = request.due_date {
        if due_date < issue_date && !found.covers("issue_date") {
            found.add("due_date", InvoiceFault::DueBeforeIssue { issue_date });
        }
        return due_date;
    }
    let default = organization.default_due_days.map_or(DEFAULT_DUE_DAYS, i64::from);
    let days = request.due_days.unwrap_or(default).clamp(0, MAX_DUE_DAYS);
    issue_date.checked_add(Duration::days(days)).unwrap_or(Date::MAX)
}
