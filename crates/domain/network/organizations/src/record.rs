use access::Tier;
use invoicing::{BankAccountId, Organization, Settings, search_name};
use peppol_connector::registration::{AccountRecord, PeppolStatus};
use time::OffsetDateTime;

/// An organization and its registration in the network.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrganizationRecord {
    /// The organization's name, numbers, address and settings.
    pub organization: Organization,
    /// Its registration.
    pub account: AccountRecord,
    /// Whether a partner wrote its e-mail address: then a mail to it proves nothing.
    pub email_by_partner: bool,
    /// The default bank account in the organization's own currency.
    pub default_bank_account: Option<BankAccountId>,
}

persistence::listed!(OrganizationRecord: organization.created_at, organization.id);

/// Which organizations to list.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct OrganizationFilter {
    /// Part of the name, in any case, with or without diacritics.
    pub name: Option<String>,
    /// Exact IČO.
    pub ico: Option<String>,
    /// Exact DIČ.
    pub dic: Option<String>,
    /// Organizations in this state only.
    pub status: Option<PeppolStatus>,
}

impl OrganizationFilter {
    /// The text that [`search_name`] of an organization's name must contain.
    #[must_use]
    pub fn search_name(&self) -> Option<String> {
        self.name.as_deref().map(search_name)
    }
}

/// A test key was used where a live key is needed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error, refusals::Refusal)]
#[error(
    "the organization is registered in the live network: what stands on its invoices is changed with \
     a live key"
)]
pub struct LiveKeyNeeded;

/// Whether a key of this tier may change the settings of an organization. When it sends on the live network, only live
/// keys may change its record and bank accounts: a leaked test key must not redirect its payments.
///
/// # Errors
/// [`LiveKeyNeeded`].
pub const fn may_change_settings(account: &AccountRecord, tier: Tier) -> Result<(), LiveKeyNeeded> {
    if account.is_live() && matches!(tier, Tier::Test) { Err(LiveKeyNeeded) } else { Ok(()) }
}

/// A change of an organization's settings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SettingsChange {
    /// The settings as they were read.
    pub before: Settings,
    /// The settings after the change.
    pub after: Settings,
    /// When they change.
    pub now: OffsetDateTime,
}

/// Changes of an organization's options; `None` leaves one as it is.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct OptionsChange {
    /// "Sandbox like production" (Versioning 3).
    pub strict_sandbox: Option<bool>,
    /// The e-mail address; `Some(None)` removes it.
    pub email: Option<Option<String>>,
    /// Whether a partner writes that address.
    pub email_by_partner: bool,
    /// All other settings.
    pub settings: Option<Box<SettingsChange>>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use peppol_connector::{identifiers::Network, registration::PeppolAccount};
    use time::macros::datetime;

    #[test]
    fn a_test_key_changes_no_one_who_sends_for_real() {
        let may = |account, tier| {
            let account = AccountRecord {
                account,
                participant: None,
                held_by: None,
                since: None,
                dic: None,
                registered_at: datetime!(2026-11-22 10:00 UTC),
                strict_sandbox: false,
                prepayment_overdue: false,
            };
            may_change_settings(&account, tier).is_ok()
        };
        let (test, live) = (Network::Test, Network::Live);
        for (account, by_test_key) in [
            (PeppolAccount::None, true),
            (PeppolAccount::Enrolled(test), true),
            (PeppolAccount::Deactivated(live), true),
            (PeppolAccount::Enrolled(live), false),
            (PeppolAccount::SendOnly(live), false),
        ] {
            assert_eq!(may(account, Tier::Test), by_test_key, "{account:?}");
            assert!(may(account, Tier::Live), "{account:?}");
        }
    }
}
