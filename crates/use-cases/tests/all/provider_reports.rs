//! The message log, and the monthly reports to the network that are made of it.

use crate::{
    receive_status::{OTHER, evidence},
    setup::{FakeNetwork, TestPorts, run},
};
use access::OrganizationId;
use jobs::{JobFilter, JobQueue, JobState, SubjectId};
use peppol_connector::{
    identifiers::{MessageId, Network},
    inbox::{ArrivingDocument, DocumentHead, ReceivedMessage, StatusRequest},
    ports::SubmissionStore,
    submissions::Jitter,
};
use peppol_statistics::{Direction, Month};
use provider_reports::{
    ExchangeLog, LoggedExchange, Provider, ProviderReport, ProviderReportId, ProviderReportStore,
    REPORT_JOB, ReportKind,
};
use testkit::{
    build::{self, NOW},
    fakes::{FakeAccessPoint, FakeDirectory, Listing, Reply},
    fixtures,
    peppol::{participant, received_record},
    sends,
};
use time::{Duration, OffsetDateTime, macros::datetime};
use use_cases::{
    receiving::receive_document::receive_document,
    reporting::{
        provider_reports::{
            MakeReportsError, late_provider_reports, make_provider_reports,
            missed_provider_reports, remake_provider_reports, send_provider_report,
        },
        tax_reports::Reported,
    },
    sending::deliver::SubmissionSender,
};

const SEAT: &str = "PSK000001";
const NETWORK: &str = "9925:be0848934496";
/// The month of the tests has settled.
pub const SETTLED: OffsetDateTime = datetime!(2026-12-01 01:00 UTC);

pub fn provider() -> Provider {
    Provider {
        seat: SEAT.parse().expect("a seat"),
        id: participant("0242:000001"),
        country: "SK".to_owned(),
        reports_to: Some(participant(NETWORK)),
    }
}

/// Ports of a provider among others; OpenPeppol replies so.
fn ports(replies: &[Reply]) -> (TestPorts, OrganizationId) {
    let ports = without_organization(replies);
    let organization = ports.with_enrolled();
    (ports, organization)
}

fn without_organization(replies: &[Reply]) -> TestPorts {
    let access_point =
        FakeAccessPoint::default().with(&participant(NETWORK), replies).with_evidence(evidence());
    let network = FakeNetwork { access_point, ..FakeNetwork::default() };
    TestPorts { network, provider: Some(provider()), ..TestPorts::default() }
}

fn send(ports: &TestPorts, owner: OrganizationId) {
    let send = sends::test_send();
    run(ports.store.commit(owner, &sends::queued(&send), None, NOW)).expect("queued");
    run(SubmissionSender(ports).deliver(owner, send.submission.id, Jitter(0))).expect("an attempt");
}

fn arriving(instance: &str) -> ArrivingDocument {
    let record = received_record();
    let message = ReceivedMessage {
        provider: OTHER.to_owned(),
        message_id: format!("{instance}@x"),
        instance: instance.to_owned(),
        status: StatusRequest::default(),
    };
    ArrivingDocument {
        network: Network::Test,
        message_id: message.key(),
        transaction_id: "4@billhook".to_owned(),
        sender: record.sender,
        receiver: participant("9915:2020202020"),
        document_type: record.document_type,
        process: record.process,
        document: b"<Invoice/>".as_slice().into(),
        head: DocumentHead::default(),
        receipt: b"<Receipt/>".as_slice().into(),
        message: Some(message),
        country: Some("AT".to_owned()),
    }
}

pub fn log(ports: &TestPorts) -> Vec<LoggedExchange> {
    run(ports.store.exchanges(Network::Test, Month::of(NOW), None, 100)).expect("a page").rows
}

fn advance_to(ports: &TestPorts, at: OffsetDateTime) {
    use use_cases::Runtime;
    ports.still.advance(at - ports.still.now());
}

fn made(ports: &TestPorts) -> usize {
    run(make_provider_reports(ports, Network::Test)).expect("made")
}

fn kept(ports: &TestPorts) -> Vec<ProviderReport> {
    run(ports.store.provider_reports(Network::Test, 9)).expect("a list")
}

fn report(ports: &TestPorts, id: ProviderReportId) -> Reported {
    run(send_provider_report(ports, id, Jitter(0))).expect("an attempt")
}

#[test]
fn each_exchange_is_logged_once_with_what_reports_ask_for() {
    let (ports, owner) = ports(&[]);
    send(&ports, owner);
    for _ in 0..2 {
        run(receive_document(&ports, SEAT, &arriving("one"))).expect("taken");
    }
    let within = ArrivingDocument { message: None, ..arriving("two") };
    run(receive_document(&ports, SEAT, &within)).expect("taken");
    let (mut found, company) = (log(&ports), run(ports.store.end_user(owner)).expect("there"));
    found.sort_by_key(|one| one.direction == Direction::In);
    let [sent, received] = &found[..] else { panic!("not two: {found:?}") };
    let end_user = Some(company.company.clone());
    assert_eq!((sent.direction, sent.provider.as_str()), (Direction::Out, OTHER));
    assert_eq!((sent.c1_country.as_deref(), &sent.c4_country), (Some("SK"), &None));
    assert_eq!((received.direction, received.provider.as_str()), (Direction::In, OTHER));
    assert_eq!(received.c1_country.as_deref(), Some("AT"));
    assert_eq!(received.c4_country.as_ref(), Some(&company.country));
    assert!(found.iter().all(|one| one.end_user == end_user && one.at == NOW), "{found:?}");

    let (mut sandbox, owner) = self::ports(&[]);
    sandbox.provider = None;
    send(&sandbox, owner);
    assert_eq!(log(&sandbox), [], "there is no other access point");
}

/// C1 is the organization, wherever its provider is (Peppol Business Message Envelope 2.0.1: `COUNTRY_C1`).
#[test]
fn a_document_is_sent_and_counted_from_the_country_of_whose_it_is() {
    for (country, named, counted) in
        [("CZ", Some("CZ"), "CZ"), ("SK", Some("SK"), "SK"), ("", None, "SK")]
    {
        let ports = without_organization(&[]);
        let owner = ports.with_enrolled_in(country);
        send(&ports, owner);
        let delivered = ports.network.access_point.delivered();
        assert_eq!(delivered[0].country.as_deref(), named, "the envelope of {country:?}");
        assert_eq!(log(&ports)[0].c1_country.as_deref(), Some(counted), "the log of {country:?}");
        advance_to(&ports, SETTLED);
        made(&ports);
        let reports = kept(&ports);
        let end_users = reports.iter().find(|one| one.kind == ReportKind::EndUsers).expect("one");
        let counts = format!("schemeID=\"EndUserCountry\">{counted}<");
        assert!(end_users.document.contains(&counts), "{}", end_users.document);
    }
}

#[test]
fn a_month_is_reported_once_when_it_is_over() {
    let (ports, owner) = ports(&[]);
    // more than are in memory at a time
    for number in 0..1_100_u32 {
        let record = received_record();
        let exchange = LoggedExchange {
            network: Network::Test,
            direction: if number % 3 == 0 { Direction::Out } else { Direction::In },
            message: MessageId(build::id()),
            at: NOW + Duration::seconds(i64::from(number)),
            provider: OTHER.to_owned(),
            document_type: record.document_type,
            process: record.process,
            c1_country: Some("SK".to_owned()),
            c4_country: Some("SK".to_owned()),
            end_user: Some(format!("SK:{}", number % 7)),
        };
        run(ports.store.log_exchange(&exchange)).expect("logged");
    }
    send(&ports, owner);
    advance_to(&ports, SETTLED - Duration::SECOND);
    assert_eq!(made(&ports), 0, "it is too late for October, and November is not over");
    advance_to(&ports, SETTLED);
    assert_eq!((made(&ports), made(&ports)), (2, 0));
    let [end_users, transactions] = &kept(&ports)[..] else { panic!("not two") };
    for said in ["<Incoming>733</Incoming>", "<Outgoing>368</Outgoing>", "2026-11-30", SEAT] {
        assert!(transactions.document.contains(said), "no {said} in {}", transactions.document);
    }
    let all = "<SendingOrReceivingEndUsers>8</SendingOrReceivingEndUsers>";
    assert!(end_users.document.contains(all), "{}", end_users.document);
    advance_to(&ports, datetime!(2026-12-16 02:00 UTC));
    assert_eq!(made(&ports), 0);
}

/// A log of three pages, seven lines an instant: a page ends within an instant.
#[test]
fn a_month_of_several_pages_is_counted_whole() {
    use std::collections::BTreeSet;
    let (ports, _) = ports(&[]);
    let (mut came, mut went) = (0, 0);
    let (mut senders, mut receivers) = (BTreeSet::new(), BTreeSet::new());
    for number in 0..2_500_u32 {
        let record = received_record();
        let is_sent = number % 3 == 0;
        let user = number * number % 997;
        let exchange = LoggedExchange {
            network: Network::Test,
            direction: if is_sent { Direction::Out } else { Direction::In },
            message: MessageId(build::id()),
            at: NOW + Duration::seconds(i64::from(number / 7)),
            provider: OTHER.to_owned(),
            document_type: record.document_type,
            process: record.process,
            c1_country: Some("SK".to_owned()),
            c4_country: Some("SK".to_owned()),
            end_user: Some(format!("SK:{user}")),
        };
        // the same message in the other network, and one of the next month
        let elsewhere = LoggedExchange { network: Network::Live, ..exchange.clone() };
        let later =
            LoggedExchange { message: MessageId(build::id()), at: SETTLED, ..exchange.clone() };
        for one in [&exchange, &exchange, &elsewhere, &later] {
            run(ports.store.log_exchange(one)).expect("logged");
        }
        if is_sent {
            (went, _) = (went + 1, senders.insert(user));
        } else {
            (came, _) = (came + 1, receivers.insert(user));
        }
    }
    advance_to(&ports, SETTLED);
    assert_eq!(made(&ports), 2);
    let kept = kept(&ports);
    let total = |name: &str| {
        let begin = format!("<{name}>");
        let found = kept.iter().find_map(|report| report.document.split_once(&begin));
        found.expect("a total").1.split(&format!("</{name}>")).next().expect("its end").to_owned()
    };
    let (transactions, end_users) = (total("Total"), total("FullSet"));
    for (total, name, count) in [
        (&transactions, "Incoming", came),
        (&transactions, "Outgoing", went),
        (&end_users, "SendingEndUsers", senders.len()),
        (&end_users, "ReceivingEndUsers", receivers.len()),
        (&end_users, "SendingOrReceivingEndUsers", senders.union(&receivers).count()),
    ] {
        let expected = format!("<{name}>{count}</{name}>");
        assert!(total.contains(&expected), "no {expected} in {total}");
    }
}

#[test]
fn reports_are_sent_to_the_network_until_the_deadline() {
    let (ports, owner) = ports(&[Reply::NotRegistered, Reply::LosesReceipt, Reply::Accepts]);
    send(&ports, owner);
    advance_to(&ports, SETTLED);
    made(&ports);
    let filter = JobFilter { kind: Some(REPORT_JOB.0), state: None };
    let jobs = run(ports.store.jobs(filter, None, 9)).expect("jobs").rows;
    assert_eq!(jobs.len(), 2);
    let id = ProviderReportId(jobs[0].subject.expect("a report").0);
    for minutes in [1, 2] {
        let Reported::Again { at, .. } = report(&ports, id) else { panic!("it ended") };
        assert_eq!(at, SETTLED + Duration::minutes(minutes));
    }
    let late = || run(late_provider_reports(&ports, Network::Test)).expect("counted");
    assert_eq!(late(), 0);
    advance_to(&ports, datetime!(2026-12-11 00:00 UTC));
    assert_eq!(late(), 2);
    for _ in 0..2 {
        assert_eq!(report(&ports, id), Reported::Settled);
        assert_eq!(late(), 1);
    }
    let taken = ports.network.access_point.taken();
    let [message] = &taken[..] else { panic!("not one message: {taken:?}") };
    assert_eq!(
        (message.message.message_id, &message.message.sender),
        (MessageId(id.0), &provider().id)
    );
    assert!(message.message.is_repeated(), "the attempt before it may have arrived");
    assert!(kept(&ports).iter().any(|report| report.sent_at.is_some() && report.attempts == 3));
    assert_eq!(report(&ports, ProviderReportId(build::id())), Reported::Settled, "it is replaced");
}

#[test]
fn a_report_that_comes_too_late_is_given_up() {
    let (ports, _) = ports(&[Reply::Unreachable]);
    advance_to(&ports, SETTLED);
    made(&ports);
    let [first, ..] = &kept(&ports)[..] else { panic!("none") };
    advance_to(&ports, datetime!(2026-12-16 00:00 UTC));
    let failed = report(&ports, first.id);
    assert!(matches!(failed, Reported::Failed(_)), "{failed:?}");
}

#[test]
fn reports_are_made_anew_while_the_network_takes_them() {
    let (ports, _) = ports(&[]);
    advance_to(&ports, SETTLED);
    made(&ports);
    let before = kept(&ports);
    let mut late = arriving("late");
    late.country = None;
    run(receive_document(&ports, SEAT, &late)).expect("taken");
    let remade = |month: Month| {
        let own = provider();
        let own = (Network::Test, &own);
        run(remake_provider_reports(&ports.store, &ports.still, own, month))
    };
    assert_eq!(remade(Month::of(NOW)).expect("made"), 2);
    let after = kept(&ports);
    let filter = JobFilter { kind: Some(REPORT_JOB.0), state: None };
    let jobs = run(ports.store.jobs(filter, None, 9)).expect("jobs").rows;
    let begins = |report: &ProviderReport| {
        let job =
            jobs.iter().find(|job| job.subject == Some(SubjectId(report.id.0))).expect("a job");
        job.state
    };
    let two_minutes = SETTLED + Duration::minutes(2);
    for report in &after {
        let expected = JobState::Waiting { run_at: two_minutes };
        assert_eq!(begins(report), expected, "an attempt with the old one may be under way");
    }
    assert!(after.len() == 2 && before.iter().all(|old| after.iter().all(|new| new.id != old.id)));
    let too_early = remade(Month::of(SETTLED));
    assert!(matches!(too_early, Err(MakeReportsError::NotOver(_))), "{too_early:?}");
    advance_to(&ports, datetime!(2026-12-16 00:00 UTC));
    let too_late = remade(Month::of(NOW));
    assert!(matches!(too_late, Err(MakeReportsError::TooLate(_))), "{too_late:?}");
}

#[test]
fn who_reports_to_nobody_makes_none_and_a_month_before_the_first_exchange_is_not_late() {
    let (mut ports, _) = ports(&[]);
    advance_to(&ports, datetime!(2026-12-14 00:00 UTC));
    assert_eq!(run(late_provider_reports(&ports, Network::Test)).expect("counted"), 0);
    ports.provider = Some(Provider { reports_to: None, ..provider() });
    assert_eq!(made(&ports), 0);
    assert_eq!(kept(&ports), []);
}

#[test]
fn a_missed_report_is_reported_for_a_year() {
    let (ports, owner) = ports(&[]);
    send(&ports, owner);
    let counts = |at: OffsetDateTime| {
        advance_to(&ports, at);
        let late = run(late_provider_reports(&ports, Network::Test)).expect("counted");
        (late, run(missed_provider_reports(&ports, Network::Test)).expect("counted"))
    };
    advance_to(&ports, SETTLED);
    made(&ports);
    let kept = kept(&ports);
    assert_eq!(counts(datetime!(2026-12-10 00:00 UTC)), (0, 0));
    // one of the two of November is sent, none of December is made
    assert_eq!(report(&ports, kept[0].id), Reported::Settled);
    assert_eq!(counts(datetime!(2026-12-31 00:00 UTC)), (1, 0));
    assert_eq!(counts(datetime!(2027-01-02 00:00 UTC)), (0, 1));
    assert_eq!(counts(datetime!(2027-01-20 00:00 UTC)), (2, 1));
    assert_eq!(counts(datetime!(2027-02-02 00:00 UTC)), (0, 3));
    assert_eq!(counts(datetime!(2027-12-02 00:00 UTC)), (0, 23), "November to October");
    assert_eq!(counts(datetime!(2028-01-02 00:00 UTC)), (0, 24), "a year without November");
}

#[test]
fn who_took_a_message_is_asked_of_the_directory_when_its_receipt_does_not_say_it() {
    for (certificate, expected) in [(other_s_certificate(), &[OTHER][..]), (Vec::new(), &[])] {
        let mut ports = without_organization(&[]);
        let receiver = sends::test_send().submission.receiver;
        ports.network = FakeNetwork {
            directory: FakeDirectory::default().with(Network::Test, &receiver, Listing::Receives),
            access_point: FakeAccessPoint::default().with_evidence(b"<x/>".to_vec()),
            certificate,
            ..FakeNetwork::default()
        };
        let owner = ports.with_enrolled();
        send(&ports, owner);
        let logged: Vec<_> = log(&ports).into_iter().map(|one| one.provider).collect();
        assert_eq!(logged, expected);
    }
}

/// An unsigned answer that a report came before is counted with whose certificate was written to, as that of a document.
#[test]
fn who_took_a_report_is_asked_of_the_directory_too() {
    for (certificate, expected) in [(other_s_certificate(), &[OTHER][..]), (Vec::new(), &[])] {
        let mut ports = without_organization(&[]);
        let receiver = participant(NETWORK);
        ports.network = FakeNetwork {
            directory: FakeDirectory::default().with(Network::Test, &receiver, Listing::Receives),
            access_point: FakeAccessPoint::default().with_evidence(b"<x/>".to_vec()),
            certificate,
            ..FakeNetwork::default()
        };
        advance_to(&ports, SETTLED);
        made(&ports);
        assert_eq!(report(&ports, kept(&ports)[0].id), Reported::Settled);
        let december = ports.store.exchanges(Network::Test, Month::of(SETTLED), None, 9);
        let december = run(december).expect("a page").rows.into_iter();
        let logged: Vec<_> = december.map(|one| (one.provider, one.end_user)).collect();
        let expected: Vec<_> =
            expected.iter().map(|&one| (one.to_owned(), None::<String>)).collect();
        assert_eq!(logged, expected);
    }
}

/// That of `ap2`.
pub fn other_s_certificate() -> Vec<u8> {
    let pem = fixtures::text("peppol-network/as4/pki/ap2.pem");
    peppol_messages::trust::Certificate::of_text(&pem).expect("a certificate").der().to_vec()
}
