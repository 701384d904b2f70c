//! The monthly reports to the network, over AS4 to an access point that receives for who gets them.

use crate::{
    reporting::stand_in::{Kept, StandIn},
    sending::as4::{OneAddress, TODAY, at_work, keys, provider, trust},
    support::*,
};
use billing_rules::validate;
use jobs::{JobFilter, JobQueue, JobState};
use peppol_as4::{As4AccessPoint, Http, HttpSettings, Sending as Sends};
use peppol_connector::{
    identifiers::{MessageId, Network},
    ports::{AccessPoint, DeliveryError, Receipt},
    submissions::{OutgoingMessage, Trace},
};
use peppol_messages::as4::signer_of;
use peppol_statistics::{Direction, Month, detect};
use provider_reports::{
    ExchangeLog, LoggedExchange, Provider, ProviderReport, ProviderReportStore, ReportKind,
};
use runtime::{
    networks::{Adapters, Networks},
    wiring::App,
};
use std::time::Duration as StdDuration;
use store::Store;
use time::{Duration, OffsetDateTime, format_description::well_known::Rfc3339, macros::datetime};
use uuid::Uuid;
use webhooks::endpoints::AddressPolicy;
use xml::Parsed;

on_both!(both_reports_of_a_month_go_over_as4_once);

/// Who gets the reports.
const RECEIVER: &str = "9915:2020876550";

/// An access point that loses each receipt: its messages have arrived, and nobody here knows.
struct LosesReceipts<A>(A);

impl<A: AccessPoint> AccessPoint for LosesReceipts<A> {
    async fn deliver_noted(
        &self,
        _: &OutgoingMessage,
        _: Option<&str>,
        _: &[u8],
        _: &mut Trace,
    ) -> Result<Receipt, DeliveryError> {
        Err(DeliveryError::Refused("nothing else is sent".to_owned()))
    }

    async fn deliver_service_message(
        &self,
        message: &OutgoingMessage,
        document: &[u8],
        trace: &mut Trace,
    ) -> Result<Receipt, DeliveryError> {
        self.0.deliver_service_message(message, document, trace).await?;
        Err(DeliveryError::NoReceipt("the line broke".into()))
    }
}

/// Reports over AS4 to this address, with the keys of `ap1`.
fn reporting(base_url: &str, loses: bool) -> impl FnOnce(&mut App) + Send + use<> {
    let directory = OneAddress::new(base_url);
    move |app| {
        let clock = app.clock;
        let http = HttpSettings::new(AddressPolicy::AndLoopback, StdDuration::from_secs(20));
        let access_point = As4AccessPoint::new(
            directory.clone(),
            move || clock.now(),
            Http::new(http).expect("a client"),
            keys("ap1"),
            trust(),
            Sends { country: provider().country, asks_for_status: true },
        );
        let adapters = match loses {
            true => Adapters::new(directory, LosesReceipts(access_point)),
            false => Adapters::new(directory, access_point),
        };
        let reports_to = Some(RECEIVER.parse().expect("a participant"));
        let adapters = adapters.provider(Some(Provider { reports_to, ..provider() }));
        app.networks = Networks::new(adapters, None);
    }
}

fn november() -> Month {
    "2026-11".parse().expect("a month")
}

/// An invoice of November that our firm sent, and one that it received.
async fn log_november(server: &TestServer, store: &Store) {
    let end_user = store.end_user(server.seeded.organizations.sk.org_id).await.expect("a firm");
    let invoice = "busdox-docid-qns::urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice##\
        urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0::2.1";
    let process = "cenbii-procid-ubl::urn:fdc:peppol.eu:2017:poacc:billing:01:1.0";
    for direction in [Direction::Out, Direction::In] {
        let exchange = LoggedExchange {
            network: Network::Test,
            direction,
            message: MessageId(Uuid::now_v7()),
            at: datetime!(2026-11-20 10:00 UTC),
            provider: "PAT000002".to_owned(),
            document_type: invoice.parse().expect("a type"),
            process: process.parse().expect("a process"),
            c1_country: Some("SK".to_owned()),
            c4_country: (direction == Direction::In).then(|| "SK".to_owned()),
            end_user: Some(end_user.company.clone()),
        };
        store.log_exchange(&exchange).await.expect("logged");
    }
}

/// Both reports of November, once they are as wanted.
async fn reports(store: &Store, wanted: impl Fn(&ProviderReport) -> bool) -> [ProviderReport; 2] {
    eventually("both reports", || async {
        let found = store.provider_reports(Network::Test, 9).await.expect("a list");
        let found: [ProviderReport; 2] = found.try_into().ok()?;
        found.iter().all(&wanted).then_some(found)
    })
    .await
}

async fn both_reports_of_a_month_go_over_as4_once(engine: Engine) {
    let (one, openpeppol) = (engine.serve(at_work()).await, StandIn::start().await);
    let store = one.store();
    log_november(&one, &store).await;
    let at = |later: Duration| {
        let today = OffsetDateTime::parse(TODAY, &Rfc3339).expect("a day");
        today + later
    };

    // they arrive, and the receipts are lost with this process
    let losing = one.refitted_at(at(Duration::ZERO), reporting(&openpeppol.base_url, true));
    reports(&store, |report| report.attempts > 0).await;
    drop(losing);
    let lost = reports(&store, |_| true).await;
    assert!(lost.iter().all(|one| one.sent_at.is_none() && one.receipt.is_none()), "{lost:?}");
    assert_eq!(openpeppol.kept().len(), 2);

    let going_on = at(Duration::minutes(10));
    let sending = one.refitted_at(going_on, reporting(&openpeppol.base_url, false));
    let sent = reports(&store, |report| report.sent_at.is_some()).await;
    drop(sending);
    let arrived = openpeppol.kept();
    assert_eq!(arrived.len(), 2, "the same two messages");
    for report in &sent {
        assert_eq!((report.month, &report.error), (november(), &None));
        let before = lost.iter().find(|one| one.id == report.id).expect("the same report");
        assert_eq!((&before.document, before.attempts + 1), (&report.document, report.attempts));
        let receipt = report.receipt.as_deref().expect("a receipt");
        assert_eq!(signer_of(receipt).expect("signed").common_name, "PAT000002");
        let Kept { document, .. } = arrived
            .iter()
            .find(|one| one.receipt == receipt)
            .unwrap_or_else(|| panic!("no document with the receipt of {:?}", report.kind));
        let parsed = Parsed::read(document.as_bytes()).expect("well-formed");
        let rules = detect(&parsed).expect("a report");
        assert!(validate(&parsed, rules).is_valid(), "{document}");
        let counts = match report.kind {
            ReportKind::Transactions => ["<Incoming>1</Incoming>", "<Outgoing>1</Outgoing>"],
            ReportKind::EndUsers => {
                ["<SendingEndUsers>1</SendingEndUsers>", "<ReceivingEndUsers>1</ReceivingEndUsers>"]
            }
        };
        for said in counts.iter().chain(&["PSK000001", "2026-11-01"]) {
            assert!(document.contains(said), "no {said} in {document}");
        }
    }

    // hours later they are looked at again, and nothing more is sent
    let later = at(Duration::hours(2));
    let again = one.refitted_at(later, reporting(&openpeppol.base_url, false));
    let make = JobFilter { kind: Some("peppol.make_reports"), state: None };
    eventually("the next look at the month", || async {
        let jobs = store.jobs(make, None, 1).await.expect("jobs").rows;
        matches!(jobs.first()?.state, JobState::Waiting { run_at } if run_at > later).then_some(())
    })
    .await;
    drop(again);
    assert_eq!(reports(&store, |_| true).await, sent);
    assert_eq!(openpeppol.kept(), arrived);

    // the provider itself is the sender, from its own country, and each counts once
    let december = store.exchanges(Network::Test, november().next(), None, 9).await;
    let december = december.expect("a page").rows;
    assert_eq!(december.len(), 2, "{december:?}");
    for one in december {
        assert_eq!((one.direction, one.provider.as_str()), (Direction::Out, "PAT000002"));
        assert_eq!((one.c1_country, one.end_user), (Some(provider().country), None));
    }
}
