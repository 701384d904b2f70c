//! Webhook endpoints and their deliveries: each use case reads what it must know, asks the domain,
//! and keeps what that decides.

mod deliver;
mod deliveries;
mod endpoints;
mod error;
mod off_mail;

pub use deliver::{Ended, deliver};
pub use deliveries::{redeliver, test_send};
pub use endpoints::{
    Created, EndpointRequest, change_endpoint, create_endpoint, remove_endpoint, rotate_secret,
};
pub use error::WebhookError;
pub use off_mail::{OffMailError, send_off_mail};

use access::{OrganizationId, Plan};
use invoicing::{InvoiceStore, References};
use persistence::StoreError;

/// The plan of an organization.
async fn plan<S: InvoiceStore>(
    store: &S,
    organization: OrganizationId,
) -> Result<Option<Plan>, StoreError> {
    let records = store.issuing_records(organization, &References::default()).await?;
    Ok(Some(records.organization.plan))
}
