use crate::ports::{Ports, Runtime};
use jobs::error_text;
use peppol_connector::identifiers::Network;
use peppol_publishing::{
    CardDirectory, CardDirectoryError, CardStep, CardStore, DueCard, IndexedCard,
};
use persistence::StoreError;
use time::Duration;

/// Cards that are looked at in one go.
const AT_ONCE: u16 = 500;

/// How long the directory is updated in one go: with the last call, and the same in another network, below the lease of
/// the job.
const AT_MOST: Duration = Duration::seconds(30);

/// Brings the Peppol Directory up to date about the participants of a network that have a business card, another one, or
/// none any more: with `after_entry` when they are in the registry. Returns how many cards it took or removed. A directory
/// that does not answer is left alone for this time; one that refuses a card is asked for the next.
///
/// # Errors
/// Storage. What the directory says is kept.
pub async fn update_directory<P: Ports>(
    ports: &P,
    directory: &impl CardDirectory,
    network: Network,
    after_entry: bool,
) -> Result<usize, StoreError> {
    let (store, now) = (ports.database(), ports.runtime().now());
    let until = now.saturating_add(AT_MOST);
    let mut updated = 0;
    for due in store.due_cards(network, now, AT_ONCE).await? {
        if ports.runtime().now() >= until {
            break;
        }
        let step = due.next_step(after_entry);
        let DueCard { indexed: card, content, change, .. } = due;
        let participant = card.participant.clone();
        let Some(step) = step else {
            store.settle_card(network, &participant, change).await?;
            continue;
        };
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
        match card.updated(content, ports.runtime().now()) {
            Some(after) => store.keep_card(&after, Some(change)).await?,
            None => store.forget_card(network, &participant, change).await?,
        }
        tracing::info!(network = network.name(), %participant, ?step, "Peppol Directory updated");
        updated += 1;
    }
    Ok(updated)
}

async fn keep_failure(
    store: &impl CardStore,
    card: IndexedCard,
    error: &CardDirectoryError,
    runtime: &impl Runtime,
) -> Result<(), StoreError> {
    let (participant, error) = (&card.participant, error_text(error));
    tracing::warn!(%participant, error, "Peppol Directory not updated");
    store.keep_card(&card.failed(error, runtime.now()), None).await
}
