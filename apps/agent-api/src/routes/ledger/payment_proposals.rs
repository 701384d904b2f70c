//! Payments that are proposed for lines of bank statements, and what people say to them.

use crate::{
    error::{ConflictError, ErrorBody, NotFoundError},
    http::{Body, Call, Data, List, Reply, operations},
    requests::{ProposalInvoiceBody, ProposalStateName, read},
    routes::{
        ledger::{
            bank_statement_view::{ProposalList, ProposalView},
            bank_statements::id,
        },
        paging,
    },
};
use access::Scope;
use bank_statements::{ProposalFilter, ProposalId, ProposalState, StatementId, StatementStore};
use invoicing::InvoiceId;
use use_cases::ledger::bank_proposals::{accept_proposal, choose_invoice, refuse_proposal};

operations![list, get, accept, refuse, choose];

/// Proposals, the newest first. Scope bank:read.
#[utoipa::path(
    get, path = "/v1/agent/payment-proposals", tag = "bank",
    operation_id = "listPaymentProposals",
    params(
        paging::Pages,
        ("state" = Option<ProposalStateName>, Query, description = "open, accepted, refused or withdrawn; all by default"),
        ("statement_id" = Option<Uuid>, Query, description = "Of this statement"),
        ("invoice_id" = Option<Uuid>, Query, description = "For this invoice"),
    ),
    responses((status = 200, description = "A page", body = ProposalList<'static>)),
)]
async fn list(call: Call) -> Reply {
    let organization = call.require(Scope::BankRead)?;
    let mut query = call.query()?;
    let (after, limit) = paging::Pages::read(&mut query);
    let filter = ProposalFilter {
        state: query.one_of("state", &ProposalState::ALL, ProposalState::name),
        statement: id(&mut query, "statement_id").map(StatementId),
        invoice: id(&mut query, "invoice_id").map(InvoiceId),
    };
    query.finish()?;
    let page = call.store.proposals(organization, filter, after, limit).await?;
    call.ok(List::of(&page, ProposalView::of))
}

/// One proposal. Scope bank:read.
#[utoipa::path(
    get, path = "/v1/agent/payment-proposals/{id}", tag = "bank",
    operation_id = "getPaymentProposal",
    params(("id" = String, Path, description = "The proposal's id")),
    responses(
        (status = 200, description = "The proposal", body = Data<ProposalView<'static>>),
        NotFoundError,
    ),
)]
async fn get(call: Call) -> Reply {
    let organization = call.require(Scope::BankRead)?;
    let id = ProposalId(call.id("id", "payment proposal")?);
    let row = call.store.proposal(organization, id).await?;
    call.data(ProposalView::of(&row))
}

/// Accepts a proposal: its payment is recorded, of as much as is outstanding now, or the payment that the bank took
/// back is taken back; other proposals for the movement are withdrawn. Again it changes nothing. Scopes bank:read and invoice:update.
#[utoipa::path(
    post, path = "/v1/agent/payment-proposals/{id}/accept", tag = "bank",
    operation_id = "acceptPaymentProposal",
    params(("id" = String, Path, description = "The proposal's id")),
    responses(
        (status = 200, description = "Accepted, now or before", body = Data<ProposalView<'static>>),
        NotFoundError, ConflictError,
    ),
)]
async fn accept(call: Call) -> Reply {
    call.require(Scope::BankRead)?;
    let context = call.context(Scope::InvoiceUpdate)?;
    let id = ProposalId(call.id("id", "payment proposal")?);
    let row = accept_proposal(&context, id).await?;
    call.notifier.events();
    call.data(ProposalView::of(&row))
}

/// Refuses a proposal: nothing is recorded. Again it changes nothing. Scopes bank:read and
/// invoice:update.
#[utoipa::path(
    post, path = "/v1/agent/payment-proposals/{id}/refuse", tag = "bank",
    operation_id = "refusePaymentProposal",
    params(("id" = String, Path, description = "The proposal's id")),
    responses(
        (status = 200, description = "Refused, now or before", body = Data<ProposalView<'static>>),
        NotFoundError, ConflictError,
    ),
)]
async fn refuse(call: Call) -> Reply {
    call.require(Scope::BankRead)?;
    let context = call.context(Scope::InvoiceUpdate)?;
    let id = ProposalId(call.id("id", "payment proposal")?);
    let row = refuse_proposal(&context, id).await?;
    call.data(ProposalView::of(&row))
}

/// Has an open proposal be for another invoice: nothing is recorded before it is accepted. Another proposal for the
/// movement and that invoice is withdrawn. `GET /v1/agent/invoices?owed=true&currency=…` lists the invoices that may be
/// chosen. Again it changes nothing. Scopes bank:read and invoice:update.
#[utoipa::path(
    post, path = "/v1/agent/payment-proposals/{id}/invoice", tag = "bank",
    operation_id = "chooseProposalInvoice",
    params(("id" = String, Path, description = "The proposal's id")),
    request_body = ProposalInvoiceBody,
    responses(
        (status = 200, description = "Chosen, now or before", body = Data<ProposalView<'static>>),
        (status = 400, description = "VALIDATION_ERROR: the invoice is not open, or in another currency", body = ErrorBody),
        NotFoundError, ConflictError,
    ),
)]
async fn choose(call: Call, Body(bytes): Body) -> Reply {
    call.require(Scope::BankRead)?;
    let context = call.context(Scope::InvoiceUpdate)?;
    let id = ProposalId(call.id("id", "payment proposal")?);
    let invoice = read::<ProposalInvoiceBody>(&bytes)?;
    let row = choose_invoice(&context, id, invoice).await?;
    call.data(ProposalView::of(&row))
}
