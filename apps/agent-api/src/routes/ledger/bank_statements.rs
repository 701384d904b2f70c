//! Statements of bank accounts: taken, and read with the outcome of their lines.

use crate::requests::{LineStateName, StatementFormatName};
use crate::{
    error::{ErrorBody, NotFoundError},
    http::{Body, Call, List, Query, Reply, operations, read_statements},
    routes::{
        ledger::bank_statement_view::{
            LineView, StatementDetails, StatementList, StatementView, TakenView,
        },
        paging,
    },
};
use access::Scope;
use actix_web::http::{StatusCode, header};
use bank_statements::{Format, LineState, StatementId, StatementStore};
use invoicing::BankAccountId;
use runtime::secrets::sha256;
use use_cases::ledger::{
    bank_statements::{statement_lines, take_statements},
    statement_mappings::mappings,
};
use uuid::Uuid;

operations![take, list, get];

/// Takes a bank statement: CAMT.053, 052 or 054 of version 02 or later, MT940, GPC (ABO), or a CSV of internet banking.
/// Of a file with several accounts each statement is taken for its own. Lines that
/// certainly pay an invoice are recorded as payments, lines that may are proposed. The same statement
/// again, and lines that came before, change nothing. Scopes bank:read and invoice:update.
#[utoipa::path(
    post, path = "/v1/agent/bank-statements", tag = "bank", operation_id = "takeBankStatement",
    params(
        ("format" = Option<StatementFormatName>, Query, description = "camt.053, camt.052, camt.054, csv, mt940 or gpc; by default what the Content-Type or the beginning of the file says"),
        ("bank_account_id" = Option<Uuid>, Query, description = "Whose statement it is, where it names no account itself"),
    ),
    request_body(
        description = "The statement as the bank made it: at most 8 MiB and 5,000 movements",
        content(
            (String = "text/csv", example = json!("Účet;Dátum;Suma;Mena;Protiúčet;VS;Poznámka\nSK3112000000198742637541;21.11.2026;123,00;EUR;SK0809000000000123123123;2026000001;Úhrada\n")),
            (String = "text/plain", example = json!(":20:1\n:25:SK3112000000198742637541\n:60F:C261120EUR0,00\n:61:2611211121C123,00NTRFNONREF\n:86:/VS2026000001\n:62F:C261121EUR123,00\n-\n")),
            (String = "application/xml", example = json!("<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.053.001.08\">…</Document>")),
        ),
    ),
    responses(
        (status = 201, description = "Taken", body = TakenView<'static>),
        (status = 200, description = "It was taken before: nothing is changed", body = TakenView<'static>),
        (status = 400, description = "VALIDATION_ERROR: the field is the line and cell, or the path, of what is wrong; nothing is recorded", body = ErrorBody),
    ),
)]
async fn take(call: Call, Body(bytes): Body) -> Reply {
    call.require(Scope::BankRead)?;
    let context = call.context(Scope::InvoiceUpdate)?;
    let mut query = call.query()?;
    let format = query.one_of("format", &Format::ALL, Format::name).or_else(|| named(&call));
    let account = id(&mut query, "bank_account_id").map(BankAccountId);
    query.finish()?;
    let hash = sha256(&bytes);
    let known = mappings(&context).await?;
    let file = read_statements(&call, bytes, format, known).await?;
    let taken = take_statements(&context, &file, hash, account).await?;
    call.notifier.events();
    let is_repeat = taken.statements.iter().all(|statement| statement.is_repeat);
    let status = if is_repeat { StatusCode::OK } else { StatusCode::CREATED };
    call.reply(status, TakenView::of(&taken)?)
}

/// What the Content-Type says.
fn named(call: &Call) -> Option<Format> {
    let name = call.headers().get(header::CONTENT_TYPE)?.to_str().ok()?;
    match name.split(';').next()?.trim().to_ascii_lowercase().as_str() {
        "application/xml" | "text/xml" => Some(Format::Camt053),
        "text/csv" => Some(Format::Csv),
        _ => None,
    }
}

/// An id in the query.
pub(in crate::routes) fn id(query: &mut Query, name: &str) -> Option<Uuid> {
    query.id(name)
}

/// Statements, the newest first. Scope bank:read.
#[utoipa::path(
    get, path = "/v1/agent/bank-statements", tag = "bank", operation_id = "listBankStatements",
    params(
        paging::Pages,
        ("bank_account_id" = Option<Uuid>, Query, description = "Of this account"),
    ),
    responses((status = 200, description = "A page", body = StatementList<'static>)),
)]
async fn list(call: Call) -> Reply {
    let organization = call.require(Scope::BankRead)?;
    let mut query = call.query()?;
    let (after, limit) = paging::Pages::read(&mut query);
    let account = id(&mut query, "bank_account_id").map(BankAccountId);
    query.finish()?;
    let page = call.store.statements(organization, account, after, limit).await?;
    call.ok(List::of(&page, StatementView::of))
}

/// A statement with its lines, in its order. Lines that came in an earlier statement are there. Scope
/// bank:read.
#[utoipa::path(
    get, path = "/v1/agent/bank-statements/{id}", tag = "bank", operation_id = "getBankStatement",
    params(
        ("id" = String, Path, description = "The statement's id"),
        ("after" = Option<String>, Query, pattern = r"^[A-Za-z0-9_-]{32}$", description = "next_after of the previous page of lines"),
        ("limit" = Option<u16>, Query, minimum = 1, maximum = 100, description = "Lines, default 50"),
        ("state" = Option<LineStateName>, Query, description = "Lines in this state: recorded, proposed, refused, unmatched, ignored"),
    ),
    responses(
        (status = 200, description = "The statement", body = StatementDetails<'static>),
        NotFoundError,
    ),
)]
async fn get(call: Call) -> Reply {
    let context = call.context(Scope::BankRead)?;
    let id = StatementId(call.id("id", "bank statement")?);
    let mut query = call.query()?;
    let (after, limit) = paging::Pages::read(&mut query);
    let state = query.one_of("state", &LineState::ALL, LineState::name);
    query.finish()?;
    let (record, page) = statement_lines(&context, id, state, after, limit).await?;
    let currency = record.currency;
    let lines = List::of(&page, |line| LineView::of(line, currency));
    call.ok(StatementDetails { data: StatementView::of(&record), lines })
}
