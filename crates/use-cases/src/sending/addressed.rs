//! The access point that a message was sent to.

use crate::{ports::Ports, receiving::receive_error::ReceiveError};
use peppol_connector::{
    ports::{DirectoryError, ParticipantDirectory},
    submissions::{OutgoingMessage, RetryClass},
};
use peppol_messages::{as4::signer_of, trust::Certificate};

/// Seat id of the access point that a message was sent to: the signer of its receipts, else (when the status came
/// first) the one that the directory names.
pub(crate) async fn recipient<P: Ports>(
    ports: &P,
    receipts: &[Vec<u8>],
    message: &OutgoingMessage,
) -> Result<Option<String>, ReceiveError> {
    if let Some(signer) = receipts.iter().find_map(|receipt| signer_of(receipt)) {
        return Ok(Some(signer.common_name));
    }
    match addressed(ports, message).await {
        // a receipt for a status that cannot be verified yet would keep its sender from sending it again
        Err(error) if error.class() == RetryClass::Transient => Err(ReceiveError::Directory(error)),
        found => Ok(found.ok().flatten()),
    }
}

/// Seat id of the access point that the directory names for a message.
pub(crate) async fn addressed<P: Ports>(
    ports: &P,
    message: &OutgoingMessage,
) -> Result<Option<String>, DirectoryError> {
    let OutgoingMessage { network, receiver, document_type, process, .. } = message;
    let point = ports.network().receiving_point(*network, receiver, document_type, process).await?;
    let certificate = Certificate::of_der(&point.certificate).ok();
    Ok(certificate.map(|certificate| certificate.common_name))
}
