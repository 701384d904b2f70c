//! The rules of the transaction statistics report, 1.0.5.

use std::sync::OnceLock;

use billing_rules::machinery::{
    Element, Hits, Index, Name, Schema, StylesheetAborted, Truth, run as stylesheet, tsr,
};
use billing_rules::{Official, Rule, RuleBook, Shape};

use super::common::{self, of_period, of_process, of_reporter, official};
use super::key::Scheme;
use super::report::{Names, Report, is_country_or_unknown, is_seat_id};
use super::row::Test::Check;
use super::row::{Row, row};
use super::rows::Rows;
use super::transaction_subtotals::{OUTGOING, PER_COUNTRIES, PER_PROVIDER, PER_TRANSPORT};
use crate::document::TRANSACTIONS;

/// The official rules.
pub static BOOK: RuleBook = RuleBook {
    name: "tsr",
    shape: Shape::Table(schema),
    check: |index, _, hits| stylesheet(index, hits, check),
    rules,
    own: &OFFICIAL,
    official: |_| &OFFICIAL,
    scenario: None,
};

static OFFICIAL: Official =
    official("Peppol Transaction Statistics Report 1.0", "1.0.5", "TSR 1.0");

static NAMES: Names = Names {
    root: tsr("TransactionStatisticsReport"),
    specification: tsr("CustomizationID"),
    process: tsr("ProfileID"),
    header: tsr("Header"),
    period: tsr("ReportPeriod"),
    start: tsr("StartDate"),
    end: tsr("EndDate"),
    reporter: tsr("ReporterID"),
    part: tsr("Subtotal"),
    key: tsr("Key"),
};
const TOTAL: Name = tsr("Total");
const INCOMING: Name = tsr("Incoming");

/// The types of subtotals.
const TRANSPORT: &str = "PerTP";
const PROVIDER: &str = "PerSP-DT-PR";
const COUNTRIES: &str = "PerSP-DT-PR-CC";

fn schema() -> &'static Schema {
    static SCHEMA: OnceLock<Schema> = OnceLock::new();
    SCHEMA.get_or_init(|| {
        Schema::of_tables("a TransactionStatisticsReport", &[include_str!("transactions.txt")])
    })
}

fn check(index: &Index<'_>, hits: &mut Hits) -> Result<(), StylesheetAborted> {
    Report::of(index, &NAMES).check(&ROWS, hits)
}

fn rules() -> Vec<&'static Rule> {
    ROWS.rules()
}

static ROWS: Rows = Rows {
    root: ROOT,
    header: HEADER,
    reporter: REPORTER,
    keys: &[
        (&[Scheme::SeatIds], SEAT_ID),
        (&[Scheme::SenderCountry, Scheme::ReceiverCountry], COUNTRY),
    ],
    parts: &[(TRANSPORT, PER_TRANSPORT), (PROVIDER, PER_PROVIDER), (COUNTRIES, PER_COUNTRIES)],
    others: OTHERS,
};

static ROOT: &[Row] = &[
    row(
        "SCH-TSR-01",
        Check(|report, root| {
            Ok(report.text_at(root, &[report.names.specification])? == TRANSACTIONS)
        }),
        "The specification is not that of the transaction statistics report 1.0.",
        "Set CustomizationID to urn:fdc:peppol.eu:edec:trns:transaction-statistics-reporting:1.0.",
    ),
    of_process("SCH-TSR-02"),
    row(
        "SCH-TSR-03",
        Check(|report, root| has_parts(report, root, TRANSPORT)),
        "There is no subtotal by transport protocol.",
        "Add a Subtotal of the type PerTP for each transport protocol.",
    ),
    row(
        "SCH-TSR-04",
        Check(|report, root| sums_up(report, root, TRANSPORT, INCOMING)),
        "The incoming documents by transport protocol do not add up to the total.",
        "Count each incoming document in one Subtotal of the type PerTP.",
    ),
    row(
        "SCH-TSR-05",
        Check(|report, root| sums_up(report, root, TRANSPORT, OUTGOING)),
        "The outgoing documents by transport protocol do not add up to the total.",
        "Count each outgoing document in one Subtotal of the type PerTP.",
    ),
    row(
        "SCH-TSR-07",
        Check(|report, root| has_parts(report, root, PROVIDER)),
        "There is no subtotal by provider, document type and process.",
        "Add a Subtotal of the type PerSP-DT-PR for each of them.",
    ),
    row(
        "SCH-TSR-08",
        Check(|report, root| sums_up(report, root, PROVIDER, INCOMING)),
        "The incoming documents by provider, document type and process do not add up to the total.",
        "Count each incoming document in one Subtotal of the type PerSP-DT-PR.",
    ),
    row(
        "SCH-TSR-09",
        Check(|report, root| sums_up(report, root, PROVIDER, OUTGOING)),
        "The outgoing documents by provider, document type and process do not add up to the total.",
        "Count each outgoing document in one Subtotal of the type PerSP-DT-PR.",
    ),
    row(
        "SCH-TSR-11",
        Check(|report, root| {
            Ok(nothing_came(report, root)? || report.parts_of(COUNTRIES).next().is_some())
        }),
        "Documents came in, but there is no subtotal by countries.",
        "Add a Subtotal of the type PerSP-DT-PR-CC for each pair of countries.",
    ),
    row(
        "SCH-TSR-12",
        Check(|report, root| {
            Ok(nothing_came(report, root)? || adds_up(report, root, COUNTRIES, INCOMING)?)
        }),
        "The incoming documents by countries do not add up to the total.",
        "Count each incoming document in one Subtotal of the type PerSP-DT-PR-CC.",
    ),
    row(
        "SCH-TSR-39",
        Check(|report, _| {
            let known = [TRANSPORT, PROVIDER, COUNTRIES];
            Ok(report.parts.iter().all(|part| known.contains(&&*part.kind)))
        }),
        "A subtotal has a type that the report does not know.",
        "Use PerTP, PerSP-DT-PR or PerSP-DT-PR-CC.",
    ),
];

static HEADER: &[Row] = &of_period(["SCH-TSR-40", "SCH-TSR-41", "SCH-TSR-42"]);

static REPORTER: &[Row] = &of_reporter(["SCH-TSR-16", "SCH-TSR-17", "SCH-TSR-18"]);

static SEAT_ID: &[Row] = &[row(
    "SCH-TSR-19",
    Check(is_seat_id),
    "The provider \"{found}\" is no seat id.",
    common::SEAT_ID,
)];

static COUNTRY: &[Row] = &[row(
    "SCH-TSR-20",
    Check(is_country_or_unknown),
    "\"{found}\" is no country of ISO 3166-1.",
    "Write two capital letters, or ZZ where the country is not known.",
)];

static OTHERS: &[Row] = &[row(
    "SCH-TSR-37",
    Check(|_, _| Ok(false)),
    "The subtotal's type is none that the report knows.",
    "Use PerTP, PerSP-DT-PR or PerSP-DT-PR-CC.",
)];

/// Whether nothing was exchanged; unknown when one of the two totals is missing.
fn is_empty(report: &Report<'_, '_>, root: Element) -> Truth {
    let incoming = report.number(root, &[TOTAL, INCOMING])?;
    let outgoing = report.number(root, &[TOTAL, OUTGOING])?;
    Ok(incoming.zip(outgoing).is_some_and(|(incoming, outgoing)| incoming + outgoing == 0.0))
}

/// Whether nothing came in.
fn nothing_came(report: &Report<'_, '_>, root: Element) -> Truth {
    let incoming = report.number(root, &[TOTAL, INCOMING])?;
    Ok(is_empty(report, root)? || incoming == Some(0.0))
}

fn has_parts(report: &Report<'_, '_>, root: Element, kind: &str) -> Truth {
    Ok(is_empty(report, root)? || report.parts_of(kind).next().is_some())
}

/// Whether nothing was exchanged, or the parts of the type add up to the total.
fn sums_up(report: &Report<'_, '_>, root: Element, kind: &str, count: Name) -> Truth {
    Ok(is_empty(report, root)? || adds_up(report, root, kind, count)?)
}

fn adds_up(report: &Report<'_, '_>, root: Element, kind: &str, count: Name) -> Truth {
    let sum: f64 = report.numbers(report.parts_of(kind), count)?.iter().sum();
    Ok(report.number(root, &[TOTAL, count])? == Some(sum))
}
