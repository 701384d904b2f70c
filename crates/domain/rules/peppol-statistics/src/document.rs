//! The two reports as XML.

use time::Date;
use xml::Writer;

use crate::end_users::{EndUserKey, EndUserStatistics, EndUsers};
use crate::month::Month;
use crate::seat_id::SeatId;
use crate::transactions::{TransactionKey, TransactionStatistics, Transactions};

/// Whose report it is, and of which month.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Header {
    /// The provider that reports.
    pub reporter: SeatId,
    /// The month.
    pub month: Month,
}

/// The specification of the transaction statistics report.
pub(crate) const TRANSACTIONS: &str =
    "urn:fdc:peppol.eu:edec:trns:transaction-statistics-reporting:1.0";
/// The specification of the end-user statistics report.
pub(crate) const END_USERS: &str = "urn:fdc:peppol.eu:edec:trns:end-user-statistics-report:1.1";
/// The process of both.
pub(crate) const PROCESS: &str = "urn:fdc:peppol.eu:edec:bis:reporting:1.0";
/// The scheme of seat ids.
pub(crate) const SEAT_IDS: &str = "CertSubjectCN";

/// The transaction statistics report (TSR 1.0). The same counts give the same bytes.
#[must_use]
pub fn transaction_report(header: &Header, statistics: &TransactionStatistics) -> String {
    let namespace = "urn:fdc:peppol:transaction-statistics-report:1.0";
    report("TransactionStatisticsReport", namespace, TRANSACTIONS, header, |out| {
        out.group("Total", &[], |out| transactions(out, statistics.total));
        for (key, counts) in &statistics.parts {
            let (kind, keys) = transaction_keys(key);
            out.group("Subtotal", &[("type", kind)], |out| {
                keys.iter().for_each(|key| write_key(out, key));
                transactions(out, *counts);
            });
        }
    })
}

/// The end-user statistics report (EUSR 1.1). The same counts give the same bytes.
#[must_use]
pub fn end_user_report(header: &Header, statistics: &EndUserStatistics) -> String {
    let namespace = "urn:fdc:peppol:end-user-statistics-report:1.1";
    report("EndUserStatisticsReport", namespace, END_USERS, header, |out| {
        out.group("FullSet", &[], |out| end_users(out, &statistics.total));
        for (key, counts) in &statistics.parts {
            let (kind, keys) = end_user_keys(key);
            out.group("Subset", &[("type", kind)], |out| {
                keys.iter().for_each(|key| write_key(out, key));
                end_users(out, counts);
            });
        }
    })
}

fn report(
    name: &str,
    namespace: &str,
    specification: &str,
    header: &Header,
    content: impl FnOnce(&mut Writer),
) -> String {
    let mut out = Writer::new();
    out.group(name, &[("xmlns", namespace)], |out| {
        out.leaf("CustomizationID", &[], specification);
        out.leaf("ProfileID", &[], PROCESS);
        out.group("Header", &[], |out| {
            out.group("ReportPeriod", &[], |out| {
                out.leaf("StartDate", &[], &day(header.month.first()));
                out.leaf("EndDate", &[], &day(header.month.last()));
            });
            out.leaf("ReporterID", &[("schemeID", SEAT_IDS)], header.reporter.as_str());
        });
        content(out);
    });
    out.finish()
}

fn day(date: Date) -> String {
    format!("{:04}-{:02}-{:02}", date.year(), u8::from(date.month()), date.day())
}

fn transactions(out: &mut Writer, counts: Transactions) {
    out.leaf("Incoming", &[], &counts.incoming.to_string());
    out.leaf("Outgoing", &[], &counts.outgoing.to_string());
}

fn end_users(out: &mut Writer, counts: &EndUsers) {
    out.leaf("SendingEndUsers", &[], &counts.sending().to_string());
    out.leaf("ReceivingEndUsers", &[], &counts.receiving().to_string());
    out.leaf("SendingOrReceivingEndUsers", &[], &counts.either().to_string());
}

/// A key of a part: meta scheme, scheme, value.
type Key<'a> = (&'static str, &'a str, &'a str);

fn write_key(out: &mut Writer, (meta, scheme, value): &Key<'_>) {
    out.leaf("Key", &[("metaSchemeID", meta), ("schemeID", scheme)], value);
}

fn document_type((scheme, value): &(String, String)) -> Key<'_> {
    ("DT", scheme, value)
}

fn process((scheme, value): &(String, String)) -> Key<'_> {
    ("PR", scheme, value)
}

fn transaction_keys(key: &TransactionKey) -> (&'static str, Vec<Key<'_>>) {
    match key {
        TransactionKey::Transport(transport) => ("PerTP", vec![("TP", "Peppol", transport)]),
        TransactionKey::Provider((provider, kind, run)) => {
            ("PerSP-DT-PR", vec![("SP", SEAT_IDS, provider), document_type(kind), process(run)])
        }
        TransactionKey::Countries((provider, kind, run), sender, receiver) => (
            "PerSP-DT-PR-CC",
            vec![
                ("SP", SEAT_IDS, provider),
                document_type(kind),
                process(run),
                ("CC", "SenderCountry", sender),
                ("CC", "ReceiverCountry", receiver),
            ],
        ),
    }
}

fn end_user_keys(key: &EndUserKey) -> (&'static str, Vec<Key<'_>>) {
    fn country(code: &str) -> Key<'_> {
        ("CC", "EndUserCountry", code)
    }
    match key {
        EndUserKey::Process(kind, run) => ("PerDT-PR", vec![document_type(kind), process(run)]),
        EndUserKey::ProcessAndCountry(kind, run, code) => {
            ("PerDT-PR-EUC", vec![document_type(kind), process(run), country(code)])
        }
        EndUserKey::DocumentTypeAndCountry(kind, code) => {
            ("PerDT-EUC", vec![document_type(kind), country(code)])
        }
        EndUserKey::Country(code) => ("PerEUC", vec![country(code)]),
    }
}
