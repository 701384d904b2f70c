//! A received document counts once: its sender may send it again, and an expense may be made of either copy.

use super::super::sql::*;
use access::OrganizationId;
use peppol_connector::identifiers::Network;
use time::OffsetDateTime;

/// The condition that a row of `received_documents AS r` counts, by the rows that existed at a time, or exist now: no
/// expense was made of it or of another copy, and it is the first copy
/// ([`peppol_connector::inbox::counts_once`]).
pub(in super::super) fn counts_once(
    organization: OrganizationId,
    network: Network,
    until: Option<OffsetDateTime>,
) -> Statement<'static> {
    let until = |column| match until {
        Some(until) => sql!(" AND {} <= {}", Fragment(column), until),
        None => Statement::text(String::new()),
    };
    sql!(
        "NOT EXISTS (SELECT 1 FROM expenses AS e WHERE e.organization_id = {organization}
             AND e.received_id = r.id AND e.received_id IS NOT NULL {made})
           AND NOT EXISTS (SELECT 1 FROM received_documents AS d
             WHERE d.organization_id = {organization} AND d.network = {network}
               AND d.number = r.number AND length(d.number) <= 200 AND d.sender = r.sender
               AND d.type_code = r.type_code AND d.issue_date = r.issue_date
               AND d.total = r.total AND d.currency = r.currency {came} AND d.id <> r.id
               AND ((d.received_at, d.id) < (r.received_at, r.id)
                 OR EXISTS (SELECT 1 FROM expenses AS e WHERE e.organization_id = {organization}
                   AND e.received_id = d.id AND e.received_id IS NOT NULL {made})))",
        organization = organization,
        network = network.name(),
        made = until("e.created_at"),
        came = until("d.received_at")
    )
}
