//! The list of received documents: the newest first, by keyset.

use super::super::{Db, Lane};
use super::keyset::{page, text_that_cannot_be};
use crate::{
    error::{known, translate},
    network_names as names,
    schema::received_documents,
    sql_types::{AsId, AsInstant, Bool},
};
use access::OrganizationId;
use diesel::{
    dsl::{AsSelect, IntoBoxed, Select, sql},
    prelude::*,
};
use diesel_async::RunQueryDsl;
use peppol_connector::{ParticipantId, ReceivedFilter, ReceivedId, ReceivedRecord};
use persistence::{Cursor, Page, StoreError};
use rust_decimal::Decimal;
use time::{Date, OffsetDateTime};
use uuid::Uuid;

#[derive(Queryable, Selectable)]
#[diesel(table_name = received_documents, check_for_backend(Db))]
pub(super) struct ReceivedRow {
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
    payable: Option<Decimal>,
    currency: Option<String>,
    size: i64,
    received_at: OffsetDateTime,
    acknowledged_at: Option<OffsetDateTime>,
}

impl ReceivedRow {
    pub(super) fn into_domain(self) -> Result<ReceivedRecord, StoreError> {
        Ok(ReceivedRecord {
            id: ReceivedId(self.id),
            network: names::network(&self.network)?,
            message_id: self.message_id,
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
            payable: self.payable,
            currency: self.currency,
            size: known("size", &self.size.to_string(), u64::try_from(self.size).ok())?,
            received_at: self.received_at,
            acknowledged_at: self.acknowledged_at,
        })
    }
}

pub(super) type Query<'a> =
    IntoBoxed<'a, Select<received_documents::table, AsSelect<ReceivedRow, Db>>, Db>;

pub(super) async fn received(
    conn: &mut Lane<'_>,
    organization: OrganizationId,
    filter: &ReceivedFilter,
    after: Option<Cursor>,
    limit: u16,
) -> Result<Page<ReceivedRecord>, StoreError> {
    if text_that_cannot_be([&filter.number]) {
        return Ok(Page::empty());
    }
    let query = one_more_than(limit, organization, filter, after);
    let rows: Vec<ReceivedRow> = query.load(conn).await.map_err(translate)?;
    page(rows, limit, ReceivedRow::into_domain)
}

/// Numbers up to here are in the index by number, which has this condition.
const LONGEST_INDEXED_NUMBER: usize = 200;
const IS_INDEXED: &str = "length(received_documents.number) <= 200";

fn filtered<'a>(mut query: Query<'a>, filter: &'a ReceivedFilter) -> Query<'a> {
    use received_documents::dsl;
    match filter.acknowledged {
        Some(true) => query = query.filter(dsl::acknowledged_at.is_not_null()),
        Some(false) => query = query.filter(dsl::acknowledged_at.is_null()),
        None => {}
    }
    if let Some(sender) = filter.sender.as_ref().map(ParticipantId::canonical) {
        query = query.filter(dsl::sender.eq(sender));
    }
    if let Some(number) = &filter.number {
        query = query.filter(dsl::number.eq(number));
        if number.chars().count() <= LONGEST_INDEXED_NUMBER {
            query = query.filter(sql::<Bool>(IS_INDEXED));
        }
    }
    if let Some(from) = filter.from {
        query = query.filter(dsl::received_at.ge(AsInstant(from)));
    }
    if let Some(to) = filter.to {
        query = query.filter(dsl::received_at.lt(AsInstant(to)));
    }
    query
}

/// Rows of a page, and one that tells whether there are more.
pub(super) fn one_more_than(
    limit: u16,
    organization: OrganizationId,
    filter: &ReceivedFilter,
    after: Option<Cursor>,
) -> Query<'_> {
    use received_documents::dsl;
    let all = dsl::received_documents.select(ReceivedRow::as_select()).into_boxed();
    let own = all.filter(dsl::organization_id.eq(AsId::from(organization)));
    let mut query = filtered(own, filter);
    if let Some(Cursor { created_at: at, id }) = after {
        // the first term lets the index seek, the second breaks the tie
        query = query
            .filter(dsl::received_at.le(AsInstant(at)))
            .filter(dsl::received_at.lt(AsInstant(at)).or(dsl::id.lt(AsId(id))));
    }
    query.order((dsl::received_at.desc(), dsl::id.desc())).limit(i64::from(limit) + 1)
}
