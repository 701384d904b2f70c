//! The list of received documents.

use crate::contract::{
    Ports, StoreUnderTest,
    network::setup::{all_received, later, receive},
    random::Random,
    setup::organization,
};
use crate::peppol::{participant, received_record};
use access::OrganizationId;
use peppol_connector::{
    identifiers::Network,
    inbox::{ReceivedFilter, ReceivedRecord},
    ports::InboxStore,
};
use persistence::Cursor;
use std::cmp::Reverse;

const SENDERS: [&str; 3] = ["9915:2023456789", "9930:DE123", "9930:de123"];

/// 40 documents of a few senders, numbers and instants, some taken over.
async fn filled(
    store: &impl Ports,
    own: OrganizationId,
    random: &mut Random,
) -> Vec<ReceivedRecord> {
    let mut all = Vec::new();
    for _ in 0..40 {
        let mut record = ReceivedRecord {
            sender: participant(random.pick(&SENDERS)),
            number: random.pick(&[None, Some("1".into()), Some("2".into())]),
            network: random.pick(&[Network::Test, Network::Live]),
            received_at: later(i64::try_from(random.below(12)).expect("few")),
            ..received_record()
        };
        receive(store, own, &record).await;
        if random.one_in(2) {
            let at =
                store.acknowledge(own, record.id, None, later(20)).await.expect("acknowledged");
            record.acknowledged_at = Some(at);
        }
        all.push(record);
    }
    all.sort_by_key(|record| Reverse((record.received_at, record.id)));
    all
}

fn filter(random: &mut Random) -> ReceivedFilter {
    let mut instant = || match random.below(3) {
        0 => Some(later(i64::try_from(random.below(14)).expect("few") - 1)),
        _ => None,
    };
    let (from, to) = (instant(), instant());
    ReceivedFilter {
        network: random.pick(&[None, Some(Network::Test), Some(Network::Live)]),
        acknowledged: random.pick(&[None, None, Some(true), Some(false)]),
        sender: random.pick(&[None, None, Some("9930:dE123")]).map(participant),
        receiver: random.pick(&[None, None, None, Some("9930:Ab9")]).map(participant),
        number: random.pick(&[None, None, None, Some("1".into())]),
        from,
        to,
        oldest_first: random.one_in(2),
    }
}

/// By plain words.
fn matches(record: &ReceivedRecord, filter: &ReceivedFilter) -> bool {
    let taken = record.acknowledged_at.is_some();
    filter.network.is_none_or(|wanted| wanted == record.network)
        && filter.acknowledged.is_none_or(|wanted| wanted == taken)
        && filter.sender.as_ref().is_none_or(|sender| record.sender == *sender)
        && filter.receiver.as_ref().is_none_or(|receiver| record.receiver == *receiver)
        && (filter.number.is_none() || record.number == filter.number)
        && filter.from.is_none_or(|from| record.received_at >= from)
        && filter.to.is_none_or(|to| record.received_at < to)
}

pub async fn every_filter_of_the_inbox_finds_what_it_should(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (own, other) = (organization(store).await, organization(store).await);
    let mut random = Random(2027);
    let all = filled(store, own, &mut random).await;
    receive(store, other, &received_record()).await;
    let mut hits = 0;
    for _ in 0..150 {
        let filter = filter(&mut random);
        let limit = random.pick(&[1, 3, 40, 100]);
        let rows = all_received(store, own, &filter, limit).await;
        let mut expected: Vec<_> = all.iter().filter(|r| matches(r, &filter)).cloned().collect();
        if filter.oldest_first {
            expected.reverse();
        }
        assert_eq!(rows, expected, "{filter:?}, pages of {limit}");
        hits += usize::from(!rows.is_empty() && rows.len() < 40);
    }
    assert!(hits > 50, "only {hits} of 150 filters found some and not all");
}

pub async fn a_number_that_cannot_be_finds_nothing(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let own = organization(store).await;
    receive(store, own, &received_record()).await;
    for number in ["", "\u{0}", "2026/0117\u{0}", "2026/011_", "2026/0117 ", "' or 1=1 --"] {
        let filter = ReceivedFilter { number: Some(number.into()), ..ReceivedFilter::default() };
        let page = store.received(own, &filter, None, 10).await.expect("a page");
        assert!(page.rows.is_empty() && !page.has_more, "{number:?}");
    }
}

/// A document may say anything: longer than a key of an index may be, too.
pub async fn numbers_of_any_length_are_kept_and_found(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let own = organization(store).await;
    let mut random = Random(7);
    for length in [1, 199, 200, 201, 20_000] {
        // digits that do not compress
        let number: String =
            (0..length).map(|_| random.pick(&['ž', 'A', '7', 'x', '-', '€', '💶', 'q'])).collect();
        let record = ReceivedRecord { number: Some(number.clone()), ..received_record() };
        receive(store, own, &record).await;
        let filter = ReceivedFilter { number: Some(number), ..ReceivedFilter::default() };
        assert_eq!(all_received(store, own, &filter, 10).await, [record], "{length}");
    }
}

/// New documents come before the first page and move nothing on the later ones.
pub async fn pages_are_stable_while_documents_arrive(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let own = organization(store).await;
    let mut old = Vec::new();
    for n in 0..9 {
        let record = ReceivedRecord { received_at: later(n / 2), ..received_record() };
        receive(store, own, &record).await;
        old.push(record);
    }
    old.sort_by_key(|record| Reverse((record.received_at, record.id)));
    let (mut seen, mut after) = (Vec::new(), None);
    loop {
        let page = store.received(own, &ReceivedFilter::default(), after, 2).await.expect("a page");
        after = page.rows.last().map(|row| Cursor::new(row.received_at, row.id));
        seen.extend(page.rows);
        let new = ReceivedRecord { received_at: later(1_000_000), ..received_record() };
        receive(store, own, &new).await;
        if !page.has_more {
            break;
        }
    }
    assert_eq!(seen, old);
}
