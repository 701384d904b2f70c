use crate::ports::{Ports, Runtime};
use jobs::error_text;
use peppol_connector::identifiers::Network;
use peppol_publishing::{
    CardDirectory, CardDirectoryError, CardStep, CardStore, DueCard, IndexedCard,
};
use persistence::StoreError;
use time::Duration;

/// Maximum number of business cards in one run.
const AT_ONCE: u16 = 500;

/// Maximum duration of one run: together with the last call, and the same in another network, it stays below the lease
/// of the job.
const AT_MOST: Duration = Duration::seconds(30);

/// Updates the Peppol Directory for the participants of a network whose business card was added, changed or removed;
/// with `after_entry` only once they are in the registry. Returns how many cards were indexed or removed. A directory
/// that does not answer ends this run; after a refused card the next one is tried.
///
/// # Errors
/// Storage failures. The directory's answers are stored.
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
