//! A Pohoda that comes by itself.

use super::{BEGINNING, Firm, text};
use crate::setup::run;
use accounting_programs::{LinkInput, LinkRefused, PostingState, ProgramKind, pohoda};
use invoicing::Violations;
use use_cases::ledger::accounting::{
    FetchError, LinkFailure, SavedLink, fetch_documents, rotate_token, save_link, take_answer,
};

fn fetch_input() -> LinkInput {
    let (kind, from_date) = (Some(ProgramKind::PohodaFetch), Some(BEGINNING));
    LinkInput { kind, from_date, ..LinkInput::default() }
}

/// A firm whose Pohoda fetches, and its token.
fn fetching() -> (Firm, String) {
    let firm = Firm::new();
    let saved = run(save_link(&firm.context(), &fetch_input(), Violations::new())).expect("linked");
    let token = token(&saved);
    (firm, token)
}

fn token(saved: &SavedLink) -> String {
    saved.token.as_ref().expect("a token").expose().to_owned()
}

fn fetched(firm: &Firm, token: &str) -> Option<String> {
    run(fetch_documents(&firm.ports, token)).expect("known")
}

fn taken(firm: &Firm, token: &str, answer: &str) -> usize {
    run(take_answer(&firm.ports, token, answer.as_bytes())).expect("taken")
}

/// An answer about these postings: that they were made, with a note of this length.
fn answer(postings: &[String], note: usize) -> String {
    let note = "x".repeat(note);
    let item = |posting: &String| {
        format!(
            "<r:responsePackItem id=\"{posting}\" version=\"2.0\" state=\"ok\" note=\"{note}\">\
             <r:invoiceResponse state=\"ok\"><r:producedDetails><r:id>7</r:id></r:producedDetails>\
             </r:invoiceResponse></r:responsePackItem>"
        )
    };
    let items: String = postings.iter().map(item).collect();
    format!(
        "<r:responsePack xmlns:r=\"urn:r\" version=\"2.0\" id=\"1\" state=\"ok\">{items}</r:responsePack>"
    )
}

/// An answer that refuses what was fetched as a whole.
const REFUSAL: &str = "<r:responsePack xmlns:r=\"urn:r\" version=\"2.0\" id=\"1\" state=\"error\" \
                       note=\"Chybný prvok\"/>";

fn ids(firm: &Firm) -> Vec<String> {
    firm.listed().iter().map(|shown| shown.posting.id.to_string()).collect()
}

#[test]
fn it_gets_everything_until_it_answers() {
    let (firm, token) = fetching();
    assert!(fetched(&firm, &token).is_none());
    let invoice = firm.invoice();
    let first = fetched(&firm, &token).expect("a request");
    assert!(first.contains(&text(invoice.0)));
    let again = fetched(&firm, &token).expect("a request");
    assert!(again.contains(&text(invoice.0)), "until its answer is here");
    let answer = answer(&ids(&firm), 0);
    assert_eq!(taken(&firm, &token, &answer), 1);
    assert_eq!(taken(&firm, &token, &answer), 0);
    assert_eq!(firm.states(), [PostingState::Created]);
    assert!(fetched(&firm, &token).is_none());
    let bad = run(take_answer(&firm.ports, &token, b"<html>"));
    assert!(matches!(bad, Err(FetchError::BadAnswer(pohoda::BadAnswer::Unreadable(_)))));
    assert!(run(fetch_documents(&firm.ports, "another")).is_err());
    let strange = run(take_answer(&firm.ports, "another", answer.as_bytes()));
    assert!(matches!(strange, Err(FetchError::Content(_))), "nobody else's answer is read");
}

/// An answer is of what it names, wherever that stands in the order by then.
#[test]
fn an_answer_finds_its_documents_among_many() {
    let (firm, token) = fetching();
    for _ in 0..100 {
        firm.invoice();
    }
    fetched(&firm, &token).expect("a request");
    let all = ids(&firm);
    assert_eq!(taken(&firm, &token, &answer(&all[80..], 5_000)), 20);
    let made = firm.states().iter().filter(|state| **state == PostingState::Created).count();
    assert_eq!(made, 20);
}

/// What it refuses as a whole it gets one by one, and what it takes in no way is given up.
#[test]
fn a_document_that_it_refuses_as_a_whole_holds_up_no_others() {
    let (firm, token) = fetching();
    let bad = firm.invoice();
    let good: Vec<_> = (0..3).map(|_| firm.invoice()).collect();
    let is_bad = |pack: &str| pack.contains(&text(bad.0));
    let mut refusals = 0;
    while let Some(pack) = fetched(&firm, &token) {
        if is_bad(&pack) {
            refusals += 1;
            assert!(refusals < 30, "it never ends");
            taken(&firm, &token, REFUSAL);
            continue;
        }
        let listed = firm.listed();
        let given = listed.iter().filter(|it| pack.contains(&it.posting.external_id()));
        let given: Vec<_> = given.map(|it| it.posting.id.to_string()).collect();
        taken(&firm, &token, &answer(&given, 0));
    }
    let listed = firm.listed();
    assert_eq!(listed[0].posting.state, PostingState::Failed);
    assert!(listed[0].posting.note.as_ref().is_some_and(|note| note.contains("Chybný prvok")));
    assert_eq!(firm.states()[1..], [PostingState::Created; 3], "{good:?}");
}

#[test]
fn another_token_ends_the_one_before() {
    let (firm, first) = fetching();
    firm.invoice();
    let saved = run(rotate_token(&firm.context())).expect("rotated");
    let second = token(&saved);
    let address = saved.fetch_address("https://billhook.example").expect("an address");
    assert_eq!(address, format!("https://billhook.example/accounting/pohoda/{second}"));
    assert!(run(fetch_documents(&firm.ports, &first)).is_err());
    assert!(fetched(&firm, &second).is_some());
    // another change leaves the address as it is
    let changed = run(save_link(&firm.context(), &fetch_input(), Violations::new()));
    assert!(changed.expect("saved").token.is_none());
    assert!(fetched(&firm, &second).is_some());
    let called = Firm::linked();
    let refused = run(rotate_token(&called.context()));
    let kind = ProgramKind::PohodaMserver;
    assert!(matches!(refused, Err(LinkFailure::Refused(LinkRefused::NoToken(of))) if of == kind));
}
