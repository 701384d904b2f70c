//! Invoices that are saved at the same time share a transaction, and with it one wait for the disk.

use super::{
    database::Postgres,
    owned,
    save::Saved,
    saves::{Outcome, Save},
    shared::sql::{Result, Statement},
    transaction::Transaction,
};
use crate::error::translate;
use access::OrganizationId;
use diesel_async::SimpleAsyncConnection;
use futures_util::future::try_join_all;
use std::collections::BTreeMap;

/// Whoever holds what one of them needs keeps the others waiting for so long at most.
const BEGIN: &str = "BEGIN; SET LOCAL lock_timeout = '100ms'";

impl Postgres {
    /// Runs a statement, with those that come while others are run; alone when that came to nothing.
    pub(super) async fn save_together<'a>(
        &self,
        organization: OrganizationId,
        statement: impl Fn() -> Result<Statement<'a>> + Send,
    ) -> Result<Saved> {
        let store = self.clone();
        let save_all = move |saves| {
            let store = store.clone();
            async move { store.save_all(saves).await }
        };
        let save = (organization, owned::of(statement()?));
        match self.saves.together.call(save, save_all).await? {
            Outcome::Ran(saved) => Ok(saved),
            Outcome::Undone => self.save_undone(owned::of(statement()?)).await,
        }
    }

    async fn save_undone(&self, statement: Statement<'static>) -> Result<Saved> {
        let store = self.clone();
        let save = move |statements| {
            let store = store.clone();
            async move { store.save_each(statements).await }
        };
        self.saves.undone.call(statement, save).await
    }

    /// Of each organization the first: nobody else then locks two things of one organization in
    /// another order. In the order of the organizations' ids, by every process.
    async fn save_all(&self, saves: Vec<Save>) -> Result<Vec<Result<Outcome>>> {
        let asked = saves.len();
        let mut firsts = BTreeMap::new();
        for (place, (organization, statement)) in saves.into_iter().enumerate() {
            firsts.entry(organization).or_insert((place, statement));
        }
        let (places, statements): (Vec<_>, Vec<_>) = firsts.into_values().unzip();
        let saved = self.save_each(statements).await?;
        let mut saved: BTreeMap<usize, Result<Saved>> = places.into_iter().zip(saved).collect();
        // an error is that of its own statement: who has not run is told nothing of it
        let outcome =
            |place| saved.remove(&place).map_or(Ok(Outcome::Undone), |it| it.map(Outcome::Ran));
        Ok((0..asked).map(outcome).collect())
    }

    /// One has what comes of it; several share a transaction. Nothing when that was undone.
    async fn save_each(&self, statements: Vec<Statement<'static>>) -> Result<Vec<Result<Saved>>> {
        let statements = match <[_; 1]>::try_from(statements) {
            Ok([one]) => return Ok(vec![self.save_alone(one).await]),
            Err(several) => several,
        };
        let transaction = self.not_begun().await?;
        let saved = in_one(&transaction, statements).await;
        // before the commit was asked for: nothing is kept
        let is_undone = saved.is_err();
        match transaction.finish(saved).await {
            Err(error) if is_undone => {
                tracing::debug!(%error, "invoices cannot be saved together: saving each alone");
                Ok(Vec::new())
            }
            saved => Ok(saved?.into_iter().map(Ok).collect()),
        }
    }

    /// Not begun, so the statement is its own transaction; given up, it is ended like any other.
    pub(super) async fn save_alone(&self, statement: Statement<'_>) -> Result<Saved> {
        let transaction = self.not_begun().await?;
        let saved = statement.one(&mut transaction.read_conn()).await;
        transaction.nothing_is_open();
        saved
    }
}

/// All are sent before the first is answered.
async fn in_one(
    transaction: &Transaction,
    statements: Vec<Statement<'static>>,
) -> Result<Vec<Saved>> {
    let conn = transaction.read_conn();
    let sent = statements.into_iter().map(|statement| async move {
        let saved: Saved = statement.one(&mut &*conn).await?;
        Ok(saved)
    });
    let (_, saved) = tokio::try_join!(biased;
        async { (&mut &*conn).batch_execute(BEGIN).await.map_err(translate) },
        try_join_all(sent))?;
    Ok(saved)
}
