//! Invoices with random properties, and the list as it should be.

use crate::build::{NOW, contact, draft_of};
use crate::contract::{Ports, random::Random, setup::issue};
use access::OrganizationId;
use invoicing::{
    Contact, ContactId, Draft, Invoice, InvoiceFilter, InvoiceId, InvoiceStatus, InvoiceType,
    PaymentMethod, is_owed, recording::Origin,
};
use money::Currency;
use std::cmp::Reverse;
use time::{Date, Duration, macros::date};
use uuid::Uuid;

const TYPES: [InvoiceType; 3] =
    [InvoiceType::Invoice, InvoiceType::Proforma, InvoiceType::CreditNote];
const CURRENCIES: [Currency; 3] = [Currency::Eur, Currency::Czk, Currency::Usd];
const FIRST_DAY: Date = date!(2025 - 12 - 28);

/// Issues `count` invoices that share days, instants, types, currencies and customers.
pub(in crate::contract) async fn invoices(
    store: &impl Ports,
    organization: OrganizationId,
    random: &mut Random,
    count: usize,
) -> Vec<Invoice> {
    let customers: Vec<Contact> = ["A", "B", "C"].into_iter().map(contact).collect();
    let mut known: Vec<ContactId> = Vec::new();
    let mut issued = Vec::new();
    for _ in 0..count {
        let customer = random.pick(&customers);
        let mut draft = drafted(organization, random);
        draft.document.customer_id = customer.id;
        draft.document.buyer = customer.party.clone();
        draft.new_contact = (!known.contains(&customer.id)).then_some(customer.clone());
        known.push(customer.id);
        issued.push(issue(store, &draft).await);
    }
    issued
}

fn drafted(organization: OrganizationId, random: &mut Random) -> Draft {
    let mut draft = draft_of(organization, random.pick(&TYPES));
    // few instants, so that ids break ties; microseconds apart
    draft.now = NOW + Duration::microseconds(random.pick(&[0, 1, 2, 1_000_000]));
    // random ids: their order is not that of issuing
    draft.id = InvoiceId(Uuid::from_u64_pair(random.next(), random.next()));
    draft.document.currency = random.pick(&CURRENCIES);
    draft.document.issue_date = day(random);
    draft.document.due_date = draft.document.issue_date + Duration::days(7);
    draft.document.already_paid = random.one_in(3);
    draft.document.payment_method = PaymentMethod::Cash;
    draft
}

fn day(random: &mut Random) -> Date {
    FIRST_DAY + Duration::days(i64::try_from(random.below(8)).unwrap_or_default())
}

/// Any combination of filters, with values that some of the invoices have.
pub(in crate::contract) fn filter(random: &mut Random, invoices: &[Invoice]) -> InvoiceFilter {
    let some = random.pick(invoices);
    let week = Duration::days(7);
    InvoiceFilter {
        origin: random.one_in(6).then(|| random.pick(&Origin::ALL)),
        status: random.one_in(4).then(|| {
            random.pick(&[InvoiceStatus::Issued, InvoiceStatus::Paid, InvoiceStatus::Sent])
        }),
        invoice_type: random.one_in(4).then(|| random.pick(&TYPES)),
        customer_id: random.one_in(4).then_some(some.document.customer_id),
        project_id: None,
        number: random.one_in(12).then(|| some.document.number.clone()),
        currency: random.one_in(4).then(|| random.pick(&CURRENCIES)),
        issued_from: random.one_in(4).then(|| day(random)),
        issued_to: random.one_in(4).then(|| day(random)),
        due_from: random.one_in(4).then(|| day(random) + week),
        due_to: random.one_in(4).then(|| day(random) + week),
        owed: random.one_in(4),
        paid_between: random.one_in(6).then(|| (day(random), day(random) + week)),
        open_advances: false,
    }
}

/// The ids that the filter lets through, in the order of the list.
pub(in crate::contract) fn listed(invoices: &[Invoice], filter: &InvoiceFilter) -> Vec<InvoiceId> {
    let mut found: Vec<_> = invoices.iter().filter(|invoice| passes(invoice, filter)).collect();
    found.sort_by_key(|invoice| Reverse((invoice.created_at, invoice.id)));
    found.into_iter().map(|invoice| invoice.id).collect()
}

fn passes(invoice: &Invoice, filter: &InvoiceFilter) -> bool {
    let document = &invoice.document;
    let (from, to) = (Date::MIN, Date::MAX);
    let issued = filter.issued_from.unwrap_or(from)..=filter.issued_to.unwrap_or(to);
    let due = filter.due_from.unwrap_or(from)..=filter.due_to.unwrap_or(to);
    [
        filter.origin.unwrap_or(Origin::Native) == Origin::Native,
        filter.status.unwrap_or(invoice.status) == invoice.status,
        filter.invoice_type.unwrap_or(document.invoice_type) == document.invoice_type,
        filter.customer_id.unwrap_or(document.customer_id) == document.customer_id,
        filter.currency.unwrap_or(document.currency) == document.currency,
        filter.number.as_ref().unwrap_or(&document.number) == &document.number,
        issued.contains(&document.issue_date),
        due.contains(&document.due_date),
        !filter.owed || is_owed(document.invoice_type, invoice.status),
        filter.paid_between.is_none_or(|(from, to)| {
            let mut payments = invoice.payments.iter();
            document.invoice_type.is_receivable()
                && payments.any(|payment| (from..=to).contains(&payment.date))
        }),
    ]
    .into_iter()
    .all(|passed| passed)
}
