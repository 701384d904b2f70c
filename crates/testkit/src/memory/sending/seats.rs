use crate::memory::store::MemoryStore;
use members::{SeatBilling, SeatBillingError, SeatCharge};
use peppol_connector::{
    credit::{LedgerKind, LedgerLine, SEAT_PRICE, spend_credit},
    identifiers::LedgerLineId,
};
use time::OffsetDateTime;
use uuid::Uuid;

impl SeatBilling for MemoryStore {
    async fn charge(
        &self,
        charge: &SeatCharge,
        now: OffsetDateTime,
    ) -> Result<(), SeatBillingError> {
        let (organization, key) = (charge.organization, charge.key());
        let mut data = self.call("charge")?;
        let mut own = data.sends.ledger.iter().filter(|(owner, _)| *owner == organization);
        if own.any(|(_, line)| line.key.as_deref() == Some(&*key)) {
            return Ok(());
        }
        if data.network.is_prepayment_overdue(organization) {
            return Err(SeatBillingError::Declined);
        }
        let after = spend_credit(data.balance(organization), SEAT_PRICE);
        let after = after.map_err(|_| SeatBillingError::Declined)?;
        data.sends.balances.insert(organization, after);
        let line = LedgerLine {
            id: LedgerLineId(Uuid::now_v7()),
            at: now,
            kind: LedgerKind::Seat,
            amount: SEAT_PRICE,
            submission: None,
            key: Some(key),
        };
        data.sends.ledger.push((organization, line));
        Ok(())
    }
}
