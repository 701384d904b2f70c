//! Checks an input with the organization's records: a contract, or all violations. The rules of invoices are those of
//! [`invoicing::check_read`], applied to the next invoice.

use crate::fault::ContractFault;
use crate::{
    Contract, ContractId, ContractInput, ContractState, Item, Period, Schedule, Terms,
    placeholders::{PLACEHOLDERS, unknown_placeholder},
    terms::for_period,
};
use access::Tier;
use invoicing::{
    Document, InvoiceRequest, Issuance, IssuingRecords, Violations, check_read,
    records::check_project, terms::Term,
};
use refusals::FieldFault;
use service_day::{LATEST, within_bounds};
use time::{Date, OffsetDateTime};
use uuid::Uuid;

/// Longest name of a contract, in characters.
const MAX_NAME: usize = 200;

/// When a contract is made or changed, and with which id and key.
#[derive(Debug, Clone, Copy)]
pub struct Moment {
    pub id: ContractId,
    /// Of the caller's key.
    pub tier: Tier,
    pub now: OffsetDateTime,
    /// Of `now` in Europe/Bratislava.
    pub today: Date,
}

/// Checks a new contract. `found` has the violations that parsing found. Periods that fell due before today are not
/// invoiced: they were invoiced elsewhere.
///
/// # Errors
/// All violations, each with its JSON path.
pub fn check_contract(
    input: &ContractInput,
    found: Violations,
    records: &IssuingRecords,
    moment: &Moment,
) -> Result<Contract, Violations> {
    let checked = checked(input, found, records, moment, None)?;
    let (schedule, next) = (checked.schedule, checked.period.number);
    Ok(Contract {
        id: moment.id,
        organization: records.organization.id,
        tier: moment.tier,
        name: checked.name,
        terms: checked.terms,
        schedule,
        end_date: input.end_date,
        send: input.send.unwrap_or_default(),
        state: ContractState::Active,
        next,
        catching_up: false,
        problem: None,
        version: 1,
        created_at: moment.now,
        changed_by: None,
    })
}

/// The valid parts of an input.
pub(crate) struct Checked {
    pub(crate) name: Option<String>,
    pub(crate) terms: Terms,
    pub(crate) schedule: Schedule,
    /// The next period to invoice.
    period: Period,
}

/// `before` is the contract that is changed; none: its first invoice is that of the first period that does not lie
/// behind.
pub(crate) fn checked(
    input: &ContractInput,
    mut found: Violations,
    records: &IssuingRecords,
    moment: &Moment,
    before: Option<&Contract>,
) -> Result<Checked, Violations> {
    let next = before.map(|contract| contract.next);
    if input.customer_id.is_none() {
        found.add("customer_id", FieldFault::Required);
    }
    let named = before.and_then(|contract| contract.terms.project_id);
    if input.project_id.is_some() && input.project_id != named {
        check_project("project_id", records.project.as_ref(), &mut found);
    }
    placeholders(input, &mut found);
    let name = name(input.name.as_deref(), &mut found);
    let schedule = schedule(input, &mut found);
    let period = schedule.and_then(|schedule| period(&schedule, input, moment, next, &mut found));
    // without dates of its own the rest is checked for today
    let on = period.unwrap_or(Period {
        number: 0,
        first: moment.today,
        last: moment.today,
        due_on: moment.today,
    });
    let document = invoice(input, &on, found, records, moment)?;
    match (schedule, period, terms(input, document)) {
        (Some(schedule), Some(period), Some(terms)) => {
            Ok(Checked { name, terms, schedule, period })
        }
        _ => Err(unexplained()),
    }
}

/// The invoice of a period, as the rules of invoices see it.
fn invoice(
    input: &ContractInput,
    period: &Period,
    found: Violations,
    records: &IssuingRecords,
    moment: &Moment,
) -> Result<Document, Violations> {
    let tax_point = input.tax_point.unwrap_or_default();
    let issue_date = period.due_on.max(moment.today);
    let request: InvoiceRequest = for_period(input.request(), tax_point, period, issue_date);
    let mut issuance = Issuance::at(moment.now, Uuid::nil);
    Ok(check_read(&request, found, records, &mut issuance)?.document)
}

fn terms(input: &ContractInput, document: Document) -> Option<Terms> {
    Some(Terms {
        customer_id: input.customer_id?,
        items: input.items.as_ref()?.iter().map(Item::of).collect::<Option<_>>()?,
        currency: document.currency,
        payment_method: document.payment_method,
        bank_account_id: input.bank_account_id,
        due_days: input.due_days,
        texts: input.texts.clone(),
        exemption_reason: input.exemption_reason.clone(),
        delivery_address: document.delivery_address,
        tax_point: input.tax_point.unwrap_or_default(),
        project_id: input.project_id,
    })
}

fn name(name: Option<&str>, found: &mut Violations) -> Option<String> {
    let name = name?.trim();
    if name.chars().any(char::is_control) {
        found.add("name", FieldFault::ControlCharacters);
    }
    let length = name.chars().count();
    if length > MAX_NAME {
        found.add("name", FieldFault::TooLong { length, most: MAX_NAME });
    }
    (length > 0).then(|| name.to_owned())
}

fn schedule(input: &ContractInput, found: &mut Violations) -> Option<Schedule> {
    for (field, missing) in
        [("interval", input.interval.is_none()), ("start_date", input.start_date.is_none())]
    {
        if missing {
            found.add(field, FieldFault::Required);
        }
    }
    for (field, date) in [("start_date", input.start_date), ("end_date", input.end_date)] {
        if let Some(Err(error)) = date.map(within_bounds) {
            found.add(field, error);
        }
    }
    let (interval, start) = (input.interval?, input.start_date?);
    if input.end_date.is_some_and(|end| end < start) {
        found.add("end_date", ContractFault::EndBeforeStart { start });
    }
    let day = input.day_of_month.unwrap_or_else(|| start.day().into());
    let Some(day_of_month) = u8::try_from(day).ok().filter(|day| (1..=31).contains(day)) else {
        found.add("day_of_month", FieldFault::OutOfRange { least: 1, most: 31 });
        return None;
    };
    let billing = input.billing.unwrap_or_default();
    Some(Schedule { interval, start, day_of_month, billing })
}

/// The next period to be invoiced.
fn period(
    schedule: &Schedule,
    input: &ContractInput,
    moment: &Moment,
    next: Option<u32>,
    found: &mut Violations,
) -> Option<Period> {
    let number = next.or_else(|| schedule.first_due_from(moment.today));
    let period = number.and_then(|number| schedule.period(number));
    let within = period.filter(|period| {
        period.due_on <= LATEST && input.end_date.is_none_or(|end| period.first <= end)
    });
    if within.is_none() && next.is_none() {
        found.add("end_date", ContractFault::NoPeriod);
    }
    // one that has ended may be changed, and its end too
    if next.is_some() { period } else { within }
}

fn placeholders(input: &ContractInput, found: &mut Violations) {
    let mut check_text = |field: String, text: Option<&str>| {
        if let Some(word) = text.and_then(unknown_placeholder) {
            let known = PLACEHOLDERS.map(|name| format!("{{{name}}}")).join(", ");
            let word = word.to_owned();
            found.add(field, ContractFault::Placeholder { word, known });
        }
    };
    for term in Term::ALL {
        check_text(term.name().to_owned(), input.texts.get(*term));
    }
    for (n, item) in input.items.iter().flatten().enumerate() {
        check_text(format!("items[{n}].description"), item.description.as_deref());
    }
}

/// Only reached if a rule failed to report its violation.
fn unexplained() -> Violations {
    let mut violations = Violations::new();
    violations.add("", ContractFault::Unexplained);
    violations
}
