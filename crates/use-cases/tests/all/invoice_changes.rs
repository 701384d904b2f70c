//! Drafts, edits and their history over the store in memory.

use crate::setup::{TestPorts, run};
use access::{ApiKeyId, Credential, Plan};
use idempotency::{Answer, UnwritableAnswer};
use invoicing::{
    ContractId, InvoiceId, InvoiceRequest, InvoiceStatus, InvoiceStore, Issued, Organization,
    Violations,
    drafts::{Drafted, EditRefused, InvoiceEdit},
    figures::PlanLimitReached,
    records::{ContactFilter, Provision},
    states::{HistoryAction, InvoiceMove, TransitionRefused},
    terms::{HeaderTexts, Term},
};
use persistence::StoreError;
use std::num::NonZeroU32;
use testkit::{
    build::{self, fingerprint, lease},
    invoices::request,
};
use time::Duration;
use use_cases::{
    Context, IdempotencyError,
    invoicing::{
        change_invoice::{
            ChangeInvoiceError, delete_draft, edit_invoice, invoice_history, move_invoice,
        },
        issue_draft::{IssueDraft, issue_draft},
        issue_invoice::{Issue, IssueError, admit_issue, issue_invoice},
        records::retire_customer,
        viewed::invoice_of_link,
    },
};
use uuid::Uuid;

pub fn kept(context: &Context<'_, TestPorts>, request: InvoiceRequest) -> InvoiceId {
    let id = |issued: &Issued<'_>| -> Result<Answer, UnwritableAnswer> {
        Ok(Answer { status: 201, body: issued.invoice.id.0.as_bytes().to_vec() })
    };
    let issue = Issue { request, found: Violations::new(), lease: None };
    let answer = run(issue_invoice(context, issue, id)).expect("kept");
    InvoiceId(Uuid::from_slice(&answer.body).expect("an id"))
}

pub fn draft() -> InvoiceRequest {
    InvoiceRequest { draft: Some(true), ..request() }
}

fn number(drafted: &Drafted<'_>) -> Result<Answer, UnwritableAnswer> {
    let number = drafted.kept.invoice.document.number.clone();
    Ok(Answer { status: 200, body: number.into_bytes() })
}

#[test]
fn a_draft_draws_its_number_when_it_is_issued_once_per_key() {
    let ports = TestPorts::default();
    let context = ports.context(ports.with_organization().id);
    let id = kept(&context, draft());
    let key = || Some((lease("a"), fingerprint(1)));
    let refused = run(issue_draft(&context, id, IssueDraft::approve(), key(), number));
    let Err(ChangeInvoiceError::Status(why)) = refused else { panic!("{refused:?}") };
    assert_eq!(why, TransitionRefused::NotSubmitted);
    let first = run(issue_draft(&context, id, IssueDraft::issue(), key(), number)).expect("issued");
    let again =
        run(issue_draft(&context, id, IssueDraft::issue(), key(), number)).expect("replayed");
    assert_eq!(first, again);
    let other = run(issue_draft(
        &context,
        id,
        IssueDraft::issue(),
        Some((lease("a"), fingerprint(2))),
        number,
    ));
    assert!(
        matches!(other, Err(ChangeInvoiceError::Key(IdempotencyError::KeyReused))),
        "{other:?}"
    );
    let late = run(issue_draft(&context, id, IssueDraft::issue(), None, number));
    let Err(ChangeInvoiceError::Status(why)) = late else { panic!("{late:?}") };
    assert_eq!(why, TransitionRefused::NoDraft(InvoiceStatus::Issued));
}

#[test]
fn the_history_names_the_key_and_outlives_a_draft() {
    let ports = TestPorts::default();
    let key = Credential::Key(ApiKeyId(Uuid::from_u128(7)));
    let context = ports.context(ports.with_organization().id).by(key);
    let id = kept(&context, draft());
    run(move_invoice(&context, id, InvoiceMove::Submit)).expect("submitted");
    run(delete_draft(&context, id)).expect("deleted");
    let gone = run(ports.store.invoice(context.organization, id));
    assert!(matches!(gone, Err(StoreError::NotFound)), "{gone:?}");
    let page = run(invoice_history(&context, id, None, 10)).expect("its history");
    let lines: Vec<_> = page.rows.iter().map(|row| (row.entry.action, row.entry.actor)).collect();
    use HistoryAction::{Deleted, Drafted, Submitted};
    assert_eq!(lines, [Deleted, Submitted, Drafted].map(|action| (action, Some(key))));
    let never = run(invoice_history(&context, InvoiceId(Uuid::nil()), None, 10));
    assert!(matches!(never, Err(StoreError::NotFound)), "{never:?}");
}

#[test]
fn an_edit_is_decided_on_what_is_there() {
    let ports = TestPorts::default();
    let context = ports.context(ports.with_organization().id);
    let id = kept(&context, request());
    let noted = |version, text: &str| InvoiceEdit {
        version,
        texts: HeaderTexts::one(Term::Note, text),
        ..InvoiceEdit::default()
    };
    let edit = |edit: &InvoiceEdit| run(edit_invoice(&context, id, edit, &Violations::new()));
    assert_eq!(edit(&noted(Some(1), "a")).expect("edited").version, 2);
    assert_eq!(edit(&noted(None, "b")).expect("edited").version, 3);
    let stale = edit(&noted(Some(2), "c"));
    assert!(matches!(stale, Err(ChangeInvoiceError::Edit(_))), "{stale:?}");
    let mut found = Violations::new();
    found.add("note", refusals::Reason::plain("must be text"));
    let wrong = run(edit_invoice(&context, id, &noted(None, "d"), &found));
    assert!(matches!(wrong, Err(ChangeInvoiceError::Edit(_))), "{wrong:?}");
    let linked =
        InvoiceEdit { contract_id: Some(Some(ContractId(Uuid::nil()))), ..InvoiceEdit::default() };
    let unknown = edit(&linked);
    let Err(ChangeInvoiceError::Edit(EditRefused::Invalid(found))) = unknown else {
        panic!("{unknown:?}")
    };
    assert_eq!(found.as_slice()[0].field, "contractId");
    let stranger = ports.context(ports.with_organization().id);
    let foreign = run(edit_invoice(&stranger, id, &noted(None, "e"), &Violations::new()));
    assert!(matches!(foreign, Err(ChangeInvoiceError::Store(StoreError::NotFound))), "{foreign:?}");
    assert_eq!(run(ports.store.invoice(context.organization, id)).expect("there").version, 3);
}

#[test]
fn a_plan_that_is_used_up_issues_nothing_at_once_or_of_a_draft() {
    let ports = TestPorts::default();
    let organization = Organization { plan: Plan::Free, ..build::organization() };
    let (owner, organizations) = (organization.id, vec![organization]);
    ports.provision(Provision { organizations, ..Provision::default() });
    let context = ports.context(owner);
    let waits = kept(&context, draft());
    let at_most = Plan::Free.monthly_invoices().expect("a limit");
    for _ in 0..at_most {
        kept(&context, request());
    }
    let limit = PlanLimitReached { plan: Plan::Free, at_most };
    let issue = Issue { request: request(), found: Violations::new(), lease: None };
    let nothing = |_: &Issued<'_>| -> Result<Answer, UnwritableAnswer> { panic!("not issued") };
    match run(issue_invoice(&context, issue, nothing)) {
        Err(IssueError::Limit(reached)) => assert_eq!(reached, limit),
        other => panic!("{other:?}"),
    }
    match run(issue_draft(&context, waits, IssueDraft::issue(), None, number)) {
        Err(ChangeInvoiceError::Limit(reached)) => assert_eq!(reached, limit),
        other => panic!("{other:?}"),
    }
    let invoice = run(ports.store.invoice(owner, waits)).expect("there");
    assert_eq!(invoice.status, InvoiceStatus::Draft);
}

#[test]
fn a_draft_whose_customer_was_retired_is_not_issued() {
    let ports = TestPorts::default();
    let context = ports.context(ports.with_organization().id);
    let id = kept(&context, draft());
    let customers =
        run(ports.store.contacts(context.organization, &ContactFilter::default(), None, 1));
    let customer = customers.expect("a page").rows[0].contact.id;
    run(retire_customer(&context, customer)).expect("retired");
    let refused = run(issue_draft(&context, id, IssueDraft::issue(), None, number));
    let Err(ChangeInvoiceError::Invalid(found)) = refused else { panic!("{refused:?}") };
    assert!(found.as_slice().iter().any(|one| one.field == "customer_id"), "{found:?}");
}

#[test]
fn a_link_leads_to_what_was_issued() {
    let ports = TestPorts::default();
    let context = ports.context(ports.with_organization().id);
    let (waits, issued) = (kept(&context, draft()), kept(&context, request()));
    let led_to = |owner, id| run(invoice_of_link(&ports, owner, id)).expect("asked");
    let owner = context.organization;
    assert_eq!(led_to(owner, issued).map(|invoice| invoice.id), Some(issued));
    assert_eq!(led_to(owner, waits), None, "a draft");
    run(delete_draft(&context, waits)).expect("deleted");
    assert_eq!(led_to(owner, waits), None, "it is gone");
    assert_eq!(led_to(ports.with_organization().id, issued), None, "another firm's");
}

#[test]
fn so_many_invoices_are_asked_for_a_minute() {
    let ports = TestPorts::default();
    let contexts = [(); 2].map(|()| ports.context(ports.with_organization().id));
    let limit = NonZeroU32::new(2).expect("not zero");
    let ask = |context: &Context<'_, TestPorts>| run(admit_issue(context, limit)).expect("counted");
    for _ in 0..2 {
        assert_eq!(ask(&contexts[0]), Ok(()));
    }
    let refused = ask(&contexts[0]).expect_err("a third");
    assert_eq!(ask(&contexts[1]), Ok(()), "each firm has its own");
    ports.still.advance(Duration::seconds(refused.retry_after.into()));
    assert_eq!(ask(&contexts[0]), Ok(()), "the next minute");
}
