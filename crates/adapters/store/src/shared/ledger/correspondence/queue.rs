//! Puts mails into the queue under the lock of their invoice: of two at once the second finds the first.

use super::{
    super::super::{
        idempotency::answer, invoicing::invoices::state::locked, queue::job_row, sql::*,
    },
    emails::email_row,
};
use crate::{error::require_known, names};
use access::{OrganizationId, Tier};
use correspondence::{Correspondence, EmailError, Outcome, QueuedEmail, REPEAT_AFTER, RecentEmail};
use idempotency::{Answer, Lease};
use invoicing::InvoiceId;
use time::{Duration, OffsetDateTime};

pub(super) async fn queue<D>(
    conn: &mut Conn,
    (organization, invoice): (OrganizationId, InvoiceId),
    (tier, now): (Tier, OffsetDateTime),
    lease: Option<&Lease>,
    decide: D,
) -> Result<Answer, EmailError>
where
    D: Fn(&Correspondence) -> Result<(Outcome, Answer), EmailError>,
{
    let known = known_of(conn, (organization, invoice), tier, now).await?;
    let (outcome, response) = decide(&known)?;
    if let Outcome::Queued(queued) = &outcome {
        let QueuedEmail { email, job } = &**queued;
        email_row(organization, email).insert().execute(conn).await?;
        job_row(job, now).insert().execute(conn).await?;
    }
    answer(conn, organization, lease.map(|lease| (lease, &response)), now).await?;
    Ok(response)
}

async fn known_of(
    conn: &mut Conn,
    (organization, id): (OrganizationId, InvoiceId),
    tier: Tier,
    now: OffsetDateTime,
) -> Result<Correspondence> {
    let invoice = locked(conn, organization, id).await?.invoice;
    let recent = recent(organization, id, tier, now - REPEAT_AFTER).all::<RecentRow>(conn).await?;
    let steps = sql!(
        "SELECT step FROM emails WHERE organization_id = {} AND invoice_id = {} AND tier = {}
           AND step IS NOT NULL ORDER BY step",
        organization,
        id.0,
        tier.name()
    );
    let steps: Vec<i32> = steps.all(conn).await?;
    let day = sql!(
        "SELECT count(*) FROM emails WHERE organization_id = {} AND created_at > {}",
        organization,
        now - Duration::DAY
    );
    let day: i64 = day.one(conn).await?;
    Ok(Correspondence {
        invoice,
        recent: recent.into_iter().map(RecentRow::into_domain).collect::<Result<_>>()?,
        steps: steps.into_iter().map(step).collect::<Result<_>>()?,
        mails_of_day: u64::try_from(day).map_err(crate::error::backend)?,
    })
}

pub(super) fn step(days: i32) -> Result<u16> {
    require_known("step", &days.to_string(), u16::try_from(days).ok())
}

columns! {
    struct RecentRow {
        kind: String,
        recipient: String,
        created_at: OffsetDateTime,
    }
}

impl RecentRow {
    fn into_domain(self) -> Result<RecentEmail> {
        let kind = names::email_kind(&self.kind)?;
        Ok(RecentEmail { kind, recipient: self.recipient, at: self.created_at })
    }
}

/// The condition of `EmailState::counts`; a test compares them.
pub(super) const COUNTS: &str = "state IN ('queued', 'sent')";

fn recent(
    organization: OrganizationId,
    invoice: InvoiceId,
    tier: Tier,
    since: OffsetDateTime,
) -> Statement<'static> {
    sql!(
        "SELECT kind, recipient, created_at FROM emails
         WHERE organization_id = {organization} AND invoice_id = {invoice} AND tier = {tier}
           AND created_at > {since} AND {counts} ORDER BY created_at, id",
        organization = organization,
        invoice = invoice.0,
        tier = tier.name(),
        since = since,
        counts = Fragment(COUNTS),
    )
}

#[cfg(test)]
mod tests {
    use super::COUNTS;
    use correspondence::EmailState;

    #[test]
    fn what_counts_is_what_the_domain_says() {
        let counting = EmailState::ALL.into_iter().filter(|state| state.counts());
        let names: Vec<_> = counting.map(|state| format!("'{}'", state.name())).collect();
        assert_eq!(format!("state IN ({})", names.join(", ")), COUNTS);
    }
}
