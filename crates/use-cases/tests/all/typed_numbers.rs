//! Numbers that callers type, over the store in memory: who is asked, and what happens then.

use crate::{
    invoice_changes::{draft, kept},
    setup::{TestPorts, run},
};
use access::{ApiKeyId, ConnectionId, Credential, UserId};
use idempotency::{Answer, UnwritableAnswer};
use invoicing::{
    InvoiceRequest, InvoiceType, Issued, Violations,
    drafts::Drafted,
    numbering::{IfAdvance, NumberRefused, NumberSeriesAction, OutOfSeries, TypedNumber},
};
use persistence::StoreError;
use testkit::{build::NOW, invoices::request};
use use_cases::{
    Context,
    invoicing::{
        change_invoice::ChangeInvoiceError,
        issue_draft::{IssueDraft, issue_draft},
        issue_invoice::{Issue, IssueError, issue_invoice},
        number_series::{all_series, series_of},
    },
};
use uuid::Uuid;

const PERSON: Credential = Credential::Person(UserId(Uuid::from_u128(7)));
const ADVANCE: Option<NumberSeriesAction> = Some(NumberSeriesAction::Advance);
const EXCEPTION: Option<NumberSeriesAction> = Some(NumberSeriesAction::Exception);

fn issue(
    context: &Context<'_, TestPorts>,
    number: &str,
    number_series_action: Option<NumberSeriesAction>,
) -> Result<String, IssueError> {
    let invoice_number = Some(number.to_owned()).filter(|number| !number.is_empty());
    let request = InvoiceRequest { invoice_number, number_series_action, ..request() };
    let issue = Issue { request, found: Violations::new(), lease: None };
    let respond = |issued: &Issued<'_>| -> Result<Answer, UnwritableAnswer> {
        Ok(Answer { status: 201, body: issued.invoice.document.number.clone().into_bytes() })
    };
    let answer = run(issue_invoice(context, issue, respond))?;
    Ok(String::from_utf8(answer.body).expect("a number"))
}

fn next(context: &Context<'_, TestPorts>) -> String {
    run(series_of(context, InvoiceType::Invoice, NOW.date())).expect("a series").next
}

#[track_caller]
fn asked<T: std::fmt::Debug>(result: Result<T, IssueError>) -> OutOfSeries {
    match result {
        Err(IssueError::Number(NumberRefused::OutOfSeries(asked))) => *asked,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_person_is_asked_and_a_program_is_not() {
    let ports = TestPorts::default();
    let service = ports.context(ports.with_organization().id);
    let first = next(&service);
    assert_eq!(issue(&service, "", None).expect("drawn"), first);
    let (stem, _) = first.split_at(first.len() - 4);
    let of = |count: u32| format!("{stem}{count:04}");
    let key = service.by(Credential::Key(ApiKeyId(Uuid::from_u128(8))));
    let app = service.by(Credential::Connection(ConnectionId(Uuid::from_u128(9))));
    for (context, number) in [(service, of(11)), (key, of(12)), (app, of(13))] {
        assert_eq!(issue(&context, &number, None).expect("an exception"), number);
        assert_eq!(next(&context), of(2), "the counter stays");
    }
    let person = service.by(PERSON);
    let question = asked(issue(&person, &of(10), None));
    assert_eq!(question.expected, of(2));
    let if_advance = IfAdvance::Skips { next: of(14), skipped: 8 };
    assert_eq!(question.if_advance, if_advance, "past what was taken by hand");
    assert_eq!(next(&person), of(2), "a question keeps nothing");
    assert_eq!(issue(&person, &of(2), None).expect("the next one"), of(2));
    assert_eq!(issue(&person, &of(20), EXCEPTION).expect("once"), of(20));
    assert_eq!(issue(&person, &of(10), ADVANCE).expect("goes on"), of(10));
    assert_eq!(issue(&service, "", None).expect("drawn"), of(14));
}

#[test]
fn a_taken_number_is_no_question() {
    let ports = TestPorts::default();
    let person = ports.context(ports.with_organization().id).by(PERSON);
    issue(&person, "2026/7", EXCEPTION).expect("once");
    for action in [None, ADVANCE, EXCEPTION] {
        let refused = issue(&person, "2026/7", action);
        let Err(IssueError::Store(StoreError::Taken(number))) = refused else {
            panic!("{action:?}: {refused:?}")
        };
        assert_eq!(number, "2026/7");
    }
}

#[test]
fn a_draft_is_issued_under_a_typed_number() {
    let ports = TestPorts::default();
    let person = ports.context(ports.with_organization().id).by(PERSON);
    let id = kept(&person, draft());
    let expected = next(&person);
    let jump = format!("{}9", &expected[..expected.len() - 1]);
    let respond = |drafted: &Drafted<'_>| -> Result<Answer, UnwritableAnswer> {
        let number = drafted.kept.invoice.document.number.clone();
        Ok(Answer { status: 200, body: number.into_bytes() })
    };
    let under = |number: &str, number_series_action| {
        let invoice_number = Some(number.to_owned());
        let typed = TypedNumber { invoice_number, number_series_action };
        let how = IssueDraft::issue().under(typed, Violations::new());
        run(issue_draft(&person, id, how, None, respond))
    };
    let question = under(&jump, None);
    assert!(
        matches!(question, Err(ChangeInvoiceError::Number(NumberRefused::OutOfSeries(_)))),
        "{question:?}"
    );
    let empty = under(" ", ADVANCE);
    assert!(matches!(empty, Err(ChangeInvoiceError::Invalid(_))), "{empty:?}");
    let foreign = under("2026/9", ADVANCE);
    assert!(
        matches!(foreign, Err(ChangeInvoiceError::Number(NumberRefused::NotInSeries(_)))),
        "{foreign:?}"
    );
    assert_eq!(under(&jump, ADVANCE).expect("issued").body, jump.as_bytes());
    assert_eq!(next(&person), format!("{}10", &expected[..expected.len() - 2]));
}

#[test]
fn every_type_shows_the_next_number_of_its_series() {
    let ports = TestPorts::default();
    let context = ports.context(ports.with_organization().id);
    let all = run(all_series(&context, NOW.date())).expect("read");
    assert_eq!(all.len(), InvoiceType::ALL.len());
    for shown in all {
        assert_eq!(shown.next, shown.series.number(1));
        let one = run(series_of(&context, shown.series.invoice_type, NOW.date()));
        assert_eq!(one.expect("read"), shown);
    }
}
