//! The documents of a selection. Invoices are in the order of the index `invoices_issued`; expenses and received
//! documents are in the order in which they came, which is that of their list indexes.

use super::super::super::{receiving::counts_once, sql::*};
use access::OrganizationId;
use accounting_export::{DocumentId, Phase, Place, Selection};
use time::{Date, OffsetDateTime};
use uuid::Uuid;

columns! {
    pub(super) struct PlaceRow {
        issue_date: Date,
        kept_at: OffsetDateTime,
        id: Uuid,
    }
}

impl From<PlaceRow> for Place {
    fn from(PlaceRow { issue_date, kept_at, id }: PlaceRow) -> Self {
        Place { issue_date, kept_at, id: DocumentId(id) }
    }
}

/// The number of documents of a phase; `None` for one without documents.
pub(super) fn count(
    organization: OrganizationId,
    selection: &Selection,
    phase: Phase,
) -> Option<Statement<'static>> {
    Some(sql!("SELECT count(*) {}", selected(organization, selection, phase, None)?))
}

/// The documents of a phase after a position.
pub(super) fn page(
    organization: OrganizationId,
    selection: &Selection,
    phase: Phase,
    after: Option<Place>,
    limit: u16,
) -> Option<Statement<'static>> {
    let selected = selected(organization, selection, phase, after)?;
    let (kept_at, order) = match phase {
        Phase::Invoices => ("created_at", "issue_date, created_at, id"),
        Phase::Expenses => ("created_at", "created_at, id"),
        Phase::Received | Phase::End => ("received_at", "received_at, id"),
    };
    Some(sql!(
        "SELECT issue_date, {} AS kept_at, id {} ORDER BY {} LIMIT {}",
        Fragment(kept_at),
        selected,
        Fragment(order),
        i64::from(limit)
    ))
}

fn selected(
    organization: OrganizationId,
    selection: &Selection,
    phase: Phase,
    after: Option<Place>,
) -> Option<Statement<'static>> {
    match phase {
        Phase::Invoices => Some(invoices(organization, selection, after)),
        Phase::Expenses => Some(expenses(organization, selection, after)),
        Phase::Received => Some(received(organization, selection, after)),
        Phase::End => None,
    }
}

/// One lower bound, which lets the index seek.
fn invoices(
    organization: OrganizationId,
    selection: &Selection,
    after: Option<Place>,
) -> Statement<'static> {
    let Selection { period, until, .. } = *selection;
    let behind = match after {
        None => sql!("issue_date >= {}", period.from),
        Some(Place { issue_date, kept_at, id }) => {
            sql!("(issue_date, created_at, id) > ({}, {}, {})", issue_date, kept_at, id.0)
        }
    };
    sql!(
        "FROM invoices WHERE organization_id = {} AND issue_date <= {} AND created_at <= {} AND {}",
        organization,
        period.to,
        until,
        behind
    )
}

fn expenses(
    organization: OrganizationId,
    selection: &Selection,
    after: Option<Place>,
) -> Statement<'static> {
    let Selection { period, network, until } = *selection;
    let after =
        after.map(|after| sql!(" AND (created_at, id) > ({}, {})", after.kept_at, after.id.0));
    sql!(
        "FROM expenses WHERE organization_id = {} AND issue_date >= {} AND issue_date <= {}
           AND created_at <= {} AND (network IS NULL OR network = {})",
        organization,
        period.from,
        period.to,
        until,
        network.name()
    )
    .and(after)
}

/// The received documents of which no expense was made, each once.
fn received(
    organization: OrganizationId,
    selection: &Selection,
    after: Option<Place>,
) -> Statement<'static> {
    let Selection { period, network, until } = *selection;
    let after =
        after.map(|after| sql!(" AND (received_at, id) > ({}, {})", after.kept_at, after.id.0));
    sql!(
        "FROM received_documents AS r
         WHERE organization_id = {} AND network = {} AND issue_date >= {} AND issue_date <= {}
           AND received_at <= {} AND {}",
        organization,
        network.name(),
        period.from,
        period.to,
        until,
        counts_once(organization, network, Some(until))
    )
    .and(after)
}
