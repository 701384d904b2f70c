//! Takes what is posted to our endpoint.

use crate::{Clock, Keys};
use peppol_connector::{
    identifiers::{InvalidIdentifier, Network},
    inbox::{Arrival, ArrivingDocument, DocumentHead, ReceivedMessage, StatusRequest},
};
use peppol_messages::as4::{EbmsCode, EbmsError, Received, Receiver, receive};
use peppol_messages::sbdh::{Envelope, MAX_ENVELOPE_BYTES, MlsType, Payload};
use peppol_messages::trust::{Certificate, Untrusted};
use peppol_trust::Trust;
use std::cell::RefCell;
use std::sync::Arc;
use time::OffsetDateTime;
use uuid::Uuid;

/// Why a message is not taken while nobody says whether its signer is revoked.
const NO_LIST: &str = "no list of revoked certificates says anything of the signer";

/// What is answered: a SOAP message with a receipt or an error in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// 200 for what is about a message; 400 where none could be read.
    pub status: u16,
    /// The body, of the type [`Answer::CONTENT_TYPE`].
    pub body: Vec<u8>,
}

impl Answer {
    /// The header `Content-Type`.
    pub const CONTENT_TYPE: &'static str = "application/soap+xml; charset=UTF-8";
}

/// Why a message is not taken.
#[derive(Debug)]
pub enum Refusal {
    /// The sender is told why.
    Refused(EbmsError),
    /// It is nobody's fault but ours: the sender is told nothing that it could take for an end.
    Failed(&'static str),
}

impl From<EbmsError> for Refusal {
    fn from(error: EbmsError) -> Self {
        Self::Refused(error)
    }
}

/// Opens messages that were sent to the access point of one network. Cheap to clone.
#[derive(Clone)]
pub struct As4Receiver {
    network: Network,
    clock: Clock,
    keys: Arc<Keys>,
    trust: Arc<Trust>,
    largest: usize,
}

/// A message whose sender, signature, encryption and envelope are right, with the receipt that is given when
/// it is kept.
#[derive(Debug)]
pub struct Opened {
    /// What the service needs to know of it.
    pub document: ArrivingDocument,
    /// Without its payload.
    received: Received,
}

impl As4Receiver {
    /// A receiver for the access point of a network. `clock` says what time it is.
    pub fn new(
        network: Network,
        clock: impl Fn() -> OffsetDateTime + Send + Sync + 'static,
        keys: Arc<Keys>,
        trust: Arc<Trust>,
    ) -> Self {
        Self { network, clock: Arc::new(clock), keys, trust, largest: MAX_ENVELOPE_BYTES }
    }

    /// The seat id of the access point.
    #[must_use]
    pub fn seat(&self) -> &str {
        self.keys.seat()
    }

    /// Takes no larger envelopes than these many bytes, decompressed.
    #[must_use]
    pub fn with_largest(mut self, bytes: usize) -> Self {
        self.largest = bytes;
        self
    }

    /// Opens what was posted. It works on a thread for blocking work: a message of megabytes takes
    /// milliseconds.
    ///
    /// # Errors
    /// [`Refusal`]; [`Self::refuse`] makes the answer.
    pub async fn open(
        &self,
        content_type: &str,
        body: impl AsRef<[u8]> + Send + Sync + 'static,
    ) -> Result<Opened, Refusal> {
        let posted = Arc::new((content_type.to_owned(), body));
        let (first, signer) = self.opened_apart(&posted).await?;
        let Some(signer) = signer else { return first };
        // its lists of revoked certificates may be due, or none was loaded yet
        match (first, self.trust.verify(&signer, (self.clock)()).await) {
            (Ok(opened), Ok(())) => Ok(opened),
            (Err(_), Ok(())) => self.opened_apart(&posted).await?.0,
            // that a list cannot be had is no fault of the sender, who might take a refusal for an end
            (_, Err(Untrusted::RevocationUnknown)) => Err(Refusal::Failed(NO_LIST)),
            (Ok(opened), Err(reason)) => Err(Refusal::Refused(opened.revoked(reason))),
            (Err(refusal), Err(_)) => Err(refusal),
        }
    }

    /// On a thread for blocking work. With whose lists of revoked certificates should be looked at.
    async fn opened_apart<B: AsRef<[u8]> + Send + Sync + 'static>(
        &self,
        posted: &Arc<(String, B)>,
    ) -> Result<(Result<Opened, Refusal>, Option<Certificate>), Refusal> {
        let (this, posted) = (self.clone(), Arc::clone(posted));
        let work = move || {
            let signer = RefCell::new(None);
            let opened = this.opened(&posted.0, posted.1.as_ref(), &signer);
            (opened, signer.into_inner())
        };
        tokio::task::spawn_blocking(work).await.map_err(|_| Refusal::Failed("opening panicked"))
    }

    fn opened(
        &self,
        content_type: &str,
        body: &[u8],
        signer: &RefCell<Option<Certificate>>,
    ) -> Result<Opened, Refusal> {
        let now = (self.clock)();
        let is_trusted = |certificate: &Certificate| {
            let verdict = self.trust.check(certificate, now);
            if matches!(verdict, Ok(()) | Err(Untrusted::RevocationUnknown)) {
                signer.replace(Some(certificate.clone()));
            }
            verdict
        };
        let identities = self.keys.identities();
        let receiver =
            Receiver { largest_payload: self.largest, ..Receiver::new(&identities, &is_trusted) };
        let mut received = receive(content_type, body, &receiver)?;
        let transaction_id = format!("{}@billhook", Uuid::now_v7());
        let key = identities.get(received.identity).ok_or(Refusal::Failed("no key signs"))?;
        let receipt = received.receipt(key, &transaction_id, now);
        let receipt = receipt.map_err(|_| Refusal::Failed("no receipt can be signed"))?;
        let envelope = received.envelope()?;
        let document = arriving(self.network, &received, &envelope, transaction_id, receipt);
        let refused = |what: String| EbmsError::other(&received.message.message_id, &what);
        let document = document.map_err(refused)?;
        // the document is a copy: megabytes are held once while it is kept
        received.payload = Vec::new();
        Ok(Opened { document, received })
    }

    /// The signed answer to what is not taken. `None` where nothing can be signed.
    #[must_use]
    pub fn refuse(&self, error: &EbmsError) -> Option<Answer> {
        let now = (self.clock)();
        let id = format!("{}@billhook", Uuid::now_v7());
        let signal = error.signal(self.keys.signing(now)?, &id, now).ok()?;
        let status = if error.about.is_some() { 200 } else { 400 };
        Some(Answer { status, body: signal.into_bytes() })
    }
}

/// By what its sender knows it.
fn message_of(received: &Received, envelope: &Envelope<'_>) -> ReceivedMessage {
    let header = &envelope.header;
    ReceivedMessage {
        provider: received.signer.common_name.clone(),
        message_id: received.message.message_id.clone(),
        instance: header.instance.clone(),
        status: StatusRequest {
            to: header.mls_to.clone(),
            always: header.mls_type == Some(MlsType::AlwaysSend),
        },
    }
}

/// What the service needs to know of a message.
///
/// # Errors
/// What of the envelope cannot be understood.
fn arriving(
    network: Network,
    received: &Received,
    envelope: &Envelope<'_>,
    transaction_id: String,
    receipt: String,
) -> Result<ArrivingDocument, String> {
    let header = &envelope.header;
    let Payload::Xml(document) = &envelope.payload else {
        return Err("the payload is no XML document".to_owned());
    };
    let participant = |id: &str| id.parse().map_err(|error| format!("{id}: {error}"));
    let unknown = |error: InvalidIdentifier| error.to_string();
    let message = message_of(received, envelope);
    Ok(ArrivingDocument {
        network,
        message_id: message.key(),
        transaction_id,
        sender: participant(&header.sender)?,
        receiver: participant(&header.receiver)?,
        document_type: header.document_type.to_string().parse().map_err(unknown)?,
        process: header.process.to_string().parse().map_err(unknown)?,
        head: DocumentHead::of(document.as_bytes()),
        document: document.as_bytes().into(),
        receipt: receipt.into_bytes().into(),
        message: Some(message),
        country: Some(header.country_c1.clone()),
    })
}

impl Opened {
    /// The refusal, when its signer turned out to be revoked meanwhile.
    fn revoked(&self, reason: Untrusted) -> EbmsError {
        EbmsError {
            code: EbmsCode::FailedAuthentication,
            detail: reason.to_string(),
            about: Some(self.received.message.message_id.clone()),
        }
    }

    /// The answer to a message that was kept, now or before. A repetition is answered with the receipt that
    /// was given first where that proves it, else (its sender signed anew) with one of its own; another
    /// document under the same id is not taken.
    ///
    /// # Errors
    /// [`EbmsError`]: [`As4Receiver::refuse`] makes the answer.
    pub fn answer(self, arrival: Arrival) -> Result<Answer, EbmsError> {
        let id = &self.received.message.message_id;
        let body = match arrival {
            Arrival::Kept => self.document.receipt.to_vec(),
            Arrival::Repeated { same_document: false, .. } => {
                return Err(EbmsError::other(id, "another document came under this id before"));
            }
            Arrival::Repeated { evidence, .. } => {
                let first = std::str::from_utf8(&evidence);
                match first.is_ok_and(|receipt| self.received.is_proved_by(receipt)) {
                    true => evidence,
                    false => self.document.receipt.to_vec(),
                }
            }
        };
        Ok(Answer { status: 200, body })
    }
}
