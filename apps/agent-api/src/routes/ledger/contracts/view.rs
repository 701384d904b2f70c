use crate::requests::{ContractStateName, ProblemCodeName, StatusName};
use crate::routes::{
    invoicing::{
        header_texts_view::HeaderTextsView,
        invoice_parts::{DeliveryAddressView, NoticeBody, delivery_address},
    },
    people::actor::ActorView,
};
use access::Tier;
use contracts::{
    Billing, Contract, ContractState, Interval, Item, ListedPeriod, Period, Problem, ProblemCode,
    SendState, Sending, TaxPoint,
};
use invoicing::{
    InvoiceStatus, PaymentMethod,
    warnings::{self, Warning},
};
use money::{Currency, CurrencyCode, Decimal};
use serde::Serialize;
use time::{Date, OffsetDateTime};
use utoipa::ToSchema;
use uuid::Uuid;
use vat_categories::TaxTreatment;

/// A contract.
#[derive(Serialize, ToSchema)]
pub struct ContractView<'a> {
    pub id: Uuid,
    /// test or live: of the key that made it, and the network that its invoices are sent over.
    #[schema(value_type = String, example = "live")]
    pub mode: Tier,
    pub name: Option<&'a str>,
    /// active, paused, ended or cancelled
    #[schema(value_type = ContractStateName, example = "active")]
    pub status: ContractState,
    pub customer_id: Uuid,
    /// The project that its invoices belong to.
    pub project_id: Option<Uuid>,
    pub items: Vec<ContractItemView<'a>>,
    #[schema(value_type = String, example = "monthly")]
    pub interval: Interval,
    #[serde(with = "service_day::iso_date")]
    pub start_date: Date,
    #[serde(with = "service_day::iso_date::option")]
    pub end_date: Option<Date>,
    pub day_of_month: u8,
    #[schema(value_type = String, example = "in_advance")]
    pub billing: Billing,
    #[schema(value_type = String, example = "none")]
    pub send: Sending,
    #[schema(value_type = String, example = "due_day")]
    pub tax_point: TaxPoint,
    #[schema(value_type = String, example = "EUR")]
    pub currency: Currency,
    #[schema(value_type = String, example = "bank_transfer")]
    pub payment_method: PaymentMethod,
    pub bank_account_id: Option<Uuid>,
    pub due_days: Option<i64>,
    #[serde(flatten)]
    pub texts: HeaderTextsView<'a>,
    pub exemption_reason: Option<&'a str>,
    pub delivery_address: Option<DeliveryAddressView<'a>>,
    /// The period that is invoiced next; null when the contract is over.
    pub next: Option<PeriodView>,
    /// Why the next invoice is not there although it is due; null when nothing stands in its way.
    pub problem: Option<ProblemView<'a>>,
    /// Grows with each change.
    pub version: i32,
    #[serde(with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
    /// Who made it or changed it last, a person by id alone.
    pub changed_by: ActorView<'a>,
    /// CURRENCY_ENDED of a currency that no invoice can be sent in
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false, value_type = Vec<NoticeBody>)]
    pub warnings: Vec<Warning>,
}

/// A line of each invoice, with its placeholders.
#[derive(Serialize, ToSchema)]
pub struct ContractItemView<'a> {
    #[schema(example = "Nájom {month}/{year}")]
    pub description: &'a str,
    #[schema(value_type = String, example = "1")]
    pub quantity: Decimal,
    #[schema(example = "ks")]
    pub unit: &'static str,
    #[schema(value_type = String, example = "500")]
    pub unit_price: Decimal,
    #[schema(example = 23)]
    pub vat_rate: u8,
    #[schema(value_type = String, example = "domestic")]
    pub tax_treatment: TaxTreatment,
    /// What each invoice takes of the stock.
    pub stock_item_id: Option<Uuid>,
    pub warehouse_id: Option<Uuid>,
}

/// A period.
#[derive(Serialize, ToSchema)]
pub struct PeriodView {
    #[serde(with = "service_day::iso_date")]
    pub period_start: Date,
    #[serde(with = "service_day::iso_date")]
    pub period_end: Date,
    /// The day in Europe/Bratislava from which on it is invoiced.
    #[serde(with = "service_day::iso_date")]
    pub due_on: Date,
}

/// What stands in the way of an invoice.
#[derive(Serialize, ToSchema)]
pub struct ProblemView<'a> {
    /// customer_retired, bank_account, rate_missing, series, plan_limit, too_many_due, invalid or storage
    #[schema(value_type = ProblemCodeName, example = "customer_retired")]
    pub code: ProblemCode,
    pub message: &'a str,
    #[serde(with = "service_day::iso_date")]
    pub period_start: Date,
    #[serde(with = "time::serde::rfc3339")]
    pub since: OffsetDateTime,
    pub attempts: u32,
    /// When it is tried again; a change of the contract and resume try at once.
    #[serde(with = "time::serde::rfc3339")]
    pub retry_at: OffsetDateTime,
}

/// The invoice of a period.
#[derive(Serialize, ToSchema)]
pub struct PeriodInvoiceView<'a> {
    #[serde(flatten)]
    pub period: PeriodView,
    pub invoice_id: Uuid,
    #[schema(example = "FA20260001")]
    pub invoice_number: &'a str,
    #[schema(value_type = StatusName, example = "issued")]
    pub status: InvoiceStatus,
    #[schema(value_type = String, example = "615.00")]
    pub total: Decimal,
    #[schema(value_type = String, example = "EUR")]
    pub currency: CurrencyCode,
    pub send: SendStateView<'a>,
    #[serde(with = "time::serde::rfc3339")]
    pub issued_at: OffsetDateTime,
}

/// The outcome of the send that the contract asks for.
#[derive(Serialize, ToSchema)]
pub struct SendStateView<'a> {
    /// none, waiting, queued or refused
    #[schema(example = "none")]
    pub state: &'static str,
    /// Why it was refused.
    pub reason: Option<&'a str>,
}

impl<'a> ContractView<'a> {
    pub(super) fn of(contract: &'a Contract) -> Self {
        let Contract { terms, schedule, .. } = contract;
        Self {
            id: contract.id.0,
            mode: contract.tier,
            name: contract.name.as_deref(),
            status: contract.state,
            customer_id: terms.customer_id.0,
            project_id: terms.project_id.map(Uuid::from),
            items: terms.items.iter().map(item).collect(),
            interval: schedule.interval,
            start_date: schedule.start,
            end_date: contract.end_date,
            day_of_month: schedule.day_of_month,
            billing: schedule.billing,
            send: contract.send,
            tax_point: terms.tax_point,
            currency: terms.currency,
            payment_method: terms.payment_method,
            bank_account_id: terms.bank_account_id.map(Uuid::from),
            due_days: terms.due_days,
            texts: HeaderTextsView::of(&terms.texts),
            exemption_reason: terms.exemption_reason.as_deref(),
            delivery_address: terms.delivery_address.as_ref().map(delivery_address),
            next: contract.next_period().as_ref().map(PeriodView::of),
            problem: contract.problem.as_ref().map(problem),
            version: contract.version,
            created_at: contract.created_at,
            changed_by: ActorView::of(contract.changed_by, None),
            warnings: warnings::of_currency(terms.currency).into_iter().collect(),
        }
    }
}

fn item(item: &Item) -> ContractItemView<'_> {
    ContractItemView {
        description: &item.description,
        quantity: item.quantity.normalize(),
        unit: item.unit.unwrap_or_default().name(),
        unit_price: item.unit_price.normalize(),
        vat_rate: item.vat_rate.percent(),
        tax_treatment: item.tax_treatment.unwrap_or_default(),
        stock_item_id: item.stock.map(|stock| stock.item.0),
        warehouse_id: item.stock.map(|stock| stock.warehouse.0),
    }
}

fn problem(problem: &Problem) -> ProblemView<'_> {
    ProblemView {
        code: problem.code,
        message: &problem.message,
        period_start: problem.period,
        since: problem.since,
        attempts: problem.attempts,
        retry_at: problem.retry_at,
    }
}

impl PeriodView {
    pub(super) const fn of(period: &Period) -> Self {
        Self { period_start: period.first, period_end: period.last, due_on: period.due_on }
    }
}

pub(super) fn period_invoice(row: &ListedPeriod) -> PeriodInvoiceView<'_> {
    PeriodInvoiceView {
        period: PeriodView::of(&row.issued.period),
        invoice_id: row.issued.invoice.0,
        invoice_number: &row.number,
        status: row.status,
        total: row.total,
        currency: row.currency,
        send: send_state(&row.issued.send),
        issued_at: row.issued.issued_at,
    }
}

fn send_state(send: &SendState) -> SendStateView<'_> {
    SendStateView { state: send.name(), reason: send.reason() }
}
