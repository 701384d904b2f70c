//! Claims due jobs: each kind is read in the order of its index.

use super::{super::sql::*, COLUMNS};
use jobs::{ClaimToken, JobKind, Turn, Whose};
use time::OffsetDateTime;
use uuid::Uuid;

/// The number of jobs read for each that is claimed, so that those of one organization do not hide the others.
const SEEN_FOR_EACH: i64 = 4;

/// Claims the due jobs for this worker, in one statement. Each kind is read in the order of its index (`jobs_due`),
/// and of those due longest the first of each organization are taken, then the second of each.
pub(in super::super) fn take(
    turn: Turn<'_>,
    now: OffsetDateTime,
    until: OffsetDateTime,
    token: ClaimToken,
) -> Statement<'static> {
    let limit = i64::from(turn.limit);
    let seen = if turn.each < turn.limit { limit * SEEN_FOR_EACH } else { limit };
    let due_of = |kind: &JobKind| {
        sql!(
            "SELECT * FROM (SELECT id, state_at, organization_id FROM jobs
               WHERE kind = {kind} AND state <> 'dead' AND state_at <= {now}",
            kind = kind.0,
            now = now,
        )
        .then(not_of(turn.full))
        .then(sql!(
            " ORDER BY state_at LIMIT {seen} {for_update} {skip_locked}) AS of_kind",
            seen = seen
        ))
    };
    sql!(
        "WITH due AS (SELECT id FROM (
           SELECT id, state_at,
             row_number() OVER (PARTITION BY organization_id ORDER BY state_at) AS turn
           FROM ({due}) AS of_all) AS in_turn
         WHERE turn <= {each} ORDER BY turn, state_at LIMIT {limit})
         UPDATE jobs
         SET state = 'running', state_at = {until}, token = {token}, attempts = attempts + 1
         WHERE id IN (SELECT id FROM due)
         RETURNING {columns}",
        due = union_all(turn.kinds.iter().map(due_of)),
        each = i64::from(turn.each),
        limit = limit,
        until = until,
        token = token.0,
        columns = COLUMNS,
    )
}

/// Excludes jobs of these organizations.
fn not_of(full: &[Whose]) -> Statement<'static> {
    let mut organizations = full.iter().flatten().map(|organization| organization.0).peekable();
    let mut condition = match full.contains(&None) {
        true => sql!(" AND organization_id IS NOT NULL"),
        false => sql!(""),
    };
    if organizations.peek().is_some() {
        let named: Vec<Uuid> = organizations.collect();
        condition = condition
            .then(sql!(" AND (organization_id IS NULL OR organization_id NOT IN {})", list(named)));
    }
    condition
}

/// The first job of each kind: steps from one kind to the next in the index.
pub(in super::super) fn oldest() -> Statement<'static> {
    sql!(
        "WITH RECURSIVE kinds (kind) AS (
           SELECT (SELECT kind FROM jobs WHERE state <> 'dead' ORDER BY kind LIMIT 1)
           UNION ALL
           SELECT (SELECT j.kind FROM jobs j WHERE j.state <> 'dead' AND j.kind > k.kind
             ORDER BY j.kind LIMIT 1) FROM kinds k WHERE k.kind IS NOT NULL)
         SELECT k.kind, (SELECT j.state_at FROM jobs j WHERE j.kind = k.kind AND j.state <> 'dead'
             ORDER BY j.state_at LIMIT 1)
         FROM kinds k WHERE k.kind IS NOT NULL ORDER BY k.kind"
    )
}

/// The earliest time at which a job of these kinds can be claimed.
pub(in super::super) fn next(kinds: &[JobKind]) -> Statement<'static> {
    let next_of = |kind: &JobKind| {
        sql!(
            "SELECT * FROM (SELECT state_at FROM jobs WHERE kind = {} AND state <> 'dead'
               ORDER BY state_at LIMIT 1) AS of_kind",
            kind.0
        )
    };
    sql!("SELECT min(state_at) FROM ({}) AS of_all", union_all(kinds.iter().map(next_of)))
}

/// Without a query there is no job.
fn union_all<'a>(queries: impl Iterator<Item = Statement<'a>>) -> Statement<'a> {
    queries
        .reduce(|all, query| all.then(sql!(" UNION ALL ")).then(query))
        .unwrap_or(sql!("SELECT id, organization_id, state_at FROM jobs WHERE false"))
}
