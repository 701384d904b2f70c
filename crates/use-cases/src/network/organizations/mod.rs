//! Organizations that partners create, their registration in the network, and claims.

mod change;
mod claim;
mod confirm;
mod create;
mod enroll;
mod keep;
mod mail;
mod seen;

pub use change::{AskedChange, ChangeError, change_organization};
pub use claim::{ClaimError, request_claim};
pub use confirm::{ConfirmError, confirm_claim, open_claim_of};
pub use create::{CreateError, create_organization};
pub use enroll::{EnrollFailure, Enrolled, deactivate_account, deactivate_reached, enroll};
pub use keep::KeepError;
pub use mail::send_claim_mail;
pub use seen::{OrganizationSettings, SeenOrganization, organization_settings, seen_organization};
