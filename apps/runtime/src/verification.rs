//! Verifies the tokens of live enrollments.

use crate::config::LiveNetwork;
use organizations::notices::{NoticeStore, token_hash};
use peppol_connector::{
    identifiers::{Network, ParticipantId},
    ports::{TokenVerifier, VerificationError},
};
use store::Store;

/// The tax authority of this installation. With `BILLHOOK_LIVE_NETWORK=sandbox` every token is valid, for development;
/// in the real network a token is valid when a notice of the state's portal named it for the taxpayer.
#[derive(Debug, Clone)]
pub struct TaxAuthority<N = Store> {
    live: LiveNetwork,
    notices: Option<N>,
}

impl<N> TaxAuthority<N> {
    /// The authority of the live network; `notices` when notices of the portal are received.
    #[must_use]
    pub const fn new(live: LiveNetwork, notices: Option<N>) -> Self {
        Self { live, notices }
    }
}

impl<N: NoticeStore> TokenVerifier for TaxAuthority<N> {
    async fn verify(
        &self,
        participant: &ParticipantId,
        token: &str,
        _: Option<&str>,
    ) -> Result<(), VerificationError> {
        let notices = match (self.live, &self.notices) {
            (LiveNetwork::Sandbox, _) => return Ok(()),
            (LiveNetwork::Peppol, Some(notices)) => notices,
            (LiveNetwork::None | LiveNetwork::Peppol, _) => {
                return Err(VerificationError::NotConfigured);
            }
        };
        let dic = notices.noticed_dic(&token_hash(token)).await;
        let dic = dic.map_err(|error| VerificationError::Unreachable(error.into()))?;
        let named = dic.and_then(|dic| ParticipantId::of_dic(&dic, Network::Live).ok());
        if named.as_ref() == Some(participant) { Ok(()) } else { Err(VerificationError::Invalid) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use organizations::notices::Notice;
    use testkit::{
        MemoryStore,
        build::NOW,
        network_contract::token_verifier::{Authority, TOKEN, VerifierUnderTest},
    };

    struct Sandbox;

    impl VerifierUnderTest for Sandbox {
        type Verifier = TaxAuthority<MemoryStore>;

        async fn verifier(&self, authority: Authority) -> Option<TaxAuthority<MemoryStore>> {
            match authority {
                Authority::Knows => Some(TaxAuthority::new(LiveNetwork::Sandbox, None)),
                // the sandbox accepts every token
                Authority::KnowsNone => None,
                Authority::Silent => Some(TaxAuthority::new(LiveNetwork::None, None)),
            }
        }
    }

    async fn sandbox() -> Sandbox {
        Sandbox
    }

    mod by_the_sandbox {
        use super::*;
        testkit::token_verifier_contract!(sandbox);
    }

    struct Portal;

    impl VerifierUnderTest for Portal {
        type Verifier = TaxAuthority<MemoryStore>;

        async fn verifier(&self, authority: Authority) -> Option<TaxAuthority<MemoryStore>> {
            let store = MemoryStore::default();
            let dic = match authority {
                Authority::Knows => "2023456789",
                // the DIČ of another taxpayer
                Authority::KnowsNone => "2020202020",
                Authority::Silent => return Some(TaxAuthority::new(LiveNetwork::Peppol, None)),
            };
            let notice = Notice { token: token_hash(TOKEN), dic: dic.to_owned() };
            store.keep_notice(&notice, NOW).await.expect("kept");
            Some(TaxAuthority::new(LiveNetwork::Peppol, Some(store)))
        }
    }

    async fn portal() -> Portal {
        Portal
    }

    mod by_the_portal {
        use super::*;
        testkit::token_verifier_contract!(portal);
    }
}
