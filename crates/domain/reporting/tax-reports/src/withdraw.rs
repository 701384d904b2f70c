//! Which reports are deleted (code D): those of an invoice that is cancelled and never reached anybody, and those of
//! documents that a later one of their invoice took the place of.

use crate::{KeptReport, ReportId, ReportSource, ReportState};
use jobs::JobKind;
use std::collections::HashSet;

/// The kind of the job that has the reports of a cancelled invoice deleted.
pub const WITHDRAW_JOB: JobKind = JobKind("tax.withdraw");

/// The reports that the authority has to delete after an invoice is cancelled: for each document id in each network,
/// the newest report that was not rejected, unless it is a deletion itself. A given-up report counts too, because an
/// operator may retry it.
/// `newest_first` has all reports of the invoice.
///
/// The caller leaves out reports of delivered documents, which a cancellation does not take back.
#[must_use]
pub fn to_withdraw(newest_first: &[KeptReport]) -> Vec<ReportId> {
    let mut seen = HashSet::new();
    let counts = |kept: &&KeptReport| kept.report.state != ReportState::Rejected;
    let newest =
        newest_first.iter().filter(counts).filter(|kept| seen.insert(kept.report.subject()));
    let stands = newest.filter(|kept| !matches!(kept.source, ReportSource::Withdrawn(_)));
    stands.map(|kept| kept.report.id).collect()
}

/// The reports of earlier documents of the same invoice, which the authority has to delete. The id of a document
/// contains its date (rule ID-BDID-01), so a document with a new date after a failed send is another one, and the
/// authority would count both.
/// `newest_first` has all reports of the invoice.
///
/// A document with a later report of its own is left out: the invoice has that date again, and a deletion would undo
/// that report.
///
/// The caller leaves out reports of delivered documents, which stay reported.
#[must_use]
pub fn superseded(newest_first: &[KeptReport], by: &KeptReport) -> Vec<ReportId> {
    let ReportSource::Sent(_) = by.source else { return Vec::new() };
    let (network, original) = by.report.subject();
    let later = newest_first.iter().filter(|kept| kept.report.id > by.report.id);
    let later = later.filter(|kept| matches!(kept.source, ReportSource::Sent(_)));
    let again: HashSet<_> = later.map(|kept| kept.report.subject()).collect();
    let is_earlier = |kept: &&KeptReport| {
        let of = &kept.report;
        of.network == network
            && of.original != original
            && of.id < by.report.id
            && !again.contains(&of.subject())
    };
    let earlier: Vec<_> = newest_first.iter().filter(is_earlier).cloned().collect();
    to_withdraw(&earlier)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ReportedDocument, ReportedDocumentId, TaxReport};
    use ReportState::{Accepted, Queued, Rejected, Sent};
    use peppol_connector::identifiers::{Network, SubmissionId};
    use time::OffsetDateTime;
    use uuid::Uuid;

    fn kept(id: u128, original: u128, state: ReportState, deletes: Option<u128>) -> KeptReport {
        let now = OffsetDateTime::UNIX_EPOCH;
        let report = TaxReport {
            id: ReportId(Uuid::from_u128(id)),
            network: Network::Live,
            document: ReportedDocument::Sent {
                invoice_id: peppol_connector::identifiers::InvoiceId(Uuid::from_u128(1)),
            },
            original: ReportedDocumentId(Uuid::from_u128(original)),
            state,
            issues: Vec::new(),
            decided_at: None,
            due_at: now,
            deletes: deletes.is_some(),
        };
        let source = match deletes {
            Some(id) => ReportSource::Withdrawn(ReportId(Uuid::from_u128(id))),
            None => ReportSource::Sent(SubmissionId(Uuid::from_u128(id))),
        };
        let counterparty = "0245:2020202020".parse().expect("a participant");
        KeptReport {
            report,
            source,
            counterparty,
            made: None,
            sent_at: None,
            attempts: 0,
            given_up_at: None,
        }
    }

    #[test]
    fn what_the_authority_has_of_a_cancelled_invoice_is_deleted_once() {
        let test = |report: KeptReport| KeptReport {
            report: TaxReport { network: Network::Test, ..report.report },
            ..report
        };
        let given_up = |report: KeptReport| KeptReport {
            given_up_at: Some(OffsetDateTime::UNIX_EPOCH),
            ..report
        };
        for (reports, expected) in [
            (vec![], vec![]),
            (vec![kept(7, 1, Accepted, None)], vec![7]),
            (vec![kept(7, 1, Sent, None)], vec![7]),
            (vec![kept(7, 1, Queued, None)], vec![7]),
            (vec![kept(7, 1, Rejected, None)], vec![]),
            (vec![given_up(kept(7, 1, Queued, None))], vec![7]),
            // a replacement stands for what it replaced
            (vec![kept(8, 1, Accepted, None), kept(7, 1, Accepted, None)], vec![8]),
            (vec![kept(8, 1, Rejected, None), kept(7, 1, Accepted, None)], vec![7]),
            // the invoice was dated again in between: the authority knows two documents
            (vec![kept(8, 2, Accepted, None), kept(7, 1, Accepted, None)], vec![8, 7]),
            (vec![kept(8, 1, Accepted, None), test(kept(7, 1, Accepted, None))], vec![8, 7]),
            // it is deleted, or being deleted
            (vec![kept(8, 1, Queued, Some(7)), kept(7, 1, Accepted, None)], vec![]),
            (vec![kept(8, 1, Accepted, Some(7)), kept(7, 1, Accepted, None)], vec![]),
            (vec![kept(8, 1, Rejected, Some(7)), kept(7, 1, Accepted, None)], vec![7]),
        ] {
            let ids: Vec<_> = to_withdraw(&reports).iter().map(|id| id.0.as_u128()).collect();
            assert_eq!(ids, expected, "{reports:?}");
        }
    }

    #[test]
    fn an_invoice_that_was_dated_again_is_reported_under_its_last_date_alone() {
        let live = |id, original, state| kept(id, original, state, None);
        let test = |report: KeptReport| KeptReport {
            report: TaxReport { network: Network::Test, ..report.report },
            ..report
        };
        for (reports, expected) in [
            (vec![live(9, 2, Queued)], vec![]),
            (vec![live(9, 2, Queued), live(7, 1, Accepted)], vec![7]),
            (vec![live(9, 2, Queued), live(7, 1, Sent)], vec![7]),
            (vec![live(9, 2, Queued), live(7, 1, Rejected)], vec![]),
            // the same document once more replaces what was reported
            (vec![live(9, 2, Queued), live(7, 2, Accepted)], vec![]),
            (vec![live(9, 2, Queued), live(8, 1, Accepted), live(7, 1, Accepted)], vec![8]),
            (vec![live(9, 2, Queued), live(8, 3, Accepted), live(7, 1, Accepted)], vec![8, 7]),
            (vec![live(9, 2, Queued), test(live(7, 1, Accepted))], vec![]),
            // it is being deleted
            (vec![live(9, 2, Queued), kept(8, 1, Queued, Some(7)), live(7, 1, Accepted)], vec![]),
            // and back to the first date: that one is reported after this, and deletes this in its turn
            (vec![live(10, 1, Queued), live(9, 2, Queued), live(7, 1, Accepted)], vec![]),
            (vec![live(10, 1, Rejected), live(9, 2, Queued), live(7, 1, Accepted)], vec![]),
            (vec![live(10, 3, Queued), live(9, 2, Queued), live(7, 1, Accepted)], vec![7]),
            (vec![test(live(10, 1, Queued)), live(9, 2, Queued), live(7, 1, Accepted)], vec![7]),
            // what is deleted later was not dated back
            (vec![kept(10, 1, Queued, Some(7)), live(9, 2, Queued), live(7, 1, Accepted)], vec![7]),
        ] {
            let by = reports.iter().find(|kept| kept.report.id.0.as_u128() == 9).expect("it");
            let ids: Vec<_> = superseded(&reports, by).iter().map(|id| id.0.as_u128()).collect();
            assert_eq!(ids, expected, "{reports:?}");
        }
        let deletion = kept(9, 2, Queued, Some(3));
        assert_eq!(superseded(&[deletion.clone(), live(7, 1, Accepted)], &deletion), []);
    }
}
