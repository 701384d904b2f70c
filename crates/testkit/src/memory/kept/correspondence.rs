//! Mails about invoices, and when reminders go out.

use access::{OrganizationId, Tier};
use correspondence::{EmailId, EmailRecord, ReminderSettings};
use invoicing::InvoiceId;
use std::collections::BTreeMap;

/// What [`correspondence::EmailStore`] keeps.
#[derive(Clone, Default)]
pub(in crate::memory) struct MailData {
    pub(in crate::memory) emails: BTreeMap<(OrganizationId, EmailId), EmailRecord>,
    /// By the name of the tier, as a database sorts it.
    pub(in crate::memory) settings: BTreeMap<(OrganizationId, &'static str), ReminderSettings>,
}

impl MailData {
    pub(in crate::memory) fn of(
        &self,
        organization: OrganizationId,
        invoice: InvoiceId,
        tier: Tier,
    ) -> impl Iterator<Item = &EmailRecord> {
        let own = self.emails.iter().filter(move |((owner, _), _)| *owner == organization);
        own.map(|(_, record)| record)
            .filter(move |record| record.email.invoice == invoice && record.email.tier == tier)
    }
}
