//! The tax authority: it answers reports by itself, once.

use crate::setup::{INVOICE, message, organization, participant, sandbox};
use access::OrganizationId;
use jobs::{JobFilter, JobQueue};
use peppol_connector::{
    identifiers::{MessageId, Network},
    ports::{AccessPoint, DeliveryError},
    registration::PeppolAccount,
    submissions::{OutgoingMessage, REPORT_JOB},
};
use sandbox_network::{TAX_AUTHORITY, reporting};
use tax_reports::{ReportId, ReportState, TaxReportStore};
use testkit::{MemoryStore, build::id, fixtures};
use uuid::Uuid;

const RECEIVER: &str = "9915:2020202020";

/// An organization that received a document of this sender, and the report that it owes.
async fn received_from(store: &MemoryStore, sender: &str) -> (OrganizationId, ReportId) {
    let enrolled = PeppolAccount::Enrolled(Network::Test);
    let owner = organization(store, enrolled, &participant(RECEIVER)).await;
    let document = fixtures::bytes("peppol-network/tdd-build/documents/base-example.xml");
    let network = sandbox(store.clone());
    for _ in 0..2 {
        let sent = OutgoingMessage {
            message_id: MessageId(Uuid::from_u128(9)),
            ..message(sender, RECEIVER)
        };
        network.deliver(&sent, &document).await.expect("delivered");
    }
    let filter = JobFilter { kind: Some(REPORT_JOB.0), state: None };
    let jobs = store.jobs(filter, None, 9).await.expect("jobs").rows;
    let [job] = &jobs[..] else { panic!("{} reports are due", jobs.len()) };
    (owner, ReportId(job.subject.expect("a report").0))
}

#[tokio::test]
async fn it_accepts_and_rejects_once() {
    for (sender, state) in
        [("9915:2023456789", ReportState::Accepted), ("9915:0000000010", ReportState::Rejected)]
    {
        let store = MemoryStore::default();
        let (owner, report) = received_from(&store, sender).await;
        let network = sandbox(store.clone());
        let message =
            OutgoingMessage { message_id: MessageId(report.0), ..message(RECEIVER, TAX_AUTHORITY) };
        let before = store.events(owner).len();
        for repeated in [false, true] {
            let receipt = network.deliver(&message, b"<TaxData/>").await.expect("taken");
            assert_eq!((receipt.duplicate, receipt.delivered), (repeated, true));
            let kept = store.tax_report(owner, report).await.expect("there");
            assert_eq!(kept.report.state, state);
            assert_eq!(kept.report.issues.len(), usize::from(state == ReportState::Rejected));
            assert_eq!(store.events(owner).len(), before + 1);
        }
    }
}

#[tokio::test]
async fn it_refuses_what_is_no_report() {
    let store = MemoryStore::default();
    let network = sandbox(store);
    let message =
        OutgoingMessage { message_id: MessageId(id()), ..message(RECEIVER, TAX_AUTHORITY) };
    let refused = network.deliver(&message, INVOICE).await;
    assert!(matches!(refused, Err(DeliveryError::Refused(_))));
    assert_eq!(reporting().expect("participants").authority, participant(TAX_AUTHORITY));
}
