use crate::Ports;
use access::{OrganizationId, Reach};
use organizations::{OptionsChange, OrganizationRecord, OrganizationStore};
use persistence::StoreError;

/// Sets options of an organization that the key reaches; what the change does not name stays.
///
/// # Errors
/// [`StoreError::NotFound`], also for one that the key does not reach.
pub async fn change_options<P: Ports>(
    ports: &P,
    reach: Reach,
    organization: OrganizationId,
    change: &OptionsChange,
) -> Result<OrganizationRecord, StoreError> {
    let database = ports.database();
    database.organization_record(reach, organization).await?;
    database.change_options(organization, change).await?;
    database.organization_record(reach, organization).await
}
