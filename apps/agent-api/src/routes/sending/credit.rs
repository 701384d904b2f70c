use crate::{
    http::{Call, Data, Reply, operations},
    requests::LedgerKindName,
    routes::paging,
};
use access::Scope;
use peppol_connector::credit::LedgerLine;
use serde::Serialize;
use time::OffsetDateTime;
use use_cases::sending::credit::{CreditStatus, credit_entries, credit_status};
use utoipa::ToSchema;
use uuid::Uuid;

operations![get_credit, list_credit_entries];

/// What stands on the credit account, in sends.
#[derive(Serialize, ToSchema)]
pub struct CreditView {
    /// Free for live sends.
    pub available: u64,
    /// Set aside for sends that are under way.
    pub reserved: u64,
    /// What a send with this key costs: test sends cost nothing.
    pub price: u64,
    /// While a prepayment is overdue no live send is taken on.
    pub prepayment_overdue: bool,
}

/// The organization's credit. The sandbox has none: a test key reads zero.
#[utoipa::path(
    get, path = "/v1/agent/peppol/credit", tag = "peppol", operation_id = "getCredit",
    responses((status = 200, description = "The balance", body = inline(Data<CreditView>))),
)]
async fn get_credit(call: Call) -> Reply {
    let context = call.context(Scope::InvoiceRead)?;
    call.query()?.finish()?;
    let CreditStatus { balance, price, prepayment_overdue } = credit_status(&context).await?;
    let data = CreditView {
        available: balance.available.0,
        reserved: balance.reserved.0,
        price: price.0,
        prepayment_overdue,
    };
    call.data(data)
}

/// A page of the ledger, the newest line first.
#[derive(Serialize, ToSchema)]
pub struct LedgerList {
    pub data: Vec<LedgerLineBody>,
    /// Pass it as `after` to go on; null on the last page.
    pub next_after: Option<String>,
    pub has_more: bool,
}

/// A line of the credit ledger.
#[derive(Serialize, ToSchema)]
pub struct LedgerLineBody {
    pub id: Uuid,
    #[serde(with = "time::serde::rfc3339")]
    pub at: OffsetDateTime,
    #[schema(value_type = LedgerKindName)]
    pub kind: &'static str,
    pub amount: u64,
    pub document_id: Option<Uuid>,
    pub key: Option<String>,
}

impl LedgerLineBody {
    /// What is shown of it: all.
    pub fn of(line: LedgerLine) -> Self {
        let LedgerLine { id, at, kind, amount, submission, key } = line;
        let document_id = submission.map(|id| id.0);
        Self { id: id.0, at, kind: kind.name(), amount: amount.0, document_id, key }
    }
}

/// What happened to the organization's credit. To a test key: nothing.
#[utoipa::path(
    get, path = "/v1/agent/peppol/credit/entries", tag = "peppol",
    operation_id = "listCreditEntries",
    params(paging::Pages),
    responses((status = 200, description = "A page", body = LedgerList)),
)]
async fn list_credit_entries(call: Call) -> Reply {
    let context = call.context(Scope::InvoiceRead)?;
    let (query, after, limit) = call.page_query()?;
    query.finish()?;
    let page = credit_entries(&context, after, limit).await?;
    let next = page.next().map(paging::encode);
    let data = page.rows.into_iter().map(LedgerLineBody::of).collect();
    let list = LedgerList { data, next_after: next, has_more: page.has_more };
    call.ok(list)
}
