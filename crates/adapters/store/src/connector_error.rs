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
