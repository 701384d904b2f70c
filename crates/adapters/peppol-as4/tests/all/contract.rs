//! The contract of access points, towards an installation behind HTTP.

use crate::common::{
    Installation, OTHER_RECEIVER, RECEIVER, Server, StaticDirectory, http, keys, listed, now, trust,
};
use peppol_as4::{As4AccessPoint, Sending};
use peppol_connector::{identifiers::ParticipantId, submissions::OutgoingMessage};
use peppol_messages::as4::EbmsError;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use testkit::network_contract::access_point::{AccessPointUnderTest, Receiver};
use testkit::peppol::participant;

const REFUSING: &str = "9915:2020202042";
const UNREACHABLE: &str = "9915:2020202053";
const OTHERS: &str = "9915:2020202064";
const DOWN: &str = "9915:2020202075";

struct Network {
    directory: StaticDirectory,
    installation: Installation,
    _servers: [Server; 3],
}

async fn open() -> Network {
    let installation = Installation::new().await;
    let taking = installation.clone().serve().await;
    let losing = losing_first(installation.clone()).await;
    let refusing = refusing(installation.clone()).await;
    let nobody = {
        let free = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
        format!("http://{}/as4", free.local_addr().expect("an address"))
    };
    let entries = [
        (RECEIVER, Ok(listed(&taking.url, "ap2"))),
        (OTHER_RECEIVER, Ok(listed(&losing.url, "ap2"))),
        (REFUSING, Ok(listed(&refusing.url, "ap2"))),
        (UNREACHABLE, Ok(listed(&nobody, "ap2"))),
        (OTHERS, Err("other documents")),
        (DOWN, Err("down")),
    ];
    let entries = entries.map(|(id, entry)| (participant(id), entry));
    let directory = StaticDirectory(entries.into_iter().collect());
    Network { directory, installation, _servers: [taking, losing, refusing] }
}

/// Takes the first message and hangs up.
async fn losing_first(installation: Installation) -> Server {
    let (installation, first) = (Arc::new(installation), Arc::new(AtomicBool::new(true)));
    Server::new(move |posted| {
        let (installation, first) = (Arc::clone(&installation), Arc::clone(&first));
        async move {
            let answer = installation.answer(posted).await?;
            let answer = Server::reply(answer.status, "application/soap+xml", &answer.body);
            answer.filter(|_| !first.swap(false, Ordering::SeqCst))
        }
    })
    .await
}

async fn refusing(installation: Installation) -> Server {
    let installation = Arc::new(installation);
    Server::new(move |posted| {
        let installation = Arc::clone(&installation);
        async move {
            let opened = installation.receiver.open(&posted.content_type, posted.body).await;
            let message = opened.expect("opened").document.message.expect("a message");
            let error = EbmsError::not_serviced(&message.message_id);
            let answer = installation.receiver.refuse(&error)?;
            Server::reply(500, "application/soap+xml", &answer.body)
        }
    })
    .await
}

impl AccessPointUnderTest for Network {
    type AccessPoint = As4AccessPoint<StaticDirectory>;

    fn access_point(&self) -> Self::AccessPoint {
        let sending = Sending { country: "SK".to_owned(), asks_for_status: false };
        let directory = self.directory.clone();
        As4AccessPoint::new(directory, now, http(), keys(&["ap1"]), trust(), sending)
    }

    /// An access point that answers a repetition with its first receipt does not say that it is one.
    fn tells_repetitions(&self) -> bool {
        false
    }

    async fn receiver(&self, behaviour: Receiver) -> Option<ParticipantId> {
        Some(participant(match behaviour {
            Receiver::Takes => RECEIVER,
            Receiver::LosesFirstReceipt => OTHER_RECEIVER,
            Receiver::Refuses => REFUSING,
            Receiver::Unreachable => UNREACHABLE,
            Receiver::NotRegistered => "9915:2020202086",
            Receiver::NotReceiving => OTHERS,
            Receiver::DirectoryDown => DOWN,
        }))
    }

    async fn arrived(&self, message: &OutgoingMessage) -> Option<Vec<Vec<u8>>> {
        let instance = message.message_id.to_string();
        Some(self.installation.arrived(Some(("PSK000001", &instance))).await)
    }
}

testkit::access_point_contract!(open);
