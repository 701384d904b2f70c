//! Invoices that are issued at the same time are saved by one transaction: one commit for many.

use super::{
    Conn, Postgres, Transaction,
    save::Saved,
    shared::sql::{Result, Statement, Value, statement::Part},
};
use crate::together::Together;
use access::OrganizationId;
use futures_util::future::try_join_all;
use std::borrow::Cow;

/// Invoices that one transaction saves, at most, and such transactions under way.
const BATCH: usize = 16;
const AT_ONCE: usize = 2;

/// What requests of this process save: a statement that succeeds or changes nothing by itself.
pub(super) type Savings = Together<Saving, Saved>;

/// For an organization.
type Saving = (OrganizationId, Statement<'static>);

pub(super) fn savings() -> Savings {
    Together::new(BATCH, AT_ONCE)
}

impl Postgres {
    /// Runs a statement in a transaction, which others may share.
    pub(super) async fn save(
        &self,
        organization: OrganizationId,
        statement: Statement<'_>,
    ) -> Result<Saved> {
        let store = self.clone();
        let save = move |savings: Vec<Saving>| {
            let store = store.clone();
            async move { store.save_all(savings).await }
        };
        self.savings.call((organization, owned(statement)), save).await
    }

    async fn save_all(&self, savings: Vec<Saving>) -> Result<Vec<Result<Saved>>> {
        if savings.len() > 1 {
            let transaction = self.not_begun().await?;
            match save_within(&transaction, &savings).await {
                // when this fails nobody knows whether it was done: it is not tried again
                Ok(saved) => return transaction.finish(Ok(saved)).await,
                Err(error) => _ = transaction.finish::<(), _>(Err(error)).await,
            }
        }
        // nothing is saved yet, and one of several is at fault: by itself each has its own answer
        let mut saved = Vec::with_capacity(savings.len());
        for (_, statement) in savings {
            saved.push(self.save_alone(statement).await);
        }
        Ok(saved)
    }

    /// The statement is its own transaction; given up, it is ended like any other.
    async fn save_alone(&self, statement: Statement<'_>) -> Result<Saved> {
        let transaction = self.not_begun().await?;
        let saved = statement.one(&mut transaction.read_conn()).await;
        transaction.nothing_is_open();
        saved
    }
}

/// In the order of the organizations: of two such transactions none waits for the other in a circle.
async fn save_within(transaction: &Transaction, savings: &[Saving]) -> Result<Vec<Result<Saved>>> {
    let conn: &Conn = transaction.read_conn();
    let mut order: Vec<usize> = (0..savings.len()).collect();
    order.sort_by_key(|place| savings[*place].0);
    let saved = order.iter().map(|place| {
        let statement = savings[*place].1.clone();
        async move { statement.one::<Saved>(&mut &*conn).await.map(|saved| (*place, saved)) }
    });
    let (_, mut saved) = tokio::try_join!(biased; transaction.send_begin(), try_join_all(saved))?;
    saved.sort_by_key(|(place, _)| *place);
    Ok(saved.into_iter().map(|(_, saved)| Ok(saved)).collect())
}

/// With values of its own.
fn owned(statement: Statement<'_>) -> Statement<'static> {
    let parts = statement.parts.into_iter().map(|part| match part {
        Part::Sql(sql) => Part::Sql(sql),
        Part::Value(value) => Part::Value(owned_value(value)),
        Part::Before(word) => Part::Before(word),
        Part::Unfilled(name) => Part::Unfilled(name),
    });
    Statement { parts: parts.collect(), cached: statement.cached }
}

fn owned_value(value: Value<'_>) -> Value<'static> {
    match value {
        Value::Text(text) => Value::Text(text.map(|text| Cow::Owned(text.into_owned()))),
        Value::Binary(bytes) => Value::Binary(bytes.map(|bytes| Cow::Owned(bytes.into_owned()))),
        Value::Statement(statement) => Value::Statement(owned(statement)),
        Value::List(values) => Value::List(values.into_iter().map(owned_value).collect()),
        Value::Id(id) => Value::Id(id),
        Value::Integer(integer) => Value::Integer(integer),
        Value::BigInt(integer) => Value::BigInt(integer),
        Value::Money(money) => Value::Money(money),
        Value::Exact(exact) => Value::Exact(exact),
        Value::Date(date) => Value::Date(date),
        Value::Instant(instant) => Value::Instant(instant),
        Value::Bool(is) => Value::Bool(is),
        Value::Fragment(fragment) => Value::Fragment(fragment),
    }
}
