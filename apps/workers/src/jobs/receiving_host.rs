//! The destination of a message: the host of the access point that the directory names.

use peppol_connector::{
    identifiers::Network, ports::ParticipantDirectory, submissions::OutgoingMessage,
};
use runtime::wiring::App;
use std::time::Duration;
use url::Url;

/// The longest look-up. The attempt itself looks up again, and the answers are cached for a while.
const PATIENCE: Duration = Duration::from_secs(10);

/// Whether the network has other access points; the sandbox has none.
pub(super) fn has_other_providers(app: &App) -> bool {
    [Network::Test, Network::Live].into_iter().any(|it| app.networks.provider(it).is_some())
}

/// The host; `None` when the look-up fails, and then the attempt reports why.
pub(super) async fn host_of(app: &App, message: &OutgoingMessage) -> Option<String> {
    let OutgoingMessage { network, receiver, document_type, process, .. } = message;
    app.networks.provider(*network)?;
    let asked = app.networks.receiving_point(*network, receiver, document_type, process);
    let point = tokio::time::timeout(PATIENCE, asked).await.ok()?.ok()?;
    Some(Url::parse(&point.url).ok()?.host_str()?.to_owned())
}
