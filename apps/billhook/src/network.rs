//! The network that documents are sent over.

use crate::{clock::Clock, config::LiveNetwork};
use sandbox_network::SandboxNetwork;
use store::Store;
use time::OffsetDateTime;

/// The built-in network. It serves test keys, and live ones only where it is told to; for them
/// there is no access point yet, and what they send waits.
pub type PeppolNetwork = SandboxNetwork<Store, Box<dyn Fn() -> OffsetDateTime + Send + Sync>>;

/// The network of this installation.
#[must_use]
pub fn network(store: Store, clock: Clock, live: LiveNetwork) -> PeppolNetwork {
    let network = SandboxNetwork::new(store, Box::new(move || clock.now()) as Box<_>);
    match live {
        LiveNetwork::None => network,
        LiveNetwork::Sandbox => {
            tracing::warn!(
                "BILLHOOK_LIVE_NETWORK=sandbox: what live keys send stays in this installation"
            );
            network.serving_live()
        }
    }
}
