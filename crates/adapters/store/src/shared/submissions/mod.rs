//! Submissions, staged documents and recorded invoices.

mod advance;
mod commit;
mod facts;
mod held;
pub(super) mod lists;
mod recorded;
mod rows;
mod staged;

use super::{
    super::{Backend, keep_steps},
    statement::Statement,
};
use crate::{
    error::translate,
    sql_types::{AsId, Binary},
};
use ::idempotency::{Answer, Claim};
use access::{OrganizationId, Tier};
use advance::Advance;
use commit::{Texts, steps};
use diesel_async::RunQueryDsl;
use events::NewEvent;
use facts::organization_facts;
use peppol_connector::{
    AttemptOutcome, Commit, Moved, OrganizationFacts, Progress, StagedDocument, StagedId,
    Submission, SubmissionId, SubmissionStore,
};
use persistence::StoreError;
use rows::Row;
use time::OffsetDateTime;

type Result<T> = std::result::Result<T, StoreError>;

impl SubmissionStore for Backend {
    async fn organization_facts(
        &self,
        organization: OrganizationId,
        tier: Tier,
        number: Option<&str>,
        now: OffsetDateTime,
    ) -> Result<OrganizationFacts> {
        let mut conn = self.reader().await?;
        organization_facts(lane!(conn), organization, tier, number, now).await
    }

    async fn commit(
        &self,
        organization: OrganizationId,
        commit: &Commit,
        claim: Option<(&Claim, &Answer)>,
        now: OffsetDateTime,
    ) -> Result<()> {
        let texts = Texts::of(organization, commit);
        let steps = steps(organization, commit, &texts, claim, now)?;
        if steps.is_empty() {
            return Ok(());
        }
        keep_steps(self, steps).await
    }

    async fn staged(
        &self,
        organization: OrganizationId,
        id: StagedId,
    ) -> Result<Option<StagedDocument>> {
        let mut conn = self.reader().await?;
        staged::staged(lane!(conn), organization, id).await
    }

    async fn submission(
        &self,
        organization: OrganizationId,
        id: SubmissionId,
    ) -> Result<(Submission, Vec<u8>)> {
        let mut conn = self.reader().await?;
        let document = Statement::<Binary>::new(
            "SELECT sent FROM submission_documents WHERE organization_id = ",
        )
        .value(AsId::from(organization))
        .sql(" AND submission_id = ")
        .value(AsId(id.0));
        let submission = rows::one(organization, id, "");
        let submission: Row = submission.get_result(lane!(conn)).await.map_err(translate)?;
        let sent = document.get_result(lane!(conn)).await.map_err(translate)?;
        Ok((submission.into_domain()?, sent))
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
        let kept = advance.keep(transaction.conn()).await;
        transaction.finish(kept).await
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
