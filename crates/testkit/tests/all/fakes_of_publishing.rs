//! The contracts of what publishes participants, and of where clients of OAuth say who they are, on the
//! fakes.

use peppol_connector::identifiers::ParticipantId;
use testkit::{
    fakes::{AtAddress, CardTrouble, FakeCardDirectory, FakeDocuments, FakeRegistry, Trouble},
    network_contract::{
        card_directory::{CardDirectoryUnderTest, Directory},
        client_documents::{DocumentsUnderTest, Place},
        participant_registry::{Registry, RegistryUnderTest},
    },
};

struct Registries(FakeRegistry);

impl RegistryUnderTest for Registries {
    type Registry = FakeRegistry;

    async fn registry(&self, registry: Registry) -> Option<FakeRegistry> {
        match registry {
            Registry::Works => {}
            Registry::RefusesUs => self.0.troubles(&[Trouble::Unauthorized]),
            Registry::Silent => {
                self.0.troubles(&[Trouble::Down]);
                self.0.lists_nobody();
            }
        }
        Some(self.0.clone())
    }

    async fn elsewhere(&self, participant: &ParticipantId, key: Option<&str>) {
        self.0.elsewhere(participant, key);
    }

    async fn taken_over(&self, participant: &ParticipantId, _: &str) {
        self.0.taken_over(participant);
    }
}

async fn registries() -> Registries {
    Registries(FakeRegistry::default())
}

testkit::participant_registry_contract!(registries);

struct CardDirectories(FakeCardDirectory);

impl CardDirectoryUnderTest for CardDirectories {
    type Directory = FakeCardDirectory;

    async fn directory(&self, directory: Directory) -> Option<FakeCardDirectory> {
        self.0.troubled(match directory {
            Directory::Takes => None,
            Directory::Refuses => Some(CardTrouble::Refused(500)),
            Directory::RefusesUs => Some(CardTrouble::Forbidden),
            Directory::Silent => Some(CardTrouble::Down),
        });
        Some(self.0.clone())
    }

    async fn known(&self) -> Vec<String> {
        self.0.known()
    }
}

async fn card_directories() -> CardDirectories {
    CardDirectories(FakeCardDirectory::default())
}

testkit::card_directory_contract!(card_directories);

struct Documents(FakeDocuments);

impl DocumentsUnderTest for Documents {
    type Documents = FakeDocuments;

    fn documents(&self) -> FakeDocuments {
        self.0.clone()
    }

    async fn address(&self, place: Place) -> Option<String> {
        self.0.says(match place {
            Place::Document(bytes) => AtAddress::Document(bytes.to_vec()),
            Place::Spaces(count) => AtAddress::Document(vec![b' '; count]),
            Place::Status(status) => AtAddress::Status(status),
            Place::Elsewhere => AtAddress::Status(302),
            Place::Nobody | Place::Private => AtAddress::Nobody,
        });
        Some("https://app.example/client".to_owned())
    }
}

async fn documents() -> Documents {
    Documents(FakeDocuments::default())
}

testkit::client_documents_contract!(documents);
