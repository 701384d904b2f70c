//! The message log and the monthly reports to the network.

use crate::contract::{
    StoreUnderTest,
    sending::setup::all_jobs,
    setup::{kind, organization},
};
use crate::{build::id, peppol::received_record};
use ::provider_reports::{
    Draft, EarlierReport, EndUser, ExchangeLog, LoggedExchange, ProviderReport, ProviderReportId,
    ProviderReportStore, REPORT_JOB, ReportKind, ServiceMessageArrival,
};
use access::OrganizationId;
use jobs::{JobFilter, JobId, NewJob};
use peppol_connector::{
    identifiers::{MessageId, Network},
    inbox::{Arrival, ArrivingDocument, DocumentHead, ReceivedMessage, StatusRequest},
};
use peppol_statistics::{Direction, Month};
use time::{Duration, OffsetDateTime, macros::datetime};

const START: OffsetDateTime = datetime!(2031-03-01 00:00 UTC);

fn month() -> Month {
    Month::of(START)
}

fn exchange(after: Duration) -> LoggedExchange {
    let record = received_record();
    LoggedExchange {
        network: Network::Live,
        direction: Direction::Out,
        message: MessageId(id()),
        at: START + after,
        provider: "PAT000002".to_owned(),
        document_type: record.document_type,
        process: record.process,
        c1_country: Some("SK".to_owned()),
        c4_country: None,
        end_user: Some("SK:12345678".to_owned()),
    }
}

pub async fn an_exchange_is_logged_once_and_read_by_month(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let first = exchange(Duration::ZERO);
    let same_time = exchange(Duration::ZERO);
    let last = LoggedExchange {
        direction: Direction::In,
        c1_country: None,
        c4_country: Some("CZ".to_owned()),
        end_user: None,
        ..exchange(Duration::days(31) - Duration::MICROSECOND)
    };
    let to_ourselves = LoggedExchange { message: first.message, ..last.clone() };
    let other_month = exchange(Duration::days(31));
    let other_network = LoggedExchange { network: Network::Test, ..exchange(Duration::DAY) };
    let log = [&other_month, &last, &first, &same_time, &to_ourselves, &other_network];
    for one in log {
        store.log_exchange(one).await.expect("logged");
    }
    let again = LoggedExchange { at: START + Duration::DAY, ..first.clone() };
    store.log_exchange(&again).await.expect("logged");

    let (mut found, mut after) = (Vec::new(), None);
    loop {
        let page = store.exchanges(Network::Live, month(), after, 1).await.expect("a page");
        after = page.next();
        found.extend(page.rows);
        if after.is_none() {
            break;
        }
    }
    let mut expected = [first.clone(), same_time, last, to_ourselves];
    expected.sort_by_key(|one| (one.at, one.message));
    assert_eq!(found, expected);
    let begins = store.first_exchange(Network::Live).await.expect("asked");
    assert_eq!(begins, Some(first.at));
}

fn arriving(message_id: &str, instance: &str, document: &[u8]) -> ArrivingDocument {
    let (record, transaction) = (received_record(), id());
    let message = ReceivedMessage {
        provider: "PAT000002".to_owned(),
        message_id: message_id.to_owned(),
        instance: instance.to_owned(),
        status: StatusRequest::default(),
    };
    ArrivingDocument {
        network: Network::Live,
        message_id: message.key(),
        transaction_id: format!("{transaction}@billhook"),
        sender: record.sender,
        receiver: record.receiver,
        document_type: record.document_type,
        process: record.process,
        document: document.into(),
        head: DocumentHead::default(),
        receipt: format!("<Receipt>{transaction}</Receipt>").into_bytes().into(),
        message: Some(message),
        country: None,
    }
}

/// With its line in the log.
async fn keep(store: &impl ExchangeLog, arriving: &ArrivingDocument, second: i64) -> Arrival {
    let at = START + Duration::seconds(second);
    let exchange = LoggedExchange {
        direction: Direction::In,
        message: arriving.message_id,
        ..exchange(Duration::seconds(second))
    };
    let message = arriving.message.as_ref().expect("a message");
    let kept = ServiceMessageArrival { arriving, message, exchange: Some(exchange), at };
    store.keep_service_message(&kept).await.expect("asked")
}

pub async fn a_message_to_ourselves_is_kept_once_with_its_receipt(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let ids = [id(), id()].map(|id| id.to_string());
    let first = arriving(&ids[0], "one", b"<\xc5\xbd/>");
    assert_eq!(store.service_message_before(&first).await.expect("asked"), None);
    assert_eq!(keep(store, &first, 0).await, Arrival::Kept);
    let repeated = |same_document| Arrival::Repeated {
        transaction_id: first.transaction_id.clone(),
        evidence: first.receipt.to_vec(),
        same_document,
    };
    // under its message id, or in its envelope
    for (again, same) in [
        (arriving(&ids[0], "one", b"<\xc5\xbd/>"), true),
        (arriving(&ids[0], "two", b"<\xc5\xbd/>"), true),
        (arriving(&ids[1], "one", b"<\xc5\xbd/>"), true),
        (arriving(&ids[0], "one", b"<other/>"), false),
    ] {
        let before = store.service_message_before(&again).await.expect("asked");
        assert_eq!(before, Some(repeated(same)));
        assert_eq!(keep(store, &again, 1).await, repeated(same));
    }
    let log = store.exchanges(Network::Live, month(), None, 9).await.expect("a page");
    let counted = log.rows.iter().map(|one| (one.message, one.at)).collect::<Vec<_>>();
    assert_eq!(counted, [(first.message_id, START)], "counted once");

    let elsewhere = ArrivingDocument { network: Network::Test, ..first.clone() };
    let mut others = arriving(&ids[0], "one", b"<x/>");
    let mut message = others.message.take().expect("a message");
    message.provider = "PAT000003".to_owned();
    others.message_id = message.key();
    others.message = Some(message);
    for new in [elsewhere, others] {
        assert_eq!(store.service_message_before(&new).await.expect("asked"), None);
        assert_eq!(keep(store, &new, 2).await, Arrival::Kept);
    }
}

pub async fn of_many_equal_messages_to_ourselves_one_is_kept(subject: &impl StoreUnderTest) {
    let message = id().to_string();
    let tasks: Vec<_> = (0..8)
        .map(|second| {
            let (store, arriving) =
                (subject.store().clone(), arriving(&message, &message, b"<x/>"));
            tokio::spawn(async move { keep(&store, &arriving, second).await })
        })
        .collect();
    let mut arrivals = Vec::new();
    for task in tasks {
        arrivals.push(task.await.expect("no panic"));
    }
    let kept = arrivals.iter().filter(|arrival| **arrival == Arrival::Kept).count();
    assert_eq!(kept, 1, "{arrivals:?}");
}

pub async fn an_end_user_is_a_company(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let owner = organization(store).await;
    let EndUser { company, country } = store.end_user(owner).await.expect("there");
    assert_eq!(country, "SK");
    assert!(company.starts_with("SK:") && company.len() > 3, "{company}");
    assert_eq!(kind(&store.end_user(OrganizationId(id())).await), "not found");
}

fn reports() -> [(ProviderReport, NewJob); 2] {
    ReportKind::ALL.map(|kind| {
        let draft = Draft { kind, month: month(), document: format!("<Č {}>", kind.name()) };
        draft.into_report(Network::Live, (ProviderReportId(id()), JobId(id())), START)
    })
}

pub async fn reports_of_a_month_are_kept_once_with_their_jobs(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let jobs = async || {
        let filter = JobFilter { kind: Some(REPORT_JOB.0), state: None };
        all_jobs(store, filter, 100).await.len()
    };
    let (first, second, replacing) = (reports(), reports(), reports());
    for (reports, earlier, kept, in_queue) in [
        (&first, EarlierReport::Stays, 2, 2),
        (&second, EarlierReport::Stays, 0, 2),
        (&replacing, EarlierReport::IsReplaced, 2, 4),
    ] {
        let done = store.keep_provider_reports(reports, earlier, START).await;
        assert_eq!(done.expect("kept"), kept);
        assert_eq!(jobs().await, in_queue);
    }
    let [(transactions, _), (end_users, _)] = &replacing;
    let found = store.provider_reports(Network::Live, 9).await.expect("a list");
    assert_eq!(found, [end_users.clone(), transactions.clone()]);
    assert_eq!(store.provider_reports(Network::Live, 1).await.expect("a list").len(), 1);
    assert_eq!(store.provider_reports(Network::Test, 9).await.expect("a list"), []);
    for gone in [second[1].0.id, ProviderReportId(id())] {
        assert_eq!(kind(&store.provider_report(gone).await), "not found");
    }
}

pub async fn a_replaced_report_stays_with_its_receipt(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (first, second, third) = (reports(), reports(), reports());
    store.keep_provider_reports(&first, EarlierReport::Stays, START).await.expect("kept");
    let sent = first[0].0.id;
    store.provider_report_sent(sent, b"<r/>", START + Duration::HOUR).await.expect("kept");
    for (reports, hours) in [(&second, 2), (&third, 3)] {
        let now = START + Duration::hours(hours);
        store.keep_provider_reports(reports, EarlierReport::IsReplaced, now).await.expect("kept");
    }
    let kept = store.provider_report(sent).await.expect("it stays");
    let times = (kept.sent_at, kept.replaced_at);
    assert_eq!(times, (Some(START + Duration::HOUR), Some(START + Duration::hours(2))));
    assert_eq!((kept.receipt.as_deref(), kept.is_settled()), (Some(&b"<r/>"[..]), true));
    // an attempt was under way when it was replaced
    let under_way = second[1].0.id;
    assert!(store.provider_report(under_way).await.expect("it stays").is_settled());
    store.provider_report_sent(under_way, b"<s/>", START + Duration::hours(4)).await.expect("kept");
    let ids = |reports: Vec<ProviderReport>| reports.iter().map(|of| of.id).collect::<Vec<_>>();
    let id = |reports: &[(ProviderReport, NewJob); 2], which: usize| reports[which].0.id;
    let replaced = store.replaced_reports(Network::Live, 9).await.expect("a list");
    assert_eq!(replaced[0].receipt.as_deref(), Some(&b"<s/>"[..]));
    let expected = [id(&second, 1), id(&second, 0), id(&first, 1), id(&first, 0)];
    assert_eq!(ids(replaced), expected);
    assert_eq!(store.replaced_reports(Network::Test, 9).await.expect("a list"), []);
    let standing = store.provider_reports(Network::Live, 9).await.expect("a list");
    assert_eq!(ids(standing), [id(&third, 1), id(&third, 0)]);
}

pub async fn a_report_to_the_network_is_sent_once(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let reports = reports();
    store.keep_provider_reports(&reports, EarlierReport::Stays, START).await.expect("kept");
    let of = reports[0].0.id;
    store.provider_report_failed(of, "no answer").await.expect("kept");
    let failed = store.provider_report(of).await.expect("there");
    assert_eq!((failed.attempts, failed.error.as_deref()), (1, Some("no answer")));
    for (hours, receipt) in [(1, b"<r/>\0"), (2, b"<x/>\0")] {
        let now = START + Duration::hours(hours);
        store.provider_report_sent(of, receipt, now).await.expect("kept");
    }
    let sent = store.provider_report(of).await.expect("there");
    let sent_at = Some(START + Duration::HOUR);
    assert_eq!((sent.attempts, sent.error, sent.sent_at), (2, None, sent_at));
    assert_eq!((failed.receipt, sent.receipt), (None, Some(b"<r/>\0".to_vec())));
}
