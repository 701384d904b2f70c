//! Group commit: concurrent saves of invoices share a transaction, and one wait for the disk.

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

/// A lock that one of the saves waits for delays the others at most this long.
const BEGIN: &str = "BEGIN; SET LOCAL lock_timeout = '100ms'";

impl Postgres {
    /// Runs a statement together with concurrent ones; alone when the shared transaction was undone.
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

    /// Saves the first invoice of each organization, so that no other transaction locks two rows of one organization
    /// in another order. Every process saves them in the order of the organizations' ids.
    async fn save_all(&self, saves: Vec<Save>) -> Result<Vec<Result<Outcome>>> {
        let asked = saves.len();
        let mut firsts = BTreeMap::new();
        for (place, (organization, statement)) in saves.into_iter().enumerate() {
            firsts.entry(organization).or_insert((place, statement));
        }
        let (places, statements): (Vec<_>, Vec<_>) = firsts.into_values().unzip();
        let saved = self.save_each(statements).await?;
        let mut saved: BTreeMap<usize, Result<Saved>> = places.into_iter().zip(saved).collect();
        // an error belongs to its own statement; statements that did not run do not get it
        let outcome =
            |place| saved.remove(&place).map_or(Ok(Outcome::Undone), |it| it.map(Outcome::Ran));
        Ok((0..asked).map(outcome).collect())
    }

    /// Runs one statement alone, and several in one transaction. Empty when that was undone.
    async fn save_each(&self, statements: Vec<Statement<'static>>) -> Result<Vec<Result<Saved>>> {
        let statements = match <[_; 1]>::try_from(statements) {
            Ok([one]) => return Ok(vec![self.save_alone(one).await]),
            Err(several) => several,
        };
        let transaction = self.not_begun().await?;
        let saved = in_one(&transaction, statements).await;
        // before the commit was sent, so nothing is saved
        let is_undone = saved.is_err();
        match transaction.finish(saved).await {
            Err(error) if is_undone => {
                tracing::debug!(%error, "invoices cannot be saved together: saving each alone");
                Ok(Vec::new())
            }
            saved => Ok(saved?.into_iter().map(Ok).collect()),
        }
    }

    /// The transaction is not begun, so the statement is its own transaction. A cancelled one is rolled back like any
    /// other.
    pub(super) async fn save_alone(&self, statement: Statement<'_>) -> Result<Saved> {
        let transaction = self.not_begun().await?;
        let saved = statement.one(&mut transaction.read_conn()).await;
        transaction.nothing_is_open();
        saved
    }
}

/// Runs the statements; all are sent before the first is answered.
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
