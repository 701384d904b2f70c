use super::{Claimed, ExpenseFailure};
use crate::{
    context::Context,
    idempotent::with_idempotency_key,
    ledger::projects::check_named,
    ports::{Ports, Runtime},
};
use ::expenses::{
    ExpenseChange, ExpenseCorrection, ExpenseError, ExpenseId, ExpenseRefused, ExpenseStore,
    SettledExpense,
};
use idempotency::{Answer, Lease, UnwritableAnswer};
use invoicing::{PaymentId, Violations, paying::PaymentRequest};
use persistence::StoreError;
use time::OffsetDateTime;

/// A change of an expense.
#[derive(Debug, Clone, PartialEq)]
pub enum Step {
    /// Approves it for accounting.
    Approve,
    /// Rejects it, for this reason.
    Reject(String),
    /// Corrects it, or marks it as reviewed.
    Correct(Box<ExpenseCorrection>),
    /// Deletes it, because it was entered by mistake.
    Delete,
    /// Undoes a payment.
    TakeBack(PaymentId),
}

impl Step {
    fn decide(
        &self,
        expense: &SettledExpense,
        now: OffsetDateTime,
    ) -> Result<ExpenseChange, ExpenseRefused> {
        match self {
            Step::Approve => expense.approve(now),
            Step::Reject(reason) => expense.reject(reason, now),
            Step::Correct(correction) => expense.correct(correction),
            Step::Delete => expense.delete(),
            Step::TakeBack(payment) => expense.take_back(*payment),
        }
    }
}

/// Loads one expense with its payments, as the key sees it.
///
/// # Errors
/// [`StoreError::NotFound`], also for a document of the other network; storage failures.
pub async fn expense<P: Ports>(
    context: &Context<'_, P>,
    id: ExpenseId,
) -> Result<SettledExpense, StoreError> {
    let settled = context.database().expense(context.organization, id).await?;
    seen(context, &settled)?;
    Ok(settled)
}

/// Applies a change to an expense; `respond` builds the answer from the expense before and after.
///
/// # Errors
/// [`ExpenseFailure`]; the expense is unchanged then.
pub async fn change_expense<P: Ports>(
    context: &Context<'_, P>,
    id: ExpenseId,
    step: &Step,
    respond: impl Fn(&SettledExpense, &ExpenseChange) -> Result<Answer, UnwritableAnswer> + Send + Sync,
) -> Result<Answer, ExpenseFailure> {
    if let Step::Correct(correction) = step {
        check_project(context, id, correction).await?;
    }
    let now = context.now();
    change(context, id, None, |expense| step.decide(expense, now), respond).await
}

/// Checks the project that a correction names.
async fn check_project<P: Ports>(
    context: &Context<'_, P>,
    id: ExpenseId,
    correction: &ExpenseCorrection,
) -> Result<(), ExpenseFailure> {
    let Some(named) = correction.project_id.filter(Option::is_some) else { return Ok(()) };
    let before = expense(context, id).await?.expense.content.project_id;
    let mut found = Violations::new();
    check_named(context, "project_id", (named, before), &mut found).await?;
    found.into_result().map_err(|found| ExpenseError::from(ExpenseRefused::Invalid(found)))?;
    Ok(())
}

/// Records a payment of an expense, once per idempotency key.
///
/// # Errors
/// [`ExpenseFailure`]; nothing was stored then, and the key can be used again.
pub async fn pay_expense<P: Ports>(
    context: &Context<'_, P>,
    id: ExpenseId,
    request: PaymentRequest,
    lease: Claimed,
    respond: impl Fn(&SettledExpense, &ExpenseChange) -> Result<Answer, UnwritableAnswer> + Send + Sync,
) -> Result<Answer, ExpenseFailure> {
    let runtime = context.ports.runtime();
    let (made, today) = (PaymentId(runtime.new_id()), runtime.today());
    let lease = lease.as_ref();
    let decide = |expense: &SettledExpense| expense.record(request, made, today);
    let work = change(context, id, lease.map(|(lease, _)| lease), decide, respond);
    with_idempotency_key(context.ports, context.organization.into(), lease, work).await
}

async fn change<P: Ports>(
    context: &Context<'_, P>,
    id: ExpenseId,
    lease: Option<&Lease>,
    decide: impl Fn(&SettledExpense) -> Result<ExpenseChange, ExpenseRefused> + Send + Sync,
    respond: impl Fn(&SettledExpense, &ExpenseChange) -> Result<Answer, UnwritableAnswer> + Send + Sync,
) -> Result<Answer, ExpenseFailure> {
    let answered = lease.map(|lease| (lease, context.now()));
    let decide = |expense: &SettledExpense| -> Result<_, ExpenseError> {
        seen(context, expense)?;
        let change = decide(expense)?;
        let answer = respond(expense, &change)?;
        Ok((change, answer))
    };
    let database = context.database();
    let answer = database.change_expense(context.organization, id, answered, decide).await?;
    tracing::info!(org.id = %context.organization, expense.id = %id, "expense changed");
    Ok(answer)
}

fn seen<P: Ports>(context: &Context<'_, P>, settled: &SettledExpense) -> Result<(), StoreError> {
    match settled.expense.is_seen_from(context.network()) {
        true => Ok(()),
        false => Err(StoreError::NotFound),
    }
}
