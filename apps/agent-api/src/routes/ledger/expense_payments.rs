use crate::routes::invoicing::invoice_parts::PaymentView;
use crate::{
    error::{ConflictError, ErrorBody, NotFoundError},
    http::{Body, Call, IdempotencyKey, Reply, about, operations, stored},
    requests::{PaymentBody, read},
};
use ::expenses::{Expense, ExpenseChange, ExpenseId, PaymentStatus, SettledExpense};
use access::Scope;
use idempotency::{Answer, UnwritableAnswer};
use invoicing::PaymentId;
use money::{CurrencyCode, Decimal};
use serde::Serialize;
use use_cases::ledger::expenses::{Step, change_expense, expense, pay_expense};
use utoipa::ToSchema;

operations![record_expense_payment, list_expense_payments, take_expense_payment_back];

/// The operation under which idempotency keys are kept.
const RECORD: &str = "expense_payments.record";

/// What a change of payments makes of the expense.
#[derive(Serialize, ToSchema)]
pub struct ExpenseSettled {
    /// What is still to be paid.
    #[schema(value_type = String, example = "23.00")]
    pub balance: Decimal,
    #[schema(value_type = String, example = "100.00")]
    pub paid_amount: Decimal,
    #[schema(value_type = String, example = "EUR")]
    pub currency: CurrencyCode,
    #[schema(value_type = String, example = "partially_paid")]
    pub payment_status: PaymentStatus,
}

impl ExpenseSettled {
    fn of(expense: &Expense) -> Self {
        Self {
            balance: money::round(expense.outstanding()),
            paid_amount: money::round(expense.paid_amount),
            currency: expense.content.currency,
            payment_status: expense.payment_status(),
        }
    }
}

/// A payment, and what it makes of the expense.
#[derive(Serialize, ToSchema)]
pub struct ExpensePaymentChanged<'a> {
    pub data: PaymentView<'a>,
    pub meta: ExpenseSettled,
}

/// All payments of an expense.
#[derive(Serialize, ToSchema)]
pub struct ExpensePaymentList<'a> {
    /// The oldest first.
    pub data: Vec<PaymentView<'a>>,
    pub meta: ExpenseSettled,
}

/// Records a payment of an expense. Scope receipt:update.
#[utoipa::path(
    post, path = "/v1/agent/expenses/{id}/payments", tag = "expenses",
    operation_id = "recordExpensePayment", request_body = PaymentBody,
    params(
        ("id" = String, Path, description = "The expense's id"),
        IdempotencyKey,
    ),
    responses(
        (status = 201, description = "Recorded", body = ExpensePaymentChanged<'static>),
        (status = 400, description = "VALIDATION_ERROR: more than is outstanding, or a date to come", body = ErrorBody),
        NotFoundError, ConflictError,
    ),
)]
async fn record_expense_payment(call: Call, Body(bytes): Body) -> Reply {
    let context = call.context(Scope::ReceiptUpdate)?;
    let id = ExpenseId(call.id("id", "expense")?);
    let lease = call.idempotency_lease(RECORD, &about(id.0, &bytes))?;
    let request = read::<PaymentBody>(&bytes)?;
    stored(pay_expense(&context, id, request, lease, answer(201)).await?)
}

/// Lists what was paid of an expense. Scope invoice:read.
#[utoipa::path(
    get, path = "/v1/agent/expenses/{id}/payments", tag = "expenses",
    operation_id = "listExpensePayments",
    params(("id" = String, Path, description = "The expense's id")),
    responses(
        (status = 200, description = "All of them", body = ExpensePaymentList<'static>),
        NotFoundError,
    ),
)]
async fn list_expense_payments(call: Call) -> Reply {
    let context = call.context(Scope::InvoiceRead)?;
    let id = ExpenseId(call.id("id", "expense")?);
    let SettledExpense { expense, payments } = expense(&context, id).await?;
    let data = payments.iter().map(PaymentView::of).collect();
    call.ok(ExpensePaymentList { data, meta: ExpenseSettled::of(&expense) })
}

/// Takes a payment of an expense back that was recorded by mistake; one that a set-off made goes with the
/// set-off alone. Scope receipt:update.
#[utoipa::path(
    delete, path = "/v1/agent/expenses/{id}/payments/{paymentId}", tag = "expenses",
    operation_id = "deleteExpensePayment",
    params(
        ("id" = String, Path, description = "The expense's id"),
        ("paymentId" = String, Path, description = "The payment's id"),
    ),
    responses(
        (status = 200, description = "It is gone", body = ExpensePaymentChanged<'static>),
        NotFoundError, ConflictError,
    ),
)]
async fn take_expense_payment_back(call: Call) -> Reply {
    let context = call.context(Scope::ReceiptUpdate)?;
    let id = ExpenseId(call.id("id", "expense")?);
    let step = Step::TakeBack(PaymentId(call.id("paymentId", "payment")?));
    stored(change_expense(&context, id, &step, answer(200)).await?)
}

fn answer(
    status: u16,
) -> impl Fn(&SettledExpense, &ExpenseChange) -> Result<Answer, UnwritableAnswer> {
    move |_, change| match change {
        ExpenseChange::Paid(after, payment) | ExpenseChange::TakenBack(after, payment) => {
            let data = PaymentView::of(payment);
            Answer::json(status, &ExpensePaymentChanged { data, meta: ExpenseSettled::of(after) })
        }
        _ => Ok(Answer { status, body: Vec::new() }),
    }
}
