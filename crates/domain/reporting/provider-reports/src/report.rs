//! A report of a month.

use billing_rules::{RuleBook, validate};
use jobs::{Backoff, Jitter, JobId, JobKind, NewJob, SubjectId};
use peppol_connector::{
    identifiers::{InvalidIdentifier, MessageId, Network, ParticipantId},
    submissions::OutgoingMessage,
};
use peppol_statistics::{
    Counter, END_USERS, Header, Month, Report, SeatId, TRANSACTIONS, end_user_report,
    transaction_report,
};
use persistence::{same_id, typed_id};
use time::{Duration, OffsetDateTime, Time};
use xml::Parsed;

typed_id!(
    /// A report; also the message id of its envelope, so that a repetition is one message.
    ProviderReportId
);

same_id!(ProviderReportId => MessageId);

/// The kind of the job that sends a report.
pub const REPORT_JOB: JobKind = JobKind("peppol.report");

/// The delays between attempts: at most four hours, for the two weeks that are available.
const WAITS: Backoff =
    Backoff { first: Duration::minutes(1), longest: Duration::hours(4), attempts: u32::MAX };

/// The time of the last attempt on the last day. An attempt at the end of the day would come too late.
const LAST_TRY: Time = time::macros::time!(23:00);

/// We, as a service provider of a network that other access points are in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Provider {
    /// The common name of our certificates.
    pub seat: SeatId,
    /// Our identifier, an SPID.
    pub id: ParticipantId,
    /// Our country, as the envelopes of our own messages name it.
    pub country: String,
    /// The receiver of the monthly reports; without one, none are made.
    pub reports_to: Option<ParticipantId>,
}

persistence::named! {
    /// The kind of a monthly report.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum ReportKind {
        /// The transaction statistics.
        Transactions = "tsr",
        /// The end-user statistics.
        EndUsers = "eusr",
    }
}

impl ReportKind {
    const fn rules(self) -> &'static RuleBook {
        match self {
            Self::Transactions => &TRANSACTIONS,
            Self::EndUsers => &END_USERS,
        }
    }

    const fn addressed(self) -> Report {
        match self {
            Self::Transactions => Report::TRANSACTIONS,
            Self::EndUsers => Report::END_USERS,
        }
    }
}

/// A report that breaks the rules of reports: a fault of ours.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the {kind} of {month} breaks {rules}", kind = .0.name(), month = .1, rules = .2)]
pub struct InvalidReport(ReportKind, Month, String);

/// A report that was made and is not stored yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draft {
    /// The kind of the report.
    pub kind: ReportKind,
    /// The month of the report.
    pub month: Month,
    /// The document, which keeps its rules.
    pub document: String,
}

impl Draft {
    /// Builds both reports of a month.
    ///
    /// # Errors
    /// [`InvalidReport`].
    pub fn both(
        reporter: &SeatId,
        month: Month,
        counter: Counter,
    ) -> Result<[Self; 2], InvalidReport> {
        let (transactions, end_users) = counter.finish();
        let header = Header { reporter: reporter.clone(), month };
        let made = |kind, document| Self::checked(kind, month, document);
        Ok([
            made(ReportKind::Transactions, transaction_report(&header, &transactions))?,
            made(ReportKind::EndUsers, end_user_report(&header, &end_users))?,
        ])
    }

    fn checked(kind: ReportKind, month: Month, document: String) -> Result<Self, InvalidReport> {
        let broken = |rules| InvalidReport(kind, month, rules);
        let parsed =
            Parsed::read(document.as_bytes()).map_err(|error| broken(error.to_string()))?;
        let report = validate(&parsed, kind.rules());
        if !report.is_valid() {
            let rules: Vec<_> = report.fired().keys().copied().collect();
            return Err(broken(rules.join(", ")));
        }
        Ok(Self { kind, month, document })
    }

    /// The report to store, and the job that sends it.
    #[must_use]
    pub fn into_report(
        self,
        network: Network,
        (id, job): (ProviderReportId, JobId),
        now: OffsetDateTime,
    ) -> (ProviderReport, NewJob) {
        let Self { kind, month, document } = self;
        let report = ProviderReport {
            id,
            network,
            month,
            kind,
            document,
            attempts: 0,
            error: None,
            made_at: now,
            sent_at: None,
            receipt: None,
            replaced_at: None,
        };
        let job = NewJob {
            id: job,
            kind: REPORT_JOB,
            organization: None,
            subject: Some(SubjectId(id.0)),
            key: None,
            run_at: now,
        };
        (report, job)
    }
}

/// A stored report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProviderReport {
    /// The id of the report.
    pub id: ProviderReportId,
    /// The network of the report.
    pub network: Network,
    /// The month of the report.
    pub month: Month,
    /// The kind of the report.
    pub kind: ReportKind,
    /// The document, as XML.
    pub document: String,
    /// Attempts to send it.
    pub attempts: u16,
    /// Why the last of them failed.
    pub error: Option<String>,
    /// When it was made.
    pub made_at: OffsetDateTime,
    /// The time at which the receiver's access point got it.
    pub sent_at: Option<OffsetDateTime>,
    /// The receipt of that access point.
    pub receipt: Option<Vec<u8>>,
    /// The time at which a later report replaced it.
    pub replaced_at: Option<OffsetDateTime>,
}

impl ProviderReport {
    /// Whether there is nothing left to send: it was sent, or a later one replaced it.
    #[must_use]
    pub const fn is_settled(&self) -> bool {
        self.sent_at.is_some() || self.replaced_at.is_some()
    }

    /// The message to who gets the reports, with the same id in each attempt.
    ///
    /// # Errors
    /// [`InvalidIdentifier`]: never, as the constants of the reports are written.
    pub fn message(
        &self,
        provider: &Provider,
        receiver: &ParticipantId,
    ) -> Result<OutgoingMessage, InvalidIdentifier> {
        let addressed = self.kind.addressed();
        Ok(OutgoingMessage {
            network: self.network,
            message_id: self.id.into(),
            sender: provider.id.clone(),
            receiver: receiver.clone(),
            document_type: format!("busdox-docid-qns::{}", addressed.document_type).parse()?,
            process: format!("cenbii-procid-ubl::{}", addressed.process).parse()?,
            made_at: MessageId::from(self.id).made_at(self.made_at),
            attempt: self.attempts.saturating_add(1),
            ambiguous: false,
        })
    }

    /// The time of the next attempt after one more failure; `None` when the network does not process such a report any
    /// more.
    #[must_use]
    pub fn next_try(&self, now: OffsetDateTime, jitter: Jitter) -> Option<OffsetDateTime> {
        let ends = self.month.deadline().with_time(LAST_TRY).assume_utc();
        WAITS.until(ends, u32::from(self.attempts) + 1, now, jitter)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::macros::datetime;
    use uuid::Uuid;

    const NOW: OffsetDateTime = datetime!(2027-02-01 01:00 UTC);

    fn both() -> [Draft; 2] {
        let month = "2027-01".parse().expect("a month");
        let seat = "PSK000028".parse().expect("a seat");
        Draft::both(&seat, month, Counter::new(month)).expect("valid")
    }

    #[test]
    fn a_month_without_exchanges_has_both_reports() {
        let [transactions, end_users] = both();
        assert!(transactions.document.contains("<Incoming>0</Incoming>"));
        assert!(end_users.document.contains("<SendingEndUsers>0</SendingEndUsers>"));
        assert_eq!(
            (transactions.kind, end_users.kind),
            (ReportKind::Transactions, ReportKind::EndUsers)
        );
        let broken = transactions.document.replacen("<Incoming>0<", "<Incoming>x<", 1);
        let error = Draft::checked(transactions.kind, transactions.month, broken);
        let error = error.expect_err("broken").to_string();
        assert!(error.starts_with("the tsr of 2027-01 breaks "), "{error}");
    }

    #[test]
    fn a_report_is_one_message_of_the_provider_until_the_fifteenth() {
        let [draft, _] = both();
        let (mut report, job) = draft.into_report(
            Network::Live,
            (ProviderReportId(Uuid::from_u128(7)), JobId(Uuid::from_u128(8))),
            NOW,
        );
        assert_eq!((job.subject, job.kind), (Some(SubjectId(report.id.0)), REPORT_JOB));
        let id = |text: &str| text.parse().expect("an id");
        let provider = Provider {
            seat: "PSK000028".parse().expect("a seat"),
            id: id("0242:000028"),
            country: "SK".to_owned(),
            reports_to: None,
        };
        let receiver = id("9925:be0848934496");
        let message = report.message(&provider, &receiver).expect("a message");
        assert_eq!((message.message_id, &message.sender), (MessageId(report.id.0), &provider.id));
        assert_eq!((message.is_repeated(), message.receiver), (false, receiver.clone()));
        assert!(message.document_type.value().contains("transaction-statistics-reporting:1.0"));
        assert_eq!(message.process.value(), Report::TRANSACTIONS.process);
        for (attempts, now, next) in [
            (0, NOW, Some(NOW + Duration::MINUTE)),
            (60, NOW, Some(NOW + Duration::hours(4))),
            (60, datetime!(2027-02-15 22:00 UTC), Some(datetime!(2027-02-15 23:00 UTC))),
            (60, datetime!(2027-02-15 23:00 UTC), None),
        ] {
            report.attempts = attempts;
            assert_eq!(report.next_try(now, Jitter(0)), next, "{attempts} {now}");
        }
        assert!(report.message(&provider, &receiver).expect("a message").is_repeated());
    }
}
