//! Contracts are read, with their invoices and the next one.

use super::view::{ContractView, PeriodInvoiceView, PeriodView, period_invoice};
use crate::{
    error::NotFoundError,
    http::{Call, List, Reply, operations},
    requests::{ContractStateName, ProblemCodeName},
    routes::{
        invoicing::invoice_parts::{ItemView, VatView, items, vat_rows},
        paging,
    },
};
use access::Scope;
use contracts::{ContractFilter, ContractId, ContractState, Obstacle, Period, ProblemCode};
use invoicing::{Document, Draft};
use money::{Currency, Decimal};
use serde::Serialize;
use time::Date;
use use_cases::ledger::contracts::{self as recurring, Preview};
use utoipa::ToSchema;

operations![list_contracts, get_contract, list_contract_invoices, preview_contract];

/// A page of contracts.
pub type ContractList<'a> = List<ContractView<'a>>;

/// A page of a contract's invoices.
pub type PeriodInvoiceList<'a> = List<PeriodInvoiceView<'a>>;

/// The next invoice of a contract.
#[derive(Serialize, ToSchema)]
pub struct PreviewView<'a> {
    /// Null when the contract is over.
    pub next: Option<PeriodView>,
    /// As it would be issued; null when the contract is over, or something stands in the way.
    pub invoice: Option<PreviewInvoice<'a>>,
    /// What stands in the way.
    pub problem: Option<ObstacleView<'a>>,
}

/// An invoice without its number.
#[derive(Serialize, ToSchema)]
pub struct PreviewInvoice<'a> {
    #[serde(with = "service_day::iso_date")]
    pub issue_date: Date,
    #[serde(with = "service_day::iso_date::option")]
    pub delivery_date: Option<Date>,
    #[serde(with = "service_day::iso_date")]
    pub due_date: Date,
    #[schema(value_type = String, example = "EUR")]
    pub currency: Currency,
    pub items: Vec<ItemView<'a>>,
    pub vat_breakdown: Vec<VatView<'a>>,
    #[schema(value_type = String, example = "500.00")]
    pub subtotal: Decimal,
    #[schema(value_type = String, example = "115.00")]
    pub vat_total: Decimal,
    #[schema(value_type = String, example = "615.00")]
    pub total: Decimal,
    pub note: Option<&'a str>,
}

/// What stands in the way of an invoice.
#[derive(Serialize, ToSchema)]
pub struct ObstacleView<'a> {
    #[schema(value_type = ProblemCodeName, example = "customer_retired")]
    pub code: ProblemCode,
    pub message: &'a str,
}

/// Contracts, the newest first: with a test key those that test keys made. Scope contract:read.
#[utoipa::path(
    get, path = "/v1/agent/contracts", tag = "contracts", operation_id = "listContracts",
    params(
        paging::Pages,
        ("status" = Option<ContractStateName>, Query, description = "active, paused, ended or cancelled"),
        ("customer_id" = Option<uuid::Uuid>, Query, description = "Of this customer"),
        ("project_id" = Option<uuid::Uuid>, Query, description = "Of this project"),
        ("problem" = Option<bool>, Query, description = "true: those of which an invoice could not be issued; false: the others"),
    ),
    responses((status = 200, description = "A page", body = ContractList<'static>)),
)]
async fn list_contracts(call: Call) -> Reply {
    let context = call.context(Scope::ContractRead)?;
    let (mut query, after, limit) = call.page_query()?;
    let filter = ContractFilter {
        tier: None,
        state: query.one_of("status", &ContractState::ALL, ContractState::name),
        customer_id: query.id("customer_id"),
        project_id: query.id("project_id"),
        problem: query.boolean("problem"),
    };
    query.finish()?;
    let page = recurring::contracts(&context, filter, after, limit).await?;
    call.ok(List::of(&page, ContractView::of))
}

/// One contract. Scope contract:read.
#[utoipa::path(
    get, path = "/v1/agent/contracts/{id}", tag = "contracts", operation_id = "getContract",
    params(("id" = String, Path, description = "The contract's id")),
    responses(
        (status = 200, description = "The contract", body = ContractView<'static>),
        NotFoundError,
    ),
)]
async fn get_contract(call: Call) -> Reply {
    let context = call.context(Scope::ContractRead)?;
    let id = ContractId(call.id("id", "contract")?);
    let contract = recurring::contract(&context, id).await?;
    call.ok(ContractView::of(&contract))
}

/// The invoices that a contract has issued, the newest first. Scope contract:read.
#[utoipa::path(
    get, path = "/v1/agent/contracts/{id}/invoices", tag = "contracts",
    operation_id = "listContractInvoices",
    params(
        ("id" = String, Path, description = "The contract's id"),
        paging::Pages,
    ),
    responses(
        (status = 200, description = "A page", body = PeriodInvoiceList<'static>),
        NotFoundError,
    ),
)]
async fn list_contract_invoices(call: Call) -> Reply {
    let context = call.context(Scope::ContractRead)?;
    let id = ContractId(call.id("id", "contract")?);
    let (query, after, limit) = call.page_query()?;
    query.finish()?;
    let page = recurring::contract_invoices(&context, id, after, limit).await?;
    call.ok(List::of(&page, period_invoice))
}

/// The next invoice of a contract as it would be issued on its day; nothing is kept. Scope
/// contract:read.
#[utoipa::path(
    get, path = "/v1/agent/contracts/{id}/preview", tag = "contracts",
    operation_id = "previewContract",
    params(("id" = String, Path, description = "The contract's id")),
    responses(
        (status = 200, description = "The next invoice", body = PreviewView<'static>),
        NotFoundError,
    ),
)]
async fn preview_contract(call: Call) -> Reply {
    let context = call.context(Scope::ContractRead)?;
    let id = ContractId(call.id("id", "contract")?);
    let Preview { next, .. } = recurring::preview(&context, id).await?;
    call.ok(preview(next.as_ref()))
}

fn preview(next: Option<&(Period, Result<Draft, Obstacle>)>) -> PreviewView<'_> {
    let Some((period, draft)) = next else {
        return PreviewView { next: None, invoice: None, problem: None };
    };
    let problem = draft.as_ref().err();
    PreviewView {
        next: Some(PeriodView::of(period)),
        invoice: draft.as_ref().ok().map(|draft| invoice(&draft.document)),
        problem: problem.map(|o| ObstacleView { code: o.code, message: &o.message }),
    }
}

fn invoice(document: &Document) -> PreviewInvoice<'_> {
    PreviewInvoice {
        issue_date: document.issue_date,
        delivery_date: document.delivery_date,
        due_date: document.due_date,
        currency: document.currency,
        items: items(document),
        vat_breakdown: vat_rows(document),
        subtotal: document.totals.subtotal,
        vat_total: document.totals.vat_total,
        total: document.totals.total,
        note: document.texts.note.as_deref(),
    }
}
