use crate::{ports::NoRandomness, retry::MayConflict};
use events::Unwritable;
use invoicing::Violations;
use persistence::StoreError;
use webhooks::{
    deliveries::NotRedeliverable,
    endpoints::{Refused, TooManyRotations},
    ports::AddEndpointError,
};

/// Why nothing was done to an endpoint or a delivery.
#[derive(Debug, thiserror::Error)]
pub enum WebhookError {
    /// Something is wrong with the request.
    #[error(transparent)]
    Invalid(#[from] Violations),
    /// The plan, or the number of endpoints.
    #[error(transparent)]
    Refused(Refused),
    /// The form that asks for it was sent before: it was made then, and its secret was shown.
    #[error("this form was sent before, and the webhook was made then")]
    AlreadyMade,
    /// The secret that was to be replaced was replaced before, by a first click.
    #[error("this form was sent before, and the secret was replaced then")]
    AlreadyRotated,
    /// A secret is given to who signed in a moment ago.
    #[error("sign in again: a secret is given within ten minutes of it")]
    SignInAgain,
    /// The secret was rotated too often.
    #[error(transparent)]
    TooManyRotations(#[from] TooManyRotations),
    /// The delivery cannot be delivered again now.
    #[error(transparent)]
    NotRedeliverable(#[from] NotRedeliverable),
    /// The event is never emitted, so there is nothing to test with.
    #[error("this event is never emitted: name another one to test with")]
    NeverEmitted,
    /// A partner's test tells of one of its organizations.
    #[error("no organization is managed that a test could tell of: make one first")]
    ManagesNone,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// No secret can be made.
    #[error(transparent)]
    NoRandomness(#[from] NoRandomness),
    /// An event without JSON.
    #[error(transparent)]
    Unwritable(#[from] Unwritable),
}

impl MayConflict for WebhookError {
    fn is_conflict(&self) -> bool {
        matches!(self, WebhookError::Store(StoreError::Conflict))
    }
}

impl From<AddEndpointError> for WebhookError {
    fn from(error: AddEndpointError) -> Self {
        match error {
            AddEndpointError::Full => WebhookError::Refused(Refused::TooMany),
            AddEndpointError::Store(error) => error.into(),
        }
    }
}

impl From<Refused> for WebhookError {
    /// What is wrong with fields is said like that of any other request.
    fn from(refused: Refused) -> Self {
        match refused {
            Refused::Invalid(faults) => {
                let mut violations = Violations::new();
                for fault in faults {
                    violations.add(fault.field, fault.kind.to_string());
                }
                WebhookError::Invalid(violations)
            }
            refused => WebhookError::Refused(refused),
        }
    }
}
