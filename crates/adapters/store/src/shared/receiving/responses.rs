//! Invoice Responses, sent and received.

use super::{
    super::{
        idempotency::answer, network::accounts::account_row, queue::job_row,
        sending::submissions::SubmissionRow, sql::*,
    },
    arrivals,
    packed::unpack,
};
use crate::{error::backend, network_names as names};
use access::OrganizationId;
use events::NewEvent;
use idempotency::{Answer, Lease};
use invoice_responses::{
    Between, InvoiceResponse, LOOKED_AT, NetworkStatus, ReceivedResponse, ResponseId,
    ResponseInbox, ResponseStore, ResponsesOf, SentDocument, SentResponse,
};
use jobs::JobId;
use peppol_connector::{
    identifiers::{InvoiceId, Network, ReceivedId, SubmissionId},
    inbox::{Arrival, ReceivedDocument},
    sending::SendMode,
};
use time::OffsetDateTime;
use uuid::Uuid;

columns! {
    struct SentRow {
        id: Uuid,
        received_id: Uuid,
        position: i32,
        network: String,
        sender: String,
        receiver: String,
        document: String,
        state: String,
        attempts: i32,
        error: Option<String>,
        receipt: Option<Vec<u8>>,
        created_at: OffsetDateTime,
        updated_at: OffsetDateTime,
        answered_at: Option<OffsetDateTime>,
        version: i32,
    }
}

impl SentRow {
    /// The columns of `sent_responses`.
    const COLUMNS: Fragment = Fragment(
        "id, received_id, position, network, sender, receiver, document, state, attempts, error,
         receipt, created_at, updated_at, answered_at, version",
    );

    fn into_domain(self) -> Result<SentResponse> {
        Ok(SentResponse {
            id: ResponseId(self.id),
            received: ReceivedId(self.received_id),
            position: u16::try_from(self.position).map_err(backend)?,
            network: names::network(&self.network)?,
            from: names::participant(&self.sender)?,
            to: names::participant(&self.receiver)?,
            response: InvoiceResponse::read(self.document.as_bytes()).map_err(backend)?,
            document: self.document,
            state: names::response_state(&self.state)?,
            attempts: u16::try_from(self.attempts).unwrap_or(u16::MAX),
            error: self.error,
            receipt: self.receipt,
            created_at: self.created_at,
            updated_at: self.updated_at,
            answered_at: self.answered_at,
            version: self.version,
        })
    }
}

columns! {
    struct ReceivedRow {
        id: Uuid,
        network: String,
        submission_id: Uuid,
        invoice_id: Uuid,
        received_at: OffsetDateTime,
        document: Vec<u8>,
        packed: bool,
    }
}

impl ReceivedRow {
    async fn into_domain(self) -> Result<ReceivedResponse> {
        let document = unpack(self.document, self.packed).await?;
        Ok(ReceivedResponse {
            id: ReceivedId(self.id),
            network: names::network(&self.network)?,
            submission: SubmissionId(self.submission_id),
            invoice: InvoiceId(self.invoice_id),
            response: InvoiceResponse::read(&document).map_err(backend)?,
            received_at: self.received_at,
        })
    }
}

columns! {
    struct TypeRow {
        type_code: Option<String>,
    }
}

/// The submissions under a number between two participants, the newest first. The invoice with the number is found by
/// an index: `CROSS` keeps SQLite from scanning all submissions instead.
fn numbered<'a>(
    organization: OrganizationId,
    (network, from, to): (Network, &'a str, &'a str),
    number: &'a str,
) -> Statement<'a> {
    sql!(
        "SELECT {columns}, s.type_code
         FROM (SELECT i.id FROM invoices AS i
               WHERE i.organization_id = {organization} AND i.number = {number}) AS numbered
         CROSS JOIN submissions AS s
         WHERE s.invoice_id = numbered.id AND s.organization_id = {organization}
           AND s.network = {network} AND lower(s.sender) = {from} AND lower(s.receiver) = {to}
         ORDER BY s.created_at DESC, s.id DESC LIMIT {limit}",
        columns = SubmissionRow::COLUMNS,
        organization = organization,
        number = number,
        network = network.name(),
        from = from,
        to = to,
        limit = i64::from(LOOKED_AT),
    )
}

#[cfg_attr(not(test), compiled_once::compiled_once)]
impl ResponseInbox for Backend {
    async fn takes_responses(&self, organization: OrganizationId) -> Result<bool> {
        let query = sql!(
            "SELECT a.takes_responses FROM organizations o
             LEFT JOIN peppol_accounts a ON a.organization_id = o.id WHERE o.id = {}",
            organization
        );
        let mut conn = self.reader().await?;
        let takes: Option<bool> = query.one(read_conn!(conn)).await?;
        Ok(takes.unwrap_or(false))
    }

    async fn documents_numbered(
        &self,
        organization: OrganizationId,
        between: Between<'_>,
        number: &str,
    ) -> Result<Vec<SentDocument>> {
        let Between { network, sender, receiver } = between;
        let (from, to) = (sender.canonical(), receiver.canonical());
        let mut conn = self.reader().await?;
        let rows: Vec<Both<SubmissionRow, TypeRow>> =
            numbered(organization, (network, &from, &to), number).all(read_conn!(conn)).await?;
        let read = |Both(sent, TypeRow { type_code }): Both<SubmissionRow, TypeRow>| {
            Ok(SentDocument::of(sent.into_domain()?, type_code))
        };
        rows.into_iter().map(read).collect()
    }

    async fn receive_response(
        &self,
        organization: OrganizationId,
        document: &ReceivedDocument,
        attached: Option<(&ReceivedResponse, &NewEvent)>,
    ) -> Result<Arrival> {
        let events = attached.map(|(_, event)| std::slice::from_ref(event)).unwrap_or_default();
        let row = attached.map(|(response, _)| attached_row(organization, response));
        arrivals::receive(self, organization, document, events, row).await
    }
}

#[cfg_attr(not(test), compiled_once::compiled_once)]
impl ResponseStore for Backend {
    async fn responses_to(
        &self,
        organization: OrganizationId,
        received: ReceivedId,
    ) -> Result<Vec<SentResponse>> {
        let mut conn = self.reader().await?;
        let query = sql!(
            "SELECT {} FROM sent_responses WHERE organization_id = {} AND received_id = {}
             ORDER BY position",
            SentRow::COLUMNS,
            organization,
            received.0
        );
        let rows: Vec<SentRow> = query.all(read_conn!(conn)).await?;
        rows.into_iter().map(SentRow::into_domain).collect()
    }

    async fn add_response(
        &self,
        organization: OrganizationId,
        new: Option<(&SentResponse, JobId)>,
        answered: Option<(&Lease, &Answer)>,
        now: OffsetDateTime,
    ) -> Result<()> {
        within!(self, conn => async {
            add(conn, organization, new).await?;
            answer(conn, organization, answered, now).await
        })
    }

    async fn sent_response(
        &self,
        organization: OrganizationId,
        id: ResponseId,
    ) -> Result<SentResponse> {
        let mut conn = self.reader().await?;
        let query = sql!(
            "SELECT {} FROM sent_responses WHERE organization_id = {} AND id = {}",
            SentRow::COLUMNS,
            organization,
            id.0
        );
        query.one::<SentRow>(read_conn!(conn)).await?.into_domain()
    }

    async fn advance_response(
        &self,
        organization: OrganizationId,
        after: &SentResponse,
    ) -> Result<()> {
        let update = sql!(
            "UPDATE sent_responses SET state = {}, attempts = {}, error = {}, receipt = {},
               updated_at = {}, answered_at = {}, version = {}
             WHERE organization_id = {} AND id = {} AND version = {}",
            after.state.name(),
            i32::from(after.attempts),
            after.error.as_deref(),
            after.receipt.as_deref(),
            after.updated_at,
            after.answered_at,
            after.version,
            organization,
            after.id.0,
            after.version - 1
        );
        let mut conn = self.writer().await?;
        super::super::once(update.execute(&mut conn).await?)
    }

    async fn response_sent_as(
        &self,
        network: Network,
        id: ResponseId,
    ) -> Result<Option<OrganizationId>> {
        let mut conn = self.reader().await?;
        let query = sql!(
            "SELECT organization_id FROM sent_responses WHERE id = {} AND network = {}",
            id.0,
            network.name()
        );
        let owner: Option<Uuid> = query.first(read_conn!(conn)).await?;
        Ok(owner.map(OrganizationId))
    }

    async fn received_responses(
        &self,
        organization: OrganizationId,
        of: ResponsesOf,
    ) -> Result<Vec<ReceivedResponse>> {
        let of = match of {
            ResponsesOf::Invoice(invoice, network) => {
                sql!(" AND r.invoice_id = {} AND r.network = {}", invoice.0, network.name())
            }
            ResponsesOf::Document(submission) => sql!(" AND r.submission_id = {}", submission.0),
        };
        let query = sql!(
            "SELECT r.id, r.network, r.submission_id, r.invoice_id, r.received_at, c.document, c.packed
             FROM received_responses AS r JOIN received_contents AS c
               ON c.organization_id = r.organization_id AND c.received_id = r.id
             WHERE r.organization_id = {}",
            organization
        );
        // a buyer may send many, so only the latest are read
        let query = query.then(of).then(sql!(" ORDER BY r.received_at DESC, r.id DESC LIMIT 100"));
        let rows: Vec<ReceivedRow> = {
            let mut conn = self.reader().await?;
            query.all(read_conn!(conn)).await?
        };
        let mut responses = Vec::new();
        for row in rows.into_iter().rev() {
            responses.push(row.into_domain().await?);
        }
        Ok(responses)
    }

    async fn network_standings(
        &self,
        organization: OrganizationId,
        network: Network,
        invoices: &[InvoiceId],
    ) -> Result<Vec<NetworkStatus>> {
        super::network_status::of(self, organization, network, invoices).await
    }

    async fn is_attached(&self, organization: OrganizationId, id: ReceivedId) -> Result<bool> {
        let query = sql!(
            "SELECT id FROM received_responses WHERE organization_id = {} AND id = {}",
            organization,
            id.0
        );
        let mut conn = self.reader().await?;
        let found: Option<Uuid> = query.first(read_conn!(conn)).await?;
        Ok(found.is_some())
    }

    async fn set_takes_responses(&self, organization: OrganizationId, takes: bool) -> Result<()> {
        let make = account_row(organization, (SendMode::default().name(), None), false).insert();
        let make = make.then(sql!(" ON CONFLICT (organization_id) DO NOTHING"));
        let set = sql!(
            "UPDATE peppol_accounts SET takes_responses = {} WHERE organization_id = {}",
            takes,
            organization
        );
        let mut conn = self.writer().await?;
        make.execute(&mut conn).await?;
        set.execute(&mut conn).await.map(drop)
    }
}

/// Within the caller's transaction.
async fn add(
    conn: &mut Conn,
    organization: OrganizationId,
    new: Option<(&SentResponse, JobId)>,
) -> Result<()> {
    let Some((response, job)) = new else { return Ok(()) };
    let (from, to) = (response.from.canonical(), response.to.canonical());
    let row = row!("sent_responses",
        organization_id: organization,
        id: response.id.0,
        received_id: response.received.0,
        position: i32::from(response.position),
        network: response.network.name(),
        sender: from.as_str(),
        receiver: to.as_str(),
        document: response.document.as_str(),
        state: response.state.name(),
        attempts: i32::from(response.attempts),
        error: response.error.as_deref(),
        receipt: response.receipt.as_deref(),
        created_at: response.created_at,
        updated_at: response.updated_at,
        answered_at: response.answered_at,
        version: response.version,
    );
    let once = sql!(" ON CONFLICT (organization_id, received_id, position) DO NOTHING");
    super::super::once(row.insert().then(once).execute(conn).await?)?;
    let job = response.job(job, organization);
    job_row(&job, response.created_at).insert().execute(conn).await.map(drop)
}

/// The row that attaches a response to a sent document.
fn attached_row(organization: OrganizationId, response: &ReceivedResponse) -> NewRow<'static> {
    row!("received_responses",
        organization_id: organization,
        id: response.id.0,
        network: response.network.name(),
        submission_id: response.submission.0,
        invoice_id: response.invoice.0,
        received_at: response.received_at,
        status: response.response.status.name(),
    )
}
