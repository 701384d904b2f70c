use access::OrganizationId;
use members::SEAT_KEY;
use peppol_connector::{
    credit::{Balance, Credits},
    ports::CreditStore,
};
use persistence::StoreError;
use time::OffsetDateTime;

/// Maximum length of a top-up's key, in characters.
pub const MAX_TOP_UP_KEY: usize = 100;

/// Why no credit was added.
#[derive(Debug, thiserror::Error)]
pub enum TopUpError {
    /// The key is empty, too long, or begins like those of seats.
    #[error(
        "the key must have 1 to {MAX_TOP_UP_KEY} characters, and not begin as those of seats do ({SEAT_KEY})"
    )]
    Key,
    /// Storage failed, or the organization does not exist.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Adds bought credit, once for each key.
///
/// # Errors
/// [`TopUpError`].
pub async fn top_up(
    store: &impl CreditStore,
    organization: OrganizationId,
    key: &str,
    amount: Credits,
    now: OffsetDateTime,
) -> Result<Balance, TopUpError> {
    let key = key.trim();
    if key.is_empty() || key.len() > MAX_TOP_UP_KEY || key.starts_with(SEAT_KEY) {
        return Err(TopUpError::Key);
    }
    Ok(store.top_up(organization, key, amount, now).await?)
}

/// Sets whether a prepayment is overdue; while it is, live sends are refused.
///
/// # Errors
/// [`StoreError`].
pub async fn set_prepayment_overdue(
    store: &impl CreditStore,
    organization: OrganizationId,
    overdue: bool,
) -> Result<(), StoreError> {
    store.set_prepayment_overdue(organization, overdue).await
}
