//! Every statement of the store is prepared on both engines over the migrated schema, and not run: a column that is
//! misspelt fails here, although no test may run its statement. The texts are read from the sources: each `sql!` and
//! `row!`, with the functions and constants that fill its holes. Branches and optional conditions make variants.
//!
//! Branches are combined without their conditions, so that some texts never run and cannot be prepared: what counts is
//! that each macro is in one that can. A macro that is in no text at all fails the test as well: then `calls` does not
//! know yet how it is put together.

mod blocks;
mod calls;
mod expressions;
mod holes;
mod sources;
mod text;
mod types;
mod visits;

use crate::database::{Database, Place};
use diesel::{RunQueryDsl, sql_query};
use diesel_async::{AsyncPgConnection, SimpleAsyncConnection};
use expressions::Reader;
use sources::Sources;
use std::collections::{BTreeMap, BTreeSet};
use text::{BEFORE, IN_TUPLE, Text, VALUE};
use types::with_types;

/// The texts of the builders themselves, whose results this test knows instead: `calls` those of `shared/sql`,
/// [`after_another`] that of mutations.
const BUILDERS: [&str; 2] = ["shared/sql/", "postgres/mutations.rs"];

/// Statements with lists of `VALUES` that have too many columns for [`with_types`]. PostgreSQL refuses them without the types
/// of their values; the columns are known by then. Tests of the contract run them.
const TYPED_BY_THEIR_VALUES: [&str; 2] =
    ["postgres/request_counts.rs", "shared/webhooks/conclude.rs"];

crate::on_both!(every_statement_can_be_prepared);

async fn every_statement_can_be_prepared(database: &Database) {
    let engine = match database.place {
        Place::Sqlite(_) => "sqlite",
        Place::Postgres(_) => "postgres",
    };
    let (texts, macros) = read(engine);
    let tried = match database.place {
        Place::Sqlite(_) => tried_on_sqlite(&database.place, &texts),
        Place::Postgres(_) => tried_on_postgres(&database.place, &texts).await,
    };
    let mut prepared = BTreeSet::new();
    let mut refused: BTreeMap<&str, String> = BTreeMap::new();
    for (text, tried) in texts.iter().zip(tried) {
        let of = text.of.iter().map(String::as_str);
        match tried {
            Ok(()) => prepared.extend(of),
            Err(error) => refused.extend(of.map(|of| (of, error.clone()))),
        }
    }
    let left = macros.iter().filter(|of| !prepared.contains(of.as_str()));
    let why = |of: &String| refused.get(of.as_str()).map_or("in no statement", String::as_str);
    let left: Vec<_> = left.map(|of| format!("{of}\n  {}", why(of))).collect();
    assert!(
        left.is_empty(),
        "{} are in no statement that can be prepared:\n{}",
        left.len(),
        left.join("\n")
    );
    assert!(prepared.len() > 700, "only {} texts were found in the sources", prepared.len());
}

/// A text with the macros that it is made of.
struct Whole {
    sql: String,
    of: Vec<String>,
}

/// The texts of an engine, and all its macros.
fn read(engine: &str) -> (Vec<Whole>, Vec<String>) {
    let sources = Sources::read(engine);
    let mut reader = Reader::new(&sources, engine);
    reader.read_all();
    let of = |text: &Text| text.of.iter().map(ToString::to_string).collect();
    let whole = |text: &Text| Whole { sql: text.sql.clone(), of: of(text) };
    let is_built = |of: &str| BUILDERS.iter().any(|builder| of.starts_with(builder));
    let macros = sources.macros.iter().filter(|of| !is_built(of));
    (reader.found.iter().map(whole).collect(), macros.map(ToString::to_string).collect())
}

/// `EXPLAIN` prepares a statement; values that are not bound are null.
fn tried_on_sqlite(place: &Place, texts: &[Whole]) -> Vec<Result<(), String>> {
    let mut connection = place.sqlite_connection();
    let mut tried = Vec::with_capacity(texts.len());
    for text in texts {
        let sql = standing_alone(&text.sql).replace(IN_TUPLE, "").replace(VALUE, "?");
        let explained = sql_query(format!("EXPLAIN {sql}")).execute(&mut connection);
        tried.push(explained.map(drop).map_err(|error| format!("{error}: {sql}")));
    }
    tried
}

/// A mutation is tried alone, and joined to the row of one before it.
async fn tried_on_postgres(place: &Place, texts: &[Whole]) -> Vec<Result<(), String>> {
    let mut connection = place.postgres_connection().await;
    let mut tried = Vec::with_capacity(texts.len());
    for text in texts {
        let alone = standing_alone(&text.sql);
        let joined = (alone != text.sql).then(|| after_another(&text.sql));
        let mut outcome = Ok(());
        for sql in [Some(alone), joined].into_iter().flatten() {
            if let Err(error) = prepared(&mut connection, &sql).await
                && !(is_about_types(&error) && is_typed_by_its_values(text))
            {
                outcome = Err(format!("{error}: {}", numbered(&sql)));
            }
        }
        tried.push(outcome);
    }
    tried
}

/// Prepares a statement, if need be with each type for the columns of its lists of values.
async fn prepared(connection: &mut AsyncPgConnection, sql: &str) -> Result<(), String> {
    let mut first = None;
    for sql in [sql.to_owned()].into_iter().chain(with_types(sql)) {
        let prepare = format!("PREPARE tried AS {}; DEALLOCATE tried", numbered(&sql));
        match connection.batch_execute(&prepare).await {
            Ok(()) => return Ok(()),
            Err(error) => _ = first.get_or_insert(error.to_string()),
        }
    }
    Err(first.unwrap_or_default())
}

/// Without the row of a mutation before it.
fn standing_alone(sql: &str) -> String {
    sql.replace(&format!("{BEFORE}FROM"), "").replace(&format!("{BEFORE}USING"), "")
}

/// Joined to the row of the mutation before it, as `postgres/mutations.rs` does.
fn after_another(sql: &str) -> String {
    let joined = sql.replace(&format!("{BEFORE}FROM"), "FROM step_0");
    let joined = joined.replace(&format!("{BEFORE}USING"), "USING step_0");
    format!(
        "WITH step_0 AS (SELECT 1), step_1 AS ({joined} RETURNING 1)
         SELECT 0::bigint + (SELECT count(*) FROM step_1)"
    )
}

/// With `$1`, `$2` for the values.
fn numbered(sql: &str) -> String {
    let plain = sql.replace(IN_TUPLE, "");
    let mut pieces = plain.split(VALUE);
    let first = pieces.next().unwrap_or_default().to_owned();
    pieces.zip(1..).fold(first, |sql, (piece, number)| format!("{sql}${number}{piece}"))
}

fn is_about_types(error: &str) -> bool {
    error.contains("but expression is of type")
        || error.contains("operator does not exist: uuid = text")
}

fn is_typed_by_its_values(text: &Whole) -> bool {
    text.of.iter().any(|of| TYPED_BY_THEIR_VALUES.iter().any(|file| of.starts_with(file)))
}
