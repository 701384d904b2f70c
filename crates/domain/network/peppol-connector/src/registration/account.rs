//! The organization's registration in the network, and whether it may send.

use crate::{
    identifiers::{Network, ParticipantId},
    registration::environment::{Environment, SendWithoutAccount},
};
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;

/// The organization's Peppol account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PeppolAccount {
    /// Never registered in a network.
    None,
    /// Registered: sends and receives.
    Enrolled(Network),
    /// Registered to send here; another provider receives.
    SendOnly(Network),
    /// Deactivated: its registration was given up.
    Deactivated(Network),
}

/// The provider that receives for an organization that only sends here.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RegisteredElsewhere {
    /// Host name of the other access point.
    pub ap_host: String,
    /// Organization named in the other access point's certificate.
    pub cert_org: String,
}

/// An organization's stored data for the network.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountRecord {
    /// The registration of the organization.
    pub account: PeppolAccount,
    /// Its participant identifier; `None` when it was never registered.
    pub participant: Option<ParticipantId>,
    /// The receiving provider, if the organization only sends here.
    pub held_by: Option<RegisteredElsewhere>,
    /// The time of the last change of the registration; `None` when it was never registered.
    pub since: Option<OffsetDateTime>,
    /// Its DIČ, from which a participant identifier is derived.
    pub dic: Option<String>,
    /// When the account that it belongs to was registered: its partner's, else its own.
    pub registered_at: OffsetDateTime,
    /// Whether the setting "Sandbox like production" is on.
    pub strict_sandbox: bool,
    /// Whether a prepayment is overdue, which blocks live sends.
    pub prepayment_overdue: bool,
}

impl AccountRecord {
    /// Whether it is in the live network.
    #[must_use]
    pub const fn is_live(&self) -> bool {
        matches!(
            self.account,
            PeppolAccount::Enrolled(Network::Live) | PeppolAccount::SendOnly(Network::Live)
        )
    }

    /// The participant identifier in a network: the registered one, else the one that is derived from the DIČ.
    #[must_use]
    pub fn participant_in(&self, network: Network) -> Option<ParticipantId> {
        let registered = match self.account {
            PeppolAccount::Enrolled(own) | PeppolAccount::SendOnly(own) => own == network,
            PeppolAccount::None | PeppolAccount::Deactivated(_) => false,
        };
        let own = self.participant.clone().filter(|_| registered);
        own.or_else(|| ParticipantId::of_dic(self.dic.as_deref()?, network).ok())
    }
}

/// Why an organization cannot send. The texts are not contractual (Errors, "Non-standard shapes").
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error, refusals::Refusal)]
pub enum CannotSend {
    /// No active account, in production (send rule 7).
    #[error("the organization has no active Peppol account")]
    NoAccount,
    /// No active account, in a sandbox like production; the text has a hint.
    #[error(
        "the organization has no active Peppol account; enroll it first: POST /v1/agent/peppol/enroll"
    )]
    EnrollFirst,
    /// The organization is registered in the other network (Versioning 4).
    #[error(
        "the organization is registered in the {registered} network and the key sends to the {key} one; use a {registered} key",
        registered = registered.name(), key = key.name()
    )]
    OtherNetwork {
        /// The network of the registration.
        registered: Network,
        /// The network of the key.
        key: Network,
    },
}

impl PeppolAccount {
    /// Checks whether a send may go out in this environment.
    ///
    /// Isolation of the networks comes first: even the lenient sandbox refuses an organization that is registered in
    /// the live network. A deactivated registration does not isolate.
    ///
    /// # Errors
    /// [`CannotSend`].
    pub(crate) fn may_send(self, environment: Environment) -> Result<(), CannotSend> {
        let key = environment.network();
        match self {
            PeppolAccount::Enrolled(registered) | PeppolAccount::SendOnly(registered) => {
                if registered == key {
                    return Ok(());
                }
                Err(CannotSend::OtherNetwork { registered, key })
            }
            PeppolAccount::None | PeppolAccount::Deactivated(_) => {
                match environment.column().send_without_account {
                    SendWithoutAccount::Passes => Ok(()),
                    SendWithoutAccount::Rejected => Err(CannotSend::NoAccount),
                    SendWithoutAccount::RejectedWithHint => Err(CannotSend::EnrollFirst),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Environment::{LenientSandbox, Production, StrictSandbox};
    use Network::{Live, Test};

    #[test]
    fn each_account_in_each_environment() {
        let other = |registered, key| Err(CannotSend::OtherNetwork { registered, key });
        for (account, environment, result) in [
            (PeppolAccount::None, LenientSandbox, Ok(())),
            (PeppolAccount::None, StrictSandbox, Err(CannotSend::EnrollFirst)),
            (PeppolAccount::None, Production, Err(CannotSend::NoAccount)),
            (PeppolAccount::Deactivated(Live), Production, Err(CannotSend::NoAccount)),
            (PeppolAccount::Deactivated(Live), LenientSandbox, Ok(())),
            (PeppolAccount::Enrolled(Live), Production, Ok(())),
            (PeppolAccount::SendOnly(Live), Production, Ok(())),
            (PeppolAccount::Enrolled(Test), StrictSandbox, Ok(())),
            (PeppolAccount::SendOnly(Test), LenientSandbox, Ok(())),
            (PeppolAccount::Enrolled(Test), Production, other(Test, Live)),
            (PeppolAccount::Enrolled(Live), LenientSandbox, other(Live, Test)),
            (PeppolAccount::SendOnly(Live), StrictSandbox, other(Live, Test)),
        ] {
            assert_eq!(account.may_send(environment), result, "{account:?} {environment:?}");
        }
    }
}
