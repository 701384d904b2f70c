//! The lock that every change of a contract takes first.

use super::super::super::sql::*;
use access::OrganizationId;
use contracts::Contract;

/// Keeps other transactions from changing the contract until this one ends.
///
/// # Errors
/// [`StoreError::Conflict`] when it has another version than `before`.
pub(super) async fn locked(
    conn: &mut Conn,
    organization: OrganizationId,
    before: &Contract,
) -> Result<()> {
    let lock = sql!(
        "SELECT version FROM contracts WHERE organization_id = {} AND id = {} {for_change}",
        organization,
        before.id.0
    );
    let version: i32 = lock.one(conn).await?;
    if version == before.version { Ok(()) } else { Err(StoreError::Conflict) }
}
