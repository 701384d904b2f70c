//! The key by which two documents to one receiver are the same document.

use crate::{
    documents::DocumentFacts,
    identifiers::{ParticipantId, SubmissionId},
    sending::{admission::addressed, record::QueuedSend},
    submissions::State,
};
use invoicing::InvoiceId;
use time::Date;

/// Type (BT-3), year of issue (BT-2), receiver and number (BT-1) of a document in one text: `380 2026 0245:2020317068
/// FA-17`. The receiver books a sender's documents by these, so a second document with the same key is a duplicate,
/// even with other bytes. A number that starts again each year gives another key.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct DocumentKey(String);

impl DocumentKey {
    /// The key of a document to the receiver that the caller names, else to the one that the document names. `None`
    /// for a document that cannot be sent.
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

    /// The key of a queued document. `None` without a type or date, which validation never passes.
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

/// The earlier send of the same document, which has not failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error, refusals::Refusal)]
#[error(
    "a document of this type, number and year was sent to this receiver before and is {state}: {submission}",
    state = state.name()
)]
pub struct EarlierSend {
    /// `document_id` of the answer.
    pub submission: SubmissionId,
    /// `invoice_id` of the answer.
    pub invoice: InvoiceId,
    /// The state of the submission.
    pub state: State,
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
        // other values of the document do not make it another one
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
