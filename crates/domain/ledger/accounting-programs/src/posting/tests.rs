use super::*;
use crate::{ProgramKind, link::tests::link};
use invoicing::InvoiceId;
use uuid::Uuid;

const NOW: OffsetDateTime = OffsetDateTime::UNIX_EPOCH;

fn posting() -> Posting {
    let subject = Subject::invoice(InvoiceId(Uuid::from_u128(3)));
    Posting::new(PostingId(Uuid::from_u128(1)), LinkId(Uuid::from_u128(2)), subject, NOW)
}

fn created(id: &str) -> ItemAnswer {
    ItemAnswer::Created { id: Some(id.into()), number: None, note: None }
}

#[test]
fn an_answer_concludes_it() {
    let sent = posting().sending();
    assert!(sent.is_doubtful, "the program may have it from now on");
    let done = sent.answered(Some(&created("17")), NOW);
    assert_eq!((done.state, done.is_doubtful), (PostingState::Created, false));
    assert_eq!(done.program_id.as_deref(), Some("17"));
    let refused = ItemAnswer::Refused { reason: " no\n\u{0} such\taccount ".into() };
    let failed = sent.answered(Some(&refused), NOW);
    assert_eq!(failed.state, PostingState::Failed);
    assert_eq!(failed.note.as_deref(), Some("no such account"));
}

#[test]
fn without_an_answer_it_stays_in_doubt_and_is_given_up_in_the_end() {
    let mut current = posting();
    for attempt in 1..MAX_UNANSWERED {
        current = current.sending().answered(None, NOW);
        assert_eq!(current.state, PostingState::Pending, "{attempt}");
        assert!(current.is_doubtful);
    }
    assert_eq!(current.sending().answered(None, NOW).state, PostingState::Failed);
}

#[test]
fn a_request_that_reached_nobody_leaves_no_doubt() {
    assert_eq!(posting().sending().unanswered(false), posting());
    let unclear = posting().sending().unanswered(true);
    assert_eq!((unclear.is_doubtful, unclear.attempts), (true, 0));
}

#[test]
fn what_is_older_than_its_link_is_asked_for_first() {
    let link = Link { id: LinkId(Uuid::from_u128(5)), ..link(ProgramKind::SuperFaktura) };
    for (subject, is_doubtful) in [(4, true), (6, false)] {
        let subject = Subject::invoice(InvoiceId(Uuid::from_u128(subject)));
        let noticed = Posting::noticed(PostingId(Uuid::nil()), &link, subject, NOW);
        assert_eq!(noticed.is_doubtful, is_doubtful);
    }
}

#[test]
fn what_the_program_takes_under_no_request_is_given_up_with_its_reason() {
    let refusal = ProgramFailure::Refused("wrong element".into());
    let mut current = posting();
    for attempt in 1..MAX_UNANSWERED {
        current = current.sending().not_taken(&refusal, NOW);
        assert_eq!((current.state, current.attempts), (PostingState::Pending, attempt));
        assert!(!current.is_doubtful, "nothing of it was done");
    }
    let failed = current.sending().not_taken(&refusal, NOW);
    assert_eq!(failed.state, PostingState::Failed);
    assert_eq!(failed.note.as_deref(), Some("wrong element"));
    let unclear = ProgramFailure::Unclear("HTTP 500".into());
    assert!(posting().sending().not_taken(&unclear, NOW).is_doubtful);
}

#[test]
fn what_was_taken_over_is_waited_for_and_not_sent_again() {
    let taken = posting().sending().answered(Some(&ItemAnswer::Taken), NOW);
    assert_eq!((taken.state, taken.taken_at), (PostingState::Pending, Some(NOW)));
    assert_eq!(taken.not_found(NOW + WORK - Duration::SECOND), taken, "it may still come");
    let late = NOW + WORK;
    let failed = taken.not_found(late);
    assert_eq!((failed.state, failed.taken_at), (PostingState::Failed, None));
    assert!(failed.note.is_some_and(|note| note.contains("15 minutes")));
    let made = taken.answered(Some(&created("7")), late);
    assert_eq!((made.state, made.taken_at), (PostingState::Created, None));
    assert!(!posting().sending().not_found(NOW).is_doubtful);
}

#[test]
fn only_what_failed_is_tried_again() {
    let refused = ItemAnswer::Refused { reason: "closed period".into() };
    let failed = posting().sending().answered(Some(&refused), NOW);
    let again = failed.retried().expect("failed");
    assert_eq!((again.state, again.attempts, again.note), (PostingState::Pending, 0, None));
    assert!(again.is_doubtful, "the program is asked before it is sent");
    assert_eq!(posting().retried(), Err(NotRetried(PostingState::Pending)));
    let done = posting().sending().answered(Some(&created("1")), NOW);
    assert_eq!(done.retried(), Err(NotRetried(PostingState::Created)));
}

#[test]
fn texts_of_a_program_are_bounded() {
    let refused = ItemAnswer::Refused { reason: "ž".repeat(MAX_TEXT + 1) };
    let note = posting().sending().answered(Some(&refused), NOW).note.expect("a reason");
    assert_eq!(note.chars().count(), MAX_TEXT);
}
