use crate::{
    ledger::unsent_mail::UnsentMail,
    people::secrets::{new_token, sha256},
    ports::{Ports, Runtime},
};
use access::OrganizationId;
use notifications::{Address, Claim, DedupKey, Link, Mailer, claim_confirmation};
use organizations::{ClaimId, ClaimState, ClaimStore, TokenHash};
use persistence::StoreError;

/// Sends the mail of a claim, unless the claim has ended. Each attempt makes a new token, because only the hash of an
/// earlier one is stored; the deduplication key is the claim's, so a retry sends the same mail.
///
/// # Errors
/// [`UnsentMail`].
pub async fn send_claim_mail<P: Ports>(
    ports: &P,
    organization: OrganizationId,
    id: ClaimId,
) -> Result<(), UnsentMail> {
    let (store, now, base_url) = (ports.database(), ports.runtime().now(), ports.base_url());
    let record = match store.claim_record(organization, id).await {
        Err(StoreError::NotFound) => return Ok(()),
        record => record?,
    };
    if record.state(now) != ClaimState::Open {
        return Ok(());
    }
    // the pinned address, which stays the organization's as long as the claim is open
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
    tracing::info!(org.id = %organization, claim.id = %id, "claim mail handed to the mail server");
    Ok(())
}
