//! Lists by keyset: by time and id.

use super::{Backend, FromRow, Result, Statement};
use persistence::{Cursor, Page, RowId};

/// A page of the rows that were read: one more than `limit`, if more follow.
pub(crate) fn page<R, T>(
    rows: Vec<R>,
    limit: u16,
    into_domain: fn(R) -> Result<T>,
) -> Result<Page<T>> {
    Page::of_one_more(rows, limit).try_map(into_domain)
}

impl Backend {
    /// A page of a query, which reads one row more than `limit`.
    pub(crate) async fn page<R: FromRow, T>(
        &self,
        query: Statement<'_>,
        limit: u16,
        into_domain: fn(R) -> Result<T>,
    ) -> Result<Page<T>> {
        let mut conn = self.reader().await?;
        page(query.all(read_conn!(conn)).await?, limit, into_domain)
    }
}

/// The newest rows of a query after a position, and one more than asked for. Its table has `created_at` and `id`.
pub(crate) fn page_query(query: Statement<'_>, after: Option<Cursor>, limit: u16) -> Statement<'_> {
    // the first term lets the index seek, the second breaks the tie
    let after = after.map(|Cursor { created_at, id: RowId(id) }| {
        sql!(
            " AND created_at <= {at} AND (created_at < {at} OR id < {id})",
            at = created_at,
            id = id
        )
    });
    query.and(after).then(sql!(" ORDER BY created_at DESC, id DESC LIMIT {}", i64::from(limit) + 1))
}

/// The condition of records in use, or of retired ones.
pub(crate) fn retired(retired: bool) -> Statement<'static> {
    match retired {
        true => sql!(" AND retired_at IS NOT NULL"),
        false => sql!(" AND retired_at IS NULL"),
    }
}

/// Whether a searched text contains a NUL: no row does, and PostgreSQL refuses it.
pub(crate) fn contains_nul<'a>(texts: impl IntoIterator<Item = &'a Option<String>>) -> bool {
    texts.into_iter().flatten().any(|text| text.contains('\0'))
}
