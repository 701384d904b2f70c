use invoice_responses::ResponseInbox;
use peppol_connector::{
    identifiers::Network,
    ports::{AccountStore, DirectoryError, InboxStore},
};
use std::time::Duration;
use time::OffsetDateTime;

/// How long the slow participant takes.
pub const DELAY: Duration = Duration::from_secs(20);

/// The network among the organizations of one installation.
///
/// Cheap to clone where the store and the clock are.
#[derive(Debug, Clone)]
pub struct SandboxNetwork<S, C> {
    pub(crate) store: S,
    pub(crate) clock: C,
    pub(crate) delay: Duration,
    serves_live: bool,
}

/// The sandbox does not serve this network.
#[derive(Debug, thiserror::Error)]
#[error("the sandbox does not serve the {} network", .0.name())]
struct NotServed(Network);

impl<S, C> SandboxNetwork<S, C>
where
    S: AccountStore + InboxStore + ResponseInbox,
    C: Fn() -> OffsetDateTime + Send + Sync,
{
    /// A network for [`Network::Test`] alone. `clock` tells when documents arrive.
    #[must_use]
    pub const fn new(store: S, clock: C) -> Self {
        Self { store, clock, delay: DELAY, serves_live: false }
    }

    /// Serves [`Network::Live`] too: nothing of what is sent there leaves the installation.
    #[must_use]
    pub fn serving_live(mut self) -> Self {
        self.serves_live = true;
        self
    }

    /// Lets the slow participant take another time than [`DELAY`].
    #[must_use]
    pub fn with_delay(mut self, delay: Duration) -> Self {
        self.delay = delay;
        self
    }

    /// # Errors
    /// [`DirectoryError::Unreachable`] for a network that is not served: of its participants nothing
    /// is known.
    pub(crate) fn must_serve(&self, network: Network) -> Result<(), DirectoryError> {
        match network {
            Network::Live if !self.serves_live => {
                Err(DirectoryError::Unreachable(NotServed(network).into()))
            }
            Network::Live | Network::Test => Ok(()),
        }
    }
}
