use crate::memory::{Result, store::MemoryStore};
use access::OrganizationId;
use peppol_connector::{
    identifiers::SubmissionId,
    ports::{FlightStore, Receipt},
    submissions::{AttemptHops, Hop},
};
use time::OffsetDateTime;

impl FlightStore for MemoryStore {
    async fn keep_hops(
        &self,
        organization: OrganizationId,
        id: SubmissionId,
        hops: &[Hop],
        now: OffsetDateTime,
    ) -> Result<()> {
        let hops = AttemptHops { at: now, hops: hops.to_vec() };
        self.data().sends.submissions.one_mut(organization, id)?.hops.push(hops);
        Ok(())
    }

    async fn hops(
        &self,
        organization: OrganizationId,
        id: SubmissionId,
    ) -> Result<Vec<AttemptHops>> {
        Ok(self.data().sends.submissions.one_mut(organization, id)?.hops.clone())
    }

    async fn keep_late_receipt(
        &self,
        organization: OrganizationId,
        id: SubmissionId,
        receipt: &Receipt,
        _: OffsetDateTime,
    ) -> Result<()> {
        let mut data = self.data();
        let row = data.sends.submissions.one_mut(organization, id)?;
        if !row.has_late_receipt {
            row.has_late_receipt = true;
            row.receipts.push(receipt.evidence.clone());
        }
        Ok(())
    }
}
