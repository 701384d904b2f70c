//! Mail about invoices, and automatic reminders.

mod emails;
mod queue;
mod reminders;

use super::super::sql::*;
use access::{OrganizationId, Tier};
use correspondence::{
    Correspondence, EmailEnd, EmailError, EmailId, EmailRecord, EmailStore, Outcome, ReminderDue,
    ReminderSettings,
};
use idempotency::{Answer, Lease};
use invoicing::InvoiceId;
use persistence::{Cursor, Page};
use time::{Date, OffsetDateTime};

#[cfg_attr(not(test), compiled_once::compiled_once)]
impl EmailStore for Backend {
    async fn queue_email<D>(
        &self,
        organization: OrganizationId,
        invoice: InvoiceId,
        at: (Tier, OffsetDateTime),
        lease: Option<&Lease>,
        decide: D,
    ) -> Result<Answer, EmailError>
    where
        D: Fn(&Correspondence) -> Result<(Outcome, Answer), EmailError> + Send + Sync,
    {
        let place = (organization, invoice);
        within!(self, conn => queue::queue(conn, place, at, lease, decide))
    }

    async fn email(&self, organization: OrganizationId, id: EmailId) -> Result<EmailRecord> {
        let mut conn = self.reader().await?;
        emails::find(organization, id)
            .one::<emails::EmailRow>(read_conn!(conn))
            .await?
            .into_domain()
    }

    async fn emails(
        &self,
        organization: OrganizationId,
        tier: Tier,
        invoice: InvoiceId,
        after: Option<Cursor>,
        limit: u16,
    ) -> Result<Page<EmailRecord>> {
        let mut conn = self.reader().await?;
        let query = emails::of_invoice(organization, tier, invoice, after, limit);
        page(query.all(read_conn!(conn)).await?, limit, emails::EmailRow::into_domain)
    }

    async fn end_email(
        &self,
        organization: OrganizationId,
        id: EmailId,
        end: &EmailEnd,
        now: OffsetDateTime,
    ) -> Result<bool> {
        within!(self, conn => emails::end(conn, organization, id, end, now))
    }

    async fn reminder_settings(
        &self,
        organization: OrganizationId,
        tier: Tier,
    ) -> Result<ReminderSettings> {
        reading!(self, conn => reminders::settings(conn, organization, tier))
    }

    async fn set_reminder_settings(
        &self,
        organization: OrganizationId,
        tier: Tier,
        settings: &ReminderSettings,
    ) -> Result<()> {
        let mut conn = self.writer().await?;
        reminders::set(&mut conn, organization, tier, settings).await
    }

    async fn who_reminds(
        &self,
        after: Option<(OrganizationId, Tier)>,
        limit: u16,
    ) -> Result<Vec<ReminderDue>> {
        reading!(self, conn => reminders::who(conn, after, limit))
    }

    async fn open_due(
        &self,
        organization: OrganizationId,
        days: (Date, Date),
        after: Option<(Date, InvoiceId)>,
        limit: u16,
    ) -> Result<Vec<(Date, InvoiceId)>> {
        let mut conn = self.reader().await?;
        let query = reminders::open_due(organization, days, after, limit);
        let rows: Vec<(Date, uuid::Uuid)> = query.all(read_conn!(conn)).await?;
        Ok(rows.into_iter().map(|(due, id)| (due, InvoiceId(id))).collect())
    }
}
