//! Which column is which in files of banks that nobody knows.

use crate::{
    error::{ConflictError, ErrorBody, NotFoundError},
    http::{Body, Call, Data, List, Reply, no_content, operations},
    requests::{MappingBody, read},
    routes::paging,
};
use access::Scope;
use actix_web::http::StatusCode;
use bank_statements::{MappingId, MappingRecord, MappingStore};
use serde::Serialize;
use std::collections::BTreeMap;
use time::OffsetDateTime;
use use_cases::ledger::statement_mappings::{forget_mapping, map_columns, mapping};
use utoipa::ToSchema;
use uuid::Uuid;

operations![create_mapping, list_mappings, get_mapping, delete_mapping];

/// A mapping of columns.
#[derive(Serialize, ToSchema)]
pub struct MappingView<'a> {
    pub id: Uuid,
    /// The names of all columns
    pub headings: &'a [String],
    /// The name of the column for each kind: date, amount, credit, debit, direction, currency,
    /// variable_symbol, constant_symbol, specific_symbol, counterparty_account, counterparty_bank,
    /// counterparty_name, message, reference, bank_reference, own_account
    pub columns: BTreeMap<&'static str, &'a str>,
    #[serde(with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
}

/// A page of mappings.
pub type MappingList<'a> = List<MappingView<'a>>;

fn view(record: &MappingRecord) -> MappingView<'_> {
    let headings = &record.mapping.headings;
    let columns = record.mapping.columns.iter().filter_map(|(column, at)| {
        let name = headings.get(*at)?;
        Some((column.name(), name.as_str()))
    });
    MappingView {
        id: record.id.0,
        headings,
        columns: columns.collect(),
        created_at: record.created_at,
    }
}

/// Says which column is which in CSV files whose columns have these names; remembered from then on. A mapping for
/// the same names is replaced. Scopes bank:read and invoice:update.
#[utoipa::path(
    post, path = "/v1/agent/bank-statements/mappings", tag = "bank", operation_id = "mapStatementColumns",
    request_body = MappingBody,
    responses(
        (status = 201, description = "Kept", body = Data<MappingView<'static>>),
        (status = 400, description = "VALIDATION_ERROR: what is missing, or names no heading", body = ErrorBody),
        ConflictError,
    ),
)]
async fn create_mapping(call: Call, Body(bytes): Body) -> Reply {
    call.require(Scope::BankRead)?;
    let context = call.context(Scope::InvoiceUpdate)?;
    let asked = read::<MappingBody>(&bytes)?;
    let record = map_columns(&context, asked.headings, &asked.columns).await?;
    call.reply(StatusCode::CREATED, Data { data: view(&record) })
}

/// Mappings, the newest first. Scope bank:read.
#[utoipa::path(
    get, path = "/v1/agent/bank-statements/mappings", tag = "bank", operation_id = "listStatementMappings",
    params(paging::Pages),
    responses((status = 200, description = "A page", body = MappingList<'static>)),
)]
async fn list_mappings(call: Call) -> Reply {
    let organization = call.require(Scope::BankRead)?;
    let mut query = call.query()?;
    let (after, limit) = paging::Pages::read(&mut query);
    query.finish()?;
    let page = call.store.mappings(organization, after, limit).await?;
    call.ok(List::of(&page, view))
}

/// A mapping. Scope bank:read.
#[utoipa::path(
    get, path = "/v1/agent/bank-statements/mappings/{id}", tag = "bank", operation_id = "getStatementMapping",
    params(("id" = String, Path, description = "The mapping's id")),
    responses(
        (status = 200, description = "The mapping", body = Data<MappingView<'static>>),
        NotFoundError,
    ),
)]
async fn get_mapping(call: Call) -> Reply {
    let context = call.context(Scope::BankRead)?;
    let record = mapping(&context, MappingId(call.id("id", "mapping")?)).await?;
    call.ok(Data { data: view(&record) })
}

/// Forgets a mapping. Statements that were read by it stay. Scopes bank:read and invoice:update.
#[utoipa::path(
    delete, path = "/v1/agent/bank-statements/mappings/{id}", tag = "bank", operation_id = "deleteStatementMapping",
    params(("id" = String, Path, description = "The mapping's id")),
    responses((status = 204, description = "Forgotten"), NotFoundError),
)]
async fn delete_mapping(call: Call) -> Reply {
    call.require(Scope::BankRead)?;
    let context = call.context(Scope::InvoiceUpdate)?;
    let id = MappingId(call.id("id", "mapping")?);
    forget_mapping(&context, id).await?;
    no_content()
}
