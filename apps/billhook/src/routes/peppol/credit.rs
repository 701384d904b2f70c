use crate::{
    http::{Call, Data, Reply, operations},
    openapi::LedgerLineBody,
    routes::paging,
};
use access::Scope;
use peppol_connector::{AccountStore, CreditStore, LedgerLine, SEND_PRICE};
use serde::Serialize;
use utoipa::ToSchema;

operations![get_credit, list_credit_entries];

/// What stands on the credit account, in sends.
#[derive(Serialize, ToSchema)]
pub struct CreditView {
    /// Free for live sends.
    pub available: u64,
    /// Set aside for sends that are under way.
    pub reserved: u64,
    /// What a live send costs; test sends cost nothing.
    pub price: u64,
    /// While a prepayment is overdue no live send is taken on.
    pub prepayment_overdue: bool,
}

/// The organization's credit.
#[utoipa::path(
    get, path = "/v1/agent/peppol/credit", tag = "peppol", operation_id = "getCredit",
    responses((status = 200, description = "The balance", body = inline(Data<CreditView>))),
)]
async fn get_credit(call: Call) -> Reply {
    let organization = call.require(Scope::InvoiceRead)?;
    call.query()?.finish()?;
    let balance = call.store.balance(organization).await?;
    let account = call.store.account(organization).await?;
    let data = CreditView {
        available: balance.available.0,
        reserved: balance.reserved.0,
        price: SEND_PRICE.0,
        prepayment_overdue: account.prepayment_overdue,
    };
    call.data(data)
}

/// A page of the ledger, the newest line first.
#[derive(Serialize, ToSchema)]
pub struct LedgerList {
    #[schema(value_type = Vec<LedgerLineBody>)]
    pub data: Vec<LedgerLine>,
    /// Pass it as `after` to go on; null on the last page.
    pub next_after: Option<String>,
    pub has_more: bool,
}

/// What happened to the organization's credit.
#[utoipa::path(
    get, path = "/v1/agent/peppol/credit/entries", tag = "peppol",
    operation_id = "listCreditEntries",
    params(
        ("after" = Option<String>, Query, description = "next_after of the previous page"),
        ("limit" = Option<u16>, Query, minimum = 1, maximum = 100, description = "Default 50"),
    ),
    responses((status = 200, description = "A page", body = LedgerList)),
)]
async fn list_credit_entries(call: Call) -> Reply {
    let organization = call.require(Scope::InvoiceRead)?;
    let mut query = call.query()?;
    let (after, limit) = paging::page_parameters(&mut query);
    query.finish()?;
    let page = call.store.ledger(organization, after, limit).await?;
    let next = page.next().map(paging::encode);
    let list = LedgerList { data: page.rows, next_after: next, has_more: page.has_more };
    call.ok(list)
}
