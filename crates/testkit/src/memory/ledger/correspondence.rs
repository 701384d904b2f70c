use crate::memory::{
    Result,
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
use persistence::{Cursor, Page};
use time::{Date, Duration, OffsetDateTime};

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
        self.change(|data| {
            let (outcome, answer) =
                decide(&data.correspondence(organization, invoice, tier, now)?)?;
            if let Outcome::Queued(queued) = outcome {
                let QueuedEmail { email, job } = *queued;
                data.enqueue(&job, now)?;
                let record =
                    EmailRecord { email, state: EmailState::Queued, ended_at: None, error: None };
                data.mail.emails.put(organization, record);
            }
            Ok(data.decided(organization, lease.map(|lease| (lease, now)), answer)?)
        })
    }

    async fn email(&self, organization: OrganizationId, id: EmailId) -> Result<EmailRecord> {
        self.call("email")?.mail.emails.one(organization, id).cloned()
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
        Ok(page(data.mail.of(organization, invoice, tier).cloned(), after, limit))
    }

    async fn end_email(
        &self,
        organization: OrganizationId,
        id: EmailId,
        end: &EmailEnd,
        now: OffsetDateTime,
    ) -> Result<bool> {
        let mut data = self.data();
        let record = data.mail.emails.one_mut(organization, id).ok();
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
        let own = data.invoices.of(organization);
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
        let invoice = self.invoices.one(organization, id)?.clone();
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
        let own = self.mail.emails.of(organization);
        let of_day = own.filter(|record| record.email.created_at > now - Duration::DAY);
        let mails_of_day = of_day.count() as u64;
        Ok(Correspondence { invoice, recent, steps, mails_of_day })
    }
}
