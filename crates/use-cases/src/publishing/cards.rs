use crate::{Ports, Runtime};
use jobs::error_text;
use peppol_connector::Network;
use peppol_publishing::{CardDirectory, CardDirectoryError, CardStep, CardStore, ToldCard};
use persistence::StoreError;
use time::Duration;

/// Cards that are looked at in one go.
const AT_ONCE: u16 = 500;

/// How long the directory is told in one go: with the last call, and the same in another network, below the lease of
/// the job.
const AT_MOST: Duration = Duration::seconds(30);

/// Tells the Peppol Directory which participants of a network have a business card, another one, or none any more:
/// with `after_entry` when they are in the registry. Returns what it was told. A directory that does not answer is left
/// alone for this time; one that refuses a card is told of the next.
///
/// # Errors
/// Storage. What the directory says is kept.
pub async fn tell_directory<P: Ports>(
    ports: &P,
    directory: &impl CardDirectory,
    network: Network,
    after_entry: bool,
) -> Result<usize, StoreError> {
    let (store, now) = (ports.database(), ports.runtime().now());
    let until = now.saturating_add(AT_MOST);
    let mut told = 0;
    for (card, content) in store.due_cards(network, after_entry, now, AT_ONCE).await? {
        if ports.runtime().now() >= until {
            break;
        }
        let Some(step) = card.next_step(content.as_ref()) else { continue };
        let participant = card.participant.clone();
        let answer = match step {
            CardStep::Announce => directory.announce(&participant).await,
            CardStep::Withdraw => directory.withdraw(&participant).await,
        };
        if let Err(error) = answer {
            keep_failure(store, card, &error, ports.runtime()).await?;
            if error.is_about_all() {
                break;
            }
            continue;
        }
        match card.heard(content, ports.runtime().now()) {
            Some(after) => store.keep_card(&after).await?,
            None => store.forget_card(network, &participant).await?,
        }
        tracing::info!(network = network.name(), %participant, ?step, "the Peppol Directory was told");
        told += 1;
    }
    Ok(told)
}

async fn keep_failure(
    store: &impl CardStore,
    card: ToldCard,
    error: &CardDirectoryError,
    runtime: &impl Runtime,
) -> Result<(), StoreError> {
    let (participant, error) = (&card.participant, error_text(error));
    tracing::warn!(%participant, error, "the Peppol Directory was not told");
    store.keep_card(&card.failed(error, runtime.now())).await
}
