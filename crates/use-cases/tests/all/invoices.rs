use crate::ground::{TestPorts, run};
use access::OrganizationId;
use idempotency::{Answer, Claim, Fingerprint, IdempotencyStore, UnwritableAnswer};
use invoicing::{
    CentralBank, InvoiceRequest, InvoiceStore, InvoiceType, Issued, RateError, SeriesFormat,
    Violations, WantedRate,
};
use money::Currency;
use persistence::StoreError;
use rust_decimal::dec;
use testkit::{
    build::{NOW, claim, fingerprint},
    fakes::FakeRates,
    invoices::{request, with_items},
};
use time::{Duration, macros::date};
use use_cases::{
    Context, IdempotencyError, Issue, IssueError, RateLookup, UblSource, archived_or_preview,
    issue_invoice, make_overdue, set_series_format,
};
use uuid::Uuid;

fn respond(issued: &Issued<'_>) -> Result<Answer, UnwritableAnswer> {
    let number = &issued.invoice.document.number;
    Ok(Answer { status: 201, body: number.clone().into_bytes() })
}

fn issue(
    context: &Context<'_, TestPorts>,
    request: InvoiceRequest,
    claim: Option<(Claim, Fingerprint)>,
) -> Result<String, IssueError> {
    let issue = Issue { request, found: Violations::new(), claim };
    let answer = run(issue_invoice(context, issue, respond))?;
    Ok(String::from_utf8(answer.body).expect("a number"))
}

#[test]
fn a_key_issues_once_and_answers_the_same_again() {
    let ports = TestPorts::default();
    let context = ports.context(ports.with_organization().id);
    let first = issue(&context, request(), Some((claim("a"), fingerprint(1)))).expect("issued");
    let again = issue(&context, request(), Some((claim("a"), fingerprint(1)))).expect("replayed");
    assert_eq!(again, first);
    let other = issue(&context, request(), Some((claim("b"), fingerprint(1)))).expect("issued");
    assert_ne!(other, first);
    let refused = issue(&context, request(), Some((claim("a"), fingerprint(2))));
    assert!(matches!(refused, Err(IssueError::Key(IdempotencyError::OtherBody))), "{refused:?}");
}

#[test]
fn a_key_at_work_is_refused_until_its_lease_ends() {
    let ports = TestPorts::default();
    let context = ports.context(ports.with_organization().id);
    let held =
        run(ports.store.claim(context.organization.into(), &claim("a"), fingerprint(1), NOW));
    held.expect("claimed");
    let refused = issue(&context, request(), Some((claim("a"), fingerprint(1))));
    assert!(matches!(refused, Err(IssueError::Key(IdempotencyError::StillRunning))), "{refused:?}");
    ports.still.advance(idempotency::LEASE);
    issue(&context, request(), Some((claim("a"), fingerprint(1)))).expect("taken over");
}

#[test]
fn what_is_refused_draws_no_number_and_frees_the_key() {
    let ports = TestPorts::default();
    let context = ports.context(ports.with_organization().id);
    let refused = issue(&context, with_items(Vec::new()), Some((claim("a"), fingerprint(1))));
    assert!(matches!(refused, Err(IssueError::Invalid(_))), "{refused:?}");
    let first = issue(&context, request(), Some((claim("a"), fingerprint(2)))).expect("issued");
    let fresh = TestPorts::default();
    let alone = fresh.context(fresh.with_organization().id);
    assert_eq!(first, issue(&alone, request(), None).expect("issued"), "the first number");
}

#[test]
fn an_organization_that_does_not_exist_issues_nothing() {
    let ports = TestPorts::default();
    let context = ports.context(OrganizationId(Uuid::nil()));
    let refused = issue(&context, request(), None);
    assert!(matches!(refused, Err(IssueError::Store(StoreError::NotFound))), "{refused:?}");
    let format = SeriesFormat::default_for(InvoiceType::default());
    let refused = run(set_series_format(&context, InvoiceType::default(), &format));
    assert!(matches!(refused, Err(StoreError::NotFound)), "{refused:?}");
}

fn the_invoice(ports: &TestPorts, organization: OrganizationId) -> Uuid {
    let page = run(ports.store.invoices(organization, &Default::default(), None, 1));
    page.expect("a page").rows[0].id
}

#[test]
fn the_ubl_is_a_preview_until_it_was_handed_over_and_one_tenant_s() {
    let ports = TestPorts::default();
    let context = ports.context(ports.with_organization().id);
    let number = issue(&context, request(), None).expect("issued");
    let id = the_invoice(&ports, context.organization);
    let file = run(archived_or_preview(&context, id)).expect("a file");
    assert_eq!((file.source, &file.number), (UblSource::Preview, &number));
    assert!(String::from_utf8_lossy(&file.bytes).contains(&number));
    let stranger = ports.context(ports.with_organization().id);
    let refused = run(archived_or_preview(&stranger, id));
    assert!(matches!(refused, Err(StoreError::NotFound)), "{refused:?}");
}

#[test]
fn an_open_invoice_becomes_overdue_once() {
    let ports = TestPorts::default();
    let context = ports.context(ports.with_organization().id);
    issue(&context, request(), None).expect("issued");
    assert_eq!(run(make_overdue(&ports)).expect("none is due"), 0);
    ports.still.advance(Duration::days(400));
    assert_eq!(run(make_overdue(&ports)).expect("due"), 1);
    assert_eq!(run(make_overdue(&ports)).expect("done"), 0);
}

const WANTED: WantedRate = WantedRate { bank: CentralBank::Ecb, date: date!(2026 - 11 - 20) };

#[test]
fn a_rate_is_asked_for_once_and_then_known() {
    let ports = TestPorts::default();
    let rates = FakeRates::default().with(WANTED.bank, WANTED.date, &[("USD", dec!(1.1))]);
    let lookup = RateLookup::new(rates.clone(), 7);
    for _ in 0..2 {
        let rate = run(lookup.rate(&ports.store, WANTED, Currency::Usd, NOW));
        assert_eq!(rate, Some(dec!(1.1)));
    }
    assert_eq!(rates.asked(), [(WANTED.bank, WANTED.date)]);
}

#[test]
fn a_bank_that_cannot_be_reached_is_left_alone_for_a_minute() {
    let ports = TestPorts::default();
    let error = RateError::Unreachable("no answer".to_owned());
    let rates = FakeRates::default().failing(WANTED.bank, error);
    let lookup = RateLookup::new(rates.clone(), 7);
    for (seconds, asked) in [(0, 1), (59, 1), (61, 2)] {
        let now = NOW + Duration::seconds(seconds);
        assert_eq!(run(lookup.rate(&ports.store, WANTED, Currency::Usd, now)), None);
        assert_eq!(rates.asked().len(), asked, "after {seconds} s");
    }
}

/// An invoice of the organization.
pub fn issued(context: &Context<'_, TestPorts>) -> Uuid {
    issue(context, request(), None).expect("issued");
    the_invoice(context.ports, context.organization)
}
