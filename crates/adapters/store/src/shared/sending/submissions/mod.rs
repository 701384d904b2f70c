//! Submissions and staged documents.

mod advance;
mod commit;
mod earlier;
mod facts;
mod flight;
mod held;
mod lists;
mod named_invoice;
mod number_use;
#[cfg(test)]
mod plans;
mod recorded;
mod rows;
mod staged;

use super::super::{super::commit_mutations, sql::*};
use crate::error::require_known;
use access::{Credential, OrganizationId, Tier};
use advance::Advance;
use commit::{OwnedColumns, mutations};
use earlier::earlier_send;
use events::NewEvent;
use facts::organization_facts;
use idempotency::{Answer, Lease};
use named_invoice::named_invoice;
use peppol_connector::{
    identifiers::{Network, StagedId, SubmissionId},
    ports::{AttemptOutcome, SubmissionStore},
    sending::{
        DocumentKey, EarlierSend, NamedInvoice, OrganizationFacts, SendWrites, StagedDocument,
        Submission,
    },
    submissions::{Moved, Progress},
};
use recorded::Recording;
pub(in super::super) use rows::SubmissionRow;
use time::OffsetDateTime;

#[cfg_attr(not(test), compiled_once::compiled_once)]
impl SubmissionStore for Backend {
    async fn organization_facts(
        &self,
        organization: OrganizationId,
        tier: Tier,
        number: Option<&str>,
        now: OffsetDateTime,
    ) -> Result<OrganizationFacts> {
        reading!(self, conn => organization_facts(conn, organization, tier, number, now))
    }

    async fn named_invoice(
        &self,
        organization: OrganizationId,
        number: &str,
    ) -> Result<Option<NamedInvoice>> {
        reading!(self, conn => named_invoice(conn, organization, number))
    }

    async fn earlier_send(
        &self,
        organization: OrganizationId,
        network: Network,
        key: &DocumentKey,
    ) -> Result<Option<EarlierSend>> {
        reading!(self, conn => earlier_send(conn, organization, network, key))
    }

    async fn commit(
        &self,
        organization: OrganizationId,
        commit: &SendWrites,
        lease: Option<(&Lease, &Answer)>,
        now: OffsetDateTime,
    ) -> Result<()> {
        let owned = OwnedColumns::of(organization, commit)?;
        let mutations = mutations(organization, commit, &owned, lease, now)?;
        if mutations.is_empty() {
            return Ok(());
        }
        let Some(recording) = Recording::of(organization, commit) else {
            return commit_mutations(self, mutations).await;
        };
        let mut transaction = self.begin().await?;
        let kept = recording.keep(transaction.conn(), mutations).await;
        transaction.finish(kept).await
    }

    async fn staged(
        &self,
        organization: OrganizationId,
        id: StagedId,
    ) -> Result<Option<StagedDocument>> {
        reading!(self, conn => staged::staged(conn, organization, id))
    }

    async fn document_size(&self, organization: OrganizationId, id: SubmissionId) -> Result<u64> {
        let mut conn = self.reader().await?;
        let size = sql!(
            "SELECT CAST(octet_length(sent) AS bigint) FROM submission_documents
             WHERE organization_id = {} AND submission_id = {}",
            organization,
            id.0
        );
        let size: i64 = size.one(read_conn!(conn)).await?;
        require_known("size", &size.to_string(), u64::try_from(size).ok())
    }

    async fn submission(
        &self,
        organization: OrganizationId,
        id: SubmissionId,
    ) -> Result<(Submission, Vec<u8>)> {
        reading!(self, conn => rows::with_document(conn, organization, id))
    }

    async fn advance(
        &self,
        organization: OrganizationId,
        id: SubmissionId,
        from: Progress,
        moved: &Moved,
        outcome: AttemptOutcome<'_>,
        events: &[NewEvent],
        now: OffsetDateTime,
    ) -> Result<()> {
        let advance = Advance { organization, id, from, moved, outcome, events, now };
        within!(self, conn => advance.save(conn))
    }

    async fn release_held(
        &self,
        organization: OrganizationId,
        network: Network,
        only: Option<&[SubmissionId]>,
        by: Option<Credential>,
        now: OffsetDateTime,
    ) -> Result<Vec<SubmissionId>> {
        let owner = (organization, network);
        within!(self, conn => held::release_held(conn, owner, only, (by, now)))
    }

    async fn delete_expired(&self, now: OffsetDateTime) -> Result<usize> {
        within!(self, conn => staged::delete_expired(conn, now))
    }
}
