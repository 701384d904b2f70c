//! Payments that a bank statement may bring: a person says whether.

use super::rows::counterparty;
use crate::{
    answer::see_other,
    blocks::{Action, Cell, Section, facts},
    error::{Page, PageError},
    visit::Visit,
};
use access::Scope;
use api_http::Body;
use bank_statements::{
    ProposalFilter, ProposalId, ProposalRow, ProposalState, StatementId, StatementStore,
};
use use_cases::{accept_proposal, refuse_proposal};

/// Proposals of a page, above its table: the next ones come when these are answered.
const OPEN: u16 = 5;

/// Those that wait for an answer, the newest first: of one statement, or of all.
pub(super) async fn open(
    visit: &Visit,
    statement: Option<StatementId>,
) -> Result<Vec<Section>, PageError> {
    let filter =
        ProposalFilter { state: Some(ProposalState::Open), statement, ..ProposalFilter::default() };
    let page = visit.store.proposals(visit.member.organization, filter, None, OPEN).await?;
    Ok(page.rows.iter().map(|row| section(visit, row)).collect())
}

fn section(visit: &Visit, row: &ProposalRow) -> Section {
    let (t, words, proposal, line) = (visit.t(), &visit.words, &row.proposal, &row.line);
    let path = |rest: &str| visit.path(&format!("proposals/{}/{rest}", proposal.id));
    let invoice = visit.path(&format!("invoices/{}", proposal.invoice));
    let (name, account) = (line.counterparty_name.as_deref(), line.counterparty_account.as_deref());
    let shown = facts([
        (t.type_invoice, Cell::link(invoice, &*proposal.invoice_number)),
        (t.amount, words.amount(proposal.amount, row.currency.code())),
        (t.came, words.amount(line.amount, row.currency.code())),
        (t.day, words.date(line.booked_on)),
        (t.variable_symbol, Cell::maybe(line.variable_symbol.clone())),
        (t.counterparty, counterparty(name, account)),
        (t.message, Cell::maybe(line.message.clone())),
        (t.why, Cell::text(words.match_reason(proposal.reason))),
    ]);
    let actions = match visit.may(Scope::InvoiceUpdate) {
        true => vec![
            Action::new(path("accept"), t.accept_proposal).main(),
            Action::new(path("refuse"), t.refuse_proposal),
        ],
        false => Vec::new(),
    };
    Section { facts: shown, actions, ..Section::new(t.proposal) }
}

/// The payment is recorded.
pub(super) async fn accept(visit: Visit, body: Body) -> Page {
    visit.form(&body)?;
    visit.require(Scope::BankRead)?;
    let context = visit.context(Scope::InvoiceUpdate)?;
    let row = accept_proposal(&context, ProposalId(visit.id("id")?)).await?;
    visit.notifier.events();
    Ok(see_other(&visit.path(&format!("statements/{}?done=paid", row.proposal.statement))))
}

/// Nothing is recorded.
pub(super) async fn refuse(visit: Visit, body: Body) -> Page {
    visit.form(&body)?;
    visit.require(Scope::BankRead)?;
    let context = visit.context(Scope::InvoiceUpdate)?;
    let row = refuse_proposal(&context, ProposalId(visit.id("id")?)).await?;
    Ok(see_other(&visit.path(&format!("statements/{}?done=saved", row.proposal.statement))))
}
