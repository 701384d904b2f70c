//! The customers that invoices are issued to.

use super::{
    invoice_parts::{AddressView, NoticeBody},
    record_operations::record_operations,
};
use crate::{
    error::{ConflictError, NotFoundError},
    http::{Body, Call, List, Reply, operations},
    requests::{CustomerBody, CustomerChange, CustomerMerge, MailProfileName, read},
    routes::paging,
};
use access::Scope;
use invoicing::{
    ContactId, InvoiceStore,
    records::{ContactFilter, ContactRow},
    warnings::{self, Warning},
};
use serde::Serialize;
use time::OffsetDateTime;
use use_cases::invoicing::records;
use utoipa::ToSchema;
use uuid::Uuid;

operations![
    create_customer,
    list_customers,
    get_customer,
    change_customer,
    merge_customer,
    retire_customer
];

/// A contact of type customer.
#[derive(Serialize, ToSchema)]
pub struct CustomerView<'a> {
    pub id: Uuid,
    /// Always `customer`.
    #[schema(value_type = String, pattern = "^customer$")]
    pub r#type: &'static str,
    pub name: &'a str,
    pub ico: Option<&'a str>,
    pub dic: Option<&'a str>,
    pub ic_dph: Option<&'a str>,
    /// Recipient of sends where no Slovak DIČ names one
    pub peppol_id: Option<&'a str>,
    pub address: Option<AddressView<'a>>,
    pub email: Option<&'a str>,
    pub phone: Option<&'a str>,
    /// What it gets by mail beside the PDF: none, ubl, xrechnung; factur-x makes the PDF a hybrid invoice
    #[schema(value_type = MailProfileName)]
    pub profile: &'static str,
    #[serde(with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
    /// Since when it is not for new invoices; null: it is
    #[serde(with = "time::serde::rfc3339::option")]
    pub retired_at: Option<OffsetDateTime>,
    /// CHECK_DIGIT of what looks mistyped
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false, value_type = Vec<NoticeBody>)]
    pub warnings: Vec<Warning>,
}

/// A page of contacts.
pub type CustomerList<'a> = List<CustomerView<'a>>;

fn view(row: &ContactRow) -> CustomerView<'_> {
    let party = &row.contact.party;
    CustomerView {
        id: row.contact.id.0,
        r#type: "customer",
        name: &party.name,
        ico: party.ico.as_deref(),
        dic: party.dic.as_deref(),
        ic_dph: party.ic_dph.as_deref(),
        peppol_id: party.peppol_id.as_deref(),
        address: party.address.as_ref().map(AddressView::of),
        email: party.email.as_deref(),
        phone: party.phone.as_deref(),
        profile: row.contact.profile.name(),
        created_at: row.created_at,
        retired_at: row.retired_at,
        warnings: warnings::of_party("", party),
    }
}

record_operations! {
    "/v1/agent/customers", "customers", "contact": ContactId "customer", view -> CustomerView;

    /// Makes a customer, as an invoice with an inline one does. Scope invoice:create.
    create create_customer "createCustomer" for Scope::InvoiceCreate,
        CustomerBody as "customers.create" => records::add_customer;

    /// One contact, in use or retired. Scope invoice:read.
    get get_customer "getCustomer" for [Scope::InvoiceRead], contact;

    /// Changes a customer: what the body does not name stays, and an empty text takes away what may be
    /// missing. Invoices that were issued keep what they say. Scope invoice:update.
    change change_customer "changeCustomer" for Scope::InvoiceUpdate,
        CustomerChange => records::change_customer;

    /// Takes a customer out of use: it stays on its invoices, and new ones cannot name it. Scope
    /// invoice:update.
    retire retire_customer "retireCustomer" for Scope::InvoiceUpdate => records::retire_customer;
}

/// Contacts in use, or retired ones, the newest first, page by page. Scope invoice:read.
#[utoipa::path(
    get, path = "/v1/agent/customers", tag = "customers", operation_id = "listCustomers",
    params(
        paging::Pages,
        ("name" = Option<String>, Query, description = "Part of the name"),
        ("ico" = Option<String>, Query, description = "Exact IČO"),
        ("dic" = Option<String>, Query, description = "Exact DIČ"),
        ("ic_dph" = Option<String>, Query, description = "Exact IČ DPH, or VAT number of another state"),
        ("retired" = Option<bool>, Query, description = "true: those that were retired, instead of those in use"),
    ),
    responses((status = 200, description = "A page", body = CustomerList<'static>)),
)]
async fn list_customers(call: Call) -> Reply {
    let organization = call.require(Scope::InvoiceRead)?;
    let (mut query, after, limit) = call.page_query()?;
    let filter = ContactFilter {
        name: query.text("name"),
        ico: query.text("ico"),
        dic: query.text("dic"),
        ic_dph: query.text("ic_dph"),
        retired: query.flag("retired"),
        ..ContactFilter::default()
    };
    query.finish()?;
    let page = call.store.contacts(organization, &filter, after, limit).await?;
    call.ok(List::of(&page, view))
}

/// Merges a customer into another one of the same firm: its invoices, expenses and contracts are that one's, what
/// that one does not say of itself it says then, and this one is retired. Documents keep what they say. Numbers that
/// contradict (another IČO) are a 409. Scope invoice:update.
#[utoipa::path(
    post, path = "/v1/agent/customers/{id}/merge", tag = "customers", operation_id = "mergeCustomer",
    params(("id" = String, Path, description = "The contact that goes")),
    request_body = CustomerMerge,
    responses(
        (status = 200, description = "The one that stays", body = CustomerView<'static>),
        NotFoundError, ConflictError,
    ),
)]
async fn merge_customer(call: Call, Body(bytes): Body) -> Reply {
    let context = call.context(Scope::InvoiceUpdate)?;
    let id = ContactId(call.id("id", "customer")?);
    let into = read::<CustomerMerge>(&bytes)?;
    let row = records::merge_customer(&context, id, into).await?;
    call.ok(view(&row))
}
