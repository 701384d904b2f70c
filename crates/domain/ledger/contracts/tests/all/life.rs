//! What becomes of a contract: issuing, obstacles, changes, pauses, the end.

use crate::checks::{input, made, moment, records};
use contracts::{
    Contract, ContractChange, ContractInput, ContractState, Missed, Obstacle, PeriodIssued,
    ProblemCode, SendState, Sending, Step,
};
use invoicing::{
    Invoice, Issuance, IssuingRecords, ItemInput, Violations,
    records::NamedProject,
    terms::{HeaderTexts, Term},
};
use jobs::{JobId, SubjectId};
use persistence::ids::ProjectId;
use proptest::prelude::*;
use time::{Date, Duration, OffsetDateTime, macros::date};
use uuid::Uuid;
use vat_categories::VatRate;

const JOB: JobId = JobId(Uuid::from_u128(9));

fn noon(day: Date) -> OffsetDateTime {
    day.with_hms(11, 0, 0).expect("noon").assume_utc()
}

/// Issues the period that is due on a day.
fn issue(
    contract: &Contract,
    records: &IssuingRecords,
    day: Date,
) -> Option<(Invoice, PeriodIssued)> {
    let Step::Issue(period) = contract.step(day) else { return None };
    let mut issuance = Issuance::at(noon(day), Uuid::now_v7);
    let draft = contract.draft(&period, records, &mut issuance).expect("nothing in the way");
    let invoice = draft.issue("FA1").expect("writable").invoice;
    let issued = contract.issued(&period, &invoice, JOB);
    Some((invoice, issued))
}

#[test]
fn a_period_is_issued_on_its_day_and_the_next_waits() {
    let records = records();
    let input = ContractInput { send: Some(Sending::Peppol), ..input(&records) };
    let contract = made(&input, &records).expect("right");
    assert_eq!(contract.step(date!(2026 - 12 - 14)), Step::Nothing);
    let (invoice, issued) = issue(&contract, &records, date!(2026 - 12 - 15)).expect("due");
    let document = &invoice.document;
    assert_eq!(document.lines[0].description, "Nájom 12/2026");
    assert_eq!(document.issue_date, date!(2026 - 12 - 15));
    assert_eq!(document.contract_id, Some(contract.id));
    assert_eq!(issued.invoice.period.first, date!(2026 - 12 - 01));
    assert_eq!(issued.invoice.send, SendState::Waiting);
    assert_eq!(issued.job.expect("a job").subject, Some(SubjectId(invoice.id.0)));
    assert_eq!((issued.after.next, issued.after.version), (contract.next + 1, 2));
    assert_eq!(issued.after.step(date!(2026 - 12 - 15)), Step::Nothing);
    // the clock is set back: nothing is due again
    assert_eq!(issued.after.step(date!(2026 - 11 - 15)), Step::Nothing);
}

#[test]
fn invoices_belong_to_the_project_of_their_contract() {
    let (one, other) = (ProjectId(Uuid::from_u128(1)), ProjectId(Uuid::from_u128(2)));
    let named = |id, is_in_use| NamedProject { id, code: "P-1".into(), is_in_use };
    let with = |project| IssuingRecords { project, ..records() };
    let used = with(Some(named(one, true)));
    let input = ContractInput { project_id: Some(one), ..input(&used) };
    assert_eq!(input.references().project_id, Some(one));
    let contract = made(&input, &used).expect("right");
    assert_eq!(contract.references().project_id, Some(one));
    // it goes on when the project is closed
    let closed = with(Some(named(one, false)));
    let (invoice, _) = issue(&contract, &closed, date!(2026 - 12 - 15)).expect("due");
    let document = invoice.document;
    let told = (document.project_id, document.texts.project_reference.as_deref());
    assert_eq!(told, (Some(one), Some("P-1")));
    let changed = |change, records: &IssuingRecords| {
        contract.changed(change, Violations::new(), records, &moment())
    };
    let renamed = ContractChange { name: Some("x".into()), ..ContractChange::default() };
    assert!(changed(renamed, &closed).is_ok());
    let to = |project| ContractChange { project_id: Some(project), ..ContractChange::default() };
    let moved = changed(to(Some(other)), &with(Some(named(other, true)))).expect("right");
    assert_eq!(moved.terms.project_id, Some(other));
    assert_eq!(changed(to(None), &used).expect("right").terms.project_id, None);
    for project in [None, Some(named(other, false))] {
        let found = changed(to(Some(other)), &with(project)).expect_err("refused");
        assert_eq!(found.as_slice()[0].field, "project_id");
    }
    let refused = made(&input, &closed).expect_err("closed");
    assert_eq!(refused.as_slice()[0].field, "project_id");
}

/// A server that was down issues what was missed: dated today, with the tax points of its periods.
#[test]
fn what_was_missed_is_issued_period_by_period() {
    let records = records();
    let mut contract = made(&input(&records), &records).expect("right");
    let mut found = Vec::new();
    while let Some((invoice, issued)) = issue(&contract, &records, date!(2027 - 02 - 20)) {
        let document = invoice.document;
        found.push((document.issue_date, document.delivery_date.expect("a tax point")));
        contract = issued.after;
    }
    let today = date!(2027 - 02 - 20);
    let days = [date!(2026 - 12 - 15), date!(2027 - 01 - 15), date!(2027 - 02 - 15)];
    assert_eq!(found, days.map(|day| (today, day)));
}

#[test]
fn too_many_periods_wait_for_a_person() {
    let records = records();
    let contract = made(&input(&records), &records).expect("right");
    // twelve are due, and then thirteen
    assert!(matches!(contract.step(date!(2027 - 11 - 15)), Step::Issue(_)));
    let far = date!(2027 - 12 - 15);
    let Step::TooManyDue(period) = contract.step(far) else { panic!("thirteen are due") };
    let obstacle = Obstacle::new(ProblemCode::TooManyDue, refusals::Reason::plain("decide"));
    let stuck = contract.stuck(&period, &obstacle, JOB, noon(far)).after;
    let skipped = stuck.resumed(Missed::Skip, far).expect("waits");
    assert_eq!(skipped.next_period().expect("today's").due_on, far);
    let mut all = stuck.resumed(Missed::Issue, far).expect("waits");
    let mut count = 0;
    while let Some((_, issued)) = issue(&all, &records, far) {
        (all, count) = (issued.after, count + 1);
    }
    assert_eq!((count, all.catching_up), (13, false));
    // one that ends has no more than it has
    let ends = ContractInput { end_date: Some(date!(2027 - 01 - 31)), ..input(&records) };
    let ends = made(&ends, &records).expect("right");
    assert!(matches!(ends.step(date!(2030 - 01 - 01)), Step::Issue(_)));
}

#[test]
fn an_obstacle_is_reported_once_and_tried_later_and_later() {
    let records = records();
    let contract = made(&input(&records), &records).expect("right");
    let Step::Issue(period) = contract.step(date!(2026 - 12 - 15)) else { panic!("due") };
    let gone = IssuingRecords { customer: None, ..records.clone() };
    let now = noon(date!(2026 - 12 - 15));
    let refused = contract.draft(&period, &gone, &mut Issuance::at(now, Uuid::now_v7));
    let obstacle = refused.expect_err("no customer");
    assert_eq!(obstacle.code, ProblemCode::CustomerRetired);
    let first = contract.stuck(&period, &obstacle, JOB, now);
    assert!(first.job.is_some(), "the organization gets a mail");
    let problem = first.after.problem.clone().expect("a problem");
    assert_eq!((problem.attempts, problem.retry_at - now), (1, Duration::minutes(5)));
    let again = first.after.stuck(&period, &obstacle, JOB, now + Duration::minutes(5));
    let problem = again.after.problem.clone().expect("a problem");
    assert_eq!((problem.attempts, problem.since, again.job), (2, now, None));
    let other = Obstacle::new(ProblemCode::RateMissing, refusals::Reason::plain("no rate"));
    assert!(again.after.stuck(&period, &other, JOB, now).job.is_some(), "another is mailed too");
    // whoever corrects it need not wait
    assert_eq!(
        again.after.resumed(Missed::Skip, date!(2026 - 12 - 15)).expect("waits").next,
        contract.next
    );
    let (_, issued) = issue(&again.after, &records, date!(2026 - 12 - 15)).expect("due");
    assert_eq!(issued.after.problem, None);
}

#[test]
fn a_change_counts_from_the_next_invoice() {
    let records = records();
    let contract = made(&input(&records), &records).expect("right");
    let (_, issued) = issue(&contract, &records, date!(2026 - 12 - 15)).expect("due");
    let items = Some(vec![ItemInput::new("Viac {month}", 1, 600, VatRate::TwentyThree)]);
    let change = |change| issued.after.changed(change, Violations::new(), &records, &moment());
    let changed = change(ContractChange { items, ..ContractChange::default() }).expect("right");
    assert_eq!((changed.next, changed.version), (issued.after.next, 3));
    let (invoice, _) = issue(&changed, &records, date!(2027 - 01 - 15)).expect("due");
    assert_eq!(invoice.document.lines[0].description, "Viac 01");
    // an end before the next period ends it, and a later one lets it go on
    let end = |day| ContractChange { end_date: Some(day), ..ContractChange::default() };
    let ended = change(end(Some(date!(2026 - 12 - 31)))).expect("right");
    assert_eq!((ended.state, ended.next_period()), (ContractState::Ended, None));
    let longer = ended.changed(end(None), Violations::new(), &records, &moment()).expect("right");
    assert_eq!(longer.state, ContractState::Active);
    change(end(Some(date!(2025 - 12 - 31)))).expect_err("before the beginning");
    // a text is taken away by an empty one
    let note = |text: &str| HeaderTexts::one(Term::Note, text);
    let named = ContractChange { texts: note("x"), ..ContractChange::default() };
    let noted = change(named).expect("right");
    let none = ContractChange { texts: note(" "), ..ContractChange::default() };
    let bare = noted.changed(none, Violations::new(), &records, &moment()).expect("right");
    assert_eq!((noted.terms.texts, bare.terms.texts), (note("x"), HeaderTexts::default()));
}

#[test]
fn a_pause_skips_what_was_missed_or_issues_it() {
    let records = records();
    let contract = made(&input(&records), &records).expect("right");
    let paused = contract.paused().expect("active");
    assert_eq!(paused.paused(), None);
    assert_eq!(paused.step(date!(2027 - 02 - 15)), Step::Nothing);
    let today = date!(2027 - 02 - 15);
    let skipped = paused.resumed(Missed::Skip, today).expect("paused");
    assert_eq!(skipped.next_period().expect("one").due_on, today, "today's is issued");
    let all = paused.resumed(Missed::Issue, today).expect("paused");
    assert_eq!(all.next, contract.next);
    assert_eq!(all.resumed(Missed::Skip, today), None, "it is not paused");
    let over = skipped.cancelled().expect("not yet");
    assert_eq!((over.step(today), over.cancelled()), (Step::Nothing, None));
    assert_eq!(over.resumed(Missed::Issue, today), None);
    // nothing is left after a long pause
    let ends = ContractInput { end_date: Some(date!(2026 - 12 - 31)), ..input(&records) };
    let ends = made(&ends, &records).expect("right").paused().expect("active");
    assert_eq!(ends.resumed(Missed::Skip, today).expect("paused").state, ContractState::Ended);
}

#[test]
fn the_last_period_ends_the_contract() {
    let records = records();
    let input = ContractInput { end_date: Some(date!(2027 - 01 - 01)), ..input(&records) };
    let mut contract = made(&input, &records).expect("right");
    let mut issued = 0;
    for day in [date!(2026 - 12 - 15), date!(2027 - 01 - 15), date!(2027 - 02 - 15)] {
        while let Some((_, done)) = issue(&contract, &records, day) {
            (contract, issued) = (done.after, issued + 1);
        }
    }
    assert_eq!((issued, contract.state), (2, ContractState::Ended));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Whatever the clock does, each period is issued once, and none that is due is left out.
    #[test]
    fn a_clock_that_jumps_issues_each_period_once(days in prop::collection::vec(0_i64..330, 1..40)) {
        let records = records();
        let mut contract = made(&input(&records), &records).expect("right");
        let first = contract.next;
        let mut numbers = Vec::new();
        for day in &days {
            let today = date!(2026 - 11 - 22) + Duration::days(*day);
            while let Some((_, done)) = issue(&contract, &records, today) {
                numbers.push(done.invoice.period.number);
                contract = done.after;
            }
        }
        let latest = date!(2026 - 11 - 22) + Duration::days(days.iter().copied().max().unwrap_or(0));
        let due = contract.schedule.first_due_from(latest + Duration::DAY).expect("one");
        prop_assert_eq!(numbers, (first..due.max(first)).collect::<Vec<_>>());
    }
}
