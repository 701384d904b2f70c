//! Counts requests in the database, for all processes. Concurrent ones are counted by one statement.

use super::{
    conn::Db,
    database::Postgres,
    requests::NamedKey,
    shared::{
        people::{
            access::found::{KeyRow, USABLE_KEY},
            oauth::connections::{FOUND, FoundRow, NamedConnection},
        },
        sql::{Both, Fragment, FromRow, Result, Statement, Value},
    },
};
use crate::error::require_known;
use access::{Counted, CountedId, OrganizationId, WINDOW_SECONDS, Window};
use std::collections::BTreeMap;
use time::OffsetDateTime;
use uuid::Uuid;

/// [`Window::with_request`] in SQL: the stored window when it is the current one, else a new one.
const COUNT_ON: Fragment = Fragment(
    "ON CONFLICT (subject_id, operation) DO UPDATE SET
       window_start = CASE WHEN excluded.window_start - w.window_start BETWEEN 0 AND {last}
         THEN w.window_start ELSE excluded.window_start END,
       count = CASE WHEN excluded.window_start - w.window_start BETWEEN 0 AND {last}
         THEN w.count + excluded.count ELSE excluded.count END
     RETURNING subject_id, operation, window_start, count",
);

columns! {
    struct WindowRow {
        subject_id: Uuid,
        operation: String,
        window_start: i64,
        count: i32,
    }
}

columns! {
    struct PlaceRow {
        place: i32,
    }
}

impl WindowRow {
    fn into_domain(self) -> Result<(Name, Window)> {
        let count =
            require_known("count", &self.count.to_string(), u32::try_from(self.count).ok())?;
        Ok((
            (CountedId(self.subject_id), self.operation),
            Window { start: self.window_start, count },
        ))
    }
}

impl Postgres {
    pub(super) async fn counted(&self, counted: Counted, now: i64) -> Result<Window> {
        let store = self.clone();
        let count = move |requests| {
            let store = store.clone();
            async move { store.count_all(requests).await }
        };
        self.requests.counts.call((counted, now), count).await
    }

    async fn count_all(&self, requests: Vec<(Counted, i64)>) -> Result<Vec<Result<Window>>> {
        let rows: Vec<WindowRow> = count_all(&requests).all(&mut &*self.writer().await?).await?;
        let rows = rows.into_iter().map(WindowRow::into_domain);
        let mut windows = Windows::of(rows.collect::<Result<_>>()?, requests.iter().map(name));
        Ok(requests.iter().map(|request| windows.next(&name(request))).collect())
    }

    /// One round trip. Only a counted key waits for a lock, which is that of its own window.
    pub(super) async fn found_and_counted(
        &self,
        hash: &[u8; 32],
        named: Option<OrganizationId>,
        now: OffsetDateTime,
    ) -> Result<Option<(KeyRow, Window)>> {
        let store = self.clone();
        let find = move |keys| {
            let store = store.clone();
            async move { store.find_and_count_all(keys).await }
        };
        self.requests.keys.call((*hash, named, now), find).await
    }

    async fn find_and_count_all(&self, keys: Vec<NamedKey>) -> Result<Answers<KeyRow>> {
        let rows = find_and_count_all(&keys).all(&mut &*self.writer().await?).await?;
        by_place(rows, keys.len())
    }

    /// The same for a call with an access token.
    pub(super) async fn connection_and_count(
        &self,
        named: NamedConnection,
    ) -> Result<Option<(FoundRow, Window)>> {
        let store = self.clone();
        let find = move |named| {
            let store = store.clone();
            async move { store.connections_and_counts(named).await }
        };
        self.requests.connections.call(named, find).await
    }

    async fn connections_and_counts(
        &self,
        named: Vec<NamedConnection>,
    ) -> Result<Answers<FoundRow>> {
        let rows = connections_and_counts(&named).all(&mut &*self.writer().await?).await?;
        by_place(rows, named.len())
    }

    /// Does nothing: the counts are in the database already.
    pub(super) async fn keep_counts(&self) -> Result<()> {
        Ok(())
    }
}

/// A row that was found for the request at a position, with its window.
type Placed<T> = Both<PlaceRow, Both<T, WindowRow>>;

/// The answer to each request.
type Answers<T> = Vec<Result<Option<(T, Window)>>>;

/// The found rows, in the order of the requests.
fn by_place<T>(rows: Vec<Placed<T>>, asked: usize) -> Result<Answers<T>> {
    let (mut found, mut counted) = (BTreeMap::new(), BTreeMap::new());
    for Both(PlaceRow { place }, Both(row, window)) in rows {
        let (name, window) = window.into_domain()?;
        counted.insert(name.clone(), window);
        found.insert(place, (row, name));
    }
    let mut windows = Windows::of(counted, found.values().map(|(_, name)| name.clone()));
    let answer = |place| {
        let Some((row, name)) = found.remove(&place) else { return Ok(None) };
        Ok(Some((row, windows.next(&name)?)))
    };
    Ok((0..).take(asked).map(answer).collect())
}

/// The subject and the operation.
type Name = (CountedId, String);

fn name((counted, _): &(Counted, i64)) -> Name {
    (counted.subject(), counted.operation().to_owned())
}

/// Windows after several requests were counted at once: each request gets its own position in them.
struct Windows(BTreeMap<Name, Window>);

impl Windows {
    fn of(mut after: BTreeMap<Name, Window>, requests: impl Iterator<Item = Name>) -> Self {
        for name in requests {
            after.entry(name).and_modify(|window| window.count = window.count.saturating_sub(1));
        }
        Self(after)
    }

    /// The window after the next request of this name.
    fn next(&mut self, name: &Name) -> Result<Window> {
        let window = self.0.get_mut(name);
        let window = require_known("request window", &name.1, window)?;
        window.count = window.count.saturating_add(1);
        Ok(*window)
    }
}

/// Every process locks the windows in the order of their names.
fn count_all(requests: &[(Counted, i64)]) -> Statement<'static> {
    let mut counts: BTreeMap<(CountedId, &'static str), (i64, i32)> = BTreeMap::new();
    for (counted, now) in requests {
        let (second, count) =
            counts.entry((counted.subject(), counted.operation())).or_insert((*now, 0));
        (*second, *count) = ((*second).max(*now), *count + 1);
    }
    let rows = counts.into_iter().map(|((subject, operation), (second, count))| {
        vec![subject.0.into(), operation.into(), second.into(), count.into()]
    });
    sql!(
        "INSERT INTO request_windows AS w (subject_id, operation, window_start, count)
         SELECT DISTINCT * FROM (VALUES {counts}) AS counted(subject_id, operation, second, count)
         ORDER BY subject_id, operation {count_on}",
        counts = Statement::tuples(rows),
        count_on = COUNT_ON,
        last = WINDOW_SECONDS - 1,
    )
}

/// The first request of a window also updates the last use of the key, which does not wait for the disk.
fn find_and_count_all(keys: &[NamedKey]) -> Statement<'_> {
    let rows = (0..).zip(keys).map(|(place, (hash, named, now)): (i32, _)| {
        let second = now.unix_timestamp();
        vec![place.into(), (&hash[..]).into(), (*named).into(), Value::from(*now), second.into()]
    });
    sql!(
        "WITH asked(place, hash, named, at, second) AS (SELECT DISTINCT * FROM (VALUES {keys}) AS a),
           found AS MATERIALIZED (
             SELECT asked.place, asked.at, asked.second, k.* FROM asked, LATERAL ({key}) AS k),
           each AS (
             SELECT id, max(at) AS at, max(second) AS second, count(*)::integer AS count
             FROM found GROUP BY id),
           counted AS (
             INSERT INTO request_windows AS w (subject_id, operation, window_start, count)
             SELECT id, 'key', second, count FROM each ORDER BY id {count_on}),
           used AS (
             UPDATE api_keys SET last_used_at = each.at
             FROM each JOIN counted ON counted.subject_id = each.id AND counted.count = each.count
             WHERE api_keys.id = each.id)
         SELECT found.*, counted.*{async_commit}
         FROM found JOIN counted ON counted.subject_id = found.id",
        keys = Statement::tuples(rows),
        key = USABLE_KEY,
        hash = Fragment("asked.hash"),
        named = Fragment("asked.named"),
        now = Fragment("asked.at"),
        count_on = COUNT_ON,
        last = WINDOW_SECONDS - 1,
    )
}

/// The same for connections. The first call of a window updates their last use.
fn connections_and_counts(named: &[NamedConnection]) -> Statement<'static> {
    let rows = (0..).zip(named).map(|(place, (organization, id, second)): (i32, _)| {
        vec![place.into(), (*organization).into(), id.0.into(), Value::from(*second)]
    });
    sql!(
        "WITH asked(place, organization, connection, second) AS (
             SELECT DISTINCT * FROM (VALUES {named}) AS a),
           found AS MATERIALIZED (
             SELECT asked.place, asked.second, f.* FROM asked, LATERAL (
               SELECT {found} WHERE c.organization_id = asked.organization AND c.id = asked.connection
             ) AS f),
           each AS (
             SELECT id, max(second) AS second, count(*)::integer AS count FROM found GROUP BY id),
           counted AS (
             INSERT INTO request_windows AS w (subject_id, operation, window_start, count)
             SELECT id, 'connection', second, count FROM each ORDER BY id {count_on})
         SELECT found.*, counted.*{async_commit}
         FROM found JOIN counted ON counted.subject_id = found.id",
        named = Statement::tuples(rows),
        found = FOUND,
        count_on = COUNT_ON,
        last = WINDOW_SECONDS - 1,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_request_has_its_own_place_in_the_window() {
        let name = |of: u128| (CountedId(Uuid::from_u128(of)), "key".to_owned());
        let after = [(name(1), Window { start: 60, count: 9 }), (name(2), Window::default())];
        let asked = [name(1), name(1), name(1)];
        let mut windows = Windows::of(after.into(), asked.into_iter());
        let counts = [(); 3].map(|()| windows.next(&name(1)).expect("a window").count);
        assert_eq!(counts, [7, 8, 9]);
        assert!(windows.next(&name(3)).is_err());
    }
}
