//! From a request and the organization's records to a draft, or to everything that is wrong.

pub(crate) mod attachments;
pub(crate) mod customer;
mod dates;
mod issuance;
mod items;
mod limits;
mod organization;
mod references;
mod request_contact;
mod settings;
mod so_far;
pub(crate) mod text;

pub(crate) use text::internal_note;

pub use issuance::Issuance;
pub use organization::{check_email, check_organization};
pub use settings::{Settings, check_settings};
pub use so_far::{Sums, sums_so_far};
pub use text::{Shape as TextShape, text as check_text};

use crate::{
    Document, Draft, EXCHANGE_RATE_DIGITS, InvoiceId, InvoiceRequest, InvoiceType, IssuingRecords,
    NumberSource, Party, PaymentId, Usage, Violations, WantedRate, vat_breakdown,
};
use money::{Currency, Decimal};

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

/// Checks a request that was read from text. `reported` is what reading has found already; remarks
/// on the same paths are not repeated.
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
    let invoice_type = request.invoice_type.unwrap_or_default();
    let organization = records.organization.as_party();

    let contact = customer::contact(request, records, issuance, &mut found);
    let original = references::original(request, records, &mut found);
    let self_billed = invoice_type == InvoiceType::SelfInvoice
        || (invoice_type.is_note() && records.original.as_ref().is_some_and(|o| o.self_billed));
    let contact_party = contact.party().cloned().map(as_trading_party);
    let seller = if self_billed { contact_party.clone() } else { Some(organization.clone()) };
    let dates = dates::dates(request, &records.organization, issuance.today, &mut found);
    let (currency, wanted_rate) = currency(request, records, &dates, &mut found);
    let lines = items::lines(request, seller.as_ref(), self_billed, &mut found);
    let delivery_address = references::delivery_address(request, &mut found);
    let bank_account =
        references::bank_account(request, records, currency, self_billed, &mut found);
    let vehicle = references::vehicle(request, records, &mut found);
    let (infos, files) = attachments::attachments(request, issuance, &mut found);
    let texts = text::texts(request, &mut found);
    if request.draft == Some(true) && request.invoice_number.is_some() {
        found.add("invoice_number", "a draft has no number: it draws one when it is issued");
    }

    let reason = texts.exemption_reason.as_deref();
    let breakdown = vat_breakdown(&lines, reason);
    let totals = breakdown.as_ref().map_err(|e| *e).and_then(|rows| crate::totals(rows));
    if let Err(error) = totals {
        found.add("items", error.to_string());
    }
    found.into_result()?;
    // nothing is wrong: what was required is there
    let (Some(party), Some(customer_id), Ok(vat_breakdown), Ok(totals)) =
        (contact_party, contact.id(), breakdown, totals)
    else {
        return Err(unexplained());
    };
    let (seller, buyer) = if self_billed { (party, organization) } else { (organization, party) };
    let document = Document {
        invoice_type,
        self_billed,
        number: String::new(),
        variable_symbol: None,
        issue_date: dates.issue_date,
        delivery_date: dates.delivery_date,
        due_date: dates.due_date,
        order_number: texts.order_number,
        note: texts.note,
        internal_note: texts.internal_note,
        seller,
        buyer,
        customer_id,
        delivery_address,
        lines,
        vat_breakdown,
        totals,
        currency,
        home_currency: records.organization.home_currency(),
        exchange_rate: request.exchange_rate,
        payment_method: request.payment_method.unwrap_or_default(),
        bank_account,
        already_paid: request.already_paid.unwrap_or(false),
        original,
        vehicle,
        attachments: infos,
        contract_id: None,
        branding: records.organization.branding.clone(),
    };
    let number = match texts.invoice_number {
        Some(own) => NumberSource::Own(own),
        None => NumberSource::Series {
            invoice_type,
            format: records.series.clone(),
            year: dates.issue_date.year(),
        },
    };
    let (organization, plan) = (records.organization.id, records.organization.plan);
    let usage = Usage::of(organization, plan, issuance.now).map_err(|_| unexplained())?;
    Ok(Draft {
        id: InvoiceId((issuance.new_id)()),
        payment_id: PaymentId((issuance.new_id)()),
        organization,
        number,
        document,
        new_contact: contact.into_new(),
        files,
        wanted_rate,
        now: issuance.now,
        links: issuance.links.clone(),
        usage,
        by: None,
    })
}

/// Only reached if a rule forgot to say what it found.
fn unexplained() -> Violations {
    let mut violations = Violations::new();
    violations.add("", "the request cannot be issued");
    violations
}

/// A contact charges VAT when it has a VAT identifier.
fn as_trading_party(mut party: Party) -> Party {
    party.vat_payer = party.vat_payer || party.vat_id().is_some();
    party
}

/// The invoice currency, and which central bank rate to look up when the caller gave none.
fn currency(
    request: &InvoiceRequest,
    records: &IssuingRecords,
    dates: &dates::Dates,
    found: &mut Violations,
) -> (Currency, Option<WantedRate>) {
    let home = records.organization.home_currency();
    let currency = request.currency.unwrap_or(home);
    if let Some(rate) = request.exchange_rate {
        if let Err(error) = EXCHANGE_RATE_DIGITS.check(rate) {
            found.add("exchange_rate", error.to_string());
        } else if currency == home && !found.covers("currency") {
            let message = format!("must not be sent: {home} is the firm's own currency");
            found.add("exchange_rate", message);
        } else if rate <= Decimal::ZERO {
            found.add("exchange_rate", "must be greater than 0");
        }
    }
    let original = records.original.as_ref();
    if let Some(must) = original.map(|o| o.currency).filter(|must| *must != currency)
        && request.invoice_type.is_some_and(InvoiceType::is_note)
    {
        let message = format!("must be {must}, the currency of the original invoice");
        found.add("currency", message);
    }
    let wanted = (currency != home && request.exchange_rate.is_none()).then(|| WantedRate {
        bank: records.organization.central_bank(),
        date: dates.delivery_date.unwrap_or(dates.issue_date),
    });
    (currency, wanted)
}
