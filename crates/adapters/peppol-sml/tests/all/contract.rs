//! The contract of the port.

use peppol_connector::identifiers::ParticipantId;
use peppol_messages::Identifier;
use peppol_messages::sml::{SmlAnswer, SmlFault, SmlFaultKind};
use peppol_sml::SmlClient;
use test_network::Sml;
use testkit::network_contract::participant_registry::{Registry, RegistryUnderTest};

struct Registries(Sml);

impl Registries {
    fn other(&self) -> SmlClient {
        self.0.client("SMP-OTHER")
    }
}

impl RegistryUnderTest for Registries {
    type Registry = SmlClient;

    async fn registry(&self, registry: Registry) -> Option<SmlClient> {
        self.0.state().instead = match registry {
            Registry::Works => None,
            Registry::RefusesUs => {
                let kind = SmlFaultKind::Unauthorized;
                let fault = SmlAnswer::Fault(SmlFault { kind, message: "who?".to_owned() });
                Some((500, fault.write().into_bytes()))
            }
            Registry::Silent => Some((502, b"Bad Gateway".to_vec())),
        };
        Some(self.0.client("SMP-OURS"))
    }

    async fn elsewhere(&self, participant: &ParticipantId, key: Option<&str>) {
        let (other, id) = (self.other(), Identifier::participant(&participant.canonical()));
        other.create(id.clone()).await.expect("entered");
        if let Some(key) = key {
            other.prepare_to_migrate(id, key).await.expect("prepared");
        }
    }

    async fn taken_over(&self, participant: &ParticipantId, key: &str) {
        let id = Identifier::participant(&participant.canonical());
        self.other().migrate(id, key).await.expect("taken over");
    }
}

async fn registries() -> Registries {
    let sml = Sml::open().await;
    for publisher in ["SMP-OURS", "SMP-OTHER"] {
        let client = sml.client(publisher);
        client.create_publisher("https://smp.example").await.expect("registered");
    }
    Registries(sml)
}

testkit::participant_registry_contract!(registries);
