use crate::setup::{TestPorts, run};
use access::OrganizationId;
use document_formats::XmlFormat;
use idempotency::{Answer, Fingerprint, IdempotencyStore, Lease, UnwritableAnswer};
use invoicing::{
    CentralBank, InvoiceId, InvoiceRequest, InvoiceStore, InvoiceType, Issued, Violations,
    WantedRate, numbering::SeriesFormat, rates::RateError, recording::AnyDocument,
};
use money::Currency;
use peppol_connector::{
    credit::Credits,
    ports::{CreditStore, SubmissionStore},
    sending::{DocumentBytes, QueuedSend},
};
use persistence::StoreError;
use rust_decimal::dec;
use testkit::{
    build::{NOW, fingerprint, lease},
    fakes::FakeRates,
    invoices::{request, with_items},
    sends,
};
use time::{Duration, macros::date};
use use_cases::{
    Context, IdempotencyError,
    invoicing::{
        details::{DetailsError, invoice_details},
        exchange_rate::RateLookup,
        formats::{InvoiceFormatError, in_format},
        issue_invoice::{Issue, IssueError, issue_invoice, preview_invoice},
        number_series::set_series_format,
        overdue::make_overdue,
        ubl::{UblError, UblSource, archived_or_preview},
    },
};
use uuid::Uuid;

fn respond(issued: &Issued<'_>) -> Result<Answer, UnwritableAnswer> {
    let number = &issued.invoice.document.number;
    Ok(Answer { status: 201, body: number.clone().into_bytes() })
}

fn issue(
    context: &Context<'_, TestPorts>,
    request: InvoiceRequest,
    lease: Option<(Lease, Fingerprint)>,
) -> Result<String, IssueError> {
    let issue = Issue { request, found: Violations::new(), lease };
    let answer = run(issue_invoice(context, issue, respond))?;
    Ok(String::from_utf8(answer.body).expect("a number"))
}

#[test]
fn a_key_issues_once_and_answers_the_same_again() {
    let ports = TestPorts::default();
    let context = ports.context(ports.with_organization().id);
    let first = issue(&context, request(), Some((lease("a"), fingerprint(1)))).expect("issued");
    let again = issue(&context, request(), Some((lease("a"), fingerprint(1)))).expect("replayed");
    assert_eq!(again, first);
    let other = issue(&context, request(), Some((lease("b"), fingerprint(1)))).expect("issued");
    assert_ne!(other, first);
    let refused = issue(&context, request(), Some((lease("a"), fingerprint(2))));
    assert!(matches!(refused, Err(IssueError::Key(IdempotencyError::KeyReused))), "{refused:?}");
}

#[test]
fn a_key_at_work_is_refused_until_its_lease_ends() {
    let ports = TestPorts::default();
    let context = ports.context(ports.with_organization().id);
    let held =
        run(ports.store.claim(context.organization.into(), &lease("a"), fingerprint(1), NOW));
    held.expect("claimed");
    let refused = issue(&context, request(), Some((lease("a"), fingerprint(1))));
    assert!(matches!(refused, Err(IssueError::Key(IdempotencyError::InProgress))), "{refused:?}");
    ports.still.advance(idempotency::LEASE);
    issue(&context, request(), Some((lease("a"), fingerprint(1)))).expect("taken over");
}

#[test]
fn what_is_refused_draws_no_number_and_frees_the_key() {
    let ports = TestPorts::default();
    let context = ports.context(ports.with_organization().id);
    let refused = issue(&context, with_items(Vec::new()), Some((lease("a"), fingerprint(1))));
    assert!(matches!(refused, Err(IssueError::Invalid(_))), "{refused:?}");
    let first = issue(&context, request(), Some((lease("a"), fingerprint(2)))).expect("issued");
    let fresh = TestPorts::default();
    let alone = fresh.context(fresh.with_organization().id);
    assert_eq!(first, issue(&alone, request(), None).expect("issued"), "the first number");
}

#[test]
fn a_preview_says_what_would_be_issued_and_keeps_nothing() {
    let ports = TestPorts::default();
    let context = ports.context(ports.with_organization().id);
    let preview = |request| run(preview_invoice(&context, &request, Violations::new()));
    let document = preview(request()).expect("a preview");
    let refused = preview(with_items(Vec::new()));
    assert!(matches!(refused, Err(IssueError::Invalid(_))), "{refused:?}");
    let page = run(ports.store.invoices(context.organization, &Default::default(), None, 1));
    assert!(page.expect("a page").rows.is_empty());
    assert_eq!(ports.store.events(context.organization), [] as [&str; 0]);
    issue(&context, request(), None).expect("issued");
    let id = the_invoice(&ports, context.organization);
    let issued = run(ports.store.invoice(context.organization, id)).expect("there");
    let AnyDocument::Issued(issued) = issued.document else { panic!("it was issued here") };
    assert_eq!((issued.totals, issued.lines), (document.totals, document.lines));
    assert!(document.number.is_empty() && !issued.number.is_empty());
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

fn the_invoice(ports: &TestPorts, organization: OrganizationId) -> InvoiceId {
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
    assert!(matches!(refused, Err(UblError::Store(StoreError::NotFound))), "{refused:?}");
}

#[test]
fn an_invoice_is_had_in_every_format_or_says_what_it_lacks() {
    let ports = TestPorts::default();
    let context = ports.context(ports.with_organization().id);
    issue(&context, request(), None).expect("issued");
    let id = the_invoice(&ports, context.organization);
    for (format, root) in
        [(XmlFormat::Ubl, "<Invoice"), (XmlFormat::Cii, "<rsm:CrossIndustryInvoice")]
    {
        let made = run(in_format(&context, id, format)).expect("a file");
        assert_eq!(made.losses, []);
        let text = String::from_utf8(made.file.bytes).expect("UTF-8");
        assert!(text.contains(root), "{text}");
    }
    for format in [XmlFormat::XrechnungUbl, XmlFormat::XrechnungCii] {
        let Err(InvoiceFormatError::Lacking(findings)) = run(in_format(&context, id, format))
        else {
            panic!("{format:?} asks for more");
        };
        let lacks = |code: &str, field: &str| {
            findings.iter().any(|one| (&*one.code, &*one.field) == (code, field))
        };
        assert!(lacks("BR-DE-15", "buyer_reference"), "{findings:?}");
    }
    let stranger = ports.context(ports.with_organization().id);
    let refused = run(in_format(&stranger, id, XmlFormat::Cii));
    let is_missing =
        matches!(refused, Err(InvoiceFormatError::Ubl(UblError::Store(StoreError::NotFound))));
    assert!(is_missing, "{refused:?}");
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

#[test]
fn the_rate_of_another_day_counts_only_when_no_later_one_was_published() {
    let thursday = WantedRate { date: date!(2026 - 11 - 19), ..WANTED };
    let saturday = WantedRate { date: date!(2026 - 11 - 21), ..WANTED };
    let ports = TestPorts::default();
    let rates = FakeRates::default().with(WANTED.bank, thursday.date, &[("USD", dec!(1.1))]);
    let lookup = RateLookup::new(rates, 7);
    let rate = |lookup: &RateLookup<FakeRates>, wanted| {
        run(lookup.rate(&ports.store, wanted, Currency::Usd, NOW))
    };
    assert_eq!(rate(&lookup, thursday), Some(dec!(1.1)), "kept from now on");
    let error = RateError::Unreachable("no answer".to_owned());
    let down = RateLookup::new(FakeRates::default().failing(WANTED.bank, error), 7);
    assert_eq!(rate(&down, thursday), Some(dec!(1.1)));
    assert_eq!(rate(&down, WANTED), None, "Friday's rate exists, and is not known");
    assert_eq!(rate(&down, saturday), None);
    // the bank says that Friday was a holiday: then Thursday's counts, also once it is down
    assert_eq!(rate(&lookup, WANTED), Some(dec!(1.1)));
    assert_eq!(rate(&lookup, saturday), Some(dec!(1.1)));
}

/// A test send after a live one, of another document: the invoice stays what went out.
#[test]
fn a_recorded_invoice_is_read_from_what_went_out_live() {
    let ports = TestPorts::default();
    let context = ports.context(ports.with_enrolled());
    run(ports.store.top_up(context.organization, "bought", Credits(1), NOW)).expect("bought");
    let document = testkit::fixtures::bytes("documents/ubl/invoice.xml");
    let live = QueuedSend {
        document: DocumentBytes::unchanged(document.clone()),
        ..sends::send_of("EXT-1")
    };
    let id = live.submission.invoice;
    let mut test = QueuedSend { invoice: None, ..sends::test_send() };
    test.submission.invoice = id;
    for send in [&live, &test] {
        let writes = sends::queued(send);
        run(ports.store.commit(context.organization, &writes, None, NOW)).expect("queued");
    }
    let details = run(invoice_details(&context, id)).expect("there");
    assert!(matches!(details.invoice.document, AnyDocument::Recorded(_)));
    assert_eq!(details.content, document_intake::content_of(&document));
    assert!(details.content.is_some_and(|content| !content.lines.is_empty()));
    let file = run(archived_or_preview(&context, id)).expect("a file");
    assert_eq!(
        (file.bytes, file.source),
        (document, UblSource::Preview),
        "queued, not handed over"
    );
    let stranger = ports.context(ports.with_organization().id);
    let refused = run(invoice_details(&stranger, id)).err();
    let not_found = matches!(refused, Some(DetailsError::Store(StoreError::NotFound)));
    assert!(not_found, "{refused:?}");
}

/// However many test sends follow, the live one is found.
#[test]
fn test_sends_never_hide_what_went_out_live() {
    let ports = TestPorts::default();
    let context = ports.context(ports.with_enrolled());
    run(ports.store.top_up(context.organization, "bought", Credits(1), NOW)).expect("bought");
    let document = testkit::fixtures::bytes("documents/ubl/invoice.xml");
    let live = QueuedSend {
        document: DocumentBytes::unchanged(document.clone()),
        ..sends::send_of("EXT-1")
    };
    let id = live.submission.invoice;
    let kept = run(ports.store.commit(context.organization, &sends::queued(&live), None, NOW));
    kept.expect("queued");
    for n in 1..=150 {
        let mut test = QueuedSend { invoice: None, ..sends::test_send() };
        test.submission.invoice = id;
        let at = NOW + Duration::seconds(n);
        let kept = run(ports.store.commit(context.organization, &sends::queued(&test), None, at));
        kept.expect("queued");
    }
    let file = run(archived_or_preview(&context, id)).expect("a file");
    assert_eq!(file.bytes, document);
}

/// An invoice of the organization.
pub fn issued(context: &Context<'_, TestPorts>) -> InvoiceId {
    issue(context, request(), None).expect("issued");
    the_invoice(context.ports, context.organization)
}
