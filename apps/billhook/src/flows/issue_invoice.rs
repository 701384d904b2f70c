use super::{OnceError, RateLookup, once};
use crate::{
    clock::Clock,
    http::{Part, Timing},
};
use access::OrganizationId;
use idempotency::{Answer, Claim, Fingerprint, IdempotencyStore, UnwritableAnswer};
use invoicing::{
    InvoiceRequest, InvoiceStore, Issuance, Issued, Links, RateCache, RateSource, Violations,
    check_read,
};
use persistence::StoreError;
use std::time::Instant;
use uuid::Uuid;

/// A request to issue an invoice, as read from the body.
pub struct Issue<'a> {
    /// The tenant.
    pub organization: OrganizationId,
    /// What is asked for.
    pub request: InvoiceRequest,
    /// What reading it has found wrong.
    pub found: Violations,
    /// The idempotency key and the body's fingerprint, when a key was sent.
    pub claim: Option<(Claim, Fingerprint)>,
    /// For links in events.
    pub links: Links,
    /// Where the time goes.
    pub timing: &'a Timing,
}

/// Why no invoice was issued.
#[derive(Debug, thiserror::Error)]
pub enum IssueError {
    /// Something is wrong with the request.
    #[error(transparent)]
    Invalid(#[from] Violations),
    /// The store refused or failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The key is in use.
    #[error(transparent)]
    Once(#[from] OnceError),
}

/// Issues an invoice, once per idempotency key. Answers what `respond` made of the decision, now or
/// when the key came first.
///
/// # Errors
/// See [`IssueError`]. When there is one, nothing was kept and no number drawn, and the key is free
/// again.
pub async fn issue_invoice<S, C, R>(
    store: &S,
    rates: &RateLookup<C, R>,
    clock: &Clock,
    issue: Issue<'_>,
    respond: impl Fn(&Issued<'_>) -> Result<Answer, UnwritableAnswer> + Send + Sync,
) -> Result<Answer, IssueError>
where
    S: InvoiceStore + IdempotencyStore,
    C: RateCache,
    R: RateSource,
{
    let (organization, claim) = (issue.organization, issue.claim.as_ref());
    once(store, organization, claim, clock.now(), issue.timing, async |claim| {
        draft_and_keep(store, rates, clock, &issue, claim, respond).await
    })
    .await
}

async fn draft_and_keep<S, C, R>(
    store: &S,
    rates: &RateLookup<C, R>,
    clock: &Clock,
    issue: &Issue<'_>,
    claim: Option<&Claim>,
    respond: impl Fn(&Issued<'_>) -> Result<Answer, UnwritableAnswer> + Send + Sync,
) -> Result<Answer, IssueError>
where
    S: InvoiceStore,
    C: RateCache,
    R: RateSource,
{
    let timing = issue.timing;
    let references = issue.request.references();
    let records =
        timing.wait(Part::Db, store.issuing_records(issue.organization, &references)).await?;
    let began = Instant::now();
    let mut issuance = Issuance::at(clock.now(), Uuid::now_v7);
    issuance.links = issue.links.clone();
    let draft = check_read(&issue.request, issue.found.clone(), &records, &mut issuance);
    timing.add(Part::Domain, began);
    let mut draft = draft?;
    if let Some(wanted) = draft.wanted_rate {
        let rate = rates.rate(wanted, draft.document.currency);
        draft = draft.with_rate(timing.wait(Part::Domain, rate).await);
    }
    let (invoice, answer) = timing.wait(Part::Db, store.issue(&draft, claim, respond)).await?;
    tracing::info!(
        org.id = %invoice.organization,
        invoice.id = %invoice.id,
        invoice.number = invoice.document.number,
        invoice.r#type = invoice.document.invoice_type.name(),
        "invoice issued"
    );
    Ok(answer)
}
