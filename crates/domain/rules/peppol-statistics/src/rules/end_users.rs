//! The rules of the end-user statistics report, 1.1.5.

use std::sync::OnceLock;

use billing_rules::machinery::{
    Element, Hits, Index, Name, Schema, StylesheetAborted, Truth, eusr, run as stylesheet,
};
use billing_rules::{Official, Rule, RuleBook, Shape};

use super::common::{of_period, of_process, of_reporter, official};
use super::end_user_subsets::{PER_COUNTRY, PER_PROCESS, PER_PROCESS_COUNTRY, PER_TYPE_COUNTRY};
use super::key::Scheme;
use super::report::{Names, Report, is_country};
use super::row::Test::Check;
use super::row::{Row, row};
use super::rows::Rows;
use crate::document::END_USERS;

/// The official rules.
pub static BOOK: RuleBook = RuleBook {
    name: "eusr",
    shape: Shape::Table(schema),
    check: |index, _, hits| stylesheet(index, hits, check),
    rules,
    own: &OFFICIAL,
    official: |_| &OFFICIAL,
    scenario: None,
};

static OFFICIAL: Official = official("Peppol End User Statistics Report 1.1", "1.1.5", "EUSR 1.1");

static NAMES: Names = Names {
    root: eusr("EndUserStatisticsReport"),
    specification: eusr("CustomizationID"),
    process: eusr("ProfileID"),
    header: eusr("Header"),
    period: eusr("ReportPeriod"),
    start: eusr("StartDate"),
    end: eusr("EndDate"),
    reporter: eusr("ReporterID"),
    part: eusr("Subset"),
    key: eusr("Key"),
};
const TOTAL: Name = eusr("FullSet");
const SENDING: Name = eusr("SendingEndUsers");
const RECEIVING: Name = eusr("ReceivingEndUsers");
const EITHER: Name = eusr("SendingOrReceivingEndUsers");

/// The types of subsets.
const PROCESS: &str = "PerDT-PR";
const PROCESS_COUNTRY: &str = "PerDT-PR-EUC";
const TYPE_COUNTRY: &str = "PerDT-EUC";
const COUNTRY: &str = "PerEUC";

fn schema() -> &'static Schema {
    static SCHEMA: OnceLock<Schema> = OnceLock::new();
    SCHEMA.get_or_init(|| {
        Schema::of_tables("an EndUserStatisticsReport", &[include_str!("end_users.txt")])
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
    keys: &[(&[Scheme::EndUserCountry], KEY_COUNTRY)],
    parts: &[
        (PROCESS, PER_PROCESS),
        (PROCESS_COUNTRY, PER_PROCESS_COUNTRY),
        (TYPE_COUNTRY, PER_TYPE_COUNTRY),
        (COUNTRY, PER_COUNTRY),
    ],
    others: &[],
};

static ROOT: &[Row] = &[
    row(
        "SCH-EUSR-01",
        Check(|report, root| Ok(report.text_at(root, &[report.names.specification])? == END_USERS)),
        "The specification is not that of the end-user statistics report 1.1.",
        "Set CustomizationID to urn:fdc:peppol.eu:edec:trns:end-user-statistics-report:1.1.",
    ),
    of_process("SCH-EUSR-02"),
    row(
        "SCH-EUSR-03",
        Check(|report, root| no_part_exceeds(report, root, SENDING)),
        "A subset has more sending end users than the full set, or there is no subset.",
        "Count each end user of a subset in the full set.",
    ),
    row(
        "SCH-EUSR-04",
        Check(|report, root| no_part_exceeds(report, root, RECEIVING)),
        "A subset has more receiving end users than the full set, or there is no subset.",
        "Count each end user of a subset in the full set.",
    ),
    row(
        "SCH-EUSR-22",
        Check(|report, root| no_part_exceeds(report, root, EITHER)),
        "A subset has more end users than the full set, or there is no subset.",
        "Count each end user of a subset in the full set.",
    ),
    row(
        "SCH-EUSR-19",
        Check(|report, root| {
            let either = report.integer(root, &[TOTAL, EITHER])?;
            Ok(either.zip(total(report, root)?).is_some_and(|(either, sum)| either <= sum))
        }),
        "The full set has more end users than those who send and those who receive together.",
        "Count each end user who sends, receives or does both once in SendingOrReceivingEndUsers.",
    ),
    row(
        "SCH-EUSR-20",
        Check(|report, root| either_covers(report, root, &[TOTAL, EITHER], &[TOTAL, SENDING])),
        "The full set has fewer end users than send.",
        "Count each end user who sends, receives or does both once in SendingOrReceivingEndUsers.",
    ),
    row(
        "SCH-EUSR-21",
        Check(|report, root| either_covers(report, root, &[TOTAL, EITHER], &[TOTAL, RECEIVING])),
        "The full set has fewer end users than receive.",
        "Count each end user who sends, receives or does both once in SendingOrReceivingEndUsers.",
    ),
    row(
        "SCH-EUSR-15",
        Check(|report, root| has_parts(report, root, PROCESS)),
        "There is no subset by document type and process.",
        "Add a Subset of the type PerDT-PR for each of them.",
    ),
    row(
        "SCH-EUSR-37",
        Check(|report, root| has_parts(report, root, TYPE_COUNTRY)),
        "There is no subset by document type and country.",
        "Add a Subset of the type PerDT-EUC for each of them.",
    ),
    row(
        "SCH-EUSR-39",
        Check(|report, root| has_parts(report, root, COUNTRY)),
        "There is no subset by country.",
        "Add a Subset of the type PerEUC for each country.",
    ),
    row(
        "SCH-EUSR-14",
        Check(|report, _| {
            let known = [PROCESS, PROCESS_COUNTRY, TYPE_COUNTRY, COUNTRY];
            Ok(report.parts.iter().all(|part| known.contains(&&*part.kind)))
        }),
        "A subset has a type that the report does not know.",
        "Use PerDT-PR, PerDT-PR-EUC, PerDT-EUC or PerEUC.",
    ),
    row(
        "SCH-EUSR-33",
        Check(|report, _| {
            every_part(report, |part| {
                let sum =
                    match (report.number(part, &[SENDING])?, report.number(part, &[RECEIVING])?) {
                        (Some(sending), Some(receiving)) => sending + receiving,
                        _ => return Ok(false),
                    };
                Ok(report.integer(part, &[EITHER])?.is_some_and(|either| either as f64 <= sum))
            })
        }),
        "A subset has more end users than those who send and those who receive together.",
        "Count each end user who sends, receives or does both once in SendingOrReceivingEndUsers.",
    ),
    row(
        "SCH-EUSR-34",
        Check(|report, _| {
            every_part(report, |part| either_covers(report, part, &[EITHER], &[SENDING]))
        }),
        "A subset has fewer end users than send.",
        "Count each end user who sends, receives or does both once in SendingOrReceivingEndUsers.",
    ),
    row(
        "SCH-EUSR-35",
        Check(|report, _| {
            every_part(report, |part| either_covers(report, part, &[EITHER], &[RECEIVING]))
        }),
        "A subset has fewer end users than receive.",
        "Count each end user who sends, receives or does both once in SendingOrReceivingEndUsers.",
    ),
    row(
        "SCH-EUSR-36",
        Check(|report, _| {
            every_part(report, |part| {
                Ok(report.integer(part, &[EITHER])?.is_some_and(|either| either > 0))
            })
        }),
        "A subset has no end users.",
        "Leave the subset out.",
    ),
];

static HEADER: &[Row] = &of_period(["SCH-EUSR-16", "SCH-EUSR-17", "SCH-EUSR-18"]);

static REPORTER: &[Row] = &of_reporter(["SCH-EUSR-06", "SCH-EUSR-07", "SCH-EUSR-08"]);

static KEY_COUNTRY: &[Row] = &[row(
    "SCH-EUSR-30",
    Check(is_country),
    "\"{found}\" is no country of ISO 3166-1.",
    "Write two capital letters, such as SK.",
)];

/// Those who send and those who receive, added up; nothing where one of them is missing.
fn total(report: &Report<'_, '_>, root: Element) -> Result<Option<i128>, StylesheetAborted> {
    let sending = report.integer(root, &[TOTAL, SENDING])?;
    let receiving = report.integer(root, &[TOTAL, RECEIVING])?;
    Ok(sending.zip(receiving).map(|(sending, receiving)| sending.saturating_add(receiving)))
}

fn is_empty(report: &Report<'_, '_>, root: Element) -> Truth {
    Ok(total(report, root)? == Some(0))
}

/// Whether nothing was exchanged, or there is a subset of the type.
fn has_parts(report: &Report<'_, '_>, root: Element, kind: &str) -> Truth {
    Ok(is_empty(report, root)? || report.parts_of(kind).next().is_some())
}

/// Whether nothing was exchanged, or the largest count of all subsets is within that of the full set.
fn no_part_exceeds(report: &Report<'_, '_>, root: Element, count: Name) -> Truth {
    if is_empty(report, root)? {
        return Ok(true);
    }
    let largest = report.numbers(report.parts.iter(), count)?.into_iter().reduce(f64::max);
    let all = report.integer(root, &[TOTAL, count])?;
    Ok(largest.zip(all).is_some_and(|(largest, all)| largest <= all as f64))
}

/// Whether those who send or receive, here, are not fewer than those who do the one.
fn either_covers(
    report: &Report<'_, '_>,
    element: Element,
    either: &[Name],
    some: &[Name],
) -> Truth {
    let (either, some) = (report.integer(element, either)?, report.integer(element, some)?);
    Ok(either.zip(some).is_some_and(|(either, some)| either >= some))
}

/// Whether the test holds for every subset.
fn every_part(report: &Report<'_, '_>, holds: impl Fn(Element) -> Truth) -> Truth {
    for part in &report.parts {
        if !holds(part.element)? {
            return Ok(false);
        }
    }
    Ok(true)
}
