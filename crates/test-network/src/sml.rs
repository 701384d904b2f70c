//! An SML of the crate `local-network` with a PKI of its own.

use crate::listening::{publisher, settings};
use peppol_sml::{Settings, SmlClient};
use std::sync::MutexGuard;
use test_pki::{Pair, Plan, TestPki};

use local_network::{SmlState, Zone};

/// An SML on this machine, and how SMPs call it.
pub struct Sml {
    pub pki: TestPki,
    server: local_network::Sml,
}

impl Sml {
    pub async fn open() -> Self {
        Self::writing_into(None).await
    }

    /// Who is entered stands in a zone of a name server.
    pub async fn of_zone(zone: Zone) -> Self {
        Self::writing_into(Some(zone)).await
    }

    async fn writing_into(zone: Option<Zone>) -> Self {
        let pki = TestPki::new(&Plan::default()).expect("a PKI");
        let own = pki.server(&["localhost"]).expect("a certificate");
        let callers = pki.publishers.certificate();
        let server = local_network::Sml::open((&own.certificate, &own.key), &callers, zone).await;
        Self { pki, server: server.expect("a port") }
    }

    pub fn settings(&self, publisher: &str, identity: Option<&Pair>) -> Settings {
        let (address, http) = (self.server.address().to_owned(), settings(&self.pki, identity));
        Settings { address, publisher: publisher.to_owned(), http }
    }

    /// An SMP with a certificate of the network.
    pub fn client(&self, name: &str) -> SmlClient {
        let own = publisher(&self.pki);
        SmlClient::new(self.settings(name, Some(&own))).expect("a client")
    }

    pub fn state(&self) -> MutexGuard<'_, SmlState> {
        self.server.state()
    }
}
