//! The invoice that records a sent document (send rule 8).

use super::admission::Recorded;
use crate::{
    documents::{DocumentFacts, PartyFacts, Side, variable_symbol::recorded_variable_symbol},
    identifiers::{Network, Root},
    sending::{
        admission::Refusal,
        organization_facts::{EarlierRecord, NumberUse, OrganizationFacts},
    },
};
use access::{Credential, OrganizationId};
use events::{NewEvent, Unwritable};
use invoicing::{
    Contact, ContactId, Invoice, InvoiceId, InvoiceType, Party, Totals,
    corrections::StandingNote,
    recording::{RecordedDocument, RevisionRefused},
    states::{ChangeMoment, HistoryAction, HistoryEntry, Links},
};
use money::{AMOUNT_DECIMALS, CurrencyCode, Decimal, MAX_AMOUNT};
use ring::digest::{SHA256, digest};
use time::OffsetDateTime;

/// The change of invoices by a send: a new recorded invoice, or an update of the earlier one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordedInvoice {
    /// The invoice to store.
    pub invoice: Invoice<RecordedDocument>,
    /// The stored invoice; `None` when it is new.
    pub before: Option<Box<Invoice<RecordedDocument>>>,
    /// The notes to it by which the update was checked; when others are in force by now, nothing is stored.
    pub notes: Vec<StandingNote>,
    /// The other party. Its id is derived from its data, so documents with the same party share one contact.
    pub contact: Contact,
    /// `invoice.created`, or `invoice.updated`: see [`RecordedInvoice::published`].
    pub events: Vec<NewEvent>,
    /// The history line of an updated invoice; `None` when it is new.
    pub entry: Option<HistoryEntry>,
    /// The time and actor for changes of its credit notes; `None` when it is new.
    pub moment: Option<ChangeMoment>,
}

impl RecordedInvoice {
    /// Checks that payments and notes which depend on the earlier record stay valid.
    ///
    /// # Errors
    /// [`RevisionRefused`].
    pub(crate) fn check(&self) -> Result<(), RevisionRefused> {
        match &self.before {
            Some(before) => before.check_revision(&self.invoice, &self.notes),
            None => Ok(()),
        }
    }

    /// Adds the events, and the history line when it updates a record.
    ///
    /// # Errors
    /// [`Unwritable`] for a time that cannot be serialized.
    pub fn published(
        self,
        now: OffsetDateTime,
        actor: Option<Credential>,
        links: &Links,
    ) -> Result<Self, Unwritable> {
        let events = self.invoice.recorded_events(self.before.as_deref(), now, links)?;
        let entry = self.before.as_deref().map(|before| {
            let (before, after) = (before.clone().into(), self.invoice.clone().into());
            HistoryEntry::of(HistoryAction::Revised, &before, &after, now).by(actor)
        });
        let (today, links) = (service_day::date(now), links.clone());
        Ok(Self { events, entry, moment: Some(ChangeMoment { now, today, links, actor }), ..self })
    }
}

/// The invoice that records a document, with the changes by this send.
pub(crate) fn record(
    document: &DocumentFacts,
    number: &str,
    organization: &OrganizationFacts,
    id: InvoiceId,
    now: OffsetDateTime,
) -> Result<(InvoiceId, Option<RecordedInvoice>), Refusal> {
    let contact = contact(document.party(document.sender().other()), organization.id)?;
    let contact = Contact { id: organization.contact.unwrap_or(contact.id), ..contact };
    let says = recorded_document(document, number, contact.id)?;
    let network = organization.environment.network();
    let noting = |invoice: Invoice<RecordedDocument>, before| {
        let named = organization.named.as_deref().and_then(|named| {
            let of = (document, &contact);
            named.noted_by(&invoice, before, of, (network, service_day::date(now)))
        });
        named.unwrap_or_else(|| invoice.noting_nothing())
    };
    let NumberUse::Recorded(earlier) = &organization.number else {
        let invoice = noting(Invoice::record(id, organization.id, says, now), None);
        return Ok((id, Some(recorded(invoice, None, contact))));
    };
    let of_test = network == Network::Test;
    let before = &earlier.invoice;
    let revised = before.revised_as(says, |after| noting(after, Some(before)));
    let revised = revised.filter(|_| !(of_test && earlier.live));
    let change = revised.map(|invoice| recorded(invoice, Some(earlier), contact));
    Ok((earlier.invoice.id, change))
}

/// The change before its events are added.
fn recorded(
    invoice: Invoice<RecordedDocument>,
    earlier: Option<&EarlierRecord>,
    contact: Contact,
) -> RecordedInvoice {
    RecordedInvoice {
        invoice,
        before: earlier.map(|earlier| Box::new(earlier.invoice.clone())),
        notes: earlier.map(|earlier| earlier.notes.clone()).unwrap_or_default(),
        contact,
        events: Vec::new(),
        entry: None,
        moment: None,
    }
}

/// The stored data of a document in addition to its bytes.
///
/// # Errors
/// [`Refusal::Unrecordable`] names the missing value.
pub fn recorded_document(
    document: &DocumentFacts,
    number: &str,
    customer_id: ContactId,
) -> Result<RecordedDocument, Refusal> {
    let total = amount(document.total, Recorded::Total)?;
    let subtotal = amount(document.net.or(document.total), Recorded::Subtotal)?;
    let none = Some(Decimal::ZERO);
    let currency: Option<CurrencyCode> = document.currency.as_deref().and_then(|c| c.parse().ok());
    let name = |side| document.party(side).name.clone().unwrap_or_default();
    Ok(RecordedDocument {
        invoice_type: invoice_type(document),
        type_code: document.type_code.clone(),
        self_billed: document.sender() == Side::Customer,
        number: number.to_owned(),
        variable_symbol: recorded_variable_symbol(document.payment_id.as_deref(), number),
        issue_date: document.issue_date.ok_or(Refusal::Unrecordable(Recorded::IssueDate))?,
        due_date: document.due_date,
        customer_id,
        seller: name(Side::Supplier),
        buyer: name(Side::Customer),
        totals: Totals { subtotal, vat_total: total - subtotal, total },
        prepaid: amount(document.prepaid.or(none), Recorded::Prepaid)?,
        rounding: amount(document.rounding.or(none), Recorded::Rounding)?,
        currency: currency.ok_or(Refusal::Unrecordable(Recorded::Currency))?,
        original: None,
        internal_note: None,
        contract_id: None,
        project_id: None,
    })
}

/// An amount that fits the money columns.
fn amount(amount: Option<Decimal>, what: Recorded) -> Result<Decimal, Refusal> {
    let held = |amount: &Decimal| {
        amount.abs() <= MAX_AMOUNT && amount.normalize().scale() <= AMOUNT_DECIMALS
    };
    let amount = amount.filter(held).ok_or(Refusal::Unrecordable(what))?;
    Ok(money::round(amount))
}

/// The invoice type for the type code (BT-3, UNCL1001).
pub(super) fn invoice_type(document: &DocumentFacts) -> InvoiceType {
    match (document.root, document.type_code.as_deref()) {
        (Root::UblCreditNote, _) | (_, Some("381" | "261")) => InvoiceType::CreditNote,
        (_, Some("383" | "527")) => InvoiceType::DebitNote,
        (_, Some("389")) => InvoiceType::SelfInvoice,
        _ if document.sender() == Side::Customer => InvoiceType::SelfInvoice,
        _ => InvoiceType::Invoice,
    }
}

/// The contact of a party; equal parties give equal contacts.
///
/// # Errors
/// [`Refusal::Unrecordable`].
pub fn contact(party: &PartyFacts, organization: OrganizationId) -> Result<Contact, Refusal> {
    let party: Party = party.to_party();
    let unwritable = |_| Refusal::Unrecordable(Recorded::OtherParty);
    let mut says = serde_json::to_vec(&party).map_err(unwritable)?;
    says.extend_from_slice(organization.0.as_bytes());
    let mut id = [0; 16];
    id.copy_from_slice(&digest(&SHA256, &says).as_ref()[..16]);
    Ok(Contact::new(ContactId(uuid::Builder::from_custom_bytes(id).into_uuid()), party))
}
