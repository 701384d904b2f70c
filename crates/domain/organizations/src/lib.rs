#![doc = include_str!("../README.md")]
#![deny(clippy::disallowed_methods)]

mod claim;
mod creation;
mod ports;
mod record;

pub use claim::{
    CLAIM_MAIL_JOB, CLAIM_VALID_FOR, ClaimAnswer, ClaimId, ClaimReason, ClaimRecord, ClaimState,
    ClaimStatus, NewClaim, REPEAT_AFTER, Rival, TokenHash, claim_status, collides,
};
pub use creation::{Creation, NotRegistered, create};
pub use ports::{
    AccountChange, ClaimStore, Created, OrganizationError, OrganizationStore, PartnerRecord,
};
pub use record::{OptionsChange, OrganizationFilter, OrganizationRecord};
