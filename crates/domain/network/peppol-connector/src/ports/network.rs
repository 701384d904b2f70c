use super::Cause;
use crate::{
    documents::Verdict,
    identifiers::{DocumentTypeId, Network, ParticipantId, ProcessId},
    submissions::{OutgoingMessage, RetryClass, Trace},
};
use std::future::Future;
use xml::Parsed;

/// The validation runtime cannot be reached: nothing is known of the document.
#[derive(Debug, thiserror::Error)]
#[error("the validator is unavailable")]
pub struct ValidatorUnavailable(#[source] pub Cause);

/// Says whether documents keep the official rules. May ask a service elsewhere: it is called where
/// waiting is allowed, never on the thread of an event loop.
pub trait DocumentValidator: Send + Sync {
    /// The verdict on a document that was read. One that cannot be read never comes here.
    ///
    /// The document is handed over as it was parsed, so that rules in this process need not parse it
    /// again; a validator elsewhere is sent [`Parsed::text`].
    ///
    /// # Errors
    /// [`ValidatorUnavailable`].
    fn validate(&self, document: &Parsed<'_>) -> Result<Verdict, ValidatorUnavailable>;
}

/// Where a participant takes documents of a type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReceivingPoint {
    /// Address of the access point.
    pub url: String,
    /// Its certificate, DER.
    pub certificate: Vec<u8>,
}

/// Why the directory does not tell.
#[derive(Debug, thiserror::Error)]
pub enum DirectoryError {
    /// The participant is not registered: certain.
    #[error("{0} is not registered in the Peppol network")]
    NotRegistered(ParticipantId),
    /// It is, but takes no documents of this type in this process: certain.
    #[error("{0} does not receive documents of this type")]
    NotReceiving(ParticipantId),
    /// Nobody can tell now. Never to be taken for "not registered".
    #[error("the Peppol directory is unreachable")]
    Unreachable(#[source] Cause),
    /// The answer cannot be trusted: its signature or its dates are wrong.
    #[error("the answer of the Peppol directory cannot be trusted")]
    Untrusted(#[source] Cause),
}

impl DirectoryError {
    /// What it means for the attempt that asked.
    #[must_use]
    pub const fn class(&self) -> RetryClass {
        match self {
            DirectoryError::NotRegistered(_) | DirectoryError::NotReceiving(_) => {
                RetryClass::Permanent
            }
            DirectoryError::Unreachable(_) | DirectoryError::Untrusted(_) => RetryClass::Transient,
        }
    }
}

/// Whether a participant is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Registration {
    /// Whether the public directory lists it.
    pub in_directory: bool,
}

/// The network's directory of participants (SML, SMP). An adapter says "not registered" only where the
/// directory did: that ends a send (`testkit::network_contract::participant_directory`).
pub trait ParticipantDirectory: Send + Sync {
    /// Whether a participant is registered. `None`: certainly not.
    ///
    /// # Errors
    /// [`DirectoryError::Unreachable`], [`DirectoryError::Untrusted`].
    fn registration(
        &self,
        network: Network,
        participant: &ParticipantId,
    ) -> impl Future<Output = Result<Option<Registration>, DirectoryError>> + Send;

    /// Where it takes documents of this type in this process.
    ///
    /// # Errors
    /// [`DirectoryError`].
    fn receiving_point(
        &self,
        network: Network,
        participant: &ParticipantId,
        document_type: &DocumentTypeId,
        process: &ProcessId,
    ) -> impl Future<Output = Result<ReceivingPoint, DirectoryError>> + Send;

    /// The same, and what was asked for it is noted as it is answered. A directory that asks nobody notes nothing.
    ///
    /// # Errors
    /// [`DirectoryError`].
    fn receiving_point_noted(
        &self,
        network: Network,
        participant: &ParticipantId,
        document_type: &DocumentTypeId,
        process: &ProcessId,
        trace: &mut Trace,
    ) -> impl Future<Output = Result<ReceivingPoint, DirectoryError>> + Send {
        let _ = trace;
        self.receiving_point(network, participant, document_type, process)
    }

    /// Where it said that a participant receives, nobody took anything: what it remembers of the participant may be old. A
    /// directory that remembers nothing has nothing to forget.
    fn forget(&self, network: Network, participant: &ParticipantId) {
        let _ = (network, participant);
    }
}

/// The network's receipt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Receipt {
    /// The receiving side's id of the transaction.
    pub transaction_id: Option<String>,
    /// The signed receipt itself, kept as evidence.
    pub evidence: Vec<u8>,
    /// Whether the other side says that it had the message already: a success too.
    pub duplicate: bool,
    /// Whether it also reached the recipient (the sandbox knows at once).
    pub delivered: bool,
}

/// Why an attempt brought no receipt.
#[derive(Debug, thiserror::Error)]
pub enum DeliveryError {
    /// Certainly not taken; later it may be.
    #[error("the receiving access point cannot be reached")]
    Unreachable(#[source] Cause),
    /// Certainly not taken, for good. The text is for people.
    #[error("the receiving access point refuses the document: {0}")]
    Refused(String),
    /// It may have been taken: the connection broke after the document went out, or the receipt
    /// cannot be verified.
    #[error("the receiving access point gave no valid receipt")]
    NoReceipt(#[source] Cause),
    /// The lookup in the directory failed.
    #[error(transparent)]
    Directory(#[from] DirectoryError),
}

impl DeliveryError {
    /// What it means for the submission.
    #[must_use]
    pub const fn class(&self) -> RetryClass {
        match self {
            DeliveryError::Unreachable(_) => RetryClass::Transient,
            DeliveryError::Refused(_) => RetryClass::Permanent,
            DeliveryError::NoReceipt(_) => RetryClass::Unknown,
            DeliveryError::Directory(error) => error.class(),
        }
    }
}

/// Hands documents to the network. What follows holds for every adapter, and
/// `testkit::network_contract::access_point` tries it on each:
///
/// - A document arrives once under its message id, however often it is sent. An attempt that finds
///   that it had arrived is a success with [`Receipt::duplicate`].
/// - An error other than [`DeliveryError::NoReceipt`] says that the document certainly did not arrive;
///   where that is not certain the outcome is ambiguous, and an operator may have to settle it.
/// - It makes no event and moves no submission: whoever called it decides by the answer.
pub trait AccessPoint: Send + Sync {
    /// Sends one document under the id of the message, which stays the same in every attempt. `country` is that
    /// of whose document it is, as the envelope names it (`COUNTRY_C1`): the access point's own where there is none. Each
    /// step is noted as it is made: what was noted stands when the attempt is given up. An access point that asks nobody
    /// notes nothing.
    ///
    /// # Errors
    /// [`DeliveryError`].
    fn deliver_noted(
        &self,
        message: &OutgoingMessage,
        country: Option<&str>,
        document: &[u8],
        trace: &mut Trace,
    ) -> impl Future<Output = Result<Receipt, DeliveryError>> + Send;

    /// The same for who does not want the steps, from the access point's own country.
    ///
    /// # Errors
    /// [`DeliveryError`].
    fn deliver(
        &self,
        message: &OutgoingMessage,
        document: &[u8],
    ) -> impl Future<Output = Result<Receipt, DeliveryError>> + Send {
        async { self.deliver_noted(message, None, document, &mut Trace::default()).await }
    }

    /// Sends a message of our own to another access point, under its message id, from the access point's own country.
    /// Its steps are noted as those of a document. A network without other access points takes none.
    ///
    /// # Errors
    /// [`DeliveryError`].
    fn deliver_service_message(
        &self,
        message: &OutgoingMessage,
        document: &[u8],
        trace: &mut Trace,
    ) -> impl Future<Output = Result<Receipt, DeliveryError>> + Send {
        let _ = (message, document, trace);
        async { Err(DeliveryError::Refused("there is no other access point".to_owned())) }
    }
}
