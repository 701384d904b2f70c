//! Our SMP: its answers, and the registries that its participants are entered in.

mod opening;
mod own;

pub use opening::open;
pub use own::{Addresses, OwnSmp, Published, SmpError};

use peppol_connector::identifiers::{Network, PARTICIPANT_SCHEME, ParticipantId};
use store::Store;

/// A request to an SMP.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Question<'a> {
    /// `GET /{participant}`
    Group,
    /// `GET /{participant}/services/{document type}`
    Service(&'a str),
    /// `GET /businesscard/{participant}`
    Card,
}

/// Our SMP in each network that has one, the live one first.
#[derive(Default)]
pub struct Smp(Vec<OwnSmp>);

impl Smp {
    /// The SMPs of these networks.
    #[must_use]
    pub const fn new(networks: Vec<OwnSmp>) -> Self {
        Self(networks)
    }

    /// Whether there is no SMP.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The SMP of a network; `None` when it has none.
    #[must_use]
    pub fn of(&self, network: Network) -> Option<&OwnSmp> {
        self.0.iter().find(|own| own.network() == network)
    }

    /// Whether participants of a network are entered in its registry.
    #[must_use]
    pub fn enters_participants(&self, network: Network) -> bool {
        self.of(network).is_some_and(|own| own.enters_participants())
    }

    /// The answer about the participant in the path: from the named network, or else from the first that has it.
    /// `None` when nothing is published under that address.
    ///
    /// # Errors
    /// [`SmpError`].
    pub async fn answer(
        &self,
        store: &Store,
        network: Option<Network>,
        participant: &str,
        question: Question<'_>,
    ) -> Result<Option<Published>, SmpError> {
        let Some(participant) = named(participant) else { return Ok(None) };
        for own in self.0.iter().filter(|own| network.is_none_or(|one| one == own.network())) {
            let found = match question {
                Question::Group => own.group(store, &participant).await?,
                Question::Service(text) => match text.parse() {
                    Ok(document_type) => own.service(store, &participant, &document_type).await?,
                    Err(_) => None,
                },
                Question::Card => own.card(store, &participant).await?,
            };
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }
}

/// Parses a participant with its scheme prefix, which is required.
fn named(text: &str) -> Option<ParticipantId> {
    text.strip_prefix(PARTICIPANT_SCHEME)?.strip_prefix("::")?.parse().ok()
}
