use crate::memory::{
    page::page,
    store::{Data, MemoryStore},
};
use access::{OrganizationId, Tier};
use correspondence::{
    Correspondence, EmailEnd, EmailError, EmailId, EmailRecord, EmailState, EmailStore, Outcome,
    QueuedEmail, REPEAT_AFTER, RecentEmail, ReminderDue, ReminderSettings,
};
use idempotency::{Answer, Lease};
use invoicing::{InvoiceId, InvoiceStatus, recording::InvoiceContent};
use persistence::{Cursor, Page, StoreError};
use time::{Date, Duration, OffsetDateTime};

type Result<T, E = StoreError> = std::result::Result<T, E>;

impl EmailStore for MemoryStore {
    async fn queue_email<D>(
        &self,
        organization: OrganizationId,
        invoice: InvoiceId,
        (tier, now): (Tier, OffsetDateTime),
        lease: Option<&Lease>,
        decide: D,
    ) -> Result<Answer, EmailError>
    where
        D: Fn(&Correspondence) -> Result<(Outcome, Answer), EmailError> + Send + Sync,
    {
        let mut data = self.data();
        let mut copy = data.clone();
        let (outcome, answer) = decide(&copy.correspondence(organization, invoice, tier, now)?)?;
        if let Outcome::Queued(queued) = outcome {
            let QueuedEmail { email, job } = *queued;
            copy.enqueue(&job, now)?;
            let id = email.id;
            let record =
                EmailRecord { email, state: EmailState::Queued, ended_at: None, error: None };
            copy.mail.emails.insert((organization, id), record);
        }
        if let Some(lease) = lease {
            copy.complete((organization.into(), now), lease, &answer)?;
        }
        *data = copy;
        Ok(answer)
    }

    async fn email(&self, organization: OrganizationId, id: EmailId) -> Result<EmailRecord> {
        let data = self.asked("email")?;
        data.mail.emails.get(&(organization, id)).cloned().ok_or(StoreError::NotFound)
    }

    async fn emails(
        &self,
        organization: OrganizationId,
        tier: Tier,
        invoice: InvoiceId,
        after: Option<Cursor>,
        limit: u16,
    ) -> Result<Page<EmailRecord>> {
        let data = self.data();
        let rows = data.mail.of(organization, invoice, tier).cloned().collect();
        Ok(page(rows, after, limit, |row| (row.email.created_at, row.email.id.0)))
    }

    async fn end_email(
        &self,
        organization: OrganizationId,
        id: EmailId,
        end: &EmailEnd,
        now: OffsetDateTime,
    ) -> Result<bool> {
        let mut data = self.data();
        let record = data.mail.emails.get_mut(&(organization, id));
        let Some(record) = record.filter(|record| record.state == EmailState::Queued) else {
            return Ok(false);
        };
        record.ended_at = Some(now);
        match end {
            EmailEnd::Sent { event } => {
                record.state = EmailState::Sent;
                data.add_events(event.as_slice());
            }
            EmailEnd::Failed { error } => {
                record.state = EmailState::Failed;
                record.error = Some(error.clone());
            }
            EmailEnd::Withdrawn => record.state = EmailState::Withdrawn,
        }
        Ok(true)
    }

    async fn reminder_settings(
        &self,
        organization: OrganizationId,
        tier: Tier,
    ) -> Result<ReminderSettings> {
        let data = self.data();
        Ok(data.mail.settings.get(&(organization, tier.name())).cloned().unwrap_or_default())
    }

    async fn set_reminder_settings(
        &self,
        organization: OrganizationId,
        tier: Tier,
        settings: &ReminderSettings,
    ) -> Result<()> {
        let mut data = self.data();
        data.must_exist(organization)?;
        data.mail.settings.insert((organization, tier.name()), settings.clone());
        Ok(())
    }

    async fn who_reminds(
        &self,
        after: Option<(OrganizationId, Tier)>,
        limit: u16,
    ) -> Result<Vec<ReminderDue>> {
        let after = after.map(|(organization, tier)| (organization, tier.name()));
        let data = self.data();
        let on = data.mail.settings.iter().filter(|(_, settings)| !settings.days().is_empty());
        let rest = on.filter(|(place, _)| after.is_none_or(|after| **place > after));
        let due = |(&(organization, tier), settings): (&(OrganizationId, &str), &_)| ReminderDue {
            organization,
            tier: if tier == Tier::Test.name() { Tier::Test } else { Tier::Live },
            settings: ReminderSettings::clone(settings),
        };
        Ok(rest.take(limit.into()).map(due).collect())
    }

    async fn open_due(
        &self,
        organization: OrganizationId,
        (first, last): (Date, Date),
        after: Option<(Date, InvoiceId)>,
        limit: u16,
    ) -> Result<Vec<(Date, InvoiceId)>> {
        let data = self.data();
        let own = data.invoices.values().filter(|invoice| invoice.organization == organization);
        let open = own.filter(|it| it.status.is_issued() && it.status != InvoiceStatus::Paid);
        let due = open.filter_map(|it| Some((it.document.header().due_date?, it.id)));
        let mut due: Vec<_> = due.filter(|(day, _)| (first..=last).contains(day)).collect();
        due.retain(|place| after.is_none_or(|after| *place > after));
        due.sort_unstable();
        due.truncate(limit.into());
        Ok(due)
    }
}

impl Data {
    fn correspondence(
        &self,
        organization: OrganizationId,
        id: InvoiceId,
        tier: Tier,
        now: OffsetDateTime,
    ) -> Result<Correspondence> {
        let invoice = self.invoices.get(&(organization, id)).cloned();
        let mails: Vec<_> = self.mail.of(organization, id, tier).collect();
        let recent = mails.iter().filter(|record| record.state.counts());
        let recent = recent.filter(|record| record.email.created_at > now - REPEAT_AFTER);
        let recent = recent.map(|record| RecentEmail {
            kind: record.email.kind,
            recipient: record.email.recipient.clone(),
            at: record.email.created_at,
        });
        let mut recent: Vec<_> = recent.collect();
        recent.sort_by_key(|recent| recent.at);
        let mut steps: Vec<_> = mails.iter().filter_map(|record| record.email.step).collect();
        steps.sort_unstable();
        let of_day = self.mail.emails.iter().filter(|((owner, _), record)| {
            *owner == organization && record.email.created_at > now - Duration::DAY
        });
        let mails_of_day = of_day.count() as u64;
        let invoice = invoice.ok_or(StoreError::NotFound)?;
        Ok(Correspondence { invoice, recent, steps, mails_of_day })
    }
}
