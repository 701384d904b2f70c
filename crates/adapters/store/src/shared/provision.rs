use super::{
    super::{Conn, Lane},
    access::{insert_key, insert_partner, insert_user},
    organization::{insert_bank_account, insert_organization},
    vehicles::insert_vehicle,
};
use crate::{error::translate, schema::organizations};
use diesel::{dsl::exists, prelude::*, select};
use diesel_async::RunQueryDsl;
use invoicing::Provision;
use persistence::StoreError;
use time::OffsetDateTime;

pub(super) async fn is_empty(conn: &mut Lane<'_>) -> Result<bool, StoreError> {
    let any: bool = select(exists(organizations::table.select(organizations::id)))
        .get_result(conn)
        .await
        .map_err(translate)?;
    Ok(!any)
}

/// Within the caller's transaction.
pub(super) async fn provision(
    conn: &mut Conn,
    provision: &Provision,
    now: OffsetDateTime,
) -> QueryResult<()> {
    for organization in &provision.organizations {
        insert_organization(conn, organization).await?;
    }
    for (organization, account) in &provision.bank_accounts {
        insert_bank_account(conn, *organization, account).await?;
    }
    for (organization, vehicle) in &provision.vehicles {
        insert_vehicle(conn, *organization, vehicle).await?;
    }
    for user in &provision.users {
        insert_user(conn, user, now).await?;
    }
    for partner in &provision.partners {
        insert_partner(conn, partner, now).await?;
    }
    for key in &provision.keys {
        insert_key(conn, key, now).await?;
    }
    Ok(())
}
