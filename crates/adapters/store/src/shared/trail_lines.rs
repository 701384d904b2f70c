//! The trail: the oldest line first, by keyset.

use super::super::{Db, Lane};
use super::keyset::page;
use crate::{
    error::translate,
    network_names as names,
    schema::peppol_trail,
    sql_types::{AsId, AsInstant},
};
use access::OrganizationId;
use diesel::{
    dsl::{AsSelect, IntoBoxed, Select},
    prelude::*,
};
use diesel_async::RunQueryDsl;
use peppol_connector::{TrailFilter, TrailLine};
use persistence::{Cursor, Page, StoreError};
use time::OffsetDateTime;
use uuid::Uuid;

#[derive(Queryable, Selectable)]
#[diesel(table_name = peppol_trail, check_for_backend(Db))]
pub(super) struct LineRow {
    id: Uuid,
    at: OffsetDateTime,
    event: String,
    document_id: Option<Uuid>,
    invoice_id: Option<Uuid>,
    number: Option<String>,
    detail: Option<String>,
}

impl LineRow {
    fn into_domain(self) -> Result<TrailLine, StoreError> {
        Ok(TrailLine {
            id: self.id,
            at: self.at,
            event: names::trail_kind(&self.event)?,
            document_id: self.document_id,
            invoice_id: self.invoice_id,
            number: self.number,
            detail: self.detail,
        })
    }
}

pub(super) type Query<'a> = IntoBoxed<'a, Select<peppol_trail::table, AsSelect<LineRow, Db>>, Db>;

pub(super) async fn trail(
    conn: &mut Lane<'_>,
    organization: OrganizationId,
    filter: &TrailFilter,
    after: Option<Cursor>,
    limit: u16,
) -> Result<Page<TrailLine>, StoreError> {
    let query = one_more_than(limit, organization, filter, after);
    let rows: Vec<LineRow> = query.load(conn).await.map_err(translate)?;
    page(rows, limit, LineRow::into_domain)
}

/// Rows of a page, and one that tells whether there are more.
pub(super) fn one_more_than<'a>(
    limit: u16,
    organization: OrganizationId,
    filter: &TrailFilter,
    after: Option<Cursor>,
) -> Query<'a> {
    use peppol_trail::dsl;
    let all = dsl::peppol_trail.select(LineRow::as_select()).into_boxed();
    let mut query = all.filter(dsl::organization_id.eq(AsId::from(organization)));
    if let Some(document) = filter.document {
        query = query.filter(dsl::document_id.eq(AsId(document)));
    }
    if let Some(event) = filter.event {
        query = query.filter(dsl::event.eq(event.name()));
    }
    if let Some(from) = filter.from {
        query = query.filter(dsl::at.ge(AsInstant(from)));
    }
    if let Some(to) = filter.to {
        query = query.filter(dsl::at.lt(AsInstant(to)));
    }
    if let Some(Cursor { created_at: at, id }) = after {
        // the first term lets the index seek, the second breaks the tie
        query = query
            .filter(dsl::at.ge(AsInstant(at)))
            .filter(dsl::at.gt(AsInstant(at)).or(dsl::id.gt(AsId(id))));
    }
    query.order((dsl::at.asc(), dsl::id.asc())).limit(i64::from(limit) + 1)
}
