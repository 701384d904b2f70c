use crate::{
    error::{ConflictError, ErrorBody, NotFoundError},
    http::{Body, Call, IdempotencyKey, Reply, about, operations, stored},
    requests::{PaymentBody, StatusName, read},
    routes::invoicing::invoice_parts::PaymentView,
};
use access::Scope;
use idempotency::{Answer, UnwritableAnswer};
use invoicing::{
    AnyInvoice, InvoiceId, InvoiceStatus, InvoiceStore, PaymentId, paying::PaymentChange,
    recording::InvoiceContent,
};
use money::{CurrencyCode, Decimal};
use serde::Serialize;
use use_cases::invoicing::payments::{record_payment, take_payment_back};
use utoipa::ToSchema;

operations![record, list, take_back];

/// The operation under which idempotency keys are kept.
const RECORD: &str = "payments.record";

/// What a change of payments makes of the invoice.
#[derive(Serialize, ToSchema)]
pub struct Settled {
    /// What is still to be paid.
    #[schema(value_type = String, example = "23.00")]
    pub balance: Decimal,
    #[schema(value_type = String, example = "100.00")]
    pub paid_amount: Decimal,
    #[schema(value_type = String, example = "EUR")]
    pub currency: CurrencyCode,
    /// Where the invoice stands now.
    #[schema(value_type = StatusName, example = "partially_paid")]
    pub status: InvoiceStatus,
}

impl Settled {
    fn of(invoice: &AnyInvoice) -> Self {
        Self {
            balance: money::round(invoice.outstanding()),
            paid_amount: money::round(invoice.paid_amount),
            currency: invoice.document.header().currency,
            status: invoice.status,
        }
    }
}

/// A payment, and what it makes of the invoice.
#[derive(Serialize, ToSchema)]
pub struct PaymentChanged<'a> {
    pub data: PaymentView<'a>,
    pub meta: Settled,
}

/// All payments of an invoice.
#[derive(Serialize, ToSchema)]
pub struct PaymentList<'a> {
    /// The oldest first.
    pub data: Vec<PaymentView<'a>>,
    pub meta: Settled,
}

/// Records a payment.
#[utoipa::path(
    post, path = "/v1/agent/invoices/{id}/payments", tag = "invoices",
    operation_id = "recordPayment", request_body = PaymentBody,
    params(
        ("id" = String, Path, description = "The invoice's id"),
        IdempotencyKey,
    ),
    responses(
        (status = 201, description = "Recorded", body = PaymentChanged<'static>),
        (status = 400, description = "VALIDATION_ERROR: more than is outstanding, a date to come, or an invoice that is not issued yet", body = ErrorBody),
        NotFoundError, ConflictError,
    ),
)]
async fn record(call: Call, Body(bytes): Body) -> Reply {
    let context = call.context(Scope::InvoiceUpdate)?;
    let invoice = InvoiceId(call.id("id", "invoice")?);
    let lease = call.idempotency_lease(RECORD, &about(invoice.0, &bytes))?;
    let request = read::<PaymentBody>(&bytes)?;
    let answer = record_payment(&context, invoice, request, lease, answer(201)).await?;
    call.notifier.events();
    stored(answer)
}

/// Lists what was paid.
#[utoipa::path(
    get, path = "/v1/agent/invoices/{id}/payments", tag = "invoices",
    operation_id = "listPayments",
    params(("id" = String, Path, description = "The invoice's id")),
    responses(
        (status = 200, description = "All of them", body = PaymentList<'static>),
        NotFoundError,
    ),
)]
async fn list(call: Call) -> Reply {
    let organization = call.require(Scope::InvoiceRead)?;
    let id = InvoiceId(call.id("id", "invoice")?);
    let invoice = call.store.invoice(organization, id).await?;
    let data = invoice.payments.iter().map(PaymentView::of).collect();
    call.ok(PaymentList { data, meta: Settled::of(&invoice) })
}

/// Takes a payment back that was recorded by mistake.
#[utoipa::path(
    delete, path = "/v1/agent/invoices/{id}/payments/{paymentId}", tag = "invoices",
    operation_id = "deletePayment",
    params(
        ("id" = String, Path, description = "The invoice's id"),
        ("paymentId" = String, Path, description = "The payment's id"),
    ),
    responses(
        (status = 200, description = "It is gone", body = PaymentChanged<'static>),
        NotFoundError, ConflictError,
    ),
)]
async fn take_back(call: Call) -> Reply {
    let context = call.context(Scope::InvoiceUpdate)?;
    let invoice = InvoiceId(call.id("id", "invoice")?);
    let payment = PaymentId(call.id("paymentId", "payment")?);
    let answer = take_payment_back(&context, invoice, payment, answer(200)).await?;
    call.notifier.events();
    stored(answer)
}

fn answer(status: u16) -> impl Fn(&PaymentChange) -> Result<Answer, UnwritableAnswer> {
    move |change| {
        let data = PaymentView::of(&change.payment);
        Answer::json(status, &PaymentChanged { data, meta: Settled::of(&change.after) })
    }
}
