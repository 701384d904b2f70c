//! What the Peppol Directory was told of business cards.

use super::super::sql::*;
use crate::network_names as names;
use peppol_connector::{Network, ParticipantId};
use peppol_publishing::{CardContent, CardStore, EntryState, ToldCard};
use time::OffsetDateTime;

columns! {
    struct CardRow {
        participant: String,
        card_name: Option<String>,
        card_country: Option<String>,
        told_name: Option<String>,
        told_country: Option<String>,
        error: Option<String>,
        attempts: Option<i64>,
        retry_at: Option<OffsetDateTime>,
    }
}

impl CardRow {
    fn into_domain(
        self,
        network: Network,
        now: OffsetDateTime,
    ) -> Result<(ToldCard, Option<CardContent>)> {
        let content = |name: Option<String>, country: Option<String>| {
            Some(CardContent { name: name?, country: country? })
        };
        let card = ToldCard {
            network,
            participant: names::participant(&self.participant)?,
            told: content(self.told_name, self.told_country),
            error: self.error,
            attempts: self.attempts.map_or(0, |n| u32::try_from(n).unwrap_or(u32::MAX)),
            retry_at: self.retry_at.unwrap_or(now),
        };
        Ok((card, content(self.card_name, self.card_country)))
    }
}

impl CardStore for Backend {
    async fn due_cards(
        &self,
        network: Network,
        after_entry: bool,
        now: OffsetDateTime,
        limit: u16,
    ) -> Result<Vec<(ToldCard, Option<CardContent>)>> {
        let mut conn = self.reader().await?;
        let (new, gone) = concurrently!(
            conn: rows(announced(network, after_entry, now, limit)),
            rows(withdrawn(network, now, limit))
        );
        let mut due = Vec::with_capacity(new.len() + gone.len());
        for row in new.into_iter().chain(gone) {
            due.push(row.into_domain(network, now)?);
        }
        due.sort_by_key(|(card, _)| card.participant.canonical());
        due.truncate(limit.into());
        Ok(due)
    }

    async fn keep_card(&self, card: &ToldCard) -> Result<()> {
        let participant = card.participant.canonical();
        let row = row!("peppol_cards",
            network: card.network.name(),
            participant: &participant,
            name: card.told.as_ref().map(|told| told.name.as_str()),
            country: card.told.as_ref().map(|told| told.country.as_str()),
            error: card.error.as_deref(),
            attempts: i64::from(card.attempts),
            retry_at: card.retry_at,
        );
        let insert = row.insert().then(sql!(
            " ON CONFLICT (network, participant) DO UPDATE SET name = excluded.name,
               country = excluded.country, error = excluded.error, attempts = excluded.attempts,
               retry_at = excluded.retry_at"
        ));
        let mut transaction = self.begin().await?;
        let kept = insert.execute(transaction.conn()).await.map(drop);
        transaction.finish(kept).await
    }

    async fn forget_card(&self, network: Network, participant: &ParticipantId) -> Result<()> {
        let participant = participant.canonical();
        let delete = sql!(
            "DELETE FROM peppol_cards WHERE network = {} AND participant = {}",
            network.name(),
            &participant
        );
        let mut transaction = self.begin().await?;
        let forgotten = delete.execute(transaction.conn()).await.map(drop);
        transaction.finish(forgotten).await
    }
}

async fn rows(conn: &mut ReadConn<'_>, query: Statement<'_>) -> Result<Vec<CardRow>> {
    query.all(conn).await
}

/// Who receives here and has a card of which the directory was not told.
fn announced<'a>(
    network: Network,
    after_entry: bool,
    now: OffsetDateTime,
    limit: u16,
) -> Statement<'a> {
    let entered = after_entry.then(|| {
        sql!(
            " AND EXISTS (SELECT 1 FROM peppol_entries AS e WHERE e.network = a.network
               AND e.participant = a.participant AND e.state IN ({}, {}))",
            EntryState::Listed.name(),
            EntryState::Leaving.name()
        )
    });
    let found = sql!(
        "SELECT a.participant, o.name AS card_name, trim(o.country) AS card_country,
           c.name AS told_name, c.country AS told_country, c.error, c.attempts, c.retry_at
         FROM peppol_accounts AS a
         JOIN organizations AS o ON o.id = a.organization_id
         LEFT JOIN peppol_cards AS c ON c.network = a.network AND c.participant = a.participant
         WHERE a.status = 'enrolled' AND a.network = {} AND trim(o.country) <> ''
           AND (c.retry_at IS NULL OR c.retry_at <= {})
           AND (c.name IS NULL OR c.name <> o.name OR c.country <> trim(o.country))",
        network.name(),
        now
    );
    found.and(entered).then(sql!(" ORDER BY a.participant LIMIT {}", i64::from(limit)))
}

/// Of whom the directory was told, and who has no card here any more.
fn withdrawn<'a>(network: Network, now: OffsetDateTime, limit: u16) -> Statement<'a> {
    sql!(
        "SELECT c.participant, CAST(NULL AS text) AS card_name, CAST(NULL AS text) AS card_country, c.name AS told_name,
           c.country AS told_country, c.error, c.attempts, c.retry_at
         FROM peppol_cards AS c
         WHERE c.network = {} AND c.retry_at <= {} AND NOT EXISTS (
           SELECT 1 FROM peppol_accounts AS a JOIN organizations AS o ON o.id = a.organization_id
           WHERE a.status = 'enrolled' AND a.network = c.network AND a.participant = c.participant
             AND trim(o.country) <> '')
         ORDER BY c.participant LIMIT {}",
        network.name(),
        now,
        i64::from(limit)
    )
}
