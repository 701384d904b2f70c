//! Selects the exchanges that count in each report, and counts them.

use crate::end_users::EndUserStatistics;
use crate::exchange::Exchange;
use crate::month::Month;
use crate::transactions::TransactionStatistics;

/// The reports in which an exchange counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Counted {
    /// It counts in both.
    InBoth,
    /// It only counts among the transactions: the message is a message level status, which no end user sends.
    AmongTransactions,
}

/// Why an exchange counts nowhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotCounted {
    /// It took place in another month of UTC.
    OtherMonth,
    /// There is no positive receipt.
    NoReceipt,
    /// It went over the test network.
    Test,
    /// It is a report itself.
    Report,
}

/// How a document type names the specification of a report; the text before it differs with the version.
const REPORTS: [&str; 2] = [
    "urn:fdc:peppol.eu:edec:trns:transaction-statistics-reporting:",
    "urn:fdc:peppol.eu:edec:trns:end-user-statistics-report:",
];
/// The same of a message level status.
const STATUS: &str = "urn:peppol:edec:mls:";

/// Whether and where an exchange counts in the reports of the month.
///
/// # Errors
/// [`NotCounted`] says why it does not.
pub fn counted(exchange: &Exchange<'_>, month: Month) -> Result<Counted, NotCounted> {
    if !exchange.production {
        return Err(NotCounted::Test);
    }
    if !exchange.receipt {
        return Err(NotCounted::NoReceipt);
    }
    if !month.contains(exchange.at) {
        return Err(NotCounted::OtherMonth);
    }
    let specification = specification(exchange.document_type.value);
    if REPORTS.iter().any(|report| specification.starts_with(report)) {
        return Err(NotCounted::Report);
    }
    let is_status = specification.starts_with(STATUS);
    Ok(if is_status { Counted::AmongTransactions } else { Counted::InBoth })
}

/// The specification that a document type names, after its `##`.
fn specification(document_type: &str) -> &str {
    document_type.split_once("##").map_or("", |(_, specification)| specification)
}

/// Counts the exchanges of a month one by one. What it keeps grows with the number of end users, providers
/// and document types, not with the number of exchanges.
#[derive(Debug)]
pub struct Counter {
    month: Month,
    transactions: TransactionStatistics,
    end_users: EndUserStatistics,
}

impl Counter {
    /// An empty count.
    #[must_use]
    pub fn new(month: Month) -> Self {
        Self { month, transactions: Default::default(), end_users: Default::default() }
    }

    /// One exchange more, if it counts.
    ///
    /// # Errors
    /// [`NotCounted`] says why it does not.
    pub fn add(&mut self, exchange: &Exchange<'_>) -> Result<Counted, NotCounted> {
        let counted = counted(exchange, self.month)?;
        self.transactions.add(exchange);
        if counted == Counted::InBoth {
            self.end_users.add(exchange);
        }
        Ok(counted)
    }

    /// The counts for the two reports.
    #[must_use]
    pub fn finish(self) -> (TransactionStatistics, EndUserStatistics) {
        (self.transactions, self.end_users)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exchange::{Direction, Identifier};
    use time::macros::datetime;

    const INVOICE: &str = "urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice\
        ##urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0::2.1";
    const MLS: &str = "urn:oasis:names:specification:ubl:schema:xsd:ApplicationResponse-2\
        ::ApplicationResponse##urn:peppol:edec:mls:1.0::2.1";

    fn exchange(document_type: &str) -> Exchange<'_> {
        Exchange {
            direction: Direction::Out,
            at: datetime!(2027-01-04 08:00 UTC),
            c2: "PSK000028",
            c3: "POP000306",
            document_type: Identifier { scheme: "busdox-docid-qns", value: document_type },
            process: Identifier { scheme: "cenbii-procid-ubl", value: "urn:p" },
            transport: "peppol-transport-as4-v2_0",
            c1_country: Some("SK"),
            c4_country: None,
            end_user: "u1",
            receipt: true,
            production: true,
        }
    }

    #[test]
    fn what_counts_where() {
        let month: Month = "2027-01".parse().expect("a month");
        let invoice = exchange(INVOICE);
        let reports = [crate::Report::TRANSACTIONS, crate::Report::END_USERS];
        for (exchange, expected) in [
            (invoice, Ok(Counted::InBoth)),
            (exchange(MLS), Ok(Counted::AmongTransactions)),
            (exchange(reports[0].document_type), Err(NotCounted::Report)),
            (exchange(reports[1].document_type), Err(NotCounted::Report)),
            (Exchange { receipt: false, ..invoice }, Err(NotCounted::NoReceipt)),
            (Exchange { production: false, ..invoice }, Err(NotCounted::Test)),
            (
                Exchange { at: datetime!(2027-01-01 00:30 +1), ..invoice },
                Err(NotCounted::OtherMonth),
            ),
        ] {
            assert_eq!(counted(&exchange, month), expected, "{exchange:?}");
        }
    }

    #[test]
    fn a_status_is_no_business_of_an_end_user() {
        let mut counter = Counter::new("2027-01".parse().expect("a month"));
        assert_eq!(counter.add(&exchange(MLS)), Ok(Counted::AmongTransactions));
        let (transactions, end_users) = counter.finish();
        assert_eq!((transactions.total.outgoing, end_users.total.either()), (1, 0));
    }
}
