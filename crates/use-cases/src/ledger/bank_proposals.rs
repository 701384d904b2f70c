//! People accept, refuse or redirect proposed payments.

use crate::{
    context::Context,
    ledger::bank_statements::moment,
    ports::Ports,
    retry::{MayConflict, retry_on_conflict},
};
use bank_statements::{
    ProposalChange, ProposalError, ProposalId, ProposalRow, StatementStore, accept, choose,
    is_named, refuse,
};
use invoicing::{InvoiceFilter, InvoiceId, InvoiceStore, InvoiceSummary, paying::Settlement};
use money::Currency;
use persistence::StoreError;

/// Maximum number of open invoices that are searched: the newest.
const LOOKED_AT: u16 = 500;

/// Maximum number of results that are shown.
const SHOWN: usize = 25;

impl MayConflict for ProposalError {
    fn is_conflict(&self) -> bool {
        matches!(self, Self::Store(error) if error.is_conflict())
    }
}

/// Accepts a proposal: records its payment, or undoes it, and withdraws other proposals for the same movement. Repeating
/// it changes nothing.
///
/// # Errors
/// [`ProposalError`]; nothing was changed then.
pub async fn accept_proposal<P: Ports>(
    context: &Context<'_, P>,
    id: ProposalId,
) -> Result<ProposalRow, ProposalError> {
    let decide = |row: &ProposalRow, settlement: &Settlement| {
        accept(row, settlement, &moment(context, row.proposal.line.payment()))
    };
    retry_on_conflict(|| decide_proposal(context, id, decide)).await
}

/// Refuses a proposal. Repeating it changes nothing.
///
/// # Errors
/// [`ProposalError`]; nothing was changed then.
pub async fn refuse_proposal<P: Ports>(
    context: &Context<'_, P>,
    id: ProposalId,
) -> Result<ProposalRow, ProposalError> {
    let now = context.now();
    let decide = |row: &ProposalRow, _: &Settlement| Ok(refuse(row, now)?);
    decide_proposal(context, id, decide).await
}

async fn decide_proposal<P: Ports>(
    context: &Context<'_, P>,
    id: ProposalId,
    decide: impl Fn(&ProposalRow, &Settlement) -> Result<ProposalChange, ProposalError> + Send + Sync,
) -> Result<ProposalRow, ProposalError> {
    let owner = context.organization;
    let row = context.database().answer_proposal(owner, id, decide).await?;
    let state = row.proposal.state.name();
    tracing::info!(org.id = %owner, proposal.id = %id, state, "payment proposal answered");
    Ok(row)
}

/// Points a proposal at another invoice; nothing is recorded until it is accepted. Repeating it changes nothing.
///
/// # Errors
/// [`ProposalError`]; nothing was changed then.
pub async fn choose_invoice<P: Ports>(
    context: &Context<'_, P>,
    id: ProposalId,
    invoice: InvoiceId,
) -> Result<ProposalRow, ProposalError> {
    let (owner, now) = (context.organization, context.now());
    let invoice = context.database().invoice(owner, invoice).await?;
    let decide = |row: &ProposalRow, _: &Settlement| choose(row, &invoice, now);
    decide_proposal(context, id, decide).await
}

/// Open invoices in a currency whose number or customer name contains the text, newest first; an invoice with exactly
/// this number is found however old it is.
///
/// # Errors
/// Storage failures.
pub async fn invoices_to_choose<P: Ports>(
    context: &Context<'_, P>,
    currency: Currency,
    wanted: &str,
) -> Result<Vec<InvoiceSummary>, StoreError> {
    let (database, owner) = (context.database(), context.organization);
    let owed = InvoiceFilter { owed: true, currency: Some(currency), ..InvoiceFilter::default() };
    let mut found = database.invoices(owner, &owed, None, LOOKED_AT).await?.rows;
    let wanted = wanted.trim();
    found.retain(|invoice| is_named(&invoice.number, &invoice.customer_name, wanted));
    found.truncate(SHOWN);
    if found.is_empty() && !wanted.is_empty() {
        let exact = InvoiceFilter { number: Some(wanted.to_owned()), ..owed };
        found = database.invoices(owner, &exact, None, 1).await?.rows;
    }
    Ok(found)
}
