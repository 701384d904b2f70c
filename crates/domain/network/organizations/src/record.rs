use access::Tier;
use invoicing::{BankAccountId, Organization, Settings, search_name};
use peppol_connector::registration::{AccountRecord, PeppolStatus};
use time::OffsetDateTime;

/// An organization and its registration in the network.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrganizationRecord {
    /// Who it is.
    pub organization: Organization,
    /// Where it is registered.
    pub account: AccountRecord,
    /// Whether a partner wrote its e-mail address: what is sent there proves nothing about it.
    pub email_by_partner: bool,
    /// The default account in its own currency.
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
    /// In this state only.
    pub status: Option<PeppolStatus>,
}

impl OrganizationFilter {
    /// What [`search_name`] of the names of the organizations must hold.
    #[must_use]
    pub fn search_name(&self) -> Option<String> {
        self.name.as_deref().map(search_name)
    }
}

/// A key of the sandbox where one of production is needed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "the organization is registered in the live network: what stands on its invoices is changed with \
     a live key"
)]
pub struct LiveKeyNeeded;

/// Who sends for real has its record and its bank accounts changed by live keys alone: a key of the
/// sandbox that leaks must not turn its payments elsewhere.
///
/// # Errors
/// [`LiveKeyNeeded`].
pub const fn may_change_settings(account: &AccountRecord, tier: Tier) -> Result<(), LiveKeyNeeded> {
    if account.is_live() && matches!(tier, Tier::Test) { Err(LiveKeyNeeded) } else { Ok(()) }
}

/// How the settings of an organization change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SettingsChange {
    /// As they were read.
    pub before: Settings,
    /// As they stand then.
    pub after: Settings,
    /// When they change.
    pub now: OffsetDateTime,
}

/// Options of an organization that are changed; what is `None` stays.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct OptionsChange {
    /// "Sandbox like production" (Versioning 3).
    pub strict_sandbox: Option<bool>,
    /// The e-mail address, or none.
    pub email: Option<Option<String>>,
    /// Whether a partner writes that address.
    pub email_by_partner: bool,
    /// Everything else.
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
