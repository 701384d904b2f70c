use crate::error::{backend, translate};
use invoicing::StoreError;
use peppol_connector::ConnectorStoreError;

/// The same error in the connector's words.
pub(crate) fn connector(error: StoreError) -> ConnectorStoreError {
    match error {
        StoreError::NotFound => ConnectorStoreError::NotFound,
        StoreError::Taken(what) => ConnectorStoreError::Taken(what),
        StoreError::ClaimLost => ConnectorStoreError::ClaimLost,
        StoreError::Backend(cause) => ConnectorStoreError::Backend(cause),
    }
}

/// What the database says, in the connector's words.
pub(crate) fn refused(error: diesel::result::Error) -> ConnectorStoreError {
    connector(translate(error))
}

/// An error that is not the caller's.
pub(crate) fn broken(
    error: impl Into<Box<dyn std::error::Error + Send + Sync>>,
) -> ConnectorStoreError {
    connector(backend(error))
}
