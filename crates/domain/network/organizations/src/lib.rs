#![doc = include_str!("../README.md")]
#![deny(clippy::disallowed_methods)]

mod claim;
mod claim_mail;
mod collision;
mod creation;
pub mod notices;
mod operator;
mod ports;
mod record;
mod requests;

pub use claim::{
    CLAIM_MAIL_JOB, CLAIM_VALID_FOR, ClaimAnswer, ClaimChannel, ClaimId, ClaimRecord, ClaimState,
    ClaimStatus, NewClaim, TokenHash, claim_channel,
};
pub use claim_mail::{MAIL_LIMITS, MAIL_WINDOW, MailLimits, Opening, REPEAT_AFTER, RecentClaims};
pub use collision::{ClaimReason, ConflictingOrganization, collision, is_confirmed};
pub use creation::{Creation, NotRegistered, create};
pub use operator::{OperatorStore, PartnerSummary};
pub use ports::{
    AccountChange, ClaimStore, Created, OrganizationError, OrganizationStore, PartnerRecord,
};
pub use record::{
    LiveKeyNeeded, OptionsChange, OrganizationFilter, OrganizationRecord, SettingsChange,
    may_change_settings,
};
pub use requests::{EnrollRequest, NewOrganization};

refusals::list![OrganizationError, LiveKeyNeeded];
