//! What makes two documents to one receiver the same document.

use crate::{
    documents::DocumentFacts,
    identifiers::{ParticipantId, SubmissionId},
    sending::{admission::addressed, record::QueuedSend},
    submissions::State,
};
use invoicing::InvoiceId;
use std::fmt;
use time::Date;

/// Type (BT-3), year of issue (BT-2), receiver and number (BT-1) of a document, in one text: `380 2026
/// 0245:2020317068 FA-17`. Its receiver books a document of one sender under these, so that a second one is
/// the first again, with the same bytes or with others. A number that begins anew each year is another one.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct DocumentKey(String);

impl DocumentKey {
    /// Of a document that is to be sent to whom its caller names, else to whom it names itself. `None` of one
    /// that cannot be sent anyway.
    #[must_use]
    pub fn of(document: &DocumentFacts, receiver: Option<&ParticipantId>) -> Option<Self> {
        let addressed = match receiver {
            Some(_) => None,
            None => Some(addressed(document, document.sender().other()).ok()?),
        };
        let number = document.number.as_deref()?;
        let type_code = document.type_code.as_deref();
        Self::made(type_code, document.issue_date, receiver.or(addressed.as_ref())?, number)
    }

    /// Of a document that is queued. `None` where it has no type or day, which no rule lets pass.
    #[must_use]
    pub fn of_send(send: &QueuedSend) -> Option<Self> {
        let sent = &send.submission;
        Self::made(send.type_code.as_deref(), sent.issue_date, &sent.receiver, &sent.number)
    }

    fn made(
        type_code: Option<&str>,
        issued: Option<Date>,
        receiver: &ParticipantId,
        number: &str,
    ) -> Option<Self> {
        let (type_code, year) = (type_code?, issued?.year());
        Some(Self(format!("{type_code} {year} {receiver} {number}")))
    }

    /// The key as it is stored.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The send that a document went out with before, or is going out with: one that has not failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EarlierSend {
    /// `document_id`.
    pub submission: SubmissionId,
    /// `invoice_id`.
    pub invoice: InvoiceId,
    /// The state of the submission.
    pub state: State,
}

impl fmt::Display for EarlierSend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "a document of this type, number and year was sent to this receiver before and is {}: {}",
            self.state.name(),
            self.submission
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{documents::Endpoint, identifiers::Root};
    use time::macros::date;

    fn facts() -> DocumentFacts {
        let mut facts = DocumentFacts {
            type_code: Some("380".into()),
            number: Some("FA 17".into()),
            issue_date: Some(date!(2026 - 11 - 28)),
            ..DocumentFacts::of(Root::UblInvoice)
        };
        let endpoint = Endpoint { scheme: Some("0245".into()), value: "2020317068".into() };
        facts.customer.endpoint = Some(endpoint);
        facts
    }

    fn key(facts: &DocumentFacts, receiver: Option<&str>) -> Option<String> {
        let receiver = receiver.map(|id| id.parse().expect("a participant"));
        DocumentKey::of(facts, receiver.as_ref()).map(|key| key.as_str().to_owned())
    }

    #[test]
    fn type_year_receiver_and_number_make_the_document() {
        let first = key(&facts(), None);
        assert_eq!(first.as_deref(), Some("380 2026 0245:2020317068 FA 17"));
        assert_eq!(key(&facts(), Some("0245:2020317068")), first, "named by the caller");
        let others = [
            key(&DocumentFacts { type_code: Some("381".into()), ..facts() }, None),
            key(&DocumentFacts { issue_date: Some(date!(2027 - 01 - 01)), ..facts() }, None),
            key(&DocumentFacts { number: Some("FA 18".into()), ..facts() }, None),
            key(&facts(), Some("9915:2020317068")),
        ];
        assert!(others.iter().all(|other| other.is_some() && *other != first), "{others:?}");
        // what is said beside them makes no other document
        let same = DocumentFacts { issue_date: Some(date!(2026 - 01 - 01)), ..facts() };
        assert_eq!(key(&same, None), first);
    }

    #[test]
    fn what_cannot_be_sent_has_none() {
        let mut nobody = facts();
        nobody.customer.endpoint = None;
        for facts in [
            nobody,
            DocumentFacts { number: None, ..facts() },
            DocumentFacts { type_code: None, ..facts() },
            DocumentFacts { issue_date: None, ..facts() },
        ] {
            assert_eq!(key(&facts, None), None);
        }
    }
}
