//! The postings into the accounting program, with its answers.

use crate::pages::{choices, rows::ROWS};
use crate::{
    answer::see_other,
    blocks::{Action, Cell, Field, Link, Section, Table, facts},
    error::Page,
    view::View,
    visit::Visit,
};
use access::Scope;
use accounting_programs::{
    PostingFilter, PostingId, PostingKind, PostingState, PostingStore, ShownPosting,
};
use api_http::{Body, error::ApiError};
use use_cases::ledger::accounting::{accounting_link, postings, retry_posting};

/// The postings, the newest first: all, or those of one state.
pub(in crate::pages) async fn list(visit: Visit) -> Page {
    let context = visit.context(Scope::SettingsUpdate)?;
    let (t, words) = (visit.t(), &visit.words);
    let (mut query, after) = visit.list()?;
    let state = query.one_of("status", &PostingState::ALL, PostingState::name);
    let kind = query.one_of("type", &PostingKind::ALL, PostingKind::name);
    query.finish()?;
    let filter = PostingFilter { state, kind };
    let (link, page) = postings(&context, filter, after, ROWS).await?;
    let mut view = View::new(t.postings);
    view.lead = t.postings_lead;
    view.links = vec![Link::new(visit.path("settings/accounting"), t.back)];
    view.filters = filters(&visit, filter);
    let row = |shown: &ShownPosting| {
        let posting = &shown.posting;
        let href = visit.path(&format!("settings/accounting/postings/{}", posting.id));
        vec![
            Cell::link(href, kind_label(&visit, posting.subject.kind)),
            Cell::Badge(words.posting_state(posting.state)),
            Cell::maybe(posting.program_number.clone().or_else(|| posting.program_id.clone())),
            Cell::maybe(shown.reason(&link).map(|reason| words.stored_refusal(&reason))),
            words.time(posting.created_at),
        ]
    };
    let heads = vec![t.kind, t.state, t.program_number, t.reason, t.made_at];
    let next = visit.next_rows(&page);
    let table = Table { next, ..Table::of(t.postings, heads, (&page.rows, t.no_postings), row) };
    view.sections = vec![Section::table(t.list, table)];
    view.show(&visit)
}

fn filters(visit: &Visit, filter: PostingFilter) -> Vec<Field> {
    let t = visit.t();
    let chosen = filter.state.map(PostingState::name).unwrap_or_default();
    let label = |state| visit.words.posting_state(state).text;
    let states = choices::named(Some(t.any), &PostingState::ALL, PostingState::name, label, chosen);
    let chosen = filter.kind.map(PostingKind::name).unwrap_or_default();
    let label = |kind| kind_label(visit, kind);
    let kinds = choices::named(Some(t.any), &PostingKind::ALL, PostingKind::name, label, chosen);
    vec![
        Field::new("status", t.state, "").choice(states),
        Field::new("type", t.kind, "").choice(kinds),
    ]
}

fn kind_label(visit: &Visit, kind: PostingKind) -> &'static str {
    let t = visit.t();
    match kind {
        PostingKind::Invoice => t.posting_invoice,
        PostingKind::Expense => t.expense,
        PostingKind::InvoicePayment => t.posting_invoice_payment,
        PostingKind::ExpensePayment => t.posting_expense_payment,
        PostingKind::Offset => t.offset,
    }
}

/// Where what is written can be seen: a payment with its document.
fn subject(visit: &Visit, shown: &ShownPosting) -> String {
    let subject = shown.posting.subject;
    match subject.kind {
        PostingKind::Invoice | PostingKind::InvoicePayment => {
            visit.path(&format!("invoices/{}", subject.document))
        }
        PostingKind::Expense | PostingKind::ExpensePayment => {
            visit.path(&format!("expenses/{}", subject.document))
        }
        PostingKind::Offset => visit.path(&format!("offsets/{}", subject.id)),
    }
}

/// One of them; one that the program refused can be tried again.
pub(in crate::pages) async fn page(visit: Visit) -> Page {
    let context = visit.context(Scope::SettingsUpdate)?;
    let id = PostingId(visit.id("id")?);
    let link = accounting_link(&context).await?;
    let shown = visit.store.posting(context.organization, link.id, id).await?;
    let (t, words, posting) = (visit.t(), &visit.words, &shown.posting);
    let mut view = View::new(kind_label(&visit, posting.subject.kind));
    view.badges = vec![words.posting_state(posting.state)];
    view.links = vec![
        Link::main(subject(&visit, &shown), t.document),
        Link::new(visit.path("settings/accounting/postings"), t.back),
    ];
    if posting.state == PostingState::Failed {
        let href = visit.path(&format!("settings/accounting/postings/{id}/retry"));
        view.actions = vec![Action::new(href, t.retry_posting).main()];
    }
    view.facts = facts([
        (t.reason, Cell::maybe(shown.reason(&link).map(|reason| words.stored_refusal(&reason)))),
        (t.program_number, Cell::maybe(posting.program_number.clone())),
        (t.program_id, Cell::maybe(posting.program_id.clone())),
        (t.attempts, Cell::text(posting.attempts.to_string())),
        (t.made_at, words.time(posting.created_at)),
        (t.program_answered, words.moment(posting.concluded_at)),
    ]);
    view.show(&visit)
}

/// Has it tried again.
pub(in crate::pages) async fn retry(visit: Visit, body: Body) -> Page {
    visit.form(&body)?;
    let context = visit.context(Scope::SettingsUpdate)?;
    let id = PostingId(visit.id("id")?);
    retry_posting(&context, id).await.map_err(ApiError::from)?;
    visit.notifier.jobs();
    Ok(see_other(&visit.path(&format!("settings/accounting/postings/{id}?done=saved"))))
}
