//! The contracts of the network ports, among organizations on SQLite and built-in participants.

use crate::setup::{Clock, inbox, organization, participant, sandbox, sqlite};
use access::OrganizationId;
use peppol_connector::{
    identifiers::{Network, ParticipantId},
    ports::InboxStore,
    registration::PeppolAccount,
    submissions::OutgoingMessage,
};
use sandbox_network::{Behaviour, OUTCOMES, SandboxNetwork};
use store::Store;
use test_databases::TempFolder;
use testkit::network_contract::{
    access_point::{AccessPointUnderTest, Receiver},
    participant_directory::{DirectoryUnderTest, Participant},
};

const OWN: &str = "9915:2020202020";
const LIVE: &str = "0245:2020202023";

/// The sandbox with one organization that receives in the test network, and one in the live one.
struct Sandbox {
    network: SandboxNetwork<Store, Clock>,
    store: Store,
    receiving: OrganizationId,
    _folder: TempFolder,
}

async fn open() -> Sandbox {
    let (store, _folder) = sqlite().await;
    let enrolled = PeppolAccount::Enrolled(Network::Test);
    let receiving = organization(&store, enrolled, &participant(OWN)).await;
    organization(&store, PeppolAccount::Enrolled(Network::Live), &participant(LIVE)).await;
    Sandbox { network: sandbox(store.clone()), store, receiving, _folder }
}

fn built_in(behaviour: Behaviour) -> ParticipantId {
    let outcome = OUTCOMES.iter().find(|o| o.behaviour == behaviour).expect("an outcome");
    outcome.participant(Network::Test).expect("an id")
}

impl AccessPointUnderTest for Sandbox {
    type AccessPoint = SandboxNetwork<Store, Clock>;

    fn access_point(&self) -> Self::AccessPoint {
        self.network.clone()
    }

    async fn receiver(&self, behaviour: Receiver) -> Option<ParticipantId> {
        Some(match behaviour {
            Receiver::Takes => participant(OWN),
            Receiver::LosesFirstReceipt => built_in(Behaviour::LosesReceipt),
            Receiver::Refuses => built_in(Behaviour::Refuses),
            Receiver::Unreachable => built_in(Behaviour::Unreachable),
            Receiver::NotRegistered => built_in(Behaviour::Unknown),
            Receiver::NotReceiving => built_in(Behaviour::NotReceiving),
            Receiver::DirectoryDown => built_in(Behaviour::DirectoryDown),
        })
    }

    /// Built-in participants keep nothing.
    async fn arrived(&self, message: &OutgoingMessage) -> Option<Vec<Vec<u8>>> {
        if message.receiver != participant(OWN) {
            return None;
        }
        let mut documents = Vec::new();
        for record in inbox(&self.store, self.receiving).await {
            if record.message_id == message.message_id {
                let bytes = self.store.received_bytes(self.receiving, record.id).await;
                documents.push(bytes.expect("the document"));
            }
        }
        Some(documents)
    }
}

impl DirectoryUnderTest for Sandbox {
    type Directory = SandboxNetwork<Store, Clock>;

    fn directory(&self) -> Self::Directory {
        self.network.clone()
    }

    async fn participant(&self, standing: Participant) -> Option<ParticipantId> {
        match standing {
            Participant::Registered => Some(participant(OWN)),
            Participant::ForOtherDocuments => Some(built_in(Behaviour::NotReceiving)),
            Participant::NotRegistered => Some(participant("9915:2020202099")),
            Participant::Unanswered => Some(built_in(Behaviour::DirectoryDown)),
            // answers within one installation are not signed
            Participant::Untrusted => None,
            Participant::RegisteredLive => Some(participant(LIVE)),
        }
    }
}

testkit::access_point_contract!(open);
testkit::participant_directory_contract!(open);
