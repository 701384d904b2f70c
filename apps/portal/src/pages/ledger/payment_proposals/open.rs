//! Payments that a bank statement may bring: a person says whether.

use crate::pages::rows::counterparty;
use crate::{
    answer::see_other,
    blocks::{Action, Cell, Link, Section, facts},
    error::{Page, PageError},
    visit::Visit,
};
use access::Scope;
use api_http::Body;
use bank_statements::{
    ProposalFilter, ProposalId, ProposalRecord, ProposalRow, ProposalState, ProposedInvoice,
    StatementId, StatementStore,
};
use use_cases::ledger::bank_proposals::{accept_proposal, refuse_proposal};

/// Proposals of a page, above its table: the next ones come when these are answered.
const OPEN: u16 = 5;

/// The proposals that wait for an answer, the newest first: of one statement, or of all.
pub(in crate::pages) async fn open(
    visit: &Visit,
    statement: Option<StatementId>,
) -> Result<Vec<Section>, PageError> {
    let filter =
        ProposalFilter { state: Some(ProposalState::Open), statement, ..ProposalFilter::default() };
    let page = visit.store.proposals(visit.member.organization, filter, None, OPEN).await?;
    let ids: Vec<_> = page.rows.iter().map(|row| row.proposal.invoice).collect();
    let invoices = visit.store.proposed_invoices(visit.member.organization, &ids).await?;
    let sections = page.rows.iter().filter_map(|row| {
        let invoice = invoices.iter().find(|invoice| invoice.id == row.proposal.invoice)?;
        Some(section(visit, row, invoice))
    });
    Ok(sections.collect())
}

/// A proposal: the invoice, its customer, the outstanding amount, what came in, and what would remain.
fn section(visit: &Visit, row: &ProposalRow, invoice: &ProposedInvoice) -> Section {
    let (t, words, proposal, line) = (visit.t(), &visit.words, &row.proposal, &row.line);
    let amount = |amount| words.amount(amount, row.currency.code());
    let href = visit.path(&format!("invoices/{}", proposal.invoice));
    let outstanding = invoice.outstanding;
    let pays = proposal.amount.min(outstanding);
    let sums = match proposal.undoes {
        None => [
            (t.outstanding, amount(outstanding)),
            (t.came, amount(line.amount)),
            (t.remains, amount(outstanding - pays)),
        ],
        Some(_) => [
            (t.outstanding, amount(outstanding)),
            (t.went_back, amount(line.amount)),
            (t.remains, amount(outstanding + proposal.amount)),
        ],
    };
    let about = [
        (t.type_invoice, Cell::link(href, &*proposal.invoice_number)),
        (t.customer, Cell::text(&*invoice.customer)),
    ];
    let movement = [
        (t.day, words.date(line.booked_on)),
        (t.variable_symbol, Cell::maybe(line.variable_symbol.clone())),
        (t.counterparty, counterparty(t, line)),
        (t.message, Cell::maybe(line.message.clone())),
        (t.why, Cell::text(words.match_reason(proposal.reason))),
    ];
    let title = if proposal.undoes.is_some() { t.return_proposal } else { t.proposal };
    Section {
        facts: facts(about.into_iter().chain(sums).chain(movement)),
        links: another_invoice(visit, proposal).into_iter().collect(),
        actions: actions(visit, proposal, pays < outstanding),
        ..Section::new(title)
    }
}

/// Where another invoice is chosen, if a payment is to be recorded at all.
fn another_invoice(visit: &Visit, proposal: &ProposalRecord) -> Option<Link> {
    let may = visit.may(Scope::InvoiceUpdate) && visit.may(Scope::InvoiceRead);
    let path = || visit.path(&format!("proposals/{}/invoice", proposal.id));
    (may && proposal.undoes.is_none()).then(|| Link::new(path(), visit.t().choose_invoice))
}

fn actions(visit: &Visit, proposal: &ProposalRecord, in_part: bool) -> Vec<Action> {
    if !visit.may(Scope::InvoiceUpdate) {
        return Vec::new();
    }
    let t = visit.t();
    let (accept, refuse) = match (proposal.undoes, in_part) {
        (Some(_), _) => (t.accept_return, t.refuse_return),
        (None, true) => (t.accept_part, t.refuse_proposal),
        (None, false) => (t.accept_proposal, t.refuse_proposal),
    };
    let path = |rest: &str| visit.path(&format!("proposals/{}/{rest}", proposal.id));
    vec![Action::new(path("accept"), accept).main(), Action::new(path("refuse"), refuse)]
}

/// The payment is recorded.
pub(in crate::pages) async fn accept(visit: Visit, body: Body) -> Page {
    visit.form(&body)?;
    visit.require(Scope::BankRead)?;
    let context = visit.context(Scope::InvoiceUpdate)?;
    let row = accept_proposal(&context, ProposalId(visit.id("id")?)).await?;
    visit.notifier.events();
    Ok(see_other(&visit.path(&format!("statements/{}?done=paid", row.proposal.statement))))
}

/// Refuses the proposal, so that no payment is recorded.
pub(in crate::pages) async fn refuse(visit: Visit, body: Body) -> Page {
    visit.form(&body)?;
    visit.require(Scope::BankRead)?;
    let context = visit.context(Scope::InvoiceUpdate)?;
    let row = refuse_proposal(&context, ProposalId(visit.id("id")?)).await?;
    Ok(see_other(&visit.path(&format!("statements/{}?done=saved", row.proposal.statement))))
}
