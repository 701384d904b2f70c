//! Our SMP in one network: its keys, its clients, and what it publishes about a participant.

use crate::clock::Clock;
use peppol_as4::Keys;
use peppol_connector::identifiers::{Network, ParticipantId};
use peppol_indexer::IndexerClient;
use peppol_messages::{Enveloped, Identifier, mls::main_provider_id, smp::ServiceMetadata};
use peppol_publishing::{AccessPointAddress, Capabilities};
use peppol_sml::SmlClient;
use persistence::StoreError;
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};
use store::Store;
use time::OffsetDateTime;
use use_cases::{
    network::publishing::{business_card, is_to_be_removed, published},
    people::secrets::sha256,
};

/// The most signed answers in the cache, each of about 8 KiB.
const KEPT: usize = 1_000;

/// An answer of our SMP.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Published {
    /// The document.
    pub body: Arc<str>,
    /// The ETag, for conditional requests.
    pub etag: String,
}

impl Published {
    fn of(content: &str, body: impl Into<Arc<str>>) -> Self {
        let etag = data_encoding::HEXLOWER.encode(&sha256(content.as_bytes()));
        Self { body: body.into(), etag: format!("\"{etag}\"") }
    }
}

/// Why our SMP cannot answer.
#[derive(Debug, thiserror::Error)]
pub enum SmpError {
    /// Storage failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The answer cannot be signed.
    #[error(transparent)]
    Unsigned(#[from] Enveloped),
}

/// Our SMP in one network.
pub struct OwnSmp {
    network: Network,
    /// The public URL, without a slash at its end.
    base: String,
    clock: Clock,
    signing: Arc<Keys>,
    access_point: Arc<Keys>,
    as4_url: String,
    contact: String,
    /// A client of the SML for each certificate of the SMP, in their order; empty without an SML.
    registries: Vec<SmlClient>,
    /// A client of the Peppol Directory for each certificate; empty without a directory.
    directories: Vec<IndexerClient>,
    signed: Mutex<HashMap<String, Arc<str>>>,
}

/// The URLs that our SMP publishes, and its own.
#[derive(Debug, Clone)]
pub struct Addresses {
    /// The URL of the SMP in this network.
    pub base: String,
    /// The URL of the access point.
    pub as4: String,
    /// The URL of a contact for questions.
    pub contact: String,
}

impl OwnSmp {
    /// The SMP of a network with its keys and those of the access point that it publishes.
    #[must_use]
    pub fn new(
        (network, clock): (Network, Clock),
        addresses: Addresses,
        signing: Arc<Keys>,
        access_point: Arc<Keys>,
        registries: Vec<SmlClient>,
    ) -> Self {
        let Addresses { base, as4: as4_url, contact } = addresses;
        let (directories, signed) = (Vec::new(), Mutex::default());
        Self {
            network,
            base,
            clock,
            signing,
            access_point,
            as4_url,
            contact,
            registries,
            directories,
            signed,
        }
    }

    /// The network of the SMP.
    #[must_use]
    pub const fn network(&self) -> Network {
        self.network
    }

    /// Its URL, which the SML puts into the DNS.
    #[must_use]
    pub fn base(&self) -> &str {
        &self.base
    }

    /// The registry of its participants: the client with the certificate that signs now.
    #[must_use]
    pub fn registry(&self) -> Option<&SmlClient> {
        self.registries.get(self.signing.signing_place(self.clock.now()))
    }

    /// Whether participants are entered in a registry.
    #[must_use]
    pub const fn enters_participants(&self) -> bool {
        !self.registries.is_empty()
    }

    /// Adds the clients of the Peppol Directory, one for each certificate of the SMP.
    #[must_use]
    pub fn indexed_by(self, directories: Vec<IndexerClient>) -> Self {
        Self { directories, ..self }
    }

    /// The client of the Peppol Directory with the certificate that signs now; `None` unless it is configured.
    #[must_use]
    pub fn directory(&self) -> Option<&IndexerClient> {
        self.directories.get(self.signing.signing_place(self.clock.now()))
    }

    /// The keys that sign its answers.
    #[must_use]
    pub fn signing(&self) -> &Keys {
        &self.signing
    }

    /// The keys of the access point that it publishes.
    #[must_use]
    pub fn access_point(&self) -> &Keys {
        &self.access_point
    }

    /// The address of the access point that it publishes.
    #[must_use]
    pub fn access_point_address(&self) -> &str {
        &self.as4_url
    }

    /// Our own identifier, which receives message level statuses.
    #[must_use]
    pub fn ourselves(&self) -> Option<ParticipantId> {
        main_provider_id(self.access_point.seat())?.parse().ok()
    }

    /// The document types that are received here now.
    fn capabilities(&self) -> Option<Capabilities> {
        let now: OffsetDateTime = self.clock.now();
        let certificate = &self.access_point.signing(now)?.certificate;
        Some(Capabilities {
            seat: certificate.common_name.clone(),
            access_point: AccessPointAddress {
                url: self.as4_url.clone(),
                certificate: certificate.base64(),
                active_from: certificate.not_before,
                expires: certificate.not_after,
            },
            description: "Billhook".to_owned(),
            contact: self.contact.clone(),
        })
    }

    pub(super) async fn group(
        &self,
        store: &Store,
        participant: &ParticipantId,
    ) -> Result<Option<Published>, SmpError> {
        let Some(own) = self.capabilities() else { return Ok(None) };
        let group = match published(store, self.network, &own, participant).await? {
            Some(receives) => own.group(&self.base, participant, receives),
            None if is_to_be_removed(store, self.network, participant).await? => {
                own.empty_group(&self.base, participant)
            }
            None => return Ok(None),
        };
        let group = group.write();
        Ok(Some(Published::of(&group, group.as_str())))
    }

    pub(super) async fn service(
        &self,
        store: &Store,
        participant: &ParticipantId,
        document_type: &Identifier,
    ) -> Result<Option<Published>, SmpError> {
        let Some(own) = self.capabilities() else { return Ok(None) };
        let receives = published(store, self.network, &own, participant).await?;
        let Some(receives) = receives else { return Ok(None) };
        match own.service(participant, receives, document_type) {
            Some(service) => self.signed(&ServiceMetadata::Information(service)),
            None => Ok(None),
        }
    }

    pub(super) async fn card(
        &self,
        store: &Store,
        participant: &ParticipantId,
    ) -> Result<Option<Published>, SmpError> {
        let card = business_card(store, self.network, participant).await?;
        let card = card.map(|card| card.write());
        Ok(card.map(|card| Published::of(&card, card.as_str())))
    }

    /// Signs an answer once; after a change of certificate it is signed again.
    fn signed(&self, metadata: &ServiceMetadata) -> Result<Option<Published>, SmpError> {
        let Some(identity) = self.signing.signing(self.clock.now()) else { return Ok(None) };
        let content = format!("{}{}", identity.certificate.serial, metadata.write());
        let known = self.with_cache(|signed| signed.get(&content).cloned());
        let body = match known {
            Some(body) => body,
            None => {
                let body: Arc<str> = metadata.sign(identity)?.into();
                self.with_cache(|signed| {
                    if signed.len() >= KEPT {
                        signed.clear();
                    }
                    signed.insert(content.clone(), body.clone());
                });
                body
            }
        };
        Ok(Some(Published::of(&content, body)))
    }

    /// Locks the cache. A poisoned lock is used all the same, because each change is complete by itself.
    fn with_cache<T>(&self, with: impl FnOnce(&mut HashMap<String, Arc<str>>) -> T) -> T {
        with(&mut self.signed.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use peppol_sml::Settings as SmlSettings;
    use std::time::Duration;

    fn pem(name: &str) -> String {
        let text = |end: &str| fixtures::text(&format!("peppol-network/as4/pki/{name}.{end}"));
        text("pem") + &text("key")
    }

    fn client(publisher: &str) -> SmlClient {
        let http = checked_http::Settings::new(
            network_addresses::AddressPolicy::Public,
            Duration::from_secs(20),
        );
        let (address, publisher) = ("https://sml.example/".to_owned(), publisher.to_owned());
        SmlClient::new(SmlSettings { address, publisher, http }).expect("a client")
    }

    /// An SMP at this time, with two certificates, the next one first.
    fn at(now: OffsetDateTime, keys: &Arc<Keys>, registries: Vec<SmlClient>) -> OwnSmp {
        let addresses = Addresses {
            base: "https://smp.example/smp/test".to_owned(),
            as4: "https://ap.example/as4".to_owned(),
            contact: String::new(),
        };
        let network = (Network::Test, Clock::starting_at(now));
        OwnSmp::new(network, addresses, keys.clone(), keys.clone(), registries)
    }

    #[test]
    fn a_certificate_that_takes_over_signs_again_what_was_kept() {
        let keys = [pem("ap2-next"), pem("ap2")];
        let keys = Arc::new(Keys::of_pem(keys.iter().map(String::as_str)).expect("keys"));
        let [next, own] = keys.identities()[..] else { panic!("two certificates") };
        let begins = next.certificate.not_before;
        let mut smp = at(begins - time::Duration::minutes(1), &keys, Vec::new());
        let ourselves = smp.ourselves().expect("a provider");
        let document_type =
            Identifier::new("busdox-docid-qns", peppol_messages::mls::MLS_DOCUMENT_TYPE);
        let answer = |smp: &OwnSmp| {
            let own = smp.capabilities().expect("capabilities");
            let receives = peppol_publishing::Receives::default();
            let service = own.service(&ourselves, receives, &document_type).expect("published");
            smp.signed(&ServiceMetadata::Information(service)).expect("signed").expect("an answer")
        };
        let before = answer(&smp);
        assert_eq!(answer(&smp), before, "signed once");
        smp.clock = Clock::starting_at(begins);
        let after = answer(&smp);
        assert_eq!(answer(&smp), after);
        assert_ne!(after.etag, before.etag);
        let [old, new] = [own, next].map(|one| one.certificate.base64());
        // the certificate of the access point that is published, and the one that signed it
        assert_eq!((before.body.matches(&old).count(), before.body.matches(&new).count()), (2, 0));
        assert_eq!((after.body.matches(&old).count(), after.body.matches(&new).count()), (0, 2));
    }

    #[tokio::test]
    async fn the_sml_is_shown_the_certificate_that_is_valid_now() {
        let keys = [pem("ap2-next"), pem("ap2")];
        let keys = Arc::new(Keys::of_pem(keys.iter().map(String::as_str)).expect("keys"));
        let [next, own] = keys.identities()[..] else { panic!("two certificates") };
        let begins = next.certificate.not_before;
        assert!(own.certificate.is_within_dates(begins), "they overlap");
        for (now, shown) in [(begins - time::Duration::days(1), "own"), (begins, "next")] {
            let smp = at(now, &keys, vec![client("next"), client("own")]);
            assert_eq!(smp.registry().expect("a client").publisher(), shown);
        }
    }
}
