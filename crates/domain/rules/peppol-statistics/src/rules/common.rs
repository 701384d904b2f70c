//! The rules that both reports have under ids of their own.

use billing_rules::Official;
use billing_rules::machinery::{Attribute, Element, Truth, normalized};

use super::report::Report;
use super::row::Test::Check;
use super::row::{Row, row};
use crate::document::SEAT_IDS;
use crate::seat_id::SeatId;

/// How to write a seat id.
pub(super) const SEAT_ID: &str =
    "Write P, two capital letters and six digits, as the Peppol certificate has it.";

/// The release of a report's rules.
pub(super) const fn official(
    name: &'static str,
    version: &'static str,
    release: &'static str,
) -> Official {
    Official {
        name,
        version,
        release,
        published: "2024-02-29",
        repository: "https://github.com/OpenPEPPOL/edec-reporting",
        commit: "5829a42",
        page: "https://github.com/search?type=code&q=repo%3AOpenPEPPOL%2Fedec-reporting+{id}",
    }
}

/// The rule on the process, which is the same for both.
pub(super) const fn of_process(id: &'static str) -> Row {
    row(
        id,
        Check(process),
        "The process is not that of the reports.",
        "Set ProfileID to urn:fdc:peppol.eu:edec:bis:reporting:1.0.",
    )
}

/// The rules on the period: its first day, its last one, their order.
pub(super) const fn of_period([first, last, order]: [&'static str; 3]) -> [Row; 3] {
    [
        row(
            first,
            Check(start),
            "The first day of the period is not written as YYYY-MM-DD.",
            "Write StartDate without a time zone.",
        ),
        row(
            last,
            Check(end),
            "The last day of the period is not written as YYYY-MM-DD.",
            "Write EndDate without a time zone.",
        ),
        row(
            order,
            Check(in_order),
            "The period ends before it begins.",
            "Write the first day of the month to StartDate and its last to EndDate.",
        ),
    ]
}

/// The rules on the reporter: that there is one, the scheme of its identifier, its form.
pub(super) const fn of_reporter([given, scheme, form]: [&'static str; 3]) -> [Row; 3] {
    [
        row(
            given,
            Check(is_given),
            "The reporter is missing.",
            "Write the provider's seat id to ReporterID.",
        ),
        row(
            scheme,
            Check(scheme_is_of_seat_ids),
            "The reporter's identifier has another scheme than CertSubjectCN.",
            "Set schemeID of ReporterID to CertSubjectCN.",
        ),
        row(form, Check(is_seat_id_by_scheme), "The reporter \"{found}\" is no seat id.", SEAT_ID),
    ]
}

/// The process is that of the reports.
fn process(report: &Report<'_, '_>, root: Element) -> Truth {
    Ok(report.text_at(root, &[report.names.process])? == crate::document::PROCESS)
}

/// The first day of the period is a day and nothing more.
fn start(report: &Report<'_, '_>, header: Element) -> Truth {
    let names = report.names;
    Ok(is_plain_day(&report.text_at(header, &[names.period, names.start])?))
}

/// The last day of the period is a day and nothing more.
fn end(report: &Report<'_, '_>, header: Element) -> Truth {
    let names = report.names;
    Ok(is_plain_day(&report.text_at(header, &[names.period, names.end])?))
}

/// The period does not end before it begins; the official rule compares the texts.
fn in_order(report: &Report<'_, '_>, header: Element) -> Truth {
    let (index, names) = (report.index, report.names);
    let start = [names.period, names.start];
    let end = [names.period, names.end];
    let starts: Vec<_> = index.path(header, &start).map(|day| index.value(day)).collect();
    Ok(index.path(header, &end).any(|day| starts.iter().any(|start| index.value(day) >= *start)))
}

/// Some text stands there.
fn is_given(report: &Report<'_, '_>, element: Element) -> Truth {
    Ok(!report.index.is_blank(element))
}

/// The identifier's scheme is that of seat ids.
fn scheme_is_of_seat_ids(report: &Report<'_, '_>, element: Element) -> Truth {
    Ok(normalized(report.attribute(element, Attribute::SchemeId)) == SEAT_IDS)
}

/// An identifier of the scheme of seat ids is one.
fn is_seat_id_by_scheme(report: &Report<'_, '_>, element: Element) -> Truth {
    let of_scheme = report.attribute(element, Attribute::SchemeId) == SEAT_IDS;
    Ok(!of_scheme || SeatId::is_seat_id(&report.index.normalized(element)))
}

/// Ten characters of the form YYYY-MM-DD.
fn is_plain_day(text: &str) -> bool {
    text.len() == 10
        && text.bytes().enumerate().all(|(place, byte)| match place {
            4 | 7 => byte == b'-',
            _ => byte.is_ascii_digit(),
        })
}
