//! An accounting program gets everything once and in order, whatever it does.

mod fetching;
mod troubles;

use crate::setup::{TestPorts, run};
use access::{OrganizationId, Tier};
use accounting_programs::{
    AccountingLinkStore, LinkInput, LinkRefused, PostingFilter, PostingKind, PostingState,
    ProgramFailure, ProgramKind, ShownPosting,
};
use expenses::{ExpenseId, ExpenseStore, NewExpense};
use idempotency::Answer;
use invoicing::{Contact, InvoiceId, InvoiceStore, OffsetId, Violations};
use jobs::{Jitter, JobFilter, JobQueue};
use offsets::OffsetRecord;
use persistence::StoreError;
use rust_decimal::dec;
use std::{
    pin::pin,
    task::{Context as Waiting, Poll, Waker},
};
use testkit::{
    build,
    expenses::{expense, offset_request},
};
use time::{Date, Duration, macros::date};
use use_cases::{
    Context, Runtime,
    ledger::{
        accounting::{
            ContentError, LinkFailure, Posted, RetryError, accounting_now, collect_postings,
            post_documents, postings, remove_link, retry_posting, save_link, test_link,
        },
        offsets::set_off,
    },
};

/// Before everything that is made here.
const BEGINNING: Date = date!(2000 - 01 - 01);

struct Firm {
    ports: TestPorts,
    owner: OrganizationId,
    customer: Contact,
}

impl Firm {
    fn new() -> Self {
        let ports = TestPorts::default();
        let owner = ports.with_organization().id;
        let customer = build::draft(owner).new_contact.expect("a customer");
        Self { ports, owner, customer }
    }

    fn linked() -> Self {
        let firm = Self::new();
        run(save_link(&firm.context(), &pohoda_input(), Violations::new())).expect("linked");
        firm
    }

    fn context(&self) -> Context<'_, TestPorts> {
        self.ports.context(self.owner)
    }

    fn invoice(&self) -> InvoiceId {
        let mut draft = build::with_total(build::draft(self.owner), dec!(100));
        // ids are made in the order of time, those of links too
        draft.id = InvoiceId(self.ports.still.new_id());
        draft.document.customer_id = self.customer.id;
        draft.document.buyer = self.customer.party.clone();
        let known = run(self.ports.store.contact(self.owner, self.customer.id));
        draft.new_contact = known.is_err().then(|| self.customer.clone());
        let (invoice, _) =
            run(self.ports.store.issue(&draft, None, build::respond)).expect("issued");
        invoice.id
    }

    fn expense(&self) -> ExpenseId {
        let id = ExpenseId(self.ports.still.new_id());
        let expense = expenses::Expense { id, ..expense(self.owner, &self.customer, dec!(50)) };
        let new = NewExpense { expense: expense.clone(), contact: Some(self.customer.clone()) };
        run(self.ports.store.add_expense(self.owner, &new, None)).expect("kept");
        expense.id
    }

    fn set_off(&self, invoice: InvoiceId, expense: ExpenseId) -> OffsetId {
        let request = offset_request(invoice, expense, dec!(10));
        let respond = |record: &OffsetRecord| Answer::json(201, &record.offset.id.0);
        let answer = run(set_off(&self.context(), &request, None, respond)).expect("set off");
        OffsetId(serde_json::from_slice(&answer.body).expect("an id"))
    }

    /// One run of the job of the link.
    fn post(&self) -> Posted {
        run(self.posting()).expect("a run")
    }

    fn posting(&self) -> impl Future<Output = Result<Posted, ContentError>> {
        let link = run(self.ports.store.accounting_link(self.owner, Tier::Test)).expect("a link");
        post_documents(&self.ports, self.owner, link.id, Jitter(0), || true)
    }

    /// A run of the job whose process dies while the program works.
    fn killed(&self) {
        self.ports.program.hang_once();
        let mut run = pin!(self.posting());
        let polled = run.as_mut().poll(&mut Waiting::from_waker(Waker::noop()));
        assert!(matches!(polled, Poll::Pending), "{polled:?}");
    }

    /// Runs of the job, each at its time, until nothing waits; how many there were.
    fn post_all(&self) -> usize {
        self.post_all_but(|| true)
    }

    /// The same, as long as `goes_on` says so.
    fn post_all_but(&self, goes_on: impl Fn() -> bool) -> usize {
        for runs in 1..200 {
            if !goes_on() {
                return runs;
            }
            match self.post() {
                Posted::Done => return runs,
                Posted::Again(at) | Posted::Silent(at) => {
                    let wait = at - self.ports.still.now();
                    self.ports.still.advance(wait.max(Duration::ZERO));
                }
            }
        }
        panic!("it never ends");
    }

    fn listed(&self) -> Vec<ShownPosting> {
        let page = run(postings(&self.context(), PostingFilter::default(), None, 200));
        let mut rows = page.expect("a page").1.rows;
        rows.sort_by_key(|shown| shown.posting.subject.id);
        rows
    }

    fn states(&self) -> Vec<PostingState> {
        self.listed().iter().map(|shown| shown.posting.state).collect()
    }

    fn made(&self) -> Vec<String> {
        self.ports.program.made()
    }
}

fn pohoda_input() -> LinkInput {
    LinkInput {
        kind: Some(ProgramKind::PohodaMserver),
        url: Some("https://pohoda.example.com:5336".into()),
        user: Some("Billhook".into()),
        secret: Some("heslo".into()),
        from_date: Some(BEGINNING),
        ..LinkInput::default()
    }
}

fn text(id: impl Into<uuid::Uuid>) -> String {
    id.into().to_string()
}

#[test]
fn everything_goes_over_once_and_after_what_it_is_about() {
    let firm = Firm::linked();
    let (invoice, owed) = (firm.invoice(), firm.expense());
    let offset = firm.set_off(invoice, owed);
    assert_eq!(firm.post_all(), 1);
    let made = firm.made();
    assert_eq!(made.len(), 3);
    let place = |id: String| made.iter().position(|made| *made == id).expect("made");
    assert!(place(text(offset.0)) > place(text(invoice.0)));
    assert!(place(text(offset.0)) > place(text(owed.0)));
    assert_eq!(firm.states(), [PostingState::Created; 3]);
    // nothing is left, and nothing is made again
    let requests = firm.ports.program.requests();
    assert_eq!((firm.post_all(), firm.made().len()), (1, 3));
    assert_eq!(firm.ports.program.requests(), requests);
}

#[test]
fn a_day_of_silence_loses_nothing() {
    let firm = Firm::linked();
    let down = ProgramFailure::NotReached("no connection".into());
    firm.ports.program.set_down(Some(down));
    let mut ids = Vec::new();
    let begin = firm.ports.still.now();
    while firm.ports.still.now() < begin + Duration::DAY {
        if ids.len() < 30 {
            ids.push(text(firm.invoice().0));
        }
        let (Posted::Silent(at) | Posted::Again(at)) = firm.post() else { panic!("it waits") };
        let wait = at - firm.ports.still.now();
        assert!(wait > Duration::ZERO && wait <= Duration::minutes(15), "{wait}");
        firm.ports.still.advance(wait);
    }
    assert_eq!(firm.made(), Vec::<String>::new());
    assert!(firm.listed().iter().all(|shown| shown.posting.attempts == 0));
    firm.ports.program.set_down(None);
    firm.post_all();
    ids.sort();
    assert_eq!(firm.made(), ids, "each once, in the order of their ids");
    assert!(firm.states().iter().all(|state| *state == PostingState::Created));
}

/// The process dies, or the connection breaks, after the program has done its work.
#[test]
fn a_lost_answer_makes_nothing_twice() {
    let firm = Firm::linked();
    let mut ids: Vec<_> = (0..3).map(|_| text(firm.invoice().0)).collect();
    let lost = ProgramFailure::Unclear("the connection broke".into());
    firm.ports.program.fail_once(lost.clone(), true);
    let Posted::Silent(_) = firm.post() else { panic!("it waits") };
    assert_eq!(firm.made().len(), 3, "the program has them");
    let doubtful = firm.listed();
    assert!(doubtful.iter().all(|shown| shown.posting.is_doubtful));
    let requests = firm.ports.program.requests();
    firm.post_all();
    ids.sort();
    assert_eq!(firm.made(), ids);
    assert_eq!(firm.states(), [PostingState::Created; 3]);
    assert_eq!(firm.ports.program.requests(), requests, "they were found, and not sent again");
    // a request that was not carried out is made again
    let one = text(firm.invoice().0);
    firm.ports.program.fail_once(lost, false);
    firm.post_all();
    assert!(firm.made().contains(&one));
}

#[test]
fn one_of_many_that_is_refused_holds_up_only_what_is_about_it() {
    let firm = Firm::linked();
    let (bad, owed) = (firm.invoice(), firm.expense());
    let offset = firm.set_off(bad, owed);
    for _ in 0..25 {
        firm.invoice();
    }
    firm.ports.program.refuse(&text(bad.0), "Obdobie je uzavreté");
    firm.post_all();
    assert_eq!(firm.made().len(), 26, "all but the one and its set-off");
    let listed = firm.listed();
    let of = |id: String| listed.iter().find(|it| it.posting.external_id() == id).expect("there");
    let (failed, held) = (of(text(bad.0)), of(text(offset.0)));
    assert_eq!(failed.posting.note.as_deref(), Some("Obdobie je uzavreté"));
    assert_eq!((held.posting.state, held.is_held), (PostingState::Pending, true));
    let now = run(accounting_now(&firm.context(), &[offset])).expect("read");
    let reason = now.of(offset, date!(2026 - 11 - 20)).reason.expect("a reason");
    assert!(reason.contains("refused the document"), "{reason}");
    // put right, it is tried again, and what waited follows
    firm.ports.program.refuse_nothing();
    let id = failed.posting.id;
    run(retry_posting(&firm.context(), id)).expect("tried again");
    firm.post_all();
    assert!(firm.states().iter().all(|state| *state == PostingState::Created));
    assert!(matches!(run(retry_posting(&firm.context(), id)), Err(RetryError::NotFailed(_))));
}

#[test]
fn half_an_answer_concludes_half() {
    let firm = Firm::linked();
    let silent = firm.invoice();
    let others: Vec<_> = (0..4).map(|_| text(firm.invoice().0)).collect();
    firm.ports.program.say_nothing_about(&text(silent.0));
    firm.post_all();
    let made = firm.made();
    assert!(others.iter().all(|id| made.contains(id)));
    let listed = firm.listed();
    let of = listed.iter().find(|it| it.posting.subject.id == silent.0).expect("there");
    assert_eq!(of.posting.state, PostingState::Failed, "in the end it is given up");
    assert!(of.posting.note.as_ref().is_some_and(|note| note.contains("no answer")));
}

#[test]
fn what_was_cancelled_before_its_turn_is_dropped() {
    let firm = Firm::linked();
    firm.ports.program.set_down(Some(ProgramFailure::NotReached("down".into())));
    let owed = firm.expense();
    firm.post();
    assert_eq!(firm.listed().len(), 1);
    let answer = Answer { status: 200, body: Vec::new() };
    let reject = |expense: &expenses::SettledExpense| {
        let gone = expenses::Expense {
            status: expenses::ExpenseStatus::Rejected,
            ..expense.expense.clone()
        };
        Ok((expenses::ExpenseChange::Saved(gone), answer.clone()))
    };
    run(firm.ports.store.change_expense(firm.owner, owed, None, reject)).expect("rejected");
    firm.ports.program.set_down(None);
    firm.post_all();
    assert_eq!((firm.listed().len(), firm.made().len()), (0, 0));
}

#[test]
fn a_job_is_there_when_something_waits() {
    let firm = Firm::linked();
    let jobs = || {
        let filter = JobFilter { kind: Some("accounting.post"), state: None };
        run(firm.ports.store.jobs(filter, None, 100)).expect("jobs").rows.len()
    };
    assert_eq!(jobs(), 1, "a link is looked at when it is saved");
    firm.invoice();
    assert_eq!(run(collect_postings(&firm.ports)).expect("noticed"), 1);
    assert_eq!(run(collect_postings(&firm.ports)).expect("noticed"), 0);
    assert_eq!(jobs(), 1, "there is one of a link");
}

#[test]
fn a_set_off_says_where_it_is() {
    let firm = Firm::new();
    let (invoice, owed) = (firm.invoice(), firm.expense());
    let offset = firm.set_off(invoice, owed);
    let said = |firm: &Firm| {
        let now = run(accounting_now(&firm.context(), &[offset])).expect("read");
        now.of(offset, date!(2026 - 11 - 20))
    };
    assert!(said(&firm).reason.expect("a reason").contains("no accounting program is linked"));
    run(save_link(&firm.context(), &pohoda_input(), Violations::new())).expect("linked");
    assert!(said(&firm).reason.expect("a reason").contains("waits to be written into Pohoda"));
    firm.post_all();
    assert_eq!((said(&firm).state, said(&firm).reason), (PostingState::Created, None));
    let kinds: Vec<_> = firm.listed().iter().map(|it| it.posting.subject.kind).collect();
    assert!(kinds.contains(&PostingKind::Offset) && kinds.len() == 3, "no payment of a set-off");
}

#[test]
fn a_link_belongs_to_the_mode_of_its_key() {
    let firm = Firm::linked();
    let live = Context::new(&firm.ports, firm.owner, Tier::Live);
    let none = run(postings(&live, PostingFilter::default(), None, 9));
    assert!(matches!(none, Err(StoreError::NotFound)));
    assert!(matches!(run(remove_link(&live)), Err(StoreError::NotFound)));
    let other = LinkInput { kind: Some(ProgramKind::SapiSk), ..LinkInput::default() };
    let refused = run(save_link(&firm.context(), &other, Violations::new()));
    let kind = ProgramKind::PohodaMserver;
    assert!(
        matches!(refused, Err(LinkFailure::Refused(LinkRefused::OtherProgram(it))) if it == kind)
    );
    run(remove_link(&firm.context())).expect("removed");
    run(save_link(&firm.context(), &other, Violations::new())).expect("linked");
}

#[test]
fn a_connection_is_tested() {
    let firm = Firm::linked();
    let info = run(test_link(&firm.context())).expect("a link").expect("let in");
    assert!(info.ico.is_some());
    firm.ports.program.set_down(Some(ProgramFailure::Denied("HTTP 401".into())));
    let said = run(test_link(&firm.context())).expect("a link");
    assert!(matches!(said, Err(ProgramFailure::Denied(_))));
}
