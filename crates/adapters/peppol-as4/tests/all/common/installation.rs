//! An installation that receives: our endpoint over the store in memory.

use super::{Posted, Server, certificate, keys, now, trust};
use access::OrganizationId;
use peppol_as4::{Answer, As4Receiver, Refusal};
use peppol_connector::{
    identifiers::{DocumentTypeId, Network, ParticipantId, ProcessId, ReceivedId},
    inbox::{ReceivedFilter, ReceivedMessage, StatusRequest},
    ports::{
        AccountStore, DirectoryError, InboxStore, ParticipantDirectory, ReceivingPoint,
        Registration,
    },
    registration::PeppolAccount,
};
use peppol_messages::as4::EbmsError;
use std::collections::HashMap;
use std::sync::Arc;
use testkit::{
    MemoryStore,
    build::{NOW, id},
    peppol::{ENROLLED, participant},
};

/// Who receives in it: two organizations.
pub const RECEIVER: &str = "9915:2020202020";
pub const OTHER_RECEIVER: &str = "9915:2020202031";

/// Receives over AS4 with the keys of `ap2`.
#[derive(Clone)]
pub struct Installation {
    pub store: MemoryStore,
    pub organizations: [OrganizationId; 2],
    pub receiver: As4Receiver,
}

impl Installation {
    pub async fn new() -> Self {
        let store = MemoryStore::default();
        let receiver = As4Receiver::new(Network::Test, now, keys(&["ap2"]), trust());
        let organizations =
            [enrolled(&store, RECEIVER).await, enrolled(&store, OTHER_RECEIVER).await];
        Self { store, organizations, receiver }
    }

    /// What the shell does with what is posted.
    pub async fn answer(&self, posted: Posted) -> Option<Answer> {
        let refused = match self.receiver.open(&posted.content_type, posted.body).await {
            Err(Refusal::Failed(what)) => panic!("{what}"),
            Err(Refusal::Busy) => panic!("nobody else is here"),
            Err(Refusal::Refused(error)) => error,
            Ok(opened) => {
                let message = opened.document.message.clone().expect("a message");
                let (network, receiver) =
                    (opened.document.network, opened.document.receiver.clone());
                let found = self.store.enrolled(network, &receiver).await.expect("an answer");
                match found {
                    None => EbmsError::not_serviced(&message.message_id),
                    Some(owner) => {
                        let document = opened.document.received(ReceivedId(id()), now());
                        let event = document.record.received_event(owner).expect("an event");
                        let kept = self.store.receive(owner, &document, &event).await;
                        match opened.answer(kept.expect("kept")) {
                            Ok(answer) => return Some(answer),
                            Err(error) => error,
                        }
                    }
                }
            }
        };
        self.receiver.refuse(&refused)
    }

    /// The documents that arrived from an access point in this envelope; in any, without one.
    pub async fn arrived(&self, envelope: Option<(&str, &str)>) -> Vec<Vec<u8>> {
        let key = envelope.map(|(provider, instance)| {
            let message = ReceivedMessage {
                provider: provider.to_owned(),
                message_id: String::new(),
                instance: instance.to_owned(),
                status: StatusRequest::default(),
            };
            message.key()
        });
        let mut documents = Vec::new();
        for own in self.organizations {
            let page = self.store.received(own, &ReceivedFilter::default(), None, 100).await;
            for record in page.expect("a page").rows {
                if key.is_none_or(|key| key == record.message_id) {
                    let bytes = self.store.received_bytes(own, record.id).await;
                    documents.push(bytes.expect("bytes"));
                }
            }
        }
        documents
    }

    /// Behind HTTP.
    pub async fn serve(self) -> Server {
        let installation = Arc::new(self);
        Server::new(move |posted| {
            let installation = Arc::clone(&installation);
            async move {
                let answer = installation.answer(posted).await?;
                Server::reply(answer.status, Answer::CONTENT_TYPE, &answer.body)
            }
        })
        .await
    }
}

async fn enrolled(store: &MemoryStore, id: &str) -> OrganizationId {
    use invoicing::records::{Provision, ProvisionStore};
    let organization = testkit::build::organization();
    let own = organization.id;
    let provision = Provision { organizations: vec![organization], ..Provision::default() };
    store.provision(&provision, NOW).await.expect("provisioned");
    let before = store.account(own).await.expect("an account");
    let mut after = before.clone();
    after.account = PeppolAccount::Enrolled(Network::Test);
    after.participant = Some(participant(id));
    store.change_account(own, &before, &after, ENROLLED, &[], NOW).await.expect("enrolled");
    own
}

/// A directory of what a test says.
#[derive(Clone, Default)]
pub struct StaticDirectory(pub HashMap<ParticipantId, Result<ReceivingPoint, &'static str>>);

/// Where a participant receives, with the certificate of this name.
pub fn listed(url: &str, name: &str) -> ReceivingPoint {
    ReceivingPoint { url: url.to_owned(), certificate: certificate(name).der().to_vec() }
}

impl ParticipantDirectory for StaticDirectory {
    async fn registration(
        &self,
        _: Network,
        participant: &ParticipantId,
    ) -> Result<Option<Registration>, DirectoryError> {
        Ok(self.0.get(participant).map(|_| Registration { in_directory: true }))
    }

    async fn receiving_point(
        &self,
        _: Network,
        participant: &ParticipantId,
        _: &DocumentTypeId,
        _: &ProcessId,
    ) -> Result<ReceivingPoint, DirectoryError> {
        match self.0.get(participant) {
            None => Err(DirectoryError::NotRegistered(participant.clone())),
            Some(Ok(point)) => Ok(point.clone()),
            Some(Err("down")) => Err(DirectoryError::Unreachable("no answer".into())),
            Some(Err(_)) => Err(DirectoryError::NotReceiving(participant.clone())),
        }
    }
}
