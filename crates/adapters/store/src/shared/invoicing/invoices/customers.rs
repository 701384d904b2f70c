//! Contacts that are created and changed independently of invoices.

use super::{
    super::super::{idempotency::answer, sql::*},
    contacts::{Row, select_contact},
};
use crate::error::backend;
use access::OrganizationId;
use idempotency::{Answer, Lease};
use invoicing::{
    Party,
    records::{ContactRow, CustomerStore},
};
use time::OffsetDateTime;

#[cfg_attr(not(test), compiled_once::compiled_once)]
impl CustomerStore for Backend {
    async fn add_contact(
        &self,
        organization: OrganizationId,
        contact: &ContactRow,
        answered: Option<(&Lease, &Answer)>,
    ) -> Result<()> {
        within!(self, conn => async {
            insert(conn, organization, contact).await?;
            answer(conn, organization, answered, contact.created_at).await
        })
    }

    async fn merge_contacts(
        &self,
        organization: OrganizationId,
        other: &ContactRow,
        stays: &ContactRow,
        after: &ContactRow,
        now: OffsetDateTime,
    ) -> Result<()> {
        let retired = ContactRow { retired_at: other.retired_at.or(Some(now)), ..other.clone() };
        // in one order, whichever contact stays, so that two merges do not deadlock
        let mut changes = [(other, &retired), (stays, after)];
        changes.sort_by_key(|(before, _)| before.contact.id);
        within!(self, conn => async {
            for (before, after) in changes {
                change(conn, organization, before, after).await?;
            }
            super::merge::move_all(conn, organization, other.contact.id, stays.contact.id).await
        })
    }

    async fn change_contact(
        &self,
        organization: OrganizationId,
        before: &ContactRow,
        after: &ContactRow,
    ) -> Result<()> {
        within!(self, conn => change(conn, organization, before, after))
    }
}

fn json(party: &Party) -> Result<String> {
    serde_json::to_string(party).map_err(backend)
}

async fn insert(
    conn: &mut Conn,
    organization: OrganizationId,
    ContactRow { contact, created_at, retired_at }: &ContactRow,
) -> Result<()> {
    let (party, search_name) = (json(&contact.party)?, contact.party.search_name());
    let row = row!("contacts",
        organization_id: organization,
        id: contact.id,
        search_name: &search_name,
        ico: contact.party.ico.as_deref(),
        dic: contact.party.dic.as_deref(),
        ic_dph: contact.party.ic_dph.as_deref(),
        party: &party,
        profile: contact.profile.name(),
        created_at: *created_at,
        retired_at: *retired_at,
    );
    row.insert().execute(conn).await.map(drop)
}

async fn change(
    conn: &mut Conn,
    organization: OrganizationId,
    before: &ContactRow,
    after: &ContactRow,
) -> Result<()> {
    let id = before.contact.id;
    let locked = select_contact(organization, id).then(sql!(" {for_change}"));
    let known: Row = locked.one(conn).await?;
    if known.into_domain()? != *before {
        return Err(StoreError::Conflict);
    }
    let party = &after.contact.party;
    let (text, search_name) = (json(party)?, party.search_name());
    let update = sql!(
        "UPDATE contacts
         SET search_name = {search_name}, ico = {ico}, dic = {dic}, ic_dph = {ic_dph},
           party = {party}, profile = {profile}, retired_at = {retired_at}
         WHERE organization_id = {organization} AND id = {id}",
        search_name = &search_name,
        ico = party.ico.as_deref(),
        dic = party.dic.as_deref(),
        ic_dph = party.ic_dph.as_deref(),
        party = &text,
        profile = after.contact.profile.name(),
        retired_at = after.retired_at,
        organization = organization,
        id = id,
    );
    update.execute(conn).await.map(drop)
}
