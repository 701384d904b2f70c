//! A store that does not answer: never "not registered", and never "certainly not taken".

use crate::setup::{INVOICE, message, participant, sandbox};
use access::{Credential, OrganizationId};
use events::NewEvent;
use invoice_responses::{Between, ReceivedResponse, ResponseInbox, SentDocument};
use peppol_connector::{
    audit::AccountAudit,
    identifiers::{InvoiceId, Network, ParticipantId, ReceivedId},
    inbox::{
        Arrival, ArrivingDocument, ReceivedDocument, ReceivedFilter, ReceivedRecord, ReceivedVolume,
    },
    ports::{
        AccessPoint, AccountStore, DeliveryError, DirectoryError, InboxStore, ParticipantDirectory,
    },
    registration::AccountRecord,
    submissions::ReportDue,
};
use persistence::{Cursor, Page, StoreError};
use sandbox_network::TAX_AUTHORITY;
use tax_reports::{
    Decided, Earlier, Firm, GivenUp, KeptReport, MadeDocument, ReportAbout, ReportId,
    TaxReportStore,
};
use time::OffsetDateTime;
use uuid::Uuid;

type Result<T> = std::result::Result<T, StoreError>;

/// Finds everybody, or nobody knows; keeps nothing.
#[derive(Clone, Copy)]
struct Failing {
    lookups_too: bool,
    error: fn() -> StoreError,
}

fn broken() -> StoreError {
    StoreError::Backend("the disk is full".into())
}

impl AccountStore for Failing {
    async fn account(&self, _: OrganizationId) -> Result<AccountRecord> {
        Err(broken())
    }

    async fn change_account(
        &self,
        _: OrganizationId,
        _: &AccountRecord,
        _: &AccountRecord,
        _: AccountAudit<'_>,
        _: &[NewEvent],
        _: OffsetDateTime,
    ) -> Result<()> {
        Err(broken())
    }

    async fn enrolled(&self, _: Network, _: &ParticipantId) -> Result<Option<OrganizationId>> {
        if self.lookups_too { Err(broken()) } else { Ok(Some(OrganizationId(Uuid::nil()))) }
    }
}

impl InboxStore for Failing {
    async fn receive(
        &self,
        _: OrganizationId,
        _: &ReceivedDocument,
        _: &NewEvent,
    ) -> Result<Arrival> {
        Err((self.error)())
    }

    async fn arrived_before(&self, _: &ArrivingDocument) -> Result<Option<Arrival>> {
        Err(broken())
    }

    async fn received_volume(
        &self,
        _: OrganizationId,
        _: &ParticipantId,
        _: OffsetDateTime,
    ) -> Result<ReceivedVolume> {
        Err(broken())
    }

    async fn received(
        &self,
        _: OrganizationId,
        _: &ReceivedFilter,
        _: Option<Cursor>,
        _: u16,
    ) -> Result<Page<ReceivedRecord>> {
        Err(broken())
    }

    async fn received_record(&self, _: OrganizationId, _: ReceivedId) -> Result<ReceivedRecord> {
        Err(broken())
    }

    async fn received_bytes(&self, _: OrganizationId, _: ReceivedId) -> Result<Vec<u8>> {
        Err(broken())
    }

    async fn received_evidence(&self, _: OrganizationId, _: ReceivedId) -> Result<Vec<u8>> {
        Err(broken())
    }

    async fn acknowledge(
        &self,
        _: OrganizationId,
        _: ReceivedId,
        _: Option<Credential>,
        _: OffsetDateTime,
    ) -> Result<OffsetDateTime> {
        Err(broken())
    }
}

impl ResponseInbox for Failing {
    async fn takes_responses(&self, _: OrganizationId) -> Result<bool> {
        Err(broken())
    }

    async fn documents_numbered(
        &self,
        _: OrganizationId,
        _: Between<'_>,
        _: &str,
    ) -> Result<Vec<SentDocument>> {
        Err(broken())
    }

    async fn receive_response(
        &self,
        _: OrganizationId,
        _: &ReceivedDocument,
        _: Option<(&ReceivedResponse, &NewEvent)>,
    ) -> Result<Arrival> {
        Err((self.error)())
    }
}

impl TaxReportStore for Failing {
    async fn reporting_firm(&self, _: OrganizationId) -> Result<Firm> {
        Ok(Firm { country: "CZ".into(), vat_number: None })
    }

    async fn tax_report(&self, _: OrganizationId, _: ReportId) -> Result<KeptReport> {
        Err(broken())
    }

    async fn earlier_reports(&self, _: OrganizationId, _: &KeptReport) -> Result<Vec<Earlier>> {
        Err(broken())
    }

    async fn report_failed(
        &self,
        _: OrganizationId,
        _: ReportId,
        _: Option<&GivenUp>,
    ) -> Result<()> {
        Err(broken())
    }

    async fn invoice_reports(&self, _: OrganizationId, _: InvoiceId) -> Result<Vec<KeptReport>> {
        Err(broken())
    }

    async fn withdraw_report(
        &self,
        _: OrganizationId,
        _: &KeptReport,
        _: &ReportDue,
        _: OffsetDateTime,
    ) -> Result<()> {
        Err(broken())
    }

    async fn forget_deletion(&self, _: OrganizationId, _: ReportId) -> Result<()> {
        Err(broken())
    }

    async fn reports_due_by(&self, _: OffsetDateTime) -> Result<u64> {
        Err(broken())
    }

    async fn keep_tax_document(
        &self,
        _: OrganizationId,
        _: ReportId,
        _: &MadeDocument,
    ) -> Result<MadeDocument> {
        Err(broken())
    }

    async fn keep_report_receipt(
        &self,
        _: OrganizationId,
        _: ReportId,
        _: &[u8],
        _: OffsetDateTime,
    ) -> Result<()> {
        Err(broken())
    }

    async fn decide_report(&self, _: OrganizationId, _: &Decided) -> Result<()> {
        Err(broken())
    }

    async fn report_sent_as(
        &self,
        _: Network,
        _: ReportId,
    ) -> Result<Option<(OrganizationId, KeptReport)>> {
        Err(broken())
    }

    async fn latest_report(&self, _: OrganizationId, _: ReportAbout) -> Result<Option<KeptReport>> {
        Err(broken())
    }
}

#[tokio::test]
async fn a_report_that_cannot_be_looked_up_is_ambiguous() {
    let network = sandbox(Failing { lookups_too: false, error: broken });
    let sent = network.deliver(&message("9915:2023456789", TAX_AUTHORITY), INVOICE).await;
    assert!(matches!(sent, Err(DeliveryError::NoReceipt(_))));
}

#[tokio::test]
async fn a_lookup_that_fails_is_uncertain() {
    let network = sandbox(Failing { lookups_too: true, error: broken });
    let id = participant("9915:2020202020");
    let answer = network.registration(Network::Test, &id).await;
    assert!(matches!(answer, Err(DirectoryError::Unreachable(_))));
    let sent = network.deliver(&message("9915:2023456789", "9915:2020202020"), INVOICE).await;
    assert!(matches!(sent, Err(DeliveryError::Directory(DirectoryError::Unreachable(_)))));
}

#[tokio::test]
async fn a_delivery_that_fails_is_ambiguous() {
    let deliver = async |error| {
        let network = sandbox(Failing { lookups_too: false, error });
        network.deliver(&message("9915:2023456789", "9915:2020202020"), INVOICE).await
    };
    assert!(matches!(deliver(broken).await, Err(DeliveryError::NoReceipt(_))));
    let gone = deliver(|| StoreError::NotFound).await;
    assert!(matches!(gone, Err(DeliveryError::Directory(DirectoryError::NotRegistered(_)))));
    let taken = deliver(|| StoreError::Taken("message id".into())).await;
    assert!(matches!(taken, Err(DeliveryError::Refused(_))));
}
