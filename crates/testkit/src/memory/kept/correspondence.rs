//! Mails about invoices, and when reminders go out.

use crate::memory::table::{Table, rows};
use access::{OrganizationId, Tier};
use correspondence::{EmailId, EmailRecord, ReminderSettings};
use invoicing::InvoiceId;
use std::collections::BTreeMap;

/// The data of [`correspondence::EmailStore`].
#[derive(Clone, Default)]
pub(in crate::memory) struct MailData {
    pub(in crate::memory) emails: Table<EmailRecord>,
    /// The settings by organization and by the name of the tier, which is how a database sorts them.
    pub(in crate::memory) settings: BTreeMap<(OrganizationId, &'static str), ReminderSettings>,
}

rows! {
    EmailRecord: EmailId = email.id;
}

impl MailData {
    pub(in crate::memory) fn of(
        &self,
        organization: OrganizationId,
        invoice: InvoiceId,
        tier: Tier,
    ) -> impl Iterator<Item = &EmailRecord> {
        self.emails
            .of(organization)
            .filter(move |record| record.email.invoice == invoice && record.email.tier == tier)
    }
}
