use crate::{
    NoRandomness, Ports, Runtime,
    secrets::{new_token, sha256},
};
use access::OrganizationId;
use notifications::{
    Address, AddressError, Claim, DedupKey, KeyError, Link, LinkError, MailError, Mailer,
    claim_confirmation,
};
use organizations::{ClaimId, ClaimState, ClaimStore, TokenHash};
use persistence::StoreError;

/// Why a claim's mail was not handed over.
#[derive(Debug, thiserror::Error)]
pub enum ClaimMailError {
    /// The mailer.
    #[error(transparent)]
    Mail(#[from] MailError),
    /// The organization's address is gone or no longer right.
    #[error("the organization's e-mail address {0}")]
    Address(#[from] AddressError),
    /// The base URL makes no link.
    #[error(transparent)]
    Link(#[from] LinkError),
    /// The claim's id makes no key.
    #[error(transparent)]
    Key(#[from] KeyError),
    /// No token.
    #[error(transparent)]
    NoRandomness(#[from] NoRandomness),
    /// Storage.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl ClaimMailError {
    /// Whether another attempt may have another end.
    #[must_use]
    pub const fn is_final(&self) -> bool {
        matches!(
            self,
            ClaimMailError::Mail(MailError::Refused(_))
                | ClaimMailError::Address(_)
                | ClaimMailError::Link(_)
                | ClaimMailError::Key(_)
        )
    }
}

/// Sends the mail of a claim, unless that has ended. Each mail has a token of its own, because of an
/// earlier one only the hash is kept; the mail's key is the claim's, so it is one and the same mail.
///
/// # Errors
/// [`ClaimMailError`].
pub async fn send_claim_mail<P: Ports>(
    ports: &P,
    organization: OrganizationId,
    id: ClaimId,
) -> Result<(), ClaimMailError> {
    let (store, now, base_url) = (ports.database(), ports.runtime().now(), ports.base_url());
    let record = match store.claim_record(organization, id).await {
        Err(StoreError::NotFound) => return Ok(()),
        record => record?,
    };
    if record.state(now) != ClaimState::Open {
        return Ok(());
    }
    // the pinned one, which the organization has as long as the claim is open
    let to = Address::parse(record.claim.email.as_deref().unwrap_or_default())?;
    let key = DedupKey::parse(&format!("claim-{id}"))?;
    let token = new_token(ports.runtime().random()?);
    let link = Link::parse(&format!("{base_url}/claim/{token}"))?;
    let hash = TokenHash(sha256(token.as_bytes()));
    store.add_claim_token(organization, id, &hash).await?;
    let letter = claim_confirmation(&Claim {
        organization: &record.organization_name,
        partner: &record.partner_name,
        link: &link,
        until: Some(record.claim.expires_at),
    });
    ports.mailer().send(&letter.to(to, key)).await?;
    tracing::info!(org.id = %organization, claim.id = %id, "claim mail handed over");
    Ok(())
}
