//! Seats are paid for with the credit that sends use.

use super::{
    super::{super::run_mutations, sql::*},
    ledger::{amount, locked_balance, set_balance},
};
use members::{SeatBilling, SeatBillingError, SeatCharge};
use peppol_connector::credit::{LedgerKind, SEAT_PRICE, spend_credit};
use time::OffsetDateTime;
use uuid::Uuid;

#[cfg_attr(not(test), compiled_once::compiled_once)]
impl SeatBilling for Backend {
    async fn charge(
        &self,
        charge: &SeatCharge,
        now: OffsetDateTime,
    ) -> std::result::Result<(), SeatBillingError> {
        let mut transaction = self.begin().await?;
        let charged = pay(transaction.conn(), charge, now).await;
        transaction.finish(charged).await
    }
}

/// Within the caller's transaction: the account is locked before its ledger is read. An organization without an
/// account has no credit.
async fn pay(
    conn: &mut Conn,
    charge: &SeatCharge,
    now: OffsetDateTime,
) -> std::result::Result<(), SeatBillingError> {
    let (organization, key) = (charge.organization, charge.key());
    let before = locked_balance(conn, organization).await?;
    let is_paid = sql!(
        "SELECT EXISTS (SELECT 1 FROM credit_entries WHERE organization_id = {} AND key = {})",
        organization,
        &key
    );
    if is_paid.one(conn).await? {
        return Ok(());
    }
    let overdue = sql!(
        "SELECT EXISTS (SELECT 1 FROM peppol_accounts
         WHERE organization_id = {} AND prepayment_overdue)",
        organization
    );
    if overdue.one(conn).await? {
        return Err(SeatBillingError::Declined);
    }
    let after = spend_credit(before, SEAT_PRICE).map_err(|_| SeatBillingError::Declined)?;
    let line = row!("credit_entries",
        organization_id: organization,
        id: Uuid::now_v7(),
        kind: LedgerKind::Seat.name(),
        amount: amount(SEAT_PRICE)?,
        key: &key,
        created_at: now,
    );
    let mutations = vec![set_balance(organization, after)?, Mutation::insert(line)];
    Ok(run_mutations(conn, mutations).await?)
}
