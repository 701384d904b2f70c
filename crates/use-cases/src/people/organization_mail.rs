//! Service mail to an organization.

use crate::{ledger::unsent_mail::UnsentMail, ports::Ports};
use access::OrganizationId;
use invoicing::{InvoiceStore, References};
use notifications::{Address, DedupKey, EmailContent, Mailer};

/// Sends a letter to the organization's address. Repeating it under the same key sends the same mail.
pub(crate) async fn mail_to_organization<P: Ports>(
    ports: &P,
    organization: OrganizationId,
    key: &str,
    letter: EmailContent,
) -> Result<(), UnsentMail> {
    let records = ports.database().issuing_records(organization, &References::default()).await?;
    let to = Address::parse(records.organization.email.as_deref().unwrap_or_default())?;
    ports.mailer().send(&letter.to(to, DedupKey::parse(key)?)).await?;
    Ok(())
}
