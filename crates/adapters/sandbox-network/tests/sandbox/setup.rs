//! What the tests stand on.

use access::OrganizationId;
use invoice_responses::ResponseInbox;
use invoicing::records::{Provision, ProvisionStore};
use peppol_connector::{
    identifiers::{MessageId, Network, ParticipantId, Profile, Root, route_of},
    inbox::{ReceivedFilter, ReceivedRecord},
    ports::{AccountStore, InboxStore},
    registration::PeppolAccount,
    submissions::OutgoingMessage,
};
use sandbox_network::SandboxNetwork;
use store::{Store, StoreOptions};
use tax_reports::TaxReportStore;
use test_databases::TempFolder;
use testkit::{
    build::{self, NOW, id},
    peppol::ENROLLED,
};
use time::OffsetDateTime;

pub type Clock = fn() -> OffsetDateTime;

pub fn now() -> OffsetDateTime {
    NOW
}

/// The network, as most tests use it.
pub fn sandbox<S: AccountStore + InboxStore + TaxReportStore + ResponseInbox>(
    store: S,
) -> SandboxNetwork<S, Clock> {
    SandboxNetwork::new(store, now as Clock)
}

pub fn participant(text: &str) -> ParticipantId {
    text.parse().expect(text)
}

pub async fn sqlite() -> (Store, TempFolder) {
    let folder = TempFolder::migrated().await;
    let store = Store::open(&folder.url(), StoreOptions::default()).await.expect("opened");
    (store, folder)
}

/// A new organization that stands so in the network.
pub async fn organization<S: ProvisionStore + AccountStore>(
    store: &S,
    account: PeppolAccount,
    participant: &ParticipantId,
) -> OrganizationId {
    let organization = build::organization();
    let id = organization.id;
    let provision = Provision { organizations: vec![organization], ..Provision::default() };
    store.provision(&provision, NOW).await.expect("provisioned");
    let before = store.account(id).await.expect("an account");
    let mut after = before.clone();
    (after.account, after.participant) = (account, Some(participant.clone()));
    let audit = ENROLLED;
    store.change_account(id, &before, &after, audit, &[], NOW).await.expect("enrolled");
    id
}

/// An invoice at its first attempt, in the test network.
pub fn message(sender: &str, receiver: &str) -> OutgoingMessage {
    let Profile { customization_id, profile_id, .. } = Profile::BILLING;
    let (document_type, process) =
        route_of(Root::UblInvoice, Some(customization_id), Some(profile_id)).expect("a route");
    OutgoingMessage {
        network: Network::Test,
        message_id: MessageId(id()),
        sender: participant(sender),
        receiver: participant(receiver),
        document_type,
        process,
        made_at: NOW,
        attempt: 1,
        ambiguous: false,
    }
}

/// The same at another attempt.
pub fn at_attempt(message: &OutgoingMessage, attempt: u16) -> OutgoingMessage {
    OutgoingMessage { attempt, ..message.clone() }
}

pub async fn inbox(store: &impl InboxStore, owner: OrganizationId) -> Vec<ReceivedRecord> {
    let page = store.received(owner, &ReceivedFilter::default(), None, 100).await;
    page.expect("a page").rows
}

pub const INVOICE: &[u8] = br#"<?xml version="1.0" encoding="UTF-8"?>
<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"
    xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"
    xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">
  <cbc:ID>2026/0117</cbc:ID>
  <cbc:IssueDate>2026-11-20</cbc:IssueDate>
  <cbc:DueDate>2026-12-04</cbc:DueDate>
  <cbc:InvoiceTypeCode>380</cbc:InvoiceTypeCode>
  <cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode>
  <cac:AccountingSupplierParty><cac:Party>
    <cac:PartyLegalEntity><cbc:RegistrationName>P&#xed;la &amp; Orava</cbc:RegistrationName></cac:PartyLegalEntity>
  </cac:Party></cac:AccountingSupplierParty>
  <cac:LegalMonetaryTotal><cbc:TaxInclusiveAmount currencyID="EUR">223.00</cbc:TaxInclusiveAmount><cbc:PayableAmount currencyID="EUR">123.00</cbc:PayableAmount></cac:LegalMonetaryTotal>
</Invoice>
"#;
