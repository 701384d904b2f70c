//! What goes wrong between us and a program: nothing is made twice, nothing is lost, and one holds up no others.

use super::{Firm, pohoda_input, text};
use crate::setup::run;
use access::Tier;
use accounting_programs::{
    AccountingLinkStore, LinkInput, LinkRefused, PostingState, ProgramFailure, ProgramKind,
};
use invoicing::Violations;
use use_cases::{
    Runtime,
    ledger::accounting::{
        LinkFailure, Posted, collect_postings, post_documents, remove_link, save_link,
    },
};

/// The process dies between the work of the program and the commit of its answer, again and again.
#[test]
fn a_killed_process_makes_nothing_twice_and_in_order() {
    let firm = Firm::linked();
    firm.ports.program.makes_doubles();
    let mut ids = Vec::new();
    for _ in 0..5 {
        ids.push(text(firm.invoice().0));
        firm.killed();
        assert!(firm.listed().iter().any(|shown| shown.posting.is_doubtful));
    }
    firm.post_all();
    assert_eq!(firm.made(), ids, "each once, in order");
    assert!(firm.states().iter().all(|state| *state == PostingState::Created));
}

/// A program without ids of ours: what a link that was removed has written is looked for before it is written again.
#[test]
fn what_an_earlier_link_wrote_is_not_written_again() {
    let firm = Firm::linked();
    firm.ports.program.makes_doubles();
    let (invoice, owed) = (firm.invoice(), firm.expense());
    firm.set_off(invoice, owed);
    firm.post_all();
    let made = firm.made();
    assert_eq!(made.len(), 3);
    run(remove_link(&firm.context())).expect("removed");
    let after = text(firm.invoice().0);
    run(save_link(&firm.context(), &pohoda_input(), Violations::new())).expect("linked again");
    let last = text(firm.invoice().0);
    firm.post_all();
    assert_eq!(firm.made(), [made, vec![after, last]].concat());
    let listed = firm.listed();
    assert!(listed.iter().all(|it| it.posting.state == PostingState::Created));
    assert!(listed.iter().all(|it| it.posting.program_id.is_some()), "they are known again");
}

/// One that the program refuses with the whole request is given up in the end; the others go on, in order.
#[test]
fn a_document_that_is_refused_as_a_whole_holds_up_no_others() {
    for failure in [
        ProgramFailure::Refused("Pohoda refuses the request: Chybný prvok".into()),
        // the program is there, and only this document ends in its error
        ProgramFailure::Unclear("it answers with HTTP 500: Chybný prvok".into()),
    ] {
        let firm = Firm::linked();
        let before: Vec<_> = (0..3).map(|_| text(firm.invoice().0)).collect();
        let bad = text(firm.invoice().0);
        let behind: Vec<_> = (0..30).map(|_| text(firm.invoice().0)).collect();
        firm.ports.program.fail_with(&bad, failure);
        firm.post_all();
        assert_eq!(firm.made(), [before, behind].concat());
        let failed = firm.listed().remove(3).posting;
        assert_eq!((failed.external_id(), failed.state), (bad, PostingState::Failed));
        assert!(failed.note.is_some_and(|note| note.contains("Chybný prvok")));
        let link = run(firm.ports.store.accounting_link(firm.owner, Tier::Test)).expect("a link");
        assert_eq!(link.contact.error, None, "it answers again");
    }
}

/// A program that is down refuses nothing, however long.
#[test]
fn nothing_is_given_up_while_the_program_is_down() {
    for failure in [
        ProgramFailure::Unclear("no answer in time".into()),
        ProgramFailure::NotReached("no connection".into()),
        ProgramFailure::Denied("HTTP 401".into()),
    ] {
        let firm = Firm::linked();
        firm.invoice();
        firm.ports.program.set_down(Some(failure));
        for _ in 0..50 {
            let (Posted::Silent(at) | Posted::Again(at)) = firm.post() else { panic!("it waits") };
            firm.ports.still.advance(at - firm.ports.still.now());
        }
        assert_eq!(firm.states(), [PostingState::Pending]);
        firm.ports.program.set_down(None);
        firm.post_all();
        assert_eq!(firm.made().len(), 1);
    }
}

/// More than one turn takes is no failure of the program, and no delay.
#[test]
fn a_backlog_is_no_silence() {
    let firm = Firm::linked();
    for _ in 0..50 {
        firm.invoice();
    }
    run(collect_postings(&firm.ports)).expect("noticed");
    let link = run(firm.ports.store.accounting_link(firm.owner, Tier::Test)).expect("a link").id;
    let turn = || {
        run(post_documents(&firm.ports, firm.owner, link, jobs::Jitter(0), || false))
            .expect("a turn")
    };
    let now = firm.ports.still.now();
    for made in [20, 40, 50] {
        assert_eq!(turn(), Posted::Again(now));
        assert_eq!(firm.made().len(), made);
    }
    assert_eq!(turn(), Posted::Done);
    firm.invoice();
    firm.ports.program.set_down(Some(ProgramFailure::NotReached("down".into())));
    assert!(matches!(turn(), Posted::Silent(at) if at > now));
}

/// What there is to write is looked for once in a run, not before each request.
#[test]
fn everything_is_looked_through_once_a_day() {
    let firm = Firm::linked();
    let looked = || {
        let link = run(firm.ports.store.accounting_link(firm.owner, Tier::Test));
        link.expect("a link").looked_through
    };
    assert_eq!(looked(), None, "a link that is new");
    run(collect_postings(&firm.ports)).expect("noticed");
    assert_eq!(looked(), Some(firm.ports.still.today()));
    run(save_link(&firm.context(), &pohoda_input(), Violations::new())).expect("saved");
    assert_eq!(looked(), None, "what is set of it may be another day");
}

/// A program that makes documents after it has answered.
#[test]
fn what_was_taken_over_is_waited_for() {
    let firm = Firm::new();
    let input = LinkInput {
        kind: Some(ProgramKind::Kros),
        url: None,
        user: None,
        secret: Some("token".into()),
        ..pohoda_input()
    };
    run(save_link(&firm.context(), &input, Violations::new())).expect("linked");
    firm.ports.program.take_over();
    let ids = [text(firm.invoice().0), text(firm.invoice().0)];
    let wait = |posted| {
        let Posted::Again(at) = posted else { panic!("it answered: {posted:?}") };
        assert!(at > firm.ports.still.now(), "it is given time");
        firm.ports.still.advance(at - firm.ports.still.now());
    };
    wait(firm.post());
    wait(firm.post());
    assert_eq!(firm.ports.program.requests(), 1, "nothing else is sent before");
    assert_eq!(firm.ports.program.looked_up(), 1);
    firm.ports.program.make_taken();
    wait(firm.post());
    assert_eq!(firm.ports.program.requests(), 2);
    firm.ports.program.make_taken();
    firm.post_all();
    assert_eq!(firm.made(), ids, "each once, in order");
    // what it took over and makes nothing of is given up, and not sent again by itself
    let lost = firm.invoice();
    firm.invoice();
    firm.post_all_but(|| firm.ports.program.requests() < 4);
    assert_eq!(firm.states()[2], PostingState::Failed, "{lost:?}");
    let note = firm.listed()[2].posting.note.clone().expect("a reason");
    assert!(note.contains("took it over"), "{note}");
}

/// The stored password goes where it was stored for.
#[test]
fn a_changed_address_wants_the_secret_again() {
    let firm = Firm::linked();
    let elsewhere = LinkInput {
        url: Some("https://elsewhere.example.com".into()),
        secret: None,
        ..pohoda_input()
    };
    let refused = run(save_link(&firm.context(), &elsewhere, Violations::new()));
    let Err(LinkFailure::Refused(LinkRefused::Invalid(found))) = refused else {
        panic!("{refused:?}")
    };
    assert_eq!(found.as_slice()[0].field, "secret");
    let same = LinkInput { secret: None, ..pohoda_input() };
    run(save_link(&firm.context(), &same, Violations::new())).expect("the same address");
    let told = LinkInput { secret: Some("nové".into()), ..elsewhere };
    run(save_link(&firm.context(), &told, Violations::new())).expect("with its secret");
}
