//! Issuing a draft: it draws its number, or has the one that the caller typed.

use crate::{
    context::Context,
    idempotent::with_idempotency_key,
    invoicing::{
        change_invoice::ChangeInvoiceError, issue_invoice::not_issued, stock_lines::in_stock,
        typed_number::place_number,
    },
    ports::{Ports, Runtime},
    retry::retry_on_conflict,
};
use idempotency::{Answer, Fingerprint, Lease, UnwritableAnswer};
use invoicing::{
    InvoiceId, InvoiceRequest, InvoiceStore, Issuance, References, Violations,
    drafts::Drafted,
    numbering::{NumberSource, TypedNumber},
    recording::{AnyDocument, InvoiceContent},
    states::{InvoiceChangeStore, InvoiceState, Trigger},
};

/// How a draft is issued.
#[derive(Debug, Clone)]
pub struct IssueDraft {
    trigger: Trigger,
    number: TypedNumber,
    found: Violations,
}

impl IssueDraft {
    /// Directly, without an approval, under the next number of its series.
    #[must_use]
    pub fn issue() -> Self {
        Self { trigger: Trigger::Issue, number: TypedNumber::default(), found: Violations::new() }
    }

    /// The same by approving a draft that waits for approval.
    #[must_use]
    pub fn approve() -> Self {
        Self { trigger: Trigger::Approve, ..Self::issue() }
    }

    /// Under the number that the caller typed. `found` holds the violations found while it was parsed.
    #[must_use]
    pub fn under(self, number: TypedNumber, found: Violations) -> Self {
        Self { number, found, ..self }
    }

    /// The number, trimmed.
    fn number(&self) -> Result<Option<String>, Violations> {
        let mut found = self.found.clone();
        let number = self.number.check(&mut found);
        found.into_result().map(|()| number)
    }
}

/// Issues a draft, or approves one that waits for approval, once per idempotency key. Draws the number, unless the
/// caller typed one.
///
/// # Errors
/// [`ChangeInvoiceError`]; nothing is stored and no number drawn then, and the key can be used again.
pub async fn issue_draft<P: Ports>(
    context: &Context<'_, P>,
    id: InvoiceId,
    how: IssueDraft,
    lease: Option<(Lease, Fingerprint)>,
    respond: impl Fn(&Drafted<'_>) -> Result<Answer, UnwritableAnswer> + Send + Sync,
) -> Result<Answer, ChangeInvoiceError> {
    let lease = lease.as_ref();
    let held = lease.map(|(lease, _)| lease);
    let work = retry_on_conflict(|| issue_once(context, id, &how, held, &respond));
    with_idempotency_key(context.ports, context.organization.into(), lease, work).await
}

async fn issue_once<P: Ports>(
    context: &Context<'_, P>,
    id: InvoiceId,
    how: &IssueDraft,
    lease: Option<&Lease>,
    respond: impl Fn(&Drafted<'_>) -> Result<Answer, UnwritableAnswer> + Send + Sync,
) -> Result<Answer, ChangeInvoiceError> {
    let (database, runtime) = (context.database(), context.ports.runtime());
    let state = database.invoice_state(context.organization, id).await?;
    let records = database.issuing_records(context.organization, &references(&state)).await?;
    let moment = context.change_moment();
    let mut issue = {
        let mut issuance = Issuance::at(moment.now, || runtime.new_id());
        issuance.links = context.links();
        state.check_issue(how.trigger, &records, &mut issuance, &moment)?
    };
    if let Some(wanted) = issue.draft.wanted_rate {
        let currency = issue.draft.document.currency;
        let rate = context.ports.rates().rate(database, wanted, currency, moment.now).await;
        issue = issue.with_rate(rate);
    }
    let mut found = Violations::new();
    in_stock(context, &issue.draft.document, &mut found).await?;
    found.into_result().map_err(ChangeInvoiceError::Invalid)?;
    if let Some(number) = how.number().map_err(ChangeInvoiceError::Invalid)? {
        issue.draft.number = NumberSource::Own(number);
        let action = how.number.number_series_action;
        place_number::<_, ChangeInvoiceError>(context, &mut issue.draft, &records.series, action)
            .await?;
    }
    let issued = database.issue_draft(&issue, lease, respond).await;
    let (invoice, answer) =
        issued.map_err(|error| not_issued::<ChangeInvoiceError>(error, &issue.draft, &records))?;
    tracing::info!(
        org.id = %invoice.organization,
        invoice.id = %invoice.id,
        invoice.number = invoice.document.number,
        "draft invoice issued"
    );
    Ok(answer)
}

/// The records of the organization that a draft refers to.
fn references(state: &InvoiceState) -> References {
    let project_id = state.invoice.document.header().project_id;
    let references = match &state.invoice.document {
        AnyDocument::Issued(document) => InvoiceRequest::from(document.as_ref()).references(),
        AnyDocument::Recorded(_) => References::default(),
    };
    References { project_id, ..references }
}
