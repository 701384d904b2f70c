use peppol_connector::{Network, ParticipantDirectory, ParticipantId, RecipientLookup};
use std::time::Duration;

/// How long a lookup may take: it never blocks sending.
const PATIENCE: Duration = Duration::from_secs(3);

/// Whether a participant is registered; that nobody can tell in time is an answer too.
pub async fn look_up(
    directory: &impl ParticipantDirectory,
    network: Network,
    as_written: &str,
    participant: &ParticipantId,
) -> RecipientLookup {
    let asked = directory.registration(network, participant);
    match tokio::time::timeout(PATIENCE, asked).await {
        Ok(result) => {
            if let Err(error) = &result {
                tracing::warn!(participant = %participant, error = %error, "lookup failed");
            }
            RecipientLookup::of(as_written, &result)
        }
        Err(_) => {
            tracing::warn!(participant = %participant, "lookup timed out");
            RecipientLookup::unavailable(as_written)
        }
    }
}
