use crate::ports::{Ports, Runtime};
use peppol_connector::{
    identifiers::{Network, ParticipantId},
    ports::ParticipantDirectory,
    sending::RecipientLookup,
};
use std::time::Duration;

/// Timeout of a lookup, so that it never blocks sending.
const PATIENCE: Duration = Duration::from_secs(3);

/// Whether a participant is registered; a timeout of the directory is a result too.
pub async fn look_up<P: Ports>(
    ports: &P,
    network: Network,
    as_written: &str,
    participant: &ParticipantId,
) -> RecipientLookup {
    let asked = ports.network().registration(network, participant);
    match ports.runtime().within(PATIENCE, asked).await {
        Some(result) => {
            if let Err(error) = &result {
                tracing::warn!(participant = %participant, error = %error, "participant lookup failed");
            }
            RecipientLookup::of(as_written, &result)
        }
        None => {
            tracing::warn!(participant = %participant, "participant lookup timed out");
            RecipientLookup::unavailable(as_written)
        }
    }
}
