//! Lists of received documents by keyset: the newest first, or the oldest.

use super::super::sql::*;
use crate::{error::require_known, network_names as names, sql_types::AsExact};
use access::OrganizationId;
use invoice_responses::response_type_text;
use peppol_connector::{
    identifiers::{MessageId, ParticipantId, ReceivedId},
    inbox::{ReceivedFilter, ReceivedRecord},
};
use persistence::{Cursor, Page, RowId};
use std::sync::LazyLock;
use time::{Date, OffsetDateTime};
use uuid::Uuid;

columns! {
    pub(in super::super) struct ReceivedRow {
        id: Uuid,
        network: String,
        message_id: Uuid,
        transaction_id: String,
        sender: String,
        sender_name: Option<String>,
        receiver: String,
        document_type: String,
        process: String,
        number: Option<String>,
        type_code: Option<String>,
        issue_date: Option<Date>,
        due_date: Option<Date>,
        total: Option<AsExact>,
        payable: Option<AsExact>,
        currency: Option<String>,
        size: i64,
        received_at: OffsetDateTime,
        acknowledged_at: Option<OffsetDateTime>,
    }
}

impl ReceivedRow {
    /// The columns of `received_documents`.
    pub(in super::super) const COLUMNS: Fragment = Fragment(
        "id, network, message_id, transaction_id, sender, sender_name, receiver, document_type,
         process, number, type_code, issue_date, due_date, total, payable, currency, size,
         received_at, acknowledged_at",
    );

    pub(in super::super) fn into_domain(self) -> Result<ReceivedRecord> {
        Ok(ReceivedRecord {
            id: ReceivedId(self.id),
            network: names::network(&self.network)?,
            message_id: MessageId(self.message_id),
            transaction_id: self.transaction_id,
            sender: names::participant(&self.sender)?,
            sender_name: self.sender_name,
            receiver: names::participant(&self.receiver)?,
            document_type: names::document_type(&self.document_type)?,
            process: names::process(&self.process)?,
            number: self.number,
            type_code: self.type_code,
            issue_date: self.issue_date,
            due_date: self.due_date,
            total: self.total.map(|AsExact(total)| total),
            payable: self.payable.map(|AsExact(payable)| payable),
            currency: self.currency,
            size: require_known("size", &self.size.to_string(), u64::try_from(self.size).ok())?,
            received_at: self.received_at,
            acknowledged_at: self.acknowledged_at,
        })
    }
}

pub(in super::super) async fn received(
    conn: &mut ReadConn<'_>,
    organization: OrganizationId,
    filter: &ReceivedFilter,
    after: Option<Cursor>,
    limit: u16,
) -> Result<Page<ReceivedRecord>> {
    let parties = Parties::of(filter);
    let query = query(limit, organization, filter, &parties, after);
    page(query.all(conn).await?, limit, ReceivedRow::into_domain)
}

/// The document type that is left out of lists.
static RESPONSES: LazyLock<String> = LazyLock::new(response_type_text);

/// The longest number in the index by number, which has this condition.
const LONGEST_INDEXED_NUMBER: usize = 200;

/// The participants of a filter in their stored form.
pub(in super::super) struct Parties {
    sender: Option<String>,
    receiver: Option<String>,
}

impl Parties {
    pub(in super::super) fn of(filter: &ReceivedFilter) -> Self {
        let canonical = |id: &Option<ParticipantId>| id.as_ref().map(ParticipantId::canonical);
        Self { sender: canonical(&filter.sender), receiver: canonical(&filter.receiver) }
    }
}

/// The rows of a page and one more, which shows whether more follow, without Invoice Responses: these are shown with
/// their documents. `parties` are the filter's.
pub(in super::super) fn query<'a>(
    limit: u16,
    organization: OrganizationId,
    filter: &'a ReceivedFilter,
    parties: &'a Parties,
    after: Option<Cursor>,
) -> Statement<'a> {
    let acknowledged = filter.acknowledged.map(|yes| match yes {
        true => sql!(" AND acknowledged_at IS NOT NULL"),
        false => sql!(" AND acknowledged_at IS NULL"),
    });
    let number = filter.number.as_deref();
    let indexed = number.filter(|number| number.chars().count() <= LONGEST_INDEXED_NUMBER);
    let (after, order) = placed(filter.oldest_first, after);
    sql!(
        "SELECT {} FROM received_documents WHERE organization_id = {} AND document_type <> {}",
        ReceivedRow::COLUMNS,
        organization,
        RESPONSES.as_str()
    )
    .and(filter.network.map(|network| sql!(" AND network = {}", network.name())))
    .and(acknowledged)
    .and(parties.sender.as_deref().map(|sender| sql!(" AND sender = {}", sender)))
    .and(parties.receiver.as_deref().map(|receiver| sql!(" AND receiver = {}", receiver)))
    .and(number.map(|number| sql!(" AND number = {}", number)))
    .and(indexed.map(|_| sql!(" AND length(number) <= 200")))
    .and(filter.from.map(|from| sql!(" AND received_at >= {}", from)))
    .and(filter.to.map(|to| sql!(" AND received_at < {}", to)))
    .and(after)
    .then(order)
    .then(sql!(" LIMIT {}", i64::from(limit) + 1))
}

/// The rows after a position, and their order. The first term of the condition lets the index seek, the second breaks
/// the tie.
fn placed(
    oldest_first: bool,
    after: Option<Cursor>,
) -> (Option<Statement<'static>>, Statement<'static>) {
    let behind = |Cursor { created_at, id: RowId(id) }| match oldest_first {
        true => sql!(
            " AND received_at >= {at} AND (received_at > {at} OR id > {id})",
            at = created_at,
            id = id
        ),
        false => sql!(
            " AND received_at <= {at} AND (received_at < {at} OR id < {id})",
            at = created_at,
            id = id
        ),
    };
    let order = match oldest_first {
        true => sql!(" ORDER BY received_at, id"),
        false => sql!(" ORDER BY received_at DESC, id DESC"),
    };
    (after.map(behind), order)
}
