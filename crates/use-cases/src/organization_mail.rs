//! Mails of the service to an organization.

use crate::Ports;
use access::OrganizationId;
use invoicing::{InvoiceStore, References};
use notifications::{Address, AddressError, DedupKey, EmailContent, KeyError, MailError, Mailer};
use persistence::StoreError;

/// Why the mail was not handed over.
#[derive(Debug, thiserror::Error)]
pub enum OrganizationMailError {
    /// The mailer.
    #[error(transparent)]
    Mail(#[from] MailError),
    /// The organization has no usable address.
    #[error("the organization's e-mail address {0}")]
    Address(#[from] AddressError),
    /// The ids make no key.
    #[error(transparent)]
    Key(#[from] KeyError),
    /// Storage.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl OrganizationMailError {
    /// Whether another attempt may have another end.
    #[must_use]
    pub const fn is_final(&self) -> bool {
        matches!(
            self,
            OrganizationMailError::Mail(MailError::Refused(_))
                | OrganizationMailError::Address(_)
                | OrganizationMailError::Key(_)
        )
    }
}

/// Sends a letter to the organization's address. Sent twice under the same key it is the same mail.
pub(crate) async fn mail_to_organization<P: Ports>(
    ports: &P,
    organization: OrganizationId,
    key: &str,
    letter: EmailContent,
) -> Result<(), OrganizationMailError> {
    let records = ports.database().issuing_records(organization, &References::default()).await?;
    let to = Address::parse(records.organization.email.as_deref().unwrap_or_default())?;
    ports.mailer().send(&letter.to(to, DedupKey::parse(key)?)).await?;
    Ok(())
}
