//! What a decision keeps: one row a step, in an order in which two requests never wait for each
//! other in a circle.

use super::super::{
    idempotency::{answered, under_claim},
    issued_rows::NewRow,
    jobs::job_row,
    ledger::{amount, entry_row},
    statement::Statement,
    steps::Step,
    trail::line,
};
use crate::sql_types::{AsExact, AsId, AsInstant};
use ::idempotency::{Answer, Claim};
use ::jobs::NewJob;
use access::OrganizationId;
use peppol_connector::{
    Commit, CreditMove, Credits, DocumentBytes, QueuedSend, RecordedInvoice, SEND_JOB,
    StagedDocument, Submission, TrailKind,
};
use persistence::StoreError;
use std::sync::Arc;
use time::OffsetDateTime;
use uuid::Uuid;

type Result<T> = std::result::Result<T, StoreError>;

/// What must be written as text before a row can borrow it.
pub(super) struct Texts {
    sender: String,
    receiver: Option<String>,
    document_type: String,
    process: String,
    job: Option<NewJob>,
}

impl Texts {
    pub(super) fn of(organization: OrganizationId, commit: &Commit) -> Self {
        match commit {
            Commit::Nothing => Self::none(),
            Commit::Stage(staged) => {
                Self { receiver: staged.receiver.as_ref().map(ToString::to_string), ..Self::none() }
            }
            Commit::Queue(send) => Self {
                sender: send.submission.sender.to_string(),
                receiver: Some(send.submission.receiver.to_string()),
                document_type: send.submission.document_type.to_string(),
                process: send.submission.process.to_string(),
                job: Some(NewJob {
                    id: send.job.id,
                    kind: SEND_JOB,
                    organization: Some(organization),
                    subject: Some(send.job.submission.0),
                    key: None,
                    run_at: send.job.run_at,
                }),
            },
        }
    }

    const fn none() -> Self {
        Self {
            sender: String::new(),
            receiver: None,
            document_type: String::new(),
            process: String::new(),
            job: None,
        }
    }
}

/// All that a decision keeps, and the answer under its claim.
pub(super) fn steps<'a>(
    organization: OrganizationId,
    commit: &'a Commit,
    texts: &'a Texts,
    claim: Option<(&'a Claim, &'a Answer)>,
    now: OffsetDateTime,
) -> Result<Vec<Step<'a>>> {
    let mut steps = match commit {
        Commit::Nothing => Vec::new(),
        Commit::Stage(staged) => stage(organization, staged, texts, now),
        Commit::Queue(send) => queue(organization, send, texts, now)?,
    };
    if let Some((claim, answer)) = claim {
        let complete = Step::update(answered(answer, now), under_claim(organization.into(), claim));
        steps.push(complete.or(StoreError::LeaseLost));
    }
    Ok(steps)
}

fn stage<'a>(
    organization: OrganizationId,
    staged: &'a StagedDocument,
    texts: &'a Texts,
    now: OffsetDateTime,
) -> Vec<Step<'a>> {
    let row = NewRow {
        into: "staged_documents (organization_id, id, network, receiver, sent, original, \
               expires_at, created_at)",
        values: vec![
            AsId::from(organization).into(),
            AsId(staged.id.0).into(),
            staged.network.name().into(),
            texts.receiver.as_deref().into(),
            (&*staged.document.sent).into(),
            original(&staged.document).into(),
            AsInstant(staged.expires_at).into(),
            AsInstant(now).into(),
        ],
    };
    let document = Some(staged.id.0);
    let told = line(organization, now, TrailKind::Staged, document, None, None, None);
    vec![Step::insert(row), Step::insert(told)]
}

/// First what may be gone or taken, then the credit, which other sends of the organization wait
/// for, then what is only written.
fn queue<'a>(
    organization: OrganizationId,
    send: &'a QueuedSend,
    texts: &'a Texts,
    now: OffsetDateTime,
) -> Result<Vec<Step<'a>>> {
    let submission = &send.submission;
    let taken = || StoreError::Taken(submission.number.clone());
    let mut steps = Vec::with_capacity(9);
    if let Some(staged) = send.unstage {
        steps.push(unstage(organization, staged.0).or(StoreError::NotFound));
    }
    if let Some(invoice) = &send.invoice {
        let once = " ON CONFLICT (organization_id, number) DO NOTHING";
        let row = invoice_row(organization, invoice, now);
        steps.push(Step::insert(row).and(Statement::new(once)).or(taken()));
    }
    steps.push(submitted(organization, send, texts, now).or(taken()));
    if send.reserve > Credits(0) {
        let amount = amount(send.reserve)?;
        let line = entry_row(organization, CreditMove::Reserve, amount, submission.id, now);
        steps.push(reserve(organization, amount).or(StoreError::Conflict));
        steps.push(Step::insert(line));
    }
    steps.push(Step::insert(document_row(organization, submission, &send.document)));
    if let Some(job) = &texts.job {
        steps.push(Step::insert(job_row(job, now)));
    }
    let (document, invoice) = (Some(submission.id.0), Some(submission.invoice.0));
    let number = Some(submission.number.as_str());
    let told = line(organization, now, TrailKind::Queued, document, invoice, number, None);
    steps.push(Step::insert(told));
    Ok(steps)
}

fn unstage<'a>(organization: OrganizationId, id: Uuid) -> Step<'a> {
    let found = Statement::new(" WHERE organization_id = ")
        .value(AsId::from(organization))
        .sql(" AND id = ")
        .value(AsId(id));
    Step::delete(Statement::new("DELETE FROM staged_documents"), found)
}

/// The submission, unless its number is an invoice issued here by now, or that invoice has another
/// submission that has not failed.
fn submitted<'a>(
    organization: OrganizationId,
    send: &'a QueuedSend,
    texts: &'a Texts,
    now: OffsetDateTime,
) -> Step<'a> {
    let row = Step::insert(submission_row(organization, send, texts, now));
    if send.submission.native {
        return row.and(Statement::new(
            " ON CONFLICT (organization_id, invoice_id) WHERE native AND state <> 'failed' \
             DO NOTHING",
        ));
    }
    row.and(
        Statement::new(" AND NOT EXISTS (SELECT 1 FROM invoices AS i WHERE i.organization_id = ")
            .value(AsId::from(organization))
            .sql(" AND i.number = ")
            .value(send.submission.number.as_str())
            .sql(")"),
    )
}

/// `peppol_connector::reserve_credit` in SQL: what is available becomes reserved, if there is
/// enough.
fn reserve<'a>(organization: OrganizationId, amount: i64) -> Step<'a> {
    let head = Statement::new("UPDATE credit_accounts AS c SET available = c.available - ")
        .value(amount)
        .sql(", reserved = c.reserved + ")
        .value(amount);
    let tail = Statement::new(" WHERE c.organization_id = ")
        .value(AsId::from(organization))
        .sql(" AND c.available >= ")
        .value(amount);
    Step::update(head, tail)
}

fn invoice_row(
    organization: OrganizationId,
    invoice: &RecordedInvoice,
    now: OffsetDateTime,
) -> NewRow<'_> {
    NewRow {
        into: "recorded_invoices (organization_id, id, number, variable_symbol, type_code, \
               issue_date, due_date, currency, payable, counterparty, created_at)",
        values: vec![
            AsId::from(organization).into(),
            AsId(invoice.id.0).into(),
            invoice.number.as_str().into(),
            invoice.variable_symbol.as_deref().into(),
            invoice.type_code.as_deref().into(),
            invoice.issue_date.into(),
            invoice.due_date.into(),
            invoice.currency.as_deref().into(),
            invoice.payable.map(AsExact).into(),
            invoice.counterparty.as_deref().into(),
            AsInstant(now).into(),
        ],
    }
}

fn submission_row<'a>(
    organization: OrganizationId,
    send: &'a QueuedSend,
    texts: &'a Texts,
    now: OffsetDateTime,
) -> NewRow<'a> {
    let s = &send.submission;
    NewRow {
        into: "submissions (organization_id, id, invoice_id, native, number, network, state, \
               attempts, doubtful, parked, held, message_id, sender, receiver, document_type, \
               process, created_at, updated_at)",
        values: vec![
            AsId::from(organization).into(),
            AsId(s.id.0).into(),
            AsId(s.invoice.0).into(),
            s.native.into(),
            s.number.as_str().into(),
            s.network.name().into(),
            s.progress.state.name().into(),
            i32::from(s.progress.attempts).into(),
            s.progress.doubtful.into(),
            s.progress.parked.into(),
            send.job.held.into(),
            AsId(s.message_id).into(),
            texts.sender.as_str().into(),
            texts.receiver.as_deref().into(),
            texts.document_type.as_str().into(),
            texts.process.as_str().into(),
            AsInstant(now).into(),
            AsInstant(now).into(),
        ],
    }
}

fn document_row<'a>(
    organization: OrganizationId,
    submission: &Submission,
    document: &'a DocumentBytes,
) -> NewRow<'a> {
    NewRow {
        into: "submission_documents (organization_id, submission_id, sent, original)",
        values: vec![
            AsId::from(organization).into(),
            AsId(submission.id.0).into(),
            (&*document.sent).into(),
            original(document).into(),
        ],
    }
}

/// What came in, if it is not what is sent.
fn original(document: &DocumentBytes) -> Option<&[u8]> {
    let same =
        Arc::ptr_eq(&document.sent, &document.original) || document.sent == document.original;
    (!same).then_some(&*document.original)
}
