//! The rows that a decision stores: one mutation for each, in an order in which two requests do not deadlock.

use super::super::{
    super::{
        events::event_row,
        idempotency::completed,
        invoicing::invoices::{
            history::{EntryColumns, history_row},
            invoice_row::{ContactColumns, InvoiceColumns, contact_row, invoice_row, revise},
            payment_row,
        },
        network::audit::Line,
        queue::job_row,
        sql::*,
    },
    ledger::{amount, entry_row},
};
use access::{Credential, OrganizationId};
use idempotency::{Answer, Lease};
use jobs::NewJob;
use peppol_connector::{
    audit::AuditAction,
    credit::{CreditMove, Credits},
    sending::{
        DocumentBytes, DocumentKey, QueuedSend, RecordedInvoice, SendWrites, StagedDocument,
        Submission,
    },
};
use std::sync::Arc;
use time::OffsetDateTime;
use uuid::Uuid;

/// The owned values that the rows borrow.
pub(super) struct OwnedColumns {
    sender: String,
    receiver: Option<String>,
    document_type: String,
    process: String,
    document_key: Option<DocumentKey>,
    job: Option<NewJob>,
    recorded: Option<RecordedColumns>,
}

/// The owned values of a recorded invoice.
struct RecordedColumns {
    invoice: InvoiceColumns,
    contact: ContactColumns,
    event_ids: Vec<Uuid>,
    entry: Option<EntryColumns>,
}

impl RecordedColumns {
    fn of(recorded: &RecordedInvoice) -> Result<Self> {
        Ok(Self {
            invoice: InvoiceColumns::of(&recorded.invoice)?,
            contact: ContactColumns::of(&recorded.contact)?,
            event_ids: recorded.events.iter().map(|_| Uuid::now_v7()).collect(),
            entry: recorded.entry.as_ref().map(EntryColumns::of),
        })
    }
}

impl OwnedColumns {
    pub(super) fn of(organization: OrganizationId, commit: &SendWrites) -> Result<Self> {
        Ok(match commit {
            SendWrites::Nothing => Self::none(),
            SendWrites::Stage(staged, _) => {
                Self { receiver: staged.receiver.as_ref().map(ToString::to_string), ..Self::none() }
            }
            SendWrites::Queue(send) => Self {
                sender: send.submission.sender.to_string(),
                receiver: Some(send.submission.receiver.to_string()),
                document_type: send.submission.document_type.to_string(),
                process: send.submission.process.to_string(),
                document_key: DocumentKey::of_send(send),
                job: Some(send.job.queued(organization)),
                recorded: send.invoice.as_ref().map(RecordedColumns::of).transpose()?,
            },
        })
    }

    const fn none() -> Self {
        Self {
            sender: String::new(),
            receiver: None,
            document_type: String::new(),
            process: String::new(),
            document_key: None,
            job: None,
            recorded: None,
        }
    }
}

/// All rows of a decision, and the answer under its lease.
pub(super) fn mutations<'a>(
    organization: OrganizationId,
    commit: &'a SendWrites,
    owned: &'a OwnedColumns,
    lease: Option<(&'a Lease, &'a Answer)>,
    now: OffsetDateTime,
) -> Result<Vec<Mutation<'a>>> {
    let mut mutations = match commit {
        SendWrites::Nothing => Vec::new(),
        SendWrites::Stage(staged, by) => stage(organization, (staged, *by), owned, now),
        SendWrites::Queue(send) => queue(organization, send, owned, now)?,
    };
    if let Some((lease, answer)) = lease {
        let complete = Mutation::new(completed(organization.into(), lease, answer, now));
        mutations.push(complete.or(StoreError::LeaseLost));
    }
    Ok(mutations)
}

fn stage<'a>(
    organization: OrganizationId,
    (staged, actor): (&'a StagedDocument, Option<Credential>),
    owned: &'a OwnedColumns,
    now: OffsetDateTime,
) -> Vec<Mutation<'a>> {
    let row = row!("staged_documents",
        organization_id: organization,
        id: staged.id.0,
        network: staged.network.name(),
        receiver: owned.receiver.as_deref(),
        sent: &*staged.document.sent,
        original: original(&staged.document),
        expires_at: staged.expires_at,
        created_at: now,
    );
    let document = Some(staged.id.0);
    let line = Line {
        document,
        actor,
        ..Line::new(organization, now, AuditAction::Staged, staged.network)
    };
    vec![Mutation::insert(row), Mutation::insert(line.row())]
}

/// First the rows that may be gone or taken, then the credit, which other sends of the organization wait for, then all
/// other rows.
fn queue<'a>(
    organization: OrganizationId,
    send: &'a QueuedSend,
    owned: &'a OwnedColumns,
    now: OffsetDateTime,
) -> Result<Vec<Mutation<'a>>> {
    let submission = &send.submission;
    let taken = || StoreError::Taken(submission.number.clone());
    let mut mutations = Vec::with_capacity(9);
    if let Some(staged) = send.unstage {
        mutations.push(unstage(organization, staged.0).or(StoreError::NotFound));
    }
    if let Some((recorded, columns)) = send.invoice.as_ref().zip(owned.recorded.as_ref()) {
        mutations.extend(record(organization, recorded, columns, now));
    }
    if let Some(version) = send.from_version {
        mutations.push(unchanged(organization, submission, version).or(StoreError::Conflict));
    }
    mutations.push(submitted(organization, send, owned, now).or(taken()));
    if send.reserve > Credits(0) {
        let amount = amount(send.reserve)?;
        let entry = entry_row(organization, CreditMove::Reserve, amount, submission.id, now);
        mutations.push(reserve(organization, amount).or(StoreError::Conflict));
        mutations.push(Mutation::insert(entry));
    }
    mutations.push(Mutation::insert(document_row(organization, submission, &send.document)));
    mutations.extend(owned.job.as_ref().map(|job| Mutation::insert(job_row(job, now))));
    let line = Line {
        document: Some(submission.id.0),
        invoice: Some(submission.invoice.0),
        number: Some(submission.number.as_str()),
        actor: send.actor,
        ..Line::new(organization, now, AuditAction::Queued, submission.network)
    };
    mutations.push(Mutation::insert(line.row()));
    Ok(mutations)
}

fn unstage<'a>(organization: OrganizationId, id: Uuid) -> Mutation<'a> {
    Mutation::new(sql!(
        "DELETE FROM staged_documents {using before} WHERE organization_id = {} AND id = {}",
        organization,
        id
    ))
}

/// Checks that the invoice has not changed since its document was made, and locks it until this is committed.
fn unchanged<'a>(
    organization: OrganizationId,
    submission: &Submission,
    version: i32,
) -> Mutation<'a> {
    Mutation::new(sql!(
        "UPDATE invoices AS i SET version = i.version {from before}
         WHERE i.organization_id = {organization} AND i.id = {id} AND i.version = {version}",
        organization = organization,
        id = submission.invoice.0,
        version = version,
    ))
}

/// Inserts the contact, unless it exists, and the invoice if its number is free; or updates the recorded invoice.
fn record<'a>(
    organization: OrganizationId,
    recorded: &'a RecordedInvoice,
    columns: &'a RecordedColumns,
    now: OffsetDateTime,
) -> Vec<Mutation<'a>> {
    let invoice = &recorded.invoice;
    let contact = contact_row(&recorded.contact, &columns.contact, (organization, now));
    let once = sql!(" ON CONFLICT (organization_id, id) DO NOTHING");
    let mut mutations = vec![Mutation::insert(contact).then(once).if_there()];
    if let Some(before) = &recorded.before {
        mutations.push(revise(organization, invoice, &columns.invoice).or(StoreError::Conflict));
        let (owner, basis) = ((organization, invoice.id), columns.invoice.basis());
        mutations.extend(payment_row::change(owner, &before.document, basis));
        let line = recorded.entry.as_ref().zip(columns.entry.as_ref());
        let line = line.map(|(entry, columns)| history_row(owner, entry, columns));
        mutations.extend(line.map(Mutation::insert));
    } else {
        let once = sql!(" ON CONFLICT (organization_id, number) DO NOTHING");
        let row = invoice_row(organization, invoice, None, &columns.invoice);
        let taken = StoreError::Taken(invoice.document.number.clone());
        mutations.push(Mutation::insert(row).then(once).or(taken));
    }
    let events = recorded.events.iter().zip(&columns.event_ids);
    mutations.extend(events.map(|(event, id)| Mutation::insert(event_row(event, *id))));
    mutations
}

/// Inserts the submission, unless another one to the same network that has not failed is for the same document, or for
/// the same invoice issued here.
fn submitted<'a>(
    organization: OrganizationId,
    send: &'a QueuedSend,
    owned: &'a OwnedColumns,
    now: OffsetDateTime,
) -> Mutation<'a> {
    Mutation::insert(submission_row(organization, send, owned, now))
        .then(sql!(" ON CONFLICT DO NOTHING"))
}

/// `peppol_connector::credit::reserve_credit` in SQL: reserves available credit, if there is enough.
fn reserve<'a>(organization: OrganizationId, amount: i64) -> Mutation<'a> {
    Mutation::new(sql!(
        "UPDATE credit_accounts AS c
         SET available = c.available - {amount}, reserved = c.reserved + {amount} {from before}
         WHERE c.organization_id = {organization} AND c.available >= {amount}",
        amount = amount,
        organization = organization,
    ))
}

fn submission_row<'a>(
    organization: OrganizationId,
    send: &'a QueuedSend,
    owned: &'a OwnedColumns,
    now: OffsetDateTime,
) -> NewRow<'a> {
    let s = &send.submission;
    row!("submissions",
        organization_id: organization,
        id: s.id.0,
        invoice_id: s.invoice.0,
        native: s.native,
        number: s.number.as_str(),
        issue_date: s.issue_date,
        type_code: send.type_code.as_deref(),
        network: s.network.name(),
        state: s.progress.state.name(),
        attempts: i32::from(s.progress.attempts),
        ambiguous: s.progress.ambiguous,
        needs_operator: s.progress.needs_operator,
        held: send.job.held,
        message_id: s.message_id,
        sender: owned.sender.as_str(),
        receiver: owned.receiver.as_deref(),
        document_type: owned.document_type.as_str(),
        process: owned.process.as_str(),
        document_key: owned.document_key.as_ref().map(DocumentKey::as_str),
        created_at: now,
        updated_at: now,
    )
}

fn document_row<'a>(
    organization: OrganizationId,
    submission: &Submission,
    document: &'a DocumentBytes,
) -> NewRow<'a> {
    row!("submission_documents",
        organization_id: organization,
        submission_id: submission.id.0,
        sent: &*document.sent,
        original: original(document),
    )
}

/// The original bytes, if they differ from those that are sent.
fn original(document: &DocumentBytes) -> Option<&[u8]> {
    let same =
        Arc::ptr_eq(&document.sent, &document.original) || document.sent == document.original;
    (!same).then_some(&*document.original)
}
