//! Submissions, staged documents and recorded invoices.

mod advance;
mod commit;
mod facts;
mod held;
mod lists;
#[cfg(test)]
mod plans;
mod recorded;
mod rows;
mod staged;

use super::{super::commit_mutations, sql::*};
use access::{OrganizationId, Tier};
use advance::Advance;
use commit::{OwnedColumns, mutations};
use events::NewEvent;
use facts::organization_facts;
use idempotency::{Answer, Claim};
use peppol_connector::{
    AttemptOutcome, Commit, Moved, OrganizationFacts, Progress, StagedDocument, StagedId,
    Submission, SubmissionId, SubmissionStore,
};
use time::OffsetDateTime;

impl SubmissionStore for Backend {
    async fn organization_facts(
        &self,
        organization: OrganizationId,
        tier: Tier,
        number: Option<&str>,
        now: OffsetDateTime,
    ) -> Result<OrganizationFacts> {
        let mut conn = self.reader().await?;
        organization_facts(read_conn!(conn), organization, tier, number, now).await
    }

    async fn commit(
        &self,
        organization: OrganizationId,
        commit: &Commit,
        claim: Option<(&Claim, &Answer)>,
        now: OffsetDateTime,
    ) -> Result<()> {
        let owned = OwnedColumns::of(organization, commit);
        let mutations = mutations(organization, commit, &owned, claim, now)?;
        if mutations.is_empty() {
            return Ok(());
        }
        commit_mutations(self, mutations).await
    }

    async fn staged(
        &self,
        organization: OrganizationId,
        id: StagedId,
    ) -> Result<Option<StagedDocument>> {
        let mut conn = self.reader().await?;
        staged::staged(read_conn!(conn), organization, id).await
    }

    async fn submission(
        &self,
        organization: OrganizationId,
        id: SubmissionId,
    ) -> Result<(Submission, Vec<u8>)> {
        let mut conn = self.reader().await?;
        let submission = rows::one(read_conn!(conn), organization, id).await?;
        let document = sql!(
            "SELECT sent FROM submission_documents
             WHERE organization_id = {} AND submission_id = {}",
            organization,
            id.0
        );
        Ok((submission, document.one(read_conn!(conn)).await?))
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
        let mut transaction = self.begin().await?;
        let advance = Advance { organization, id, from, moved, outcome, events, now };
        let saved = advance.save(transaction.conn()).await;
        transaction.finish(saved).await
    }

    async fn release_held(
        &self,
        organization: OrganizationId,
        only: Option<&[SubmissionId]>,
        now: OffsetDateTime,
    ) -> Result<Vec<SubmissionId>> {
        let mut transaction = self.begin().await?;
        let released = held::release_held(transaction.conn(), organization, only, now).await;
        transaction.finish(released).await
    }

    async fn delete_expired(&self, now: OffsetDateTime) -> Result<usize> {
        let mut transaction = self.begin().await?;
        let deleted = staged::delete_expired(transaction.conn(), now).await;
        transaction.finish(deleted).await
    }
}
