use super::super::{Db, Lane, POSITION_IN_NAME};
use super::keyset::{page, text_that_cannot_be};
use crate::{
    error::{backend, translate},
    schema::contacts,
    sql_types::{AsId, AsInstant, Bool, Text},
};
use access::OrganizationId;
use diesel::{
    dsl::{AsSelect, IntoBoxed, Select, sql},
    prelude::*,
};
use diesel_async::RunQueryDsl;
use invoicing::{Contact, ContactFilter, ContactRow};
use persistence::{Cursor, Page, StoreError};
use time::OffsetDateTime;
use uuid::Uuid;

#[derive(Queryable, Selectable)]
#[diesel(table_name = contacts, check_for_backend(Db))]
pub(super) struct Row {
    id: Uuid,
    party: String,
    created_at: OffsetDateTime,
}

pub(super) type Query<'a> = IntoBoxed<'a, Select<contacts::table, AsSelect<Row, Db>>, Db>;

impl Row {
    fn into_domain(self) -> Result<ContactRow, StoreError> {
        let party = serde_json::from_str(&self.party).map_err(backend)?;
        let contact = Contact { id: self.id, party };
        Ok(ContactRow { contact, created_at: self.created_at })
    }
}

pub(super) async fn contact(
    conn: &mut Lane<'_>,
    organization: OrganizationId,
    id: Uuid,
) -> Result<ContactRow, StoreError> {
    let row: Row = contacts::table
        .find((AsId::from(organization), AsId(id)))
        .select(Row::as_select())
        .first(conn)
        .await
        .map_err(translate)?;
    row.into_domain()
}

/// The contact that an invoice is for, if it is named and there.
pub(super) async fn customer(
    conn: &mut Lane<'_>,
    organization: OrganizationId,
    id: Option<Uuid>,
) -> Result<Option<Contact>, StoreError> {
    let Some(id) = id else { return Ok(None) };
    match contact(conn, organization, id).await {
        Ok(row) => Ok(Some(row.contact)),
        Err(StoreError::NotFound) => Ok(None),
        Err(error) => Err(error),
    }
}

pub(super) async fn contacts(
    conn: &mut Lane<'_>,
    organization: OrganizationId,
    filter: &ContactFilter,
    after: Option<Cursor>,
    limit: u16,
) -> Result<Page<ContactRow>, StoreError> {
    if text_that_cannot_be([&filter.name, &filter.ico, &filter.dic]) {
        return Ok(Page::empty());
    }
    let query = one_more_than(limit, organization, filter, after);
    let rows: Vec<Row> = query.load(conn).await.map_err(translate)?;
    page(rows, limit, Row::into_domain)
}

/// Rows of a page, and one that tells whether there are more.
pub(super) fn one_more_than(
    limit: u16,
    organization: OrganizationId,
    filter: &ContactFilter,
    after: Option<Cursor>,
) -> Query<'_> {
    use contacts::dsl;
    let all = dsl::contacts.select(Row::as_select()).into_boxed();
    let mut query = all.filter(dsl::organization_id.eq(AsId::from(organization)));
    if let Some(part) = filter.search_name() {
        query = query.filter(sql::<Bool>(POSITION_IN_NAME).bind::<Text, _>(part).sql(") > 0"));
    }
    if let Some(ico) = &filter.ico {
        query = query.filter(dsl::ico.eq(ico));
    }
    if let Some(dic) = &filter.dic {
        query = query.filter(dsl::dic.eq(dic));
    }
    if let Some(Cursor { created_at, id }) = after {
        // the first term lets the index seek, the second breaks the tie
        query = query
            .filter(dsl::created_at.le(AsInstant(created_at)))
            .filter(dsl::created_at.lt(AsInstant(created_at)).or(dsl::id.lt(AsId(id))));
    }
    query.order((dsl::created_at.desc(), dsl::id.desc())).limit(i64::from(limit) + 1)
}
