//! The accounting program: linked, tested, and what is written into it.

use super::accounting_view::{AccountingProgramView, ConnectionTestView, PostingView};
use crate::{
    error::{ConflictError, NotFoundError},
    http::{Body, Call, Data, List, Reply, no_content, operations},
    requests::{AccountingProgramBody, PostingKindName, PostingStateName, read_with_violations},
    routes::{paging, webhooks::endpoint_operations::require_secrets_key},
};
use access::Scope;
use accounting_programs::{PostingFilter, PostingId, PostingKind, PostingState};
use use_cases::ledger::accounting::{
    accounting_link, postings, remove_link, retry_posting, rotate_token, save_link, test_link,
};

operations![get_program, link_program, rotate, unlink_program, test_program, list_postings, retry];

/// A page of postings.
pub type PostingList = List<PostingView>;

/// The linked accounting program, and how it stands with it. Each mode, test and live, has its own. Scope settings:update.
#[utoipa::path(
    get, path = "/v1/agent/accounting-program", tag = "accounting", operation_id = "getAccountingProgram",
    responses(
        (status = 200, description = "The program", body = inline(Data<AccountingProgramView<'static>>)),
        NotFoundError,
    ),
)]
async fn get_program(call: Call) -> Reply {
    let context = call.context(Scope::SettingsUpdate)?;
    call.query()?.finish()?;
    let link = accounting_link(&context).await?;
    call.data(AccountingProgramView::of(&link))
}

/// Links an accounting program, or changes what is set of it. Another kind is linked after this link is removed. Scope
/// settings:update.
#[utoipa::path(
    put, path = "/v1/agent/accounting-program", tag = "accounting", operation_id = "linkAccountingProgram",
    request_body = AccountingProgramBody,
    responses(
        (status = 200, description = "Linked", body = inline(Data<AccountingProgramView<'static>>)),
        ConflictError,
    ),
)]
async fn link_program(call: Call, Body(bytes): Body) -> Reply {
    let context = call.context(Scope::SettingsUpdate)?;
    let (input, found) = read_with_violations::<AccountingProgramBody>(&bytes);
    if input.secret.is_some() {
        require_secrets_key(&call)?;
    }
    let saved = save_link(&context, &input, found).await?;
    call.notifier.jobs();
    call.data(AccountingProgramView::made(&saved, &call.config.base_url))
}

/// Gives the address from which Pohoda fetches another token: the address before is not there any more. Scope
/// settings:update.
#[utoipa::path(
    post, path = "/v1/agent/accounting-program/rotate-token", tag = "accounting",
    operation_id = "rotateAccountingToken",
    responses(
        (status = 200, description = "The link with its new address", body = inline(Data<AccountingProgramView<'static>>)),
        NotFoundError, ConflictError,
    ),
)]
async fn rotate(call: Call) -> Reply {
    let context = call.context(Scope::SettingsUpdate)?;
    let saved = rotate_token(&context).await?;
    call.data(AccountingProgramView::made(&saved, &call.config.base_url))
}

/// Removes the link and the list of what was written by it. What the program has it keeps. Scope settings:update.
#[utoipa::path(
    delete, path = "/v1/agent/accounting-program", tag = "accounting", operation_id = "unlinkAccountingProgram",
    responses((status = 204, description = "It is gone"), NotFoundError),
)]
async fn unlink_program(call: Call) -> Reply {
    let context = call.context(Scope::SettingsUpdate)?;
    remove_link(&context).await?;
    no_content()
}

/// Asks the program whether it lets us in, and whose books it has open. Nothing is written. Scope settings:update.
#[utoipa::path(
    post, path = "/v1/agent/accounting-program/test", tag = "accounting", operation_id = "testAccountingProgram",
    responses(
        (status = 200, description = "What the program said, also when it is not reached", body = inline(Data<ConnectionTestView>)),
        NotFoundError,
    ),
)]
async fn test_program(call: Call) -> Reply {
    let context = call.context(Scope::SettingsUpdate)?;
    let said = test_link(&context).await?;
    call.data(ConnectionTestView::of(said))
}

/// What is written into the program, the newest first: invoices, expenses, payments and set-offs, each with what the
/// program said. Scope report:read.
#[utoipa::path(
    get, path = "/v1/agent/accounting-program/postings", tag = "accounting", operation_id = "listPostings",
    params(
        paging::Pages,
        ("status" = Option<PostingStateName>, Query, description = "pending, created or failed"),
        ("type" = Option<PostingKindName>, Query, description = "invoice, expense, invoice_payment, expense_payment or offset"),
    ),
    responses((status = 200, description = "A page", body = PostingList), NotFoundError),
)]
async fn list_postings(call: Call) -> Reply {
    let context = call.context(Scope::ReportRead)?;
    let mut query = call.query()?;
    let (after, limit) = paging::Pages::read(&mut query);
    let filter = PostingFilter {
        state: query.one_of("status", &PostingState::ALL, PostingState::name),
        kind: query.one_of("type", &PostingKind::ALL, PostingKind::name),
    };
    query.finish()?;
    let (link, page) = postings(&context, filter, after, limit).await?;
    call.ok(List::of(&page, |shown| PostingView::of(shown, &link)))
}

/// Has a posting tried again that the program refused, after what was wrong is put right. Scope settings:update.
#[utoipa::path(
    post, path = "/v1/agent/accounting-program/postings/{id}/retry", tag = "accounting", operation_id = "retryPosting",
    params(("id" = String, Path, description = "The posting's id")),
    responses(
        (status = 200, description = "It waits for its turn", body = inline(Data<PostingView>)),
        NotFoundError, ConflictError,
    ),
)]
async fn retry(call: Call) -> Reply {
    let context = call.context(Scope::SettingsUpdate)?;
    let id = PostingId(call.id("id", "posting")?);
    let (link, shown) = retry_posting(&context, id).await?;
    call.notifier.jobs();
    call.data(PostingView::of(&shown, &link))
}
