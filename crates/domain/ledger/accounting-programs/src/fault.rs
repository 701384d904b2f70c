use crate::MAX_SECRET;
use refusals::Refusal;
use thiserror::Error;

/// What is wrong with a field of a link.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error, Refusal)]
#[refusal("accounting_link")]
pub(crate) enum LinkFault {
    #[error("must not lie after today")]
    FromLater,
    #[error("does not belong to a program of this kind")]
    OtherKind,
    #[error(
        "must be given again where the address changes: the stored one is for the other address"
    )]
    SecretAgain,
    #[error("must have 1 to {most} bytes in one line", most = MAX_SECRET)]
    Secret,
}
