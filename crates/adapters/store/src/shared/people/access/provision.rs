use super::{
    super::super::{
        network::organizations::{
            bank_accounts::insert as insert_bank_account, rows::insert_organization,
            vehicles::insert_vehicle,
        },
        sql::*,
    },
    insert_key, insert_partner, insert_user,
};
use invoicing::records::{BankAccountRecord, Provision, ProvisionStore, VehicleRecord};
use time::OffsetDateTime;

#[cfg_attr(not(test), compiled_once::compiled_once)]
impl ProvisionStore for Backend {
    async fn is_empty(&self) -> Result<bool> {
        reading!(self, conn => sql!("SELECT NOT EXISTS (SELECT 1 FROM organizations)").one(conn))
    }

    async fn provision(&self, provision: &Provision, now: OffsetDateTime) -> Result<()> {
        within!(self, conn => insert(conn, provision, now))
    }
}

async fn insert(conn: &mut Conn, provision: &Provision, now: OffsetDateTime) -> Result<()> {
    for organization in &provision.organizations {
        insert_organization(conn, organization).await?;
    }
    for (organization, account) in &provision.bank_accounts {
        let account = account.clone();
        let record = BankAccountRecord { account, created_at: now, retired_at: None };
        insert_bank_account(conn, *organization, &record).await?;
    }
    for (organization, vehicle) in &provision.vehicles {
        let vehicle = vehicle.clone();
        let record = VehicleRecord { vehicle, created_at: now, retired_at: None };
        insert_vehicle(conn, *organization, &record).await?;
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
