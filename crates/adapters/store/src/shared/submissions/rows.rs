//! Submissions as they lie in the database.

use super::super::statement::Statement;
use crate::{
    error::backend,
    network_names::{document_type, network, participant, process, state},
    sql_types::{AsId, Bool, Id, Integer, Text},
};
use access::OrganizationId;
use diesel::Queryable;
use peppol_connector::{Progress, RecordedInvoiceId, Submission, SubmissionId};
use persistence::StoreError;
use uuid::Uuid;

type Result<T> = std::result::Result<T, StoreError>;

/// Of the table `submissions AS s`.
pub(super) const COLUMNS: &str = "s.id, s.invoice_id, s.native, s.number, s.network, s.state, \
     s.attempts, s.doubtful, s.parked, s.message_id, s.sender, s.receiver, s.document_type, \
     s.process";

pub(super) type Columns =
    (Id, Id, Bool, Text, Text, Text, Integer, Bool, Bool, Id, Text, Text, Text, Text);

#[derive(Queryable)]
pub(super) struct Row {
    id: Uuid,
    invoice: Uuid,
    native: bool,
    number: String,
    network: String,
    state: String,
    attempts: i32,
    doubtful: bool,
    parked: bool,
    message_id: Uuid,
    sender: String,
    receiver: String,
    document_type: String,
    process: String,
}

impl Row {
    pub(super) fn into_domain(self) -> Result<Submission> {
        let attempts = u16::try_from(self.attempts).map_err(backend)?;
        self.read(attempts)
    }

    fn read(self, attempts: u16) -> std::result::Result<Submission, StoreError> {
        Ok(Submission {
            id: SubmissionId(self.id),
            network: network(&self.network)?,
            progress: Progress {
                state: state(&self.state)?,
                attempts,
                doubtful: self.doubtful,
                parked: self.parked,
            },
            invoice: RecordedInvoiceId(self.invoice),
            native: self.native,
            number: self.number,
            message_id: self.message_id,
            sender: participant(&self.sender)?,
            receiver: participant(&self.receiver)?,
            document_type: document_type(&self.document_type)?,
            process: process(&self.process)?,
        })
    }
}

/// The query of a submission; `suffix` may lock it.
pub(super) fn one<'a>(
    organization: OrganizationId,
    id: SubmissionId,
    suffix: &'static str,
) -> Statement<'a, Columns> {
    Statement::new("SELECT ")
        .sql(COLUMNS)
        .sql(" FROM submissions AS s WHERE s.organization_id = ")
        .value(AsId::from(organization))
        .sql(" AND s.id = ")
        .value(AsId(id.0))
        .sql(suffix)
}
