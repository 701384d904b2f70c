use super::{api_error::ApiError, keys::forbidden};
use correspondence::{EmailError, NoRecipient, Refused};
use invoicing::files::{FilesError, FilesRefused};
use refusals::Reason;
use use_cases::{invoicing::invoice_files::ChangeFilesError, ledger::correspondence::MailError};

impl From<MailError> for ApiError {
    fn from(error: MailError) -> Self {
        match error {
            MailError::Key(error) => error.into(),
            MailError::Recipient(error) => error.into(),
            MailError::Email(EmailError::Refused(refused)) => refused.into(),
            MailError::Email(EmailError::Store(error)) => error.into(),
            MailError::Email(error @ EmailError::Answer(_)) => ApiError::internal(error),
        }
    }
}

impl From<NoRecipient> for ApiError {
    fn from(error: NoRecipient) -> Self {
        ApiError::InvalidField { field: "email", message: error.into() }
    }
}

impl From<Refused> for ApiError {
    fn from(refused: Refused) -> Self {
        let message = Reason::from(&refused);
        match refused {
            Refused::TooMany(_) => forbidden("PLAN_LIMIT_REACHED", message),
            // all of them 400, the cancelled one too (States and transitions, blockers)
            Refused::Status(_) | Refused::NothingOwed(_) => {
                ApiError::InvalidField { field: "id", message }
            }
        }
    }
}

impl From<ChangeFilesError> for ApiError {
    fn from(error: ChangeFilesError) -> Self {
        match error {
            ChangeFilesError::Key(error) => error.into(),
            ChangeFilesError::Files(error) => error.into(),
        }
    }
}

impl From<FilesError> for ApiError {
    fn from(error: FilesError) -> Self {
        match error {
            FilesError::Refused(refused) => refused.into(),
            FilesError::Store(error) => error.into(),
            error @ (FilesError::Answer(_) | FilesError::Event(_)) => ApiError::internal(error),
        }
    }
}

impl From<FilesRefused> for ApiError {
    fn from(refused: FilesRefused) -> Self {
        match refused {
            FilesRefused::Invalid(violations) => ApiError::Invalid(violations),
            FilesRefused::NoSuchFile => ApiError::NotFound("attachment"),
            FilesRefused::Recorded => ApiError::Conflict(refused.into()),
            FilesRefused::Status(refused) => refused.into(),
        }
    }
}
