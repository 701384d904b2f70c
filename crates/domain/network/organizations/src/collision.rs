//! Other organizations that conflict with a claim.

use peppol_connector::{identifiers::Network, registration::PeppolAccount};
use serde::Serialize;

/// The `reason` of a claim's status.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ClaimReason {
    /// Another real organization has the same IČO.
    RealOrgExistsForIco,
    /// Another real organization has the same DIČ, and another IČO or none.
    RealOrgExistsForDic,
}

/// Another organization of the installation with the same IČO or DIČ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ConflictingOrganization {
    /// Whether no partner manages it: it is a customer of its own, not a partner's draft.
    pub independent: bool,
    /// Whether the IČO is the same; if not, only the DIČ is.
    pub same_ico: bool,
    /// Its registration in the network.
    pub account: PeppolAccount,
}

/// Why a claim conflicts with one of the other organizations: one that no partner manages, or one that is registered
/// in the requested network. Unregistered drafts of partners conflict with no claim, and a registration in the sandbox
/// does not conflict with a live one.
#[must_use]
pub fn collision(others: &[ConflictingOrganization], network: Network) -> Option<ClaimReason> {
    let real =
        |other: &&ConflictingOrganization| other.independent || is_active(other.account, network);
    // the IČO first, which the specification names
    let other = others.iter().filter(real).max_by_key(|other| other.same_ico)?;
    Some(match other.same_ico {
        true => ClaimReason::RealOrgExistsForIco,
        false => ClaimReason::RealOrgExistsForDic,
    })
}

/// Whether an organization is registered in a network, so that no confirmation is needed.
#[must_use]
pub fn is_confirmed(account: PeppolAccount, network: Network) -> bool {
    is_active(account, network)
}

fn is_active(account: PeppolAccount, network: Network) -> bool {
    account == PeppolAccount::Enrolled(network) || account == PeppolAccount::SendOnly(network)
}

#[cfg(test)]
mod tests {
    use super::*;
    use Network::{Live, Test};
    use PeppolAccount::{Deactivated, Enrolled, None as Never, SendOnly};

    #[test]
    fn another_real_organization_is_in_the_way() {
        for (independent, account, network, collides) in [
            (false, Never, Test, false),
            (false, Enrolled(Live), Test, false),
            (false, Enrolled(Test), Live, false),
            (false, Deactivated(Test), Test, false),
            (false, Enrolled(Test), Test, true),
            (false, SendOnly(Test), Test, true),
            (true, Never, Test, true),
        ] {
            let other = ConflictingOrganization { independent, same_ico: true, account };
            let reason = collides.then_some(ClaimReason::RealOrgExistsForIco);
            assert_eq!(collision(&[other], network), reason, "{independent} {account:?}");
            let by_dic = ConflictingOrganization { same_ico: false, ..other };
            let reason = collides.then_some(ClaimReason::RealOrgExistsForDic);
            assert_eq!(collision(&[by_dic], network), reason, "{independent} {account:?}");
            assert_eq!(collision(&[by_dic, other], network).is_some(), collides);
        }
        assert_eq!(collision(&[], Live), None);
    }

    #[test]
    fn who_is_registered_has_confirmed() {
        for (account, confirmed) in [
            (Enrolled(Test), true),
            (SendOnly(Test), true),
            (Enrolled(Live), false),
            (Never, false),
            (Deactivated(Test), false),
        ] {
            assert_eq!(is_confirmed(account, Test), confirmed, "{account:?}");
        }
    }
}
