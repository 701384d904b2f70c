//! Drafts, edits and their history over the store in memory.

use crate::setup::{TestPorts, run};
use access::{ApiKeyId, Credential};
use idempotency::{Answer, UnwritableAnswer};
use invoicing::{
    ContractId, Drafted, EditRefused, HistoryAction, InvoiceEdit, InvoiceId, InvoiceMove,
    InvoiceRequest, InvoiceStatus, InvoiceStore, Issued, TransitionRefused, Violations,
};
use persistence::StoreError;
use testkit::{
    build::{fingerprint, lease},
    invoices::request,
};
use use_cases::{
    ChangeInvoiceError, Context, IdempotencyError, Issue, IssueDraft, delete_draft, edit_invoice,
    invoice_history, issue_draft, issue_invoice, move_invoice,
};
use uuid::Uuid;

fn kept(context: &Context<'_, TestPorts>, request: InvoiceRequest) -> InvoiceId {
    let id = |issued: &Issued<'_>| -> Result<Answer, UnwritableAnswer> {
        Ok(Answer { status: 201, body: issued.invoice.id.0.as_bytes().to_vec() })
    };
    let issue = Issue { request, found: Violations::new(), lease: None };
    let answer = run(issue_invoice(context, issue, id)).expect("kept");
    InvoiceId(Uuid::from_slice(&answer.body).expect("an id"))
}

fn draft() -> InvoiceRequest {
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
    let refused = run(issue_draft(&context, id, IssueDraft::Approve, key(), number));
    let Err(ChangeInvoiceError::Status(why)) = refused else { panic!("{refused:?}") };
    assert_eq!(why, TransitionRefused::NotSubmitted);
    let first = run(issue_draft(&context, id, IssueDraft::Issue, key(), number)).expect("issued");
    let again = run(issue_draft(&context, id, IssueDraft::Issue, key(), number)).expect("replayed");
    assert_eq!(first, again);
    let other = run(issue_draft(
        &context,
        id,
        IssueDraft::Issue,
        Some((lease("a"), fingerprint(2))),
        number,
    ));
    assert!(
        matches!(other, Err(ChangeInvoiceError::Key(IdempotencyError::KeyReused))),
        "{other:?}"
    );
    let late = run(issue_draft(&context, id, IssueDraft::Issue, None, number));
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
        note: Some(text.to_owned()),
        ..InvoiceEdit::default()
    };
    let edit = |edit: &InvoiceEdit| run(edit_invoice(&context, id, edit, &Violations::new()));
    assert_eq!(edit(&noted(Some(1), "a")).expect("edited").version, 2);
    assert_eq!(edit(&noted(None, "b")).expect("edited").version, 3);
    let stale = edit(&noted(Some(2), "c"));
    assert!(matches!(stale, Err(ChangeInvoiceError::Edit(_))), "{stale:?}");
    let mut found = Violations::new();
    found.add("note", "must be text");
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
