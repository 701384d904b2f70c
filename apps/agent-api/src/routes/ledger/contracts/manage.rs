//! Contracts are made, changed, paused, resumed and cancelled.

use super::view::ContractView;
use crate::{
    error::{ConflictError, NotFoundError},
    http::{Body, Call, IdempotencyKey, Reply, no_content, operations, stored},
    requests::{
        ContractChangeBody, ContractCreate, ResumeBody, read_optional, read_with_violations,
    },
};
use access::Scope;
use contracts::{Contract, ContractId};
use idempotency::Answer;
use use_cases::{
    invoicing::records::NewRecord,
    ledger::contracts::{
        add_contract, cancel_contract, change_contract as change, pause_contract as pause,
        resume_contract as resume,
    },
};

operations![create_contract, change_contract, pause_contract, resume_contract, delete_contract];

/// Makes a contract: each of its periods becomes an invoice on its day. Scope contract:create.
#[utoipa::path(
    post, path = "/v1/agent/contracts", tag = "contracts", operation_id = "createContract",
    params(IdempotencyKey),
    request_body = ContractCreate,
    responses(
        (status = 201, description = "Made", body = ContractView<'static>),
        NotFoundError, ConflictError,
    ),
)]
async fn create_contract(call: Call, Body(bytes): Body) -> Reply {
    let context = call.context(Scope::ContractCreate)?;
    let lease = call.idempotency_lease("contracts.create", &bytes)?;
    let (input, found) = read_with_violations::<ContractCreate>(&bytes);
    let new = NewRecord { input, found, lease };
    let respond = |contract: &Contract| Answer::json(201, &ContractView::of(contract));
    stored(add_contract(&context, new, respond).await?)
}

/// Changes a contract from its next invoice on, and tries at once what could not be issued. Scope
/// contract:update.
#[utoipa::path(
    patch, path = "/v1/agent/contracts/{id}", tag = "contracts", operation_id = "changeContract",
    params(("id" = String, Path, description = "The contract's id")),
    request_body = ContractChangeBody,
    responses(
        (status = 200, description = "Changed", body = ContractView<'static>),
        NotFoundError, ConflictError,
    ),
)]
async fn change_contract(call: Call, Body(bytes): Body) -> Reply {
    let context = call.context(Scope::ContractUpdate)?;
    let id = ContractId(call.id("id", "contract")?);
    let (input, found) = read_with_violations::<ContractChangeBody>(&bytes);
    let contract = change(&context, id, &input, &found).await?;
    call.ok(ContractView::of(&contract))
}

/// Nothing is issued until the contract is resumed. Scope contract:update.
#[utoipa::path(
    post, path = "/v1/agent/contracts/{id}/pause", tag = "contracts",
    operation_id = "pauseContract",
    params(("id" = String, Path, description = "The contract's id")),
    responses(
        (status = 200, description = "Paused, now or before", body = ContractView<'static>),
        NotFoundError, ConflictError,
    ),
)]
async fn pause_contract(call: Call) -> Reply {
    let context = call.context(Scope::ContractUpdate)?;
    let id = ContractId(call.id("id", "contract")?);
    let contract = pause(&context, id).await?;
    call.ok(ContractView::of(&contract))
}

/// The contract goes on after a pause, or what could not be issued is tried at once. Scope
/// contract:update.
#[utoipa::path(
    post, path = "/v1/agent/contracts/{id}/resume", tag = "contracts",
    operation_id = "resumeContract",
    params(("id" = String, Path, description = "The contract's id")),
    request_body = Option<ResumeBody>,
    responses(
        (status = 200, description = "It goes on", body = ContractView<'static>),
        NotFoundError, ConflictError,
    ),
)]
async fn resume_contract(call: Call, Body(bytes): Body) -> Reply {
    let context = call.context(Scope::ContractUpdate)?;
    let id = ContractId(call.id("id", "contract")?);
    let missed = read_optional::<ResumeBody>(&bytes)?;
    let contract = resume(&context, id, missed).await?;
    call.ok(ContractView::of(&contract))
}

/// Cancels a contract for good; its invoices stay. Scope contract:delete.
#[utoipa::path(
    delete, path = "/v1/agent/contracts/{id}", tag = "contracts", operation_id = "deleteContract",
    params(("id" = String, Path, description = "The contract's id")),
    responses((status = 204, description = "Cancelled, now or before"), NotFoundError),
)]
async fn delete_contract(call: Call) -> Reply {
    let context = call.context(Scope::ContractDelete)?;
    let id = ContractId(call.id("id", "contract")?);
    cancel_contract(&context, id).await?;
    no_content()
}
