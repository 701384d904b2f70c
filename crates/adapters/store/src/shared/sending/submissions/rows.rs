//! Rows of submissions.

use super::super::super::sql::*;
use crate::{
    error::backend,
    network_names::{document_type, network, participant, process, state},
};
use access::OrganizationId;
use peppol_connector::{
    identifiers::{InvoiceId, MessageId, SubmissionId},
    sending::Submission,
    submissions::Progress,
};
use time::{Date, OffsetDateTime};
use uuid::Uuid;

columns! {
    pub(in super::super::super) struct SubmissionRow {
        id: Uuid,
        invoice_id: Uuid,
        native: bool,
        number: String,
        issue_date: Option<Date>,
        network: String,
        state: String,
        attempts: i32,
        ambiguous: bool,
        needs_operator: bool,
        message_id: Uuid,
        sender: String,
        receiver: String,
        document_type: String,
        process: String,
        created_at: OffsetDateTime,
    }
}

impl SubmissionRow {
    /// The columns of `submissions AS s`.
    pub(in super::super::super) const COLUMNS: Fragment = Fragment(
        "s.id, s.invoice_id, s.native, s.number, s.issue_date, s.network, s.state, s.attempts,
         s.ambiguous, s.needs_operator, s.message_id, s.sender, s.receiver, s.document_type, s.process,
         s.created_at",
    );

    pub(in super::super::super) fn into_domain(self) -> Result<Submission> {
        Ok(Submission {
            id: SubmissionId(self.id),
            network: network(&self.network)?,
            progress: Progress {
                state: state(&self.state)?,
                attempts: u16::try_from(self.attempts).map_err(backend)?,
                ambiguous: self.ambiguous,
                needs_operator: self.needs_operator,
            },
            invoice: InvoiceId(self.invoice_id),
            native: self.native,
            number: self.number,
            issue_date: self.issue_date,
            message_id: MessageId(self.message_id),
            sender: participant(&self.sender)?,
            receiver: participant(&self.receiver)?,
            document_type: document_type(&self.document_type)?,
            process: process(&self.process)?,
            queued_at: self.created_at,
        })
    }
}

columns! {
    struct SentRow {
        sent: Vec<u8>,
    }
}

/// The submission with the document to send, in one round trip.
pub(super) async fn with_document(
    conn: &mut ReadConn<'_>,
    organization: OrganizationId,
    id: SubmissionId,
) -> Result<(Submission, Vec<u8>)> {
    let query = sql!(
        "SELECT {}, d.sent FROM submissions AS s JOIN submission_documents AS d
           ON d.organization_id = s.organization_id AND d.submission_id = s.id
         WHERE s.organization_id = {} AND s.id = {}",
        SubmissionRow::COLUMNS,
        organization,
        id.0
    );
    let Both(submission, SentRow { sent }): Both<SubmissionRow, SentRow> = query.one(conn).await?;
    Ok((submission.into_domain()?, sent))
}

/// The submission, locked until the transaction ends.
pub(super) async fn locked(
    conn: &mut Conn,
    organization: OrganizationId,
    id: SubmissionId,
) -> Result<Submission> {
    let query = sql!(
        "SELECT {} FROM submissions AS s WHERE s.organization_id = {} AND s.id = {} {for_update}",
        SubmissionRow::COLUMNS,
        organization,
        id.0
    );
    query.one::<SubmissionRow>(conn).await?.into_domain()
}
