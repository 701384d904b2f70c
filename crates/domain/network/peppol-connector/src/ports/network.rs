use super::Cause;
use crate::{
    documents::Verdict,
    identifiers::{DocumentTypeId, Network, ParticipantId, ProcessId},
    submissions::{OutgoingMessage, RetryClass, Trace},
};
use std::future::Future;
use time::Date;
use xml::Parsed;

/// The validator cannot be reached, so the document's validity is unknown.
#[derive(Debug, thiserror::Error, refusals::Refusal)]
#[error("the validator is unavailable")]
pub struct ValidatorUnavailable(#[source] pub Cause);

/// Validates documents against the official rules. An implementation may call a remote service, so it must only be
/// called where blocking is allowed, never on the thread of an event loop.
pub trait DocumentValidator: Send + Sync {
    /// Validates a parsed document by the rules that are in force on a day in Europe/Bratislava. A document that cannot
    /// be parsed never gets here.
    ///
    /// `named` is the same document under the specification that it came with: a repair may have put the network's in the
    /// place of its own, whose rules are asked besides the network's all the same. It is the document itself where no
    /// repair did.
    ///
    /// The document is passed as it was parsed, so that rules in this process do not parse it again; a remote
    /// validator is sent [`Parsed::text`].
    ///
    /// # Errors
    /// [`ValidatorUnavailable`].
    fn validate(
        &self,
        document: &Parsed<'_>,
        named: &Parsed<'_>,
        day: Date,
    ) -> Result<Verdict, ValidatorUnavailable>;
}

/// The access point where a participant receives documents of a type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReceivingPoint {
    /// URL of the access point.
    pub url: String,
    /// The access point's certificate in DER.
    pub certificate: Vec<u8>,
}

/// Why a directory lookup gave no result.
#[derive(Debug, thiserror::Error, refusals::Refusal)]
pub enum DirectoryError {
    /// The participant is certainly not registered.
    #[error("{participant} is not registered in the Peppol network", participant = .0)]
    NotRegistered(ParticipantId),
    /// The participant is registered, but certainly does not receive this document type in this process.
    #[error("{participant} does not receive documents of this type", participant = .0)]
    NotReceiving(ParticipantId),
    /// The directory cannot be reached now. This never means "not registered".
    #[error("the Peppol directory is unreachable")]
    Unreachable(#[source] Cause),
    /// The answer is not trustworthy: its signature or its dates are not valid.
    #[error("the answer of the Peppol directory cannot be trusted")]
    Untrusted(#[source] Cause),
}

impl DirectoryError {
    /// How the attempt that made the lookup is to be retried.
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

/// A participant's registration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Registration {
    /// Whether the public directory lists it.
    pub in_directory: bool,
}

/// The network's directory of participants (SML, SMP). An adapter may report "not registered" only when the directory
/// says so, because that ends a send (`testkit::network_contract::participant_directory`).
pub trait ParticipantDirectory: Send + Sync {
    /// Looks a participant's registration up. `None`: certainly not registered.
    ///
    /// # Errors
    /// [`DirectoryError::Unreachable`], [`DirectoryError::Untrusted`].
    fn registration(
        &self,
        network: Network,
        participant: &ParticipantId,
    ) -> impl Future<Output = Result<Option<Registration>, DirectoryError>> + Send;

    /// Looks up where a participant receives this document type in this process.
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

    /// The same, and records each request with its answer in the trace. A directory without requests records nothing.
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

    /// Drops the cached lookups of a participant, after an access point from the directory did not accept a message:
    /// the cache may be outdated. A directory without a cache does nothing.
    fn forget(&self, network: Network, participant: &ParticipantId) {
        let _ = (network, participant);
    }
}

/// The receipt of the receiving access point.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Receipt {
    /// The receiving access point's transaction id.
    pub transaction_id: Option<String>,
    /// The signed receipt, stored as evidence.
    pub evidence: Vec<u8>,
    /// Whether the receiver reports that it had the message already, which is a success too.
    pub duplicate: bool,
    /// Whether the document also reached the recipient, which only the sandbox knows at once.
    pub delivered: bool,
}

/// Why an attempt brought no receipt.
#[derive(Debug, thiserror::Error, refusals::Refusal)]
#[refusal("sending")]
pub enum DeliveryError {
    /// Certainly not accepted; a retry may succeed.
    #[error("the receiving access point cannot be reached")]
    Unreachable(#[source] Cause),
    /// Certainly not accepted, and a retry would not help. The text is for people.
    #[error("the receiving access point refuses the document: {cause}", cause = .0)]
    Refused(String),
    /// Possibly accepted: the connection broke after the document was sent, or the receipt cannot be verified.
    #[error("the receiving access point gave no valid receipt")]
    NoReceipt(#[source] Cause),
    /// The lookup in the directory failed.
    #[error(transparent)]
    Directory(#[from] DirectoryError),
}

impl DeliveryError {
    /// How the submission is to be retried.
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

/// Hands documents to the network. The following holds for every adapter, and
/// `testkit::network_contract::access_point` checks it on each:
///
/// - A document arrives once under its message id, however often it is sent. An attempt that finds that it had arrived
///   is a success with [`Receipt::duplicate`].
/// - An error other than [`DeliveryError::NoReceipt`] means that the document certainly did not arrive. When that is
///   not certain, the outcome is ambiguous, and an operator may have to settle it.
/// - It publishes no event and moves no submission: the caller decides by the result.
pub trait AccessPoint: Send + Sync {
    /// Sends one document under its message id, which stays the same in every attempt. `country` is the country of the
    /// document's end user for the envelope (`COUNTRY_C1`); `None`: the access point's own. Each hop is recorded in
    /// the trace as it happens, so the hops are kept when the attempt times out. An access point without requests
    /// records nothing.
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

    /// The same without a trace, from the access point's own country.
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

    /// Sends a message of this provider itself to another access point, under its message id, from the access point's
    /// own country. Its hops are recorded like those of a document. A network without other access points refuses it.
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
