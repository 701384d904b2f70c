use crate::{
    error::NotFoundError,
    http::{Call, Reply, operations},
    routes::{invoice_view::AddressView, paging},
};
use access::Scope;
use invoicing::{ContactFilter, ContactRow, InvoiceStore};
use serde::Serialize;
use time::OffsetDateTime;
use utoipa::ToSchema;
use uuid::Uuid;

operations![list_customers, get_customer];

/// A contact of type customer.
#[derive(Serialize, ToSchema)]
pub struct CustomerView<'a> {
    pub id: Uuid,
    /// Always `customer`.
    pub r#type: &'static str,
    pub name: &'a str,
    pub ico: Option<&'a str>,
    pub dic: Option<&'a str>,
    pub ic_dph: Option<&'a str>,
    pub address: Option<AddressView<'a>>,
    pub email: Option<&'a str>,
    pub phone: Option<&'a str>,
    #[serde(with = "time::serde::rfc3339")]
    #[schema(value_type = String, format = DateTime)]
    pub created_at: OffsetDateTime,
}

/// A page of contacts.
#[derive(Serialize, ToSchema)]
pub struct CustomerList<'a> {
    pub data: Vec<CustomerView<'a>>,
    pub next_after: Option<String>,
    pub has_more: bool,
}

fn view(row: &ContactRow) -> CustomerView<'_> {
    let party = &row.contact.party;
    CustomerView {
        id: row.contact.id,
        r#type: "customer",
        name: &party.name,
        ico: party.ico.as_deref(),
        dic: party.dic.as_deref(),
        ic_dph: party.ic_dph.as_deref(),
        address: party.address.as_ref().map(AddressView::of),
        email: party.email.as_deref(),
        phone: party.phone.as_deref(),
        created_at: row.created_at,
    }
}

/// Contacts, the newest first, page by page.
#[utoipa::path(
    get, path = "/v1/agent/customers", tag = "customers", operation_id = "listCustomers",
    params(
        ("after" = Option<String>, Query, description = "next_after of the previous page"),
        ("limit" = Option<u16>, Query, minimum = 1, maximum = 100, description = "Default 50"),
        ("name" = Option<String>, Query, description = "Part of the name"),
        ("ico" = Option<String>, Query, description = "Exact IČO"),
        ("dic" = Option<String>, Query, description = "Exact DIČ"),
    ),
    responses((status = 200, description = "A page", body = CustomerList<'static>)),
)]
async fn list_customers(call: Call) -> Reply {
    let organization = call.require(Scope::InvoiceRead)?;
    let mut query = call.query()?;
    let (after, limit) = paging::page_parameters(&mut query);
    let filter =
        ContactFilter { name: query.text("name"), ico: query.text("ico"), dic: query.text("dic") };
    query.finish()?;
    let page = call.store.contacts(organization, &filter, after, limit).await?;
    let list = CustomerList {
        next_after: page.next().map(paging::encode),
        has_more: page.has_more,
        data: page.rows.iter().map(view).collect(),
    };
    call.ok(list)
}

/// One contact.
#[utoipa::path(
    get, path = "/v1/agent/customers/{id}", tag = "customers", operation_id = "getCustomer",
    params(("id" = String, Path, description = "The contact's id")),
    responses(
        (status = 200, description = "The contact", body = CustomerView<'static>),
        NotFoundError,
    ),
)]
async fn get_customer(call: Call) -> Reply {
    let organization = call.require(Scope::InvoiceRead)?;
    let id = call.id("id", "customer")?;
    let row = call.store.contact(organization, id).await?;
    call.ok(view(&row))
}
