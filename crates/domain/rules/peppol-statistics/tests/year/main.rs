//! A year of traffic: the reports equal an independent count, and memory does not grow with the traffic. A
//! binary of its own: other tests in the same process would be in its figures.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use peak_alloc::PeakAlloc;
use peppol_statistics::{
    Counter, Direction, END_USERS, Exchange, Header, Identifier, Month, TRANSACTIONS,
    end_user_report, transaction_report,
};
use time::macros::datetime;
use time::{Duration, OffsetDateTime};
use xml::Parsed;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// One test at a time: each counts what the whole process allocates.
static ALONE: Mutex<()> = Mutex::new(());

/// What the harness of the tests may allocate meanwhile. An exchange that stayed would take at least 32 bytes.
const SLACK: usize = 64 << 10;

const EXCHANGES: u64 = 100_000;
const USERS: u64 = 400;
const PROVIDERS: [&str; 5] = ["POP000306", "PSK000041", "PDE000001", "PCZ000007", "PSK000028"];
const COUNTRIES: [&str; 4] = ["SK", "CZ", "AT", "DE"];
const MLS: &str = "urn:oasis:names:specification:ubl:schema:xsd:ApplicationResponse-2\
    ::ApplicationResponse##urn:peppol:edec:mls:1.0::2.1";
const TYPES: [&str; 4] = [
    "urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice##urn:cen.eu:en16931:2017::2.1",
    "urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2::CreditNote##urn:cen.eu:en16931:2017::2.1",
    MLS,
    peppol_statistics::Report::TRANSACTIONS.document_type,
];

/// Numbers that look random and are the same in each run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % sides
    }

    fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.roll(of.len() as u64) as usize]
    }
}

/// One exchange as plain data, so that the count below shares nothing with the crate's.
struct Plain {
    sent: bool,
    at: OffsetDateTime,
    other: &'static str,
    kind: usize,
    sender: Option<&'static str>,
    receiver: &'static str,
    user: String,
    receipt: bool,
    production: bool,
}

fn plain(dice: &mut Dice, number: u64) -> Plain {
    let spread = Duration::seconds((number * 365 * 86_400 / EXCHANGES) as i64);
    Plain {
        sent: dice.roll(2) == 0,
        at: datetime!(2027-01-01 00:00 UTC) + spread,
        other: dice.pick(&PROVIDERS),
        kind: [0, 0, 0, 0, 1, 1, 2, 3][dice.roll(8) as usize],
        sender: (dice.roll(50) > 0).then(|| dice.pick(&COUNTRIES)),
        receiver: dice.pick(&COUNTRIES),
        user: format!("{}", 2_020_000_000 + dice.roll(USERS)),
        receipt: dice.roll(100) > 0,
        production: dice.roll(100) > 0,
    }
}

fn exchange(plain: &Plain) -> Exchange<'_> {
    let (direction, c2, c3) = if plain.sent {
        (Direction::Out, "PSK000028", plain.other)
    } else {
        (Direction::In, plain.other, "PSK000028")
    };
    Exchange {
        direction,
        at: plain.at,
        c2,
        c3,
        document_type: Identifier { scheme: "busdox-docid-qns", value: TYPES[plain.kind] },
        process: Identifier { scheme: "cenbii-procid-ubl", value: "urn:process" },
        transport: "peppol-transport-as4-v2_0",
        c1_country: if plain.sent { plain.sender.or(Some("SK")) } else { plain.sender },
        c4_country: Some(plain.receiver),
        end_user: &plain.user,
        receipt: plain.receipt,
        production: plain.production,
    }
}

/// The independent count: rows of text, sorted and counted, as a person would do it in a table.
#[derive(Default)]
struct Table {
    transactions: BTreeMap<String, (u64, u64)>,
    users: BTreeMap<String, BTreeMap<String, (bool, bool)>>,
}

impl Table {
    fn add(&mut self, one: &Plain) {
        if !one.receipt || !one.production || one.kind == 3 {
            return;
        }
        let by_provider = format!("{} {} urn:process", one.other, TYPES[one.kind]);
        let mut rows = vec!["total".into(), "as4".into(), by_provider.clone()];
        if !one.sent {
            rows.push(format!("{by_provider} {} {}", one.sender.unwrap_or("ZZ"), one.receiver));
        }
        for row in rows {
            let cell = self.transactions.entry(row).or_default();
            *if one.sent { &mut cell.1 } else { &mut cell.0 } += 1;
        }
        if one.kind == 2 {
            return;
        }
        let country = if one.sent { one.sender.unwrap_or("SK") } else { one.receiver };
        let kind = TYPES[one.kind];
        for row in [
            "total".into(),
            format!("{kind} urn:process"),
            format!("{kind} urn:process {country}"),
            format!("{kind} {country}"),
            country.to_owned(),
        ] {
            let did = self.users.entry(row).or_default().entry(one.user.clone()).or_default();
            *if one.sent { &mut did.0 } else { &mut did.1 } = true;
        }
    }
}

/// The rows of a report: the values of its keys, and its counts.
fn rows(report: &str, total: &str) -> BTreeMap<String, Vec<u64>> {
    let document = Parsed::read(report.as_bytes()).expect("well-formed");
    let mut rows = BTreeMap::new();
    for part in document.root().children().filter(|child| child.is_element()) {
        let children = || part.children().filter(|child| child.is_element());
        let keys: Vec<_> =
            children().filter(|c| c.has_tag_name_of("Key")).filter_map(|c| c.text()).collect();
        let counts = children().filter_map(|c| c.text()?.parse().ok()).collect();
        match part.tag_name().name() {
            name if name == total => rows.insert("total".to_owned(), counts),
            "Subtotal" | "Subset" => rows.insert(keys.join(" "), counts),
            _ => continue,
        };
    }
    rows
}

trait Named {
    fn has_tag_name_of(&self, name: &str) -> bool;
}

impl Named for xml::Node<'_, '_> {
    fn has_tag_name_of(&self, name: &str) -> bool {
        self.tag_name().name() == name
    }
}

#[test]
fn a_year_of_traffic_equals_an_independent_count() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let mut dice = Dice(0x5EED_CAFE);
    let mut number = 0;
    let mut month: Month = "2027-01".parse().expect("a month");
    let mut counted = 0;
    let mut after_first = 0;
    let mut pending = plain(&mut dice, number);
    while month.first().year() == 2027 {
        let (mut counter, mut table) = (Counter::new(month), Table::default());
        while number < EXCHANGES && month.contains(pending.at) {
            counted += u64::from(counter.add(&exchange(&pending)).is_ok());
            table.add(&pending);
            number += 1;
            pending = plain(&mut dice, number);
        }
        compare(month, counter, &table);
        month = month.next();
        if after_first == 0 {
            after_first = MEMORY.current_usage();
        }
    }
    assert_eq!(number, EXCHANGES);
    // one in eight is a report, one in a hundred each lacks its receipt or was a test
    assert!((84_000..88_000).contains(&counted), "{counted}");
    let grown = MEMORY.current_usage().saturating_sub(after_first);
    assert!(grown < SLACK, "grown by {grown} bytes in eleven months");
}

/// What a month takes with both reports at its end: what it keeps while it counts, and the most at once.
fn taken_by(exchanges: u64) -> (usize, usize) {
    let month: Month = "2027-01".parse().expect("a month");
    let header = Header { reporter: "PSK000028".parse().expect("a seat id"), month };
    MEMORY.reset_peak_usage();
    let before = MEMORY.current_usage();
    let mut counter = Counter::new(month);
    let (mut dice, mut counted) = (Dice(0), 0);
    for number in 0..exchanges {
        // the same ones over and over, at other times: the same users, providers and types
        if number % FEW == 0 {
            dice = Dice(0x5EED_CAFE);
        }
        let mut one = plain(&mut dice, number % FEW);
        let spread = number * 31 * 86_400 / exchanges;
        one.at = month.first().midnight().assume_utc() + Duration::seconds(spread as i64);
        counted += u64::from(counter.add(&exchange(&one)).is_ok());
    }
    assert!(counted > exchanges * 8 / 10, "{counted}");
    let kept = MEMORY.current_usage() - before;
    let (transactions, end_users) = counter.finish();
    let reports =
        [transaction_report(&header, &transactions), end_user_report(&header, &end_users)];
    assert!(reports.iter().all(|report| !report.is_empty()));
    (kept, MEMORY.peak_usage() - before)
}

/// A tenth of the traffic, with all users in it.
const FEW: u64 = EXCHANGES / 10;

#[test]
fn ten_times_the_traffic_of_a_month_takes_no_more_memory() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let (few, many) = (taken_by(FEW), taken_by(EXCHANGES));
    assert!(few.0 > SLACK, "the counts are measured: {few:?}");
    assert!(many.0 < few.0 + SLACK && many.1 < few.1 + SLACK, "{few:?} became {many:?}");
}

fn compare(month: Month, counter: Counter, table: &Table) {
    let header = Header { reporter: "PSK000028".parse().expect("a seat id"), month };
    let (transactions, end_users) = counter.finish();
    let report = transaction_report(&header, &transactions);
    let mut expected: BTreeMap<String, Vec<u64>> = BTreeMap::new();
    for (row, (came, went)) in &table.transactions {
        let key = if row == "as4" { "peppol-transport-as4-v2_0" } else { row };
        expected.insert(key.to_owned(), vec![*came, *went]);
    }
    assert_eq!(rows(&report, "Total"), expected, "{month}");
    valid(&report, &TRANSACTIONS);
    let report = end_user_report(&header, &end_users);
    let mut expected: BTreeMap<String, Vec<u64>> = BTreeMap::new();
    for (row, users) in &table.users {
        let count = |did: fn(&(bool, bool)) -> bool| users.values().filter(|u| did(u)).count();
        let counts = [count(|user| user.0), count(|user| user.1), users.len()];
        expected.insert(row.clone(), counts.map(|count| count as u64).to_vec());
    }
    assert_eq!(rows(&report, "FullSet"), expected, "{month}");
    valid(&report, &END_USERS);
}

fn valid(report: &str, book: &'static billing_rules::RuleBook) {
    let document = Parsed::read(report.as_bytes()).expect("well-formed");
    let checked = billing_rules::validate(&document, book);
    assert!(checked.is_valid(), "{:?}", checked.fired());
}
