//! The invoice that a sent document is recorded as (send rule 8).

use crate::{
    documents::{DocumentFacts, PartyFacts, Side, variable_symbol::recorded_variable_symbol},
    identifiers::{Network, Root},
    sending::{
        admission::Refusal,
        organization_facts::{NumberUse, OrganizationFacts},
    },
};
use access::{Credential, OrganizationId};
use events::{NewEvent, Unwritable};
use invoicing::{
    Contact, ContactId, Invoice, InvoiceId, InvoiceType, Party, Totals,
    recording::{RecordedDocument, RevisionRefused},
    states::{ChangeMoment, HistoryAction, HistoryEntry, Links},
};
use money::{AMOUNT_DECIMALS, CurrencyCode, Decimal, MAX_AMOUNT};
use ring::digest::{SHA256, digest};
use time::OffsetDateTime;

/// What a send changes among the invoices: a new one, or what its document says otherwise than the
/// earlier one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordedInvoice {
    /// The invoice as it is to be saved.
    pub invoice: Invoice<RecordedDocument>,
    /// As it stands; `None` when it is new.
    pub before: Option<Box<Invoice<RecordedDocument>>>,
    /// The other party. Kept once, however many documents name it: its id is made of what it says.
    pub contact: Contact,
    /// `invoice.created`, or `invoice.updated`: see [`RecordedInvoice::published`].
    pub events: Vec<NewEvent>,
    /// For the history of one that was there before.
    pub entry: Option<HistoryEntry>,
    /// For what becomes of the credit notes to one that was there before.
    pub moment: Option<ChangeMoment>,
}

impl RecordedInvoice {
    /// Whether it may be kept: what hangs on the record that was there before goes on saying what it said.
    ///
    /// # Errors
    /// [`RevisionRefused`].
    pub(crate) fn check(&self, organization: &OrganizationFacts) -> Result<(), RevisionRefused> {
        match (&self.before, &organization.number) {
            (Some(before), NumberUse::Recorded(earlier)) => {
                before.check_revision(&self.invoice, earlier.is_noted)
            }
            _ => Ok(()),
        }
    }

    /// With its events, and with the line of its history when it changes a record.
    ///
    /// # Errors
    /// [`Unwritable`] for a time that cannot be written.
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

/// The invoice that a document belongs to, and what the send changes of it.
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
    let NumberUse::Recorded(earlier) = &organization.number else {
        let invoice = Invoice::record(id, organization.id, says, now);
        return Ok((id, Some(recorded((invoice, None), contact))));
    };
    let of_test = organization.environment.network() == Network::Test;
    let revised = earlier.invoice.revised(says).filter(|_| !(of_test && earlier.live));
    let change = revised
        .map(|invoice| recorded((invoice, Some(Box::new(earlier.invoice.clone()))), contact));
    Ok((earlier.invoice.id, change))
}

type Record = Invoice<RecordedDocument>;

/// Before it is published.
fn recorded((invoice, before): (Record, Option<Box<Record>>), contact: Contact) -> RecordedInvoice {
    RecordedInvoice { invoice, before, contact, events: Vec::new(), entry: None, moment: None }
}

/// What is kept of a document beside its bytes.
///
/// # Errors
/// [`Refusal::Unrecordable`] names what it does not say.
pub fn recorded_document(
    document: &DocumentFacts,
    number: &str,
    customer_id: ContactId,
) -> Result<RecordedDocument, Refusal> {
    let total = amount(document.total, "total (BT-112)")?;
    let subtotal = amount(document.net.or(document.total), "total without VAT (BT-109)")?;
    let none = Some(Decimal::ZERO);
    let currency: Option<CurrencyCode> = document.currency.as_deref().and_then(|c| c.parse().ok());
    let name = |side| document.party(side).name.clone().unwrap_or_default();
    Ok(RecordedDocument {
        invoice_type: invoice_type(document),
        type_code: document.type_code.clone(),
        self_billed: document.sender() == Side::Customer,
        number: number.to_owned(),
        variable_symbol: recorded_variable_symbol(document.payment_id.as_deref(), number),
        issue_date: document.issue_date.ok_or(Refusal::Unrecordable("issue date (BT-2)"))?,
        due_date: document.due_date,
        customer_id,
        seller: name(Side::Supplier),
        buyer: name(Side::Customer),
        totals: Totals { subtotal, vat_total: total - subtotal, total },
        prepaid: amount(document.prepaid.or(none), "paid amount (BT-113)")?,
        rounding: amount(document.rounding.or(none), "rounding amount (BT-114)")?,
        currency: currency.ok_or(Refusal::Unrecordable("currency (BT-5)"))?,
        internal_note: None,
        contract_id: None,
    })
}

/// An amount that columns of money hold.
fn amount(amount: Option<Decimal>, what: &'static str) -> Result<Decimal, Refusal> {
    let held = |amount: &Decimal| {
        amount.abs() <= MAX_AMOUNT && amount.normalize().scale() <= AMOUNT_DECIMALS
    };
    let amount = amount.filter(held).ok_or(Refusal::Unrecordable(what))?;
    Ok(money::round(amount))
}

/// What kind of invoice it is here, from BT-3 (UNCL1001).
fn invoice_type(document: &DocumentFacts) -> InvoiceType {
    match (document.root, document.type_code.as_deref()) {
        (Root::UblCreditNote, _) | (_, Some("381" | "261")) => InvoiceType::CreditNote,
        (_, Some("383" | "527")) => InvoiceType::DebitNote,
        (_, Some("389")) => InvoiceType::SelfInvoice,
        _ if document.sender() == Side::Customer => InvoiceType::SelfInvoice,
        _ => InvoiceType::Invoice,
    }
}

/// A party as a contact: the same party is the same contact.
///
/// # Errors
/// [`Refusal::Unrecordable`].
pub fn contact(party: &PartyFacts, organization: OrganizationId) -> Result<Contact, Refusal> {
    let party: Party = party.to_party();
    let unwritable = |_| Refusal::Unrecordable("other party");
    let mut says = serde_json::to_vec(&party).map_err(unwritable)?;
    says.extend_from_slice(organization.0.as_bytes());
    let mut id = [0; 16];
    id.copy_from_slice(&digest(&SHA256, &says).as_ref()[..16]);
    Ok(Contact { id: ContactId(uuid::Builder::from_custom_bytes(id).into_uuid()), party })
}
