use super::super::super::sql::*;
use crate::error::{backend, require_known};
use access::OrganizationId;
use invoicing::{
    Contact, ContactId, MailProfile, Party,
    records::{ContactFilter, ContactLookup, ContactRow},
};
use persistence::{Cursor, Page};
use time::OffsetDateTime;
use uuid::Uuid;

columns! {
    pub(super) struct Row {
        id: Uuid,
        party: String,
        profile: String,
        created_at: OffsetDateTime,
        retired_at: Option<OffsetDateTime>,
    }
}

impl Row {
    pub(super) fn into_domain(self) -> Result<ContactRow> {
        let party = serde_json::from_str(&self.party).map_err(backend)?;
        let profile = MailProfile::of_name(&self.profile);
        let profile = require_known("profile of mails", &self.profile, profile)?;
        let contact = Contact { id: ContactId(self.id), party, profile };
        Ok(ContactRow { contact, created_at: self.created_at, retired_at: self.retired_at })
    }
}

pub(in super::super::super) async fn contact(
    conn: &mut ReadConn<'_>,
    organization: OrganizationId,
    id: ContactId,
) -> Result<ContactRow> {
    select_contact(organization, id).one::<Row>(conn).await?.into_domain()
}

pub(super) fn select_contact(organization: OrganizationId, id: ContactId) -> Statement<'static> {
    sql!(
        "SELECT id, party, profile, created_at, retired_at FROM contacts
         WHERE organization_id = {} AND id = {}",
        organization,
        id
    )
}

/// The party of a contact, within the caller's transaction.
pub(in super::super::super) async fn party(
    conn: &mut Conn,
    organization: OrganizationId,
    id: ContactId,
) -> Result<Party> {
    let row: Row = select_contact(organization, id).one(conn).await?;
    Ok(row.into_domain()?.contact.party)
}

/// The contact in use that an invoice is for, if it is named and exists.
pub(super) async fn customer(
    conn: &mut ReadConn<'_>,
    organization: OrganizationId,
    id: Option<ContactId>,
) -> Result<Option<Contact>> {
    let Some(id) = id else { return Ok(None) };
    match contact(conn, organization, id).await {
        Ok(row) => Ok(row.retired_at.is_none().then_some(row.contact)),
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
    let (name, any) = (filter.search_name(), filter.search_any());
    let wanted = (name.as_deref(), any.as_ref());
    let rows = query(limit, organization, filter, wanted, after).all(conn).await?;
    page(rows, limit, Row::into_domain)
}

/// The most contacts that may be one party: many may have the same name.
const MAX_ALIKE: i64 = 50;

pub(super) async fn contacts_like(
    conn: &mut ReadConn<'_>,
    organization: OrganizationId,
    lookup: &ContactLookup,
) -> Result<Vec<Contact>> {
    let rows: Vec<Row> = alike(organization, lookup).once().all(conn).await?;
    rows.into_iter().map(|row| Ok(row.into_domain()?.contact)).collect()
}

/// Each number and the name is looked up by its own index.
pub(in super::super::super) fn alike(
    organization: OrganizationId,
    lookup: &ContactLookup,
) -> Statement<'_> {
    let own = || sql!("SELECT id FROM contacts WHERE organization_id = {}", organization);
    let ico = lookup.ico.as_deref().map(|ico| own().then(sql!(" AND ico = {}", ico)));
    let numbers = || list(lookup.tax_numbers.iter().map(String::as_str));
    let has_numbers = (!lookup.tax_numbers.is_empty()).then_some(());
    let dic = has_numbers.map(|()| own().then(sql!(" AND dic IN {}", numbers())));
    let vat = has_numbers.map(|()| own().then(sql!(" AND ic_dph IN {}", numbers())));
    let named = own().then(sql!(" AND search_name = {}", lookup.search_name.as_str()));
    let all = [ico, dic, vat].into_iter().flatten();
    let ids = all.fold(named, |ids, more| ids.then(sql!(" UNION ALL ")).then(more));
    sql!(
        "SELECT id, party, profile, created_at, retired_at FROM contacts
         WHERE organization_id = {} AND retired_at IS NULL AND id IN ({})
         ORDER BY created_at, id LIMIT {}",
        organization,
        ids,
        MAX_ALIKE
    )
}

/// The rows of a page and one more, which shows whether more follow. A name is searched for in the names; `any` in the
/// names and at the beginning of the numbers.
pub(in super::super::super) fn query<'a>(
    limit: u16,
    organization: OrganizationId,
    filter: &'a ContactFilter,
    (name, wanted_any): (Option<&'a str>, Option<&'a (String, String)>),
    after: Option<Cursor>,
) -> Statement<'a> {
    let any = |(text, number): &'a (String, String)| {
        sql!(
            " AND ({position}(search_name, {text}) > 0 OR {position}(ico, {number}) = 1
               OR {position}(dic, {number}) = 1 OR {position}(ic_dph, {number}) = 1)",
            text = text,
            number = number
        )
    };
    let own = sql!(
        "SELECT id, party, profile, created_at, retired_at FROM contacts WHERE organization_id = {}",
        organization
    );
    let filtered = own
        .then(retired(filter.retired))
        .and(name.map(|part| sql!(" AND {position}(search_name, {}) > 0", part)))
        .and(filter.ico.as_deref().map(|ico| sql!(" AND ico = {}", ico)))
        .and(filter.dic.as_deref().map(|dic| sql!(" AND dic = {}", dic)))
        .and(filter.ic_dph.as_deref().map(|ic_dph| sql!(" AND ic_dph = {}", ic_dph)))
        .and(wanted_any.map(any));
    page_query(filtered, after, limit)
}
