//! Business cards in the Peppol Directory.

use super::super::sql::*;
use crate::network_names as names;
use access::OrganizationId;
use peppol_connector::identifiers::{Network, ParticipantId};
use peppol_publishing::{CardChange, CardContent, CardStore, DueCard, EntryState, IndexedCard};
use time::OffsetDateTime;
use uuid::Uuid;

columns! {
    struct CardRow {
        participant: String,
        change: Uuid,
        is_entered: bool,
        card_name: Option<String>,
        card_country: Option<String>,
        indexed_name: Option<String>,
        indexed_country: Option<String>,
        error: Option<String>,
        attempts: Option<i64>,
        retry_at: Option<OffsetDateTime>,
    }
}

impl CardRow {
    fn into_domain(self, network: Network, now: OffsetDateTime) -> Result<DueCard> {
        let content = |name: Option<String>, country: Option<String>| {
            Some(CardContent { name: name?, country: country? })
        };
        let indexed = IndexedCard {
            network,
            participant: names::participant(&self.participant)?,
            indexed: content(self.indexed_name, self.indexed_country),
            error: self.error,
            attempts: self.attempts.map_or(0, |n| u32::try_from(n).unwrap_or(u32::MAX)),
            retry_at: self.retry_at.unwrap_or(now),
        };
        Ok(DueCard {
            indexed,
            content: content(self.card_name, self.card_country),
            is_entered: self.is_entered,
            change: CardChange(self.change),
        })
    }
}

#[cfg_attr(not(test), compiled_once::compiled_once)]
impl CardStore for Backend {
    async fn due_cards(
        &self,
        network: Network,
        now: OffsetDateTime,
        limit: u16,
    ) -> Result<Vec<DueCard>> {
        let query = sql!(
            "SELECT n.participant, n.change,
               EXISTS (SELECT 1 FROM peppol_entries AS e WHERE e.network = n.network
                 AND e.participant = n.participant AND e.state IN ({}, {})) AS is_entered,
               o.name AS card_name, trim(o.country) AS card_country,
               c.name AS indexed_name, c.country AS indexed_country, c.error, c.attempts, c.retry_at
             FROM peppol_card_changes AS n
             LEFT JOIN peppol_accounts AS a ON a.status = 'enrolled' AND a.network = n.network
               AND a.participant = n.participant
             LEFT JOIN organizations AS o ON o.id = a.organization_id AND trim(o.country) <> ''
             LEFT JOIN peppol_cards AS c ON c.network = n.network AND c.participant = n.participant
             WHERE n.network = {} AND (c.retry_at IS NULL OR c.retry_at <= {})
             ORDER BY n.participant LIMIT {}",
            EntryState::Listed.name(),
            EntryState::Leaving.name(),
            network.name(),
            now,
            i64::from(limit)
        );
        let mut conn = self.reader().await?;
        let rows: Vec<CardRow> = query.all(read_conn!(conn)).await?;
        rows.into_iter().map(|row| row.into_domain(network, now)).collect()
    }

    async fn keep_card(&self, card: &IndexedCard, change: Option<CardChange>) -> Result<()> {
        let participant = card.participant.canonical();
        let row = row!("peppol_cards",
            network: card.network.name(),
            participant: &participant,
            name: card.indexed.as_ref().map(|card| card.name.as_str()),
            country: card.indexed.as_ref().map(|card| card.country.as_str()),
            error: card.error.as_deref(),
            attempts: i64::from(card.attempts),
            retry_at: card.retry_at,
        );
        let insert = row.insert().then(sql!(
            " ON CONFLICT (network, participant) DO UPDATE SET name = excluded.name,
               country = excluded.country, error = excluded.error, attempts = excluded.attempts,
               retry_at = excluded.retry_at"
        ));
        let settled = change.map(|change| settled(card.network, &participant, change));
        run_all(self, [insert].into_iter().chain(settled).collect()).await
    }

    async fn forget_card(
        &self,
        network: Network,
        participant: &ParticipantId,
        change: CardChange,
    ) -> Result<()> {
        let participant = participant.canonical();
        let delete = sql!(
            "DELETE FROM peppol_cards WHERE network = {} AND participant = {}",
            network.name(),
            &participant
        );
        run_all(self, vec![delete, settled(network, &participant, change)]).await
    }

    async fn settle_card(
        &self,
        network: Network,
        participant: &ParticipantId,
        change: CardChange,
    ) -> Result<()> {
        run_all(self, vec![settled(network, &participant.canonical(), change)]).await
    }
}

/// Runs the statements in one transaction, whether or not each changes a row.
async fn run_all(store: &Backend, statements: Vec<Statement<'_>>) -> Result<()> {
    let mut transaction = store.begin().await?;
    let mut done = Ok(());
    for statement in statements {
        done = statement.execute(transaction.conn()).await.map(drop);
        if done.is_err() {
            break;
        }
    }
    transaction.finish(done).await
}

/// Marks a card as up to date, unless it has changed after this change.
fn settled(network: Network, participant: &str, change: CardChange) -> Statement<'_> {
    sql!(
        "DELETE FROM peppol_card_changes WHERE network = {} AND participant = {} AND change = {}",
        network.name(),
        participant,
        change.0
    )
}

/// A later change replaces an earlier one.
const ONCE: &str = " ON CONFLICT (network, participant) DO UPDATE SET change = excluded.change";

/// Records that a participant's card has changed, in the transaction of the change.
pub(in super::super) async fn note_change(
    conn: &mut Conn,
    network: Network,
    participant: &ParticipantId,
) -> Result<()> {
    let participant = participant.canonical();
    let row = row!("peppol_card_changes",
        network: network.name(),
        participant: &participant,
        change: Uuid::now_v7(),
    );
    row.insert().then(sql!(ONCE)).execute(conn).await.map(drop)
}

/// The same for the participant that receives for an organization.
pub(in super::super) async fn note_change_of(
    conn: &mut Conn,
    organization: OrganizationId,
) -> Result<()> {
    let noted = sql!(
        "INSERT INTO peppol_card_changes (network, participant, change)
         SELECT network, participant, {} FROM peppol_accounts
         WHERE organization_id = {} AND status = 'enrolled' AND participant IS NOT NULL",
        Uuid::now_v7(),
        organization
    );
    noted.then(sql!(ONCE)).execute(conn).await.map(drop)
}
