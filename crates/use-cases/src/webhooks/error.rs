use crate::{ports::NoRandomness, retry::MayConflict};
use events::Unwritable;
use invoicing::Violations;
use persistence::StoreError;
use webhooks::{
    deliveries::NotRedeliverable,
    endpoints::{Refused, TooManyRotations},
    ports::AddEndpointError,
};

/// Why a request about an endpoint or a delivery failed.
#[derive(Debug, thiserror::Error, refusals::Refusal)]
pub enum WebhookError {
    /// The request has violations.
    #[error(transparent)]
    Invalid(#[from] Violations),
    /// The plan, or the maximum number of endpoints, does not allow it.
    #[error(transparent)]
    Refused(Refused),
    /// The form was submitted before: the endpoint was created then, and its secret was shown.
    #[error("this form was sent before, and the webhook was made then")]
    AlreadyMade,
    /// The form was submitted before: the secret was replaced then.
    #[error("this form was sent before, and the secret was replaced then")]
    AlreadyRotated,
    /// A secret is shown only after a recent sign-in.
    #[error("sign in again: a secret is given within ten minutes of it")]
    SignInAgain,
    /// The secret was rotated too often.
    #[error(transparent)]
    TooManyRotations(#[from] TooManyRotations),
    /// The delivery cannot be delivered again now.
    #[error(transparent)]
    NotRedeliverable(#[from] NotRedeliverable),
    /// The event is never emitted, so no test exists for it.
    #[error("this event is never emitted: name another one to test with")]
    NeverEmitted,
    /// The partner manages no organization that a test could be about.
    #[error("no organization is managed that a test could tell of: make one first")]
    ManagesNone,
    /// The store failed.
    #[error(transparent)]
    #[refusal(internal)]
    Store(#[from] StoreError),
    /// No secret can be made.
    #[error(transparent)]
    #[refusal(internal)]
    NoRandomness(#[from] NoRandomness),
    /// The event cannot be serialized.
    #[error(transparent)]
    #[refusal(internal)]
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
    /// Violations of fields are reported like those of any other request.
    fn from(refused: Refused) -> Self {
        match refused {
            Refused::Invalid(faults) => {
                let mut violations = Violations::new();
                for fault in faults {
                    violations.add(fault.field, fault.kind);
                }
                WebhookError::Invalid(violations)
            }
            refused => WebhookError::Refused(refused),
        }
    }
}
