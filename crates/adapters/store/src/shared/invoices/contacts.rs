use super::super::sql::*;
use crate::error::backend;
use access::OrganizationId;
use invoicing::{Contact, ContactFilter, ContactRow};
use persistence::{Cursor, Page};
use time::OffsetDateTime;
use uuid::Uuid;

columns! {
    struct Row {
        id: Uuid,
        party: String,
        created_at: OffsetDateTime,
    }
}

impl Row {
    fn into_domain(self) -> Result<ContactRow> {
        let party = serde_json::from_str(&self.party).map_err(backend)?;
        let contact = Contact { id: self.id, party };
        Ok(ContactRow { contact, created_at: self.created_at })
    }
}

pub(super) async fn contact(
    conn: &mut ReadConn<'_>,
    organization: OrganizationId,
    id: Uuid,
) -> Result<ContactRow> {
    let query = sql!(
        "SELECT id, party, created_at FROM contacts WHERE organization_id = {} AND id = {}",
        organization,
        id
    );
    query.one::<Row>(conn).await?.into_domain()
}

/// The contact that an invoice is for, if it is named and there.
pub(super) async fn customer(
    conn: &mut ReadConn<'_>,
    organization: OrganizationId,
    id: Option<Uuid>,
) -> Result<Option<Contact>> {
    let Some(id) = id else { return Ok(None) };
    match contact(conn, organization, id).await {
        Ok(row) => Ok(Some(row.contact)),
        Err(StoreError::NotFound) => Ok(None),
        Err(error) => Err(error),
    }
}

pub(super) async fn contacts(
    conn: &mut ReadConn<'_>,
    organization: OrganizationId,
    filter: &ContactFilter,
    after: Option<Cursor>,
    limit: u16,
) -> Result<Page<ContactRow>> {
    let name = filter.search_name();
    let rows = query(limit, organization, filter, name.as_deref(), after).all(conn).await?;
    page(rows, limit, Row::into_domain)
}

/// Rows of a page, and one that shows whether there are more. `name` is looked for in the names.
pub(in super::super) fn query<'a>(
    limit: u16,
    organization: OrganizationId,
    filter: &'a ContactFilter,
    name: Option<&'a str>,
    after: Option<Cursor>,
) -> Statement<'a> {
    let own =
        sql!("SELECT id, party, created_at FROM contacts WHERE organization_id = {}", organization);
    let filtered = own
        .and(name.map(|part| sql!(" AND {position}(search_name, {}) > 0", part)))
        .and(filter.ico.as_deref().map(|ico| sql!(" AND ico = {}", ico)))
        .and(filter.dic.as_deref().map(|dic| sql!(" AND dic = {}", dic)));
    page_query(filtered, after, limit)
}
