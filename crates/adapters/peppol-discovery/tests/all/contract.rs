//! The contract of the connector's port.

use crate::world::{NOW, Page, Says, World, document, naptr, shared};
use hickory_resolver::proto::op::ResponseCode;
use peppol_connector::identifiers::{Network, ParticipantId};
use peppol_discovery::PeppolDirectory;
use testkit::network_contract::participant_directory::{DirectoryUnderTest, Participant};
use time::OffsetDateTime;

struct Peppol {
    world: World,
    directory: PeppolDirectory<fn() -> OffsetDateTime>,
}

async fn open() -> Peppol {
    let world = World::open().await;
    let clock: fn() -> OffsetDateTime = || NOW;
    let directory = PeppolDirectory::new(clock).serving(Network::Test, shared(world.discovery()));
    Peppol { world, directory }
}

impl DirectoryUnderTest for Peppol {
    type Directory = PeppolDirectory<fn() -> OffsetDateTime>;

    fn directory(&self) -> Self::Directory {
        self.directory.clone()
    }

    async fn participant(&self, standing: Participant) -> Option<ParticipantId> {
        let id = match standing {
            Participant::Registered => "9915:registered",
            Participant::ForOtherDocuments => "9915:other",
            Participant::NotRegistered => "9915:nobody",
            Participant::Unanswered => "9915:unanswered",
            Participant::Untrusted => "9915:untrusted",
            Participant::RegisteredLive => "0245:2020202023",
        };
        match standing {
            Participant::Registered => self.world.receives(id),
            Participant::ForOtherDocuments => self.world.lists(id, &[document("urn:x::X##y::1")]),
            Participant::Unanswered => {
                self.world.dns_says(id, Says::Code(ResponseCode::ServFail));
            }
            Participant::Untrusted => {
                let plain = self.world.smp.plain_base();
                self.world.dns_says(id, Says::Records(vec![naptr(&plain)]));
            }
            Participant::NotRegistered | Participant::RegisteredLive => {}
        }
        id.parse().ok()
    }
}

testkit::participant_directory_contract!(open);

#[tokio::test]
async fn a_business_card_means_the_public_directory() {
    use peppol_connector::ports::ParticipantDirectory as _;
    let Peppol { world, directory } = open().await;
    world.receives("9915:card");
    world.receives("9915:none");
    let card = format!("{}/businesscard/iso6523-actorid-upis%3A%3A9915%3Acard", world.smp.base());
    world.smp.put(&card, Page::ok("<BusinessCard/>"));
    for (id, is_listed) in [("9915:card", true), ("9915:none", false)] {
        let id = id.parse().expect("an id");
        let found = directory.registration(Network::Test, &id).await.expect("an answer");
        assert_eq!(found.map(|found| found.in_directory), Some(is_listed), "{id}");
        let live = directory.registration(Network::Live, &id).await;
        let live = live.expect_err("not served here");
        assert_eq!(live.class(), peppol_connector::submissions::RetryClass::Transient);
    }
}
