//! The attempts of a submission, reconstructed from its audit log lines.

use crate::{
    audit::{AuditAction, AuditEntry},
    submissions::hop::{AttemptHops, Hop},
};
use time::OffsetDateTime;

/// An attempt to hand a document over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FlightAttempt {
    /// When the attempt began.
    pub began_at: OffsetDateTime,
    /// When its outcome was stored; `None` while it is in progress, or when its worker disappeared.
    pub ended_at: Option<OffsetDateTime>,
    /// The outcome, as an audit log event; `None` while it is in progress.
    pub outcome: Option<AuditAction>,
    /// The error, if it failed.
    pub error: Option<String>,
    /// The hops; empty while the attempt is in progress, or when its worker disappeared.
    pub hops: Vec<Hop>,
}

impl FlightAttempt {
    /// A finished attempt; `error` says why it brought no receipt.
    #[must_use]
    pub fn over(
        began_at: OffsetDateTime,
        ended_at: OffsetDateTime,
        error: Option<String>,
        hops: Vec<Hop>,
    ) -> Self {
        let outcome = match error {
            None => AuditAction::Sent,
            Some(_) => AuditAction::AttemptFailed,
        };
        Self { began_at, ended_at: Some(ended_at), outcome: Some(outcome), error, hops }
    }
}

/// The attempts in the audit log lines of one document, oldest line first, with the hops of each.
#[must_use]
pub fn attempts_of(lines: &[AuditEntry], hops: Vec<AttemptHops>) -> Vec<FlightAttempt> {
    let mut attempts = named_by(lines);
    for kept in hops {
        // the hops of the last attempt that began before they were stored
        let of = attempts.iter_mut().rfind(|attempt| attempt.began_at <= kept.at);
        if let Some(attempt) = of {
            attempt.hops = kept.hops;
        }
    }
    attempts
}

fn named_by(lines: &[AuditEntry]) -> Vec<FlightAttempt> {
    let mut attempts: Vec<FlightAttempt> = Vec::new();
    for line in lines {
        let open = attempts.last_mut().filter(|attempt| attempt.outcome.is_none());
        match line.event {
            AuditAction::Attempted => {
                // claimed from a worker that disappeared: the line's detail is about the attempt before
                if let Some(vanished) = open {
                    vanished.error.clone_from(&line.detail);
                }
                attempts.push(FlightAttempt {
                    began_at: line.at,
                    ended_at: None,
                    outcome: None,
                    error: None,
                    hops: Vec::new(),
                });
            }
            AuditAction::AttemptFailed
            | AuditAction::Sent
            | AuditAction::Failed
            | AuditAction::NeedsOperator => {
                if let Some(open) = open {
                    open.ended_at = Some(line.at);
                    open.outcome = Some(line.event);
                    open.error.clone_from(&line.detail);
                }
            }
            _ => {}
        }
    }
    attempts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        identifiers::{AuditEntryId, Network},
        submissions::hop::{HopStep, Trace},
    };
    use time::Duration;
    use uuid::Uuid;

    fn line(second: i64, event: AuditAction, detail: Option<&str>) -> AuditEntry {
        AuditEntry {
            id: AuditEntryId(Uuid::from_u128(1)),
            at: OffsetDateTime::UNIX_EPOCH + Duration::seconds(second),
            event,
            network: Network::Test,
            document_id: None,
            invoice_id: None,
            number: None,
            detail: detail.map(str::to_owned),
            actor: None,
            email: None,
        }
    }

    #[test]
    fn attempts_begin_and_end() {
        let lines = [
            line(0, AuditAction::Queued, None),
            line(1, AuditAction::Attempted, None),
            line(2, AuditAction::AttemptFailed, Some("no answer")),
            line(12, AuditAction::Attempted, None),
            line(140, AuditAction::Attempted, Some("vanished")),
            line(141, AuditAction::Sent, None),
            line(141, AuditAction::Delivered, None),
            line(200, AuditAction::Failed, Some("rejected later")),
        ];
        let attempts = attempts_of(&lines, Vec::new()).into_iter().map(|attempt| {
            let seconds = |at: OffsetDateTime| at.unix_timestamp();
            let ended = attempt.ended_at.map(seconds);
            (seconds(attempt.began_at), ended, attempt.outcome, attempt.error)
        });
        let error = |text: &str| Some(text.to_owned());
        assert_eq!(
            attempts.collect::<Vec<_>>(),
            [
                (1, Some(2), Some(AuditAction::AttemptFailed), error("no answer")),
                (12, None, None, error("vanished")),
                (140, Some(141), Some(AuditAction::Sent), None),
            ]
        );
        assert_eq!(attempts_of(&[], Vec::new()), []);
    }

    #[test]
    fn hops_are_those_of_the_attempt_that_was_under_way() {
        let lines = [
            line(1, AuditAction::Attempted, None),
            line(2, AuditAction::AttemptFailed, Some("no answer")),
            line(12, AuditAction::Attempted, None),
            line(40, AuditAction::Attempted, Some("vanished")),
            line(41, AuditAction::Sent, None),
        ];
        let kept = |second: i64, asked: &str| {
            let mut trace = Trace::default();
            trace.note(HopStep::Dns, asked, "", std::time::Duration::ZERO);
            let at = OffsetDateTime::UNIX_EPOCH + Duration::seconds(second);
            AttemptHops { at, hops: trace.hops }
        };
        let attempts = attempts_of(&lines, vec![kept(2, "first"), kept(41, "third")]);
        let asked = attempts.iter().map(|one| one.hops.first().map(|hop| hop.asked.as_str()));
        assert_eq!(asked.collect::<Vec<_>>(), [Some("first"), None, Some("third")]);
        assert_eq!(attempts_of(&[], vec![kept(1, "nobody's")]), []);
    }
}
