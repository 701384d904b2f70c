//! The flight record of a submission: its attempts, hops and receipts. The foreign keys of these tables check that the
//! submission exists and belongs to the organization.

use super::{
    super::super::{super::commit_mutations, sql::*},
    lists::exists,
};
use crate::error::backend;
use access::OrganizationId;
use peppol_connector::{
    identifiers::SubmissionId,
    ports::{FlightStore, Receipt},
    submissions::{AttemptHops, Hop},
};
use time::OffsetDateTime;
use uuid::Uuid;

#[cfg_attr(not(test), compiled_once::compiled_once)]
impl FlightStore for Backend {
    async fn keep_hops(
        &self,
        organization: OrganizationId,
        id: SubmissionId,
        hops: &[Hop],
        now: OffsetDateTime,
    ) -> Result<()> {
        let hops = serde_json::to_string(hops).map_err(backend)?;
        let row = row!("submission_hops",
            organization_id: organization,
            submission_id: id.0,
            id: Uuid::now_v7(),
            kept_at: now,
            hops: hops.as_str(),
        );
        commit_mutations(self, vec![Mutation::insert(row)]).await
    }

    async fn hops(
        &self,
        organization: OrganizationId,
        id: SubmissionId,
    ) -> Result<Vec<AttemptHops>> {
        let mut conn = self.reader().await?;
        let (rows, _) = concurrently!(conn: hops(organization, id), exists(organization, id));
        let read = |(at, hops): (OffsetDateTime, String)| {
            let hops = serde_json::from_str(&hops).map_err(backend)?;
            Ok(AttemptHops { at, hops })
        };
        rows.into_iter().map(read).collect()
    }

    async fn keep_late_receipt(
        &self,
        organization: OrganizationId,
        id: SubmissionId,
        receipt: &Receipt,
        now: OffsetDateTime,
    ) -> Result<()> {
        // the key of the submission: only one late receipt is stored
        let row = receipt_row(organization, (id, id.0), receipt, now);
        let once = sql!(" ON CONFLICT DO NOTHING");
        commit_mutations(self, vec![Mutation::insert(row).then(once).if_there()]).await
    }
}

/// The row of a receipt, under this key.
pub(super) fn receipt_row(
    organization: OrganizationId,
    (id, key): (SubmissionId, Uuid),
    receipt: &Receipt,
    now: OffsetDateTime,
) -> NewRow<'_> {
    row!("submission_receipts",
        organization_id: organization,
        submission_id: id.0,
        id: key,
        received_at: now,
        evidence: receipt.evidence.as_slice(),
    )
}

async fn hops(
    conn: &mut ReadConn<'_>,
    organization: OrganizationId,
    id: SubmissionId,
) -> Result<Vec<(OffsetDateTime, String)>> {
    let query = sql!(
        "SELECT kept_at, hops FROM submission_hops
         WHERE organization_id = {} AND submission_id = {} ORDER BY kept_at, id",
        organization,
        id.0
    );
    query.all(conn).await
}
