//! Message level statuses that are owed to other access points for their messages.

use super::super::{super::commit_mutations, sql::*};
use crate::{error::backend, network_names as names};
use access::OrganizationId;
use peppol_connector::{
    identifiers::{MessageId, ReceivedId},
    inbox::{
        NewStatus, OutgoingStatus, OwedStatus, ReceivedMessage, ReceivedRecord, STATUS_DUE,
        StatusRequest, StatusState,
    },
    ports::StatusStore,
    submissions::FlightAttempt,
};
use time::OffsetDateTime;
use uuid::Uuid;

columns! {
    struct StatusRow {
        status_id: Uuid,
        sender: String,
        state: String,
        response: Option<String>,
        document: Option<Vec<u8>>,
        receiver: Option<String>,
        otherwise: Option<String>,
        attempts: i32,
        error: Option<String>,
        receipt: Option<Vec<u8>>,
        due_at: OffsetDateTime,
        ended_at: Option<OffsetDateTime>,
        version: i32,
        provider: String,
        message_id: String,
        instance: String,
        status_to: Option<String>,
        status_always: bool,
    }
}

impl StatusRow {
    /// The columns of `message_statuses AS s` and `received_messages AS m`.
    const COLUMNS: Fragment = Fragment(
        "s.status_id, s.sender, s.state, s.response, s.document, s.receiver, s.otherwise,
         s.attempts, s.error, s.receipt, s.due_at, s.ended_at, s.version,
         m.provider, m.message_id, m.instance, m.status_to, m.status_always",
    );

    fn into_domain(self) -> Result<OwedStatus> {
        let participant = |text: Option<String>| text.map(|text| names::participant(&text));
        let sent = self.response.zip(self.document).zip(participant(self.receiver).transpose()?);
        let otherwise = participant(self.otherwise).transpose()?;
        Ok(OwedStatus {
            message_id: MessageId(self.status_id),
            from: names::participant(&self.sender)?,
            about: ReceivedMessage {
                provider: self.provider,
                message_id: self.message_id,
                instance: self.instance,
                status: StatusRequest { to: self.status_to, always: self.status_always },
            },
            state: names::status_state(&self.state)?,
            outgoing: sent.map(|((response, document), to)| OutgoingStatus {
                response,
                document: document.into(),
                to,
                otherwise,
            }),
            attempts: u16::try_from(self.attempts).unwrap_or(u16::MAX),
            error: self.error,
            receipt: self.receipt,
            due_at: self.due_at,
            ended_at: self.ended_at,
            version: self.version,
        })
    }
}

columns! {
    struct AttemptRow {
        began_at: OffsetDateTime,
        ended_at: OffsetDateTime,
        error: Option<String>,
        hops: String,
    }
}

impl AttemptRow {
    fn into_domain(self) -> Result<FlightAttempt> {
        let Self { began_at, ended_at, error, hops } = self;
        let hops = serde_json::from_str(&hops).map_err(backend)?;
        Ok(FlightAttempt::over(began_at, ended_at, error, hops))
    }
}

#[cfg_attr(not(test), compiled_once::compiled_once)]
impl StatusStore for Backend {
    async fn owed_status(
        &self,
        organization: OrganizationId,
        id: ReceivedId,
    ) -> Result<OwedStatus> {
        let mut conn = self.reader().await?;
        let query = sql!(
            "SELECT {} FROM message_statuses AS s
             JOIN received_messages AS m
               ON m.organization_id = s.organization_id AND m.received_id = s.received_id
             WHERE s.organization_id = {} AND s.received_id = {}",
            StatusRow::COLUMNS,
            organization,
            id.0
        );
        query.one::<StatusRow>(read_conn!(conn)).await?.into_domain()
    }

    async fn advance_status(
        &self,
        organization: OrganizationId,
        id: ReceivedId,
        after: &OwedStatus,
        attempt: Option<&FlightAttempt>,
    ) -> Result<()> {
        let outgoing = after.outgoing.as_ref();
        let to = outgoing.map(|sent| sent.to.to_string());
        let otherwise = outgoing.and_then(|sent| sent.otherwise.as_ref()).map(ToString::to_string);
        let update = sql!(
            "UPDATE message_statuses SET state = {}, response = {}, document = {}, receiver = {},
                otherwise = {}, attempts = {}, error = {}, receipt = {}, ended_at = {}, version = {}
             {from before} WHERE organization_id = {} AND received_id = {} AND version = {}",
            after.state.name(),
            outgoing.map(|sent| &*sent.response),
            outgoing.map(|sent| &*sent.document),
            to.as_deref(),
            otherwise.as_deref(),
            i32::from(after.attempts),
            after.error.as_deref(),
            after.receipt.as_deref(),
            after.ended_at,
            after.version,
            organization,
            id.0,
            after.version - 1
        );
        let hops = attempt.map(|attempt| serde_json::to_string(&attempt.hops));
        let hops = hops.transpose().map_err(backend)?;
        let kept = attempt.zip(hops.as_deref());
        let kept = kept.map(|(attempt, hops)| attempt_row(organization, id, attempt, hops));
        let mut mutations = vec![Mutation::new(update).or(StoreError::Conflict)];
        mutations.extend(kept.map(Mutation::insert));
        commit_mutations(self, mutations).await
    }

    async fn status_attempts(
        &self,
        organization: OrganizationId,
        id: ReceivedId,
    ) -> Result<Vec<FlightAttempt>> {
        let mut conn = self.reader().await?;
        let query = sql!(
            "SELECT began_at, ended_at, error, hops FROM message_status_attempts
             WHERE organization_id = {} AND received_id = {} ORDER BY ended_at, id",
            organization,
            id.0
        );
        let rows: Vec<AttemptRow> = query.all(read_conn!(conn)).await?;
        rows.into_iter().map(AttemptRow::into_domain).collect()
    }
}

/// An attempt to send a status, with its hops as JSON.
fn attempt_row<'a>(
    organization: OrganizationId,
    id: ReceivedId,
    attempt: &'a FlightAttempt,
    hops: &'a str,
) -> NewRow<'a> {
    row!("message_status_attempts",
        organization_id: organization,
        received_id: id.0,
        id: Uuid::now_v7(),
        began_at: attempt.began_at,
        ended_at: attempt.ended_at.unwrap_or(attempt.began_at),
        error: attempt.error.as_deref(),
        hops: hops,
    )
}

/// The status that is stored with its message.
pub(in super::super) fn status_row<'a>(
    organization: OrganizationId,
    record: &ReceivedRecord,
    status: &NewStatus,
    sender: &'a str,
) -> NewRow<'a> {
    row!("message_statuses",
        organization_id: organization,
        received_id: record.id.0,
        status_id: status.message_id,
        sender: sender,
        state: StatusState::Waiting.name(),
        attempts: 0_i32,
        due_at: record.received_at.saturating_add(STATUS_DUE),
        version: 0_i32,
    )
}
