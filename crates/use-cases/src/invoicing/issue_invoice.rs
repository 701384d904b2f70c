use crate::{
    context::Context,
    idempotent::{IdempotencyError, with_idempotency_key},
    invoicing::{
        known_contact::known_contact,
        stock_lines::{LinesOf, short_of, with_warehouses},
        typed_number::place_number,
    },
    people::sign_in::admit,
    ports::{Ports, Runtime},
    retry::{MayConflict, retry_on_conflict},
};
use access::{Counted, RateLimited};
use idempotency::{Answer, Fingerprint, Lease, UnwritableAnswer};
use invoicing::{
    Document, Draft, InvoiceRequest, InvoiceStore, Issuance, Issued, IssuingRecords, Violations,
    check_read,
    checks::{Sums, sums_so_far},
    drafts::Drafted,
    figures::PlanLimitReached,
    numbering::NumberRefused,
    states::{InvoiceChangeStore, Links},
};
use persistence::StoreError;
use std::num::NonZeroU32;

/// The operation name for the idempotency keys and rate limits of issuing.
pub const ISSUE_OPERATION: &str = "invoices.create";

/// A parsed request to issue an invoice.
pub struct Issue {
    /// The requested invoice.
    pub request: InvoiceRequest,
    /// Violations found while the request was parsed.
    pub found: Violations,
    /// The idempotency key's lease and the fingerprint of the body, when a key was sent.
    pub lease: Option<(Lease, Fingerprint)>,
}

/// Why no invoice was issued.
#[derive(Debug, thiserror::Error)]
pub enum IssueError {
    /// The request has violations.
    #[error(transparent)]
    Invalid(#[from] Violations),
    /// The number that was typed does not go with its series.
    #[error(transparent)]
    Number(#[from] NumberRefused),
    /// The plan allows no more invoices this month.
    #[error(transparent)]
    Limit(#[from] PlanLimitReached),
    /// The store refused or failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The idempotency key was refused.
    #[error(transparent)]
    Key(#[from] IdempotencyError),
}

impl MayConflict for IssueError {
    fn is_conflict(&self) -> bool {
        matches!(self, IssueError::Store(StoreError::Conflict))
    }
}

/// Counts a request to issue an invoice against the organization's rate limit, for all its callers together.
///
/// # Errors
/// The inner error is [`RateLimited`]; the outer one a storage failure.
pub async fn admit_issue<P: Ports>(
    context: &Context<'_, P>,
    a_minute: NonZeroU32,
) -> Result<Result<(), RateLimited>, StoreError> {
    let counted = Counted::Operation(context.organization, ISSUE_OPERATION);
    admit(context.ports, counted, a_minute).await
}

/// Issues an invoice, or stores it as a draft, once per idempotency key. Returns what `respond` made of the decision,
/// also when the key is repeated.
///
/// # Errors
/// [`IssueError`]. Nothing was stored and no number drawn then, and the key can be used again.
pub async fn issue_invoice<P: Ports>(
    context: &Context<'_, P>,
    issue: Issue,
    respond: impl Fn(&Issued<'_>) -> Result<Answer, UnwritableAnswer> + Send + Sync,
) -> Result<Answer, IssueError> {
    let lease = issue.lease.as_ref();
    let held = lease.map(|(lease, _)| lease);
    // the original of a note may change in the meantime
    let work = retry_on_conflict(|| draft_and_keep(context, &issue, held, &respond));
    with_idempotency_key(context.ports, context.organization.into(), lease, work).await
}

/// The invoice that would be issued, checked and summed up as on issuing. Stores nothing and draws no number.
///
/// # Errors
/// All violations of the request; storage failures.
pub async fn preview_invoice<P: Ports>(
    context: &Context<'_, P>,
    request: &InvoiceRequest,
    found: Violations,
) -> Result<Document, IssueError> {
    Ok(checked(context, request, found).await?.0.document)
}

/// The sums of a request that is still being written, over the lines that are valid so far.
///
/// # Errors
/// Storage failures.
pub async fn sum_up<P: Ports>(
    context: &Context<'_, P>,
    request: &InvoiceRequest,
) -> Result<Option<Sums>, StoreError> {
    let references = request.references();
    let records = context.database().issuing_records(context.organization, &references).await?;
    Ok(sums_so_far(request, &records))
}

async fn checked<P: Ports>(
    context: &Context<'_, P>,
    request: &InvoiceRequest,
    mut found: Violations,
) -> Result<(Draft, IssuingRecords), IssueError> {
    let (database, runtime) = (context.database(), context.ports.runtime());
    let (invoice_type, is_draft) =
        (request.invoice_type.unwrap_or_default(), request.draft == Some(true));
    let of = LinesOf { invoice_type, before: None, is_draft };
    let items = with_warehouses(context, request.items.as_deref(), of, &mut found).await?;
    let stocked = items.map(|items| InvoiceRequest { items: Some(items), ..request.clone() });
    let request = stocked.as_ref().unwrap_or(request);
    let records = database.issuing_records(context.organization, &request.references()).await?;
    let mut draft = {
        let mut issuance = Issuance::at(runtime.now(), || runtime.new_id());
        issuance.links = Links::to(context.ports.base_url());
        check_read(request, found, &records, &mut issuance)?.by(context.actor)
    };
    if let Some(contact) = &draft.new_contact
        && let Some(known) = known_contact(context, &contact.party).await?
    {
        draft = draft.to_known(known);
    }
    if let Some(wanted) = draft.wanted_rate {
        let (currency, now) = (draft.document.currency, runtime.now());
        let rate = context.ports.rates().rate(database, wanted, currency, now).await;
        draft = draft.with_rate(rate);
    }
    Ok((draft, records))
}

async fn draft_and_keep<P: Ports>(
    context: &Context<'_, P>,
    issue: &Issue,
    lease: Option<&Lease>,
    respond: impl Fn(&Issued<'_>) -> Result<Answer, UnwritableAnswer> + Send + Sync,
) -> Result<Answer, IssueError> {
    let database = context.database();
    let (mut draft, records) = checked(context, &issue.request, issue.found.clone()).await?;
    if issue.request.draft == Some(true) {
        let respond = |drafted: &Drafted<'_>| respond(&drafted.kept);
        let moment = context.change_moment();
        let (draft, answer) = database.keep_draft(&draft, &moment, lease, respond).await?;
        tracing::info!(org.id = %draft.organization, invoice.id = %draft.id, "draft invoice saved");
        return Ok(answer);
    }
    let action = issue.request.number_series_action;
    place_number::<_, IssueError>(context, &mut draft, &records.series, action).await?;
    let issued = database.issue(&draft, lease, respond).await;
    let (invoice, answer) =
        issued.map_err(|error| not_issued::<IssueError>(error, &draft, &records))?;
    tracing::info!(
        org.id = %invoice.organization,
        invoice.id = %invoice.id,
        invoice.number = invoice.document.number,
        invoice.r#type = invoice.document.invoice_type.name(),
        "invoice issued"
    );
    Ok(answer)
}

/// Why the store did not issue a draft: the plan allows no more, or the stock that its lines take is not there any more.
pub(super) fn not_issued<E>(error: StoreError, draft: &Draft, records: &IssuingRecords) -> E
where
    E: From<PlanLimitReached> + From<Violations> + From<StoreError>,
{
    match (error, draft.usage.at_most) {
        (StoreError::LimitReached, Some(at_most)) => {
            PlanLimitReached { plan: records.organization.plan, at_most }.into()
        }
        (StoreError::Stock(shortage), _) => short_of(*shortage, Some(&draft.document)).into(),
        (error, _) => error.into(),
    }
}
