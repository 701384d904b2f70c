//! The send mode of an organization's own invoices.

use super::super::{network::accounts::account_row, sql::*};
use crate::network_names as names;
use access::OrganizationId;
use peppol_connector::{ports::SendSettingsStore, sending::SendMode};

#[cfg_attr(not(test), compiled_once::compiled_once)]
impl SendSettingsStore for Backend {
    /// The default when no mode is set.
    async fn send_mode(&self, organization: OrganizationId) -> Result<SendMode> {
        let mut conn = self.reader().await?;
        let query = sql!(
            "SELECT a.send_mode, a.send_time FROM organizations o
             LEFT JOIN peppol_accounts a ON a.organization_id = o.id WHERE o.id = {}",
            organization
        );
        let row: (Option<String>, Option<String>) = query.one(read_conn!(conn)).await?;
        match row {
            (Some(mode), time) => names::send_mode(&mode, time.as_deref()),
            (None, _) => Ok(SendMode::default()),
        }
    }

    async fn set_send_mode(&self, organization: OrganizationId, mode: SendMode) -> Result<()> {
        let time = mode.time();
        let insert = account_row(organization, (mode.name(), time.as_deref()), false).insert();
        let upsert = insert.then(sql!(
            " ON CONFLICT (organization_id)
             DO UPDATE SET send_mode = excluded.send_mode, send_time = excluded.send_time"
        ));
        let mut conn = self.writer().await?;
        upsert.execute(&mut conn).await.map(drop)
    }
}
