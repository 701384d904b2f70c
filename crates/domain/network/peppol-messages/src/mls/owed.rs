//! The status that a message is answered with.

use super::{Issue, MessageStatus, MlsRoute, ReasonCode, ResponseCode, Situation};
use super::{answer_to, mls_route};
use crate::Identifier;
use crate::sbdh::MlsType;
use time::OffsetDateTime;

/// Issues that a status names at most, those that reject first: a document can break a rule in each of its lines.
pub const MAX_ISSUES: usize = 100;

/// Longest text of an issue, in characters.
const LONGEST_TEXT: usize = 1_000;

/// A message that came in, as far as its status depends on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Answered<'a> {
    /// Seat id of who sent it (C2).
    pub seat: &'a str,
    /// The provider that answers (C3): a service provider's identifier, `0242:…`.
    pub own: &'a str,
    /// The document type under which the message arrived.
    pub document_type: &'a Identifier,
    /// The InstanceIdentifier of its envelope.
    pub instance: &'a str,
    /// `MLS_TO` of its envelope.
    pub mls_to: Option<&'a str>,
    /// `MLS_TYPE` of its envelope.
    pub mls_type: Option<MlsType>,
}

impl Answered<'_> {
    /// The status that its sender gets, and where; nothing when it wants those of failures alone and there is none, or
    /// when the message is a status itself. `is_confirmed`: the recipient has taken the document over.
    #[must_use]
    pub fn status(
        &self,
        id: &str,
        issued: OffsetDateTime,
        mut issues: Vec<Issue>,
        is_confirmed: bool,
    ) -> Option<(MlsRoute, MessageStatus)> {
        let has = |reason| issues.iter().any(|issue| issue.reason == reason);
        let situation = Situation {
            has_syntax_faults: has(ReasonCode::Syntax),
            has_rule_faults: has(ReasonCode::Rule),
            has_warnings: has(ReasonCode::Warning),
            is_undeliverable: has(ReasonCode::Delivery),
            is_confirmed,
        };
        let (response, _) = answer_to(situation);
        let (to, wanted) = (self.mls_to, self.mls_type);
        let route = mls_route(self.seat, self.document_type, to, wanted, response)?;
        issues.sort_by_key(|issue| issue.reason == ReasonCode::Warning);
        issues.truncate(MAX_ISSUES);
        for issue in &mut issues {
            issue.description = bounded(&issue.description);
        }
        let status = MessageStatus {
            id: id.to_owned(),
            issued,
            sender: without_scheme(self.own),
            receiver: without_scheme(&route.to),
            response,
            description: description(response, situation).map(str::to_owned),
            about: self.instance.to_owned(),
            issues,
        };
        Some((route, status))
    }
}

fn description(response: ResponseCode, situation: Situation) -> Option<&'static str> {
    if response != ResponseCode::Rejected {
        return None;
    }
    Some(if situation.is_undeliverable {
        "The document cannot be delivered."
    } else if situation.has_syntax_faults {
        "The document does not have the shape of its type."
    } else {
        "The document breaks rules of its type."
    })
}

/// A text as the rules of statuses want it: not empty, of one line, not endless.
fn bounded(text: &str) -> String {
    let words: Vec<_> = text.split_whitespace().collect();
    let text: String = words.join(" ").chars().take(LONGEST_TEXT).collect();
    if text.is_empty() { "Not said.".to_owned() } else { text }
}

fn without_scheme(id: &str) -> String {
    id.strip_prefix("0242:").unwrap_or(id).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::macros::datetime;

    const INVOICE: &str = "urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice##urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0::2.1";

    fn issue(reason: ReasonCode, description: &str) -> Issue {
        Issue { location: None, description: description.to_owned(), reason }
    }

    fn answer(
        mls_type: Option<MlsType>,
        issues: Vec<Issue>,
        is_confirmed: bool,
    ) -> Option<(MlsRoute, MessageStatus)> {
        let document_type = Identifier::new("busdox-docid-qns", INVOICE);
        let answered = Answered {
            seat: "POP000306",
            own: "0242:000028",
            document_type: &document_type,
            instance: "one",
            mls_to: Some("0242:000306-MLS"),
            mls_type,
        };
        answered.status("status-1", datetime!(2027-01-04 08:15:30 UTC), issues, is_confirmed)
    }

    #[test]
    fn of_success_only_those_hear_who_ask() {
        let warning = || vec![issue(ReasonCode::Warning, "[R1] odd")];
        for mls_type in [None, Some(MlsType::FailureOnly)] {
            assert_eq!(answer(mls_type, Vec::new(), true), None);
            assert_eq!(answer(mls_type, warning(), false), None);
        }
        for (is_confirmed, response) in
            [(false, ResponseCode::Accepted), (true, ResponseCode::Delivered)]
        {
            let status = answer(Some(MlsType::AlwaysSend), warning(), is_confirmed);
            let (route, status) = status.expect("a status");
            assert_eq!(status.response, response);
            assert_eq!((&*status.sender, &*status.receiver), ("000028", "000306-MLS"));
            assert_eq!(route.otherwise.as_deref(), Some("0242:000306"));
            let read = MessageStatus::read(status.write().as_bytes());
            assert_eq!(read.expect("valid"), status);
        }
    }

    #[test]
    fn what_rejects_comes_first_and_is_bounded() {
        for (reason, says) in [
            (ReasonCode::Rule, "breaks rules"),
            (ReasonCode::Syntax, "the shape"),
            (ReasonCode::Delivery, "delivered"),
        ] {
            let mut issues = vec![issue(ReasonCode::Warning, ""); 200];
            issues.push(issue(reason, &"a \u{1}\n long  text ".repeat(500)));
            let (_, status) = answer(None, issues, true).expect("a rejection");
            assert_eq!(status.response, ResponseCode::Rejected);
            assert!(status.description.as_ref().is_some_and(|text| text.contains(says)));
            assert_eq!((status.issues.len(), status.issues[0].reason), (MAX_ISSUES, reason));
            let read = MessageStatus::read(status.write().as_bytes()).expect("valid");
            assert_eq!(read.issues.len(), MAX_ISSUES);
        }
    }
}
