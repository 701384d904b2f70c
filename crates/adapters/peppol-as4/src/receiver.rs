//! Receives the messages that are posted to our endpoint.

use crate::turns::{AtOnce, Turn, Turns};
use crate::{Clock, Keys};
use peppol_connector::{
    identifiers::{InvalidIdentifier, Network},
    inbox::{Arrival, ArrivingDocument, DocumentHead, ReceivedMessage, StatusRequest},
};
use peppol_messages::as4::{Authentic, EbmsCode, EbmsError, Received, Receiver, authenticate};
use peppol_messages::sbdh::{Envelope, MAX_ENVELOPE_BYTES, MlsType, Payload};
use peppol_messages::trust::{Certificate, Untrusted};
use peppol_trust::Trust;
use std::borrow::Cow;
use std::cell::RefCell;
use std::ops::Range;
use std::sync::Arc;
use time::OffsetDateTime;
use uuid::Uuid;

/// The error while it is unknown whether the signer's certificate is revoked.
const NO_LIST: &str = "no list of revoked certificates says anything of the signer";

/// An answer: a SOAP message with a receipt or an error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The HTTP status: 200 for an answer about a message, 400 if none could be parsed.
    pub status: u16,
    /// The body, of the type [`Answer::CONTENT_TYPE`].
    pub body: Vec<u8>,
}

impl Answer {
    /// The header `Content-Type`.
    pub const CONTENT_TYPE: &'static str = "application/soap+xml; charset=UTF-8";
}

/// Why a message is not received.
#[derive(Debug)]
pub enum Refusal {
    /// The message is refused; the sender gets the error.
    Refused(EbmsError),
    /// Internal failure. Answered with 503, so that the sender retries.
    Failed(&'static str),
    /// Too many messages are waiting. The sender may retry.
    Busy,
}

const PANICKED: Refusal = Refusal::Failed("opening panicked");

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
    turns: Arc<dyn Turns>,
}

/// A message with a valid sender, signature, encryption and envelope, and the receipt that is returned once it is
/// stored.
#[derive(Debug)]
pub struct Opened {
    /// The document and what the service needs to know about it.
    pub document: ArrivingDocument,
    /// The message without its payload.
    received: Received,
    /// Holds memory until the message is stored.
    _room: Turn,
}

/// A posted message, and its signer if its revocation is still to be checked.
struct Seen {
    message: Result<Authentic, EbmsError>,
    signer: Option<(Certificate, Result<(), Untrusted>)>,
}

impl As4Receiver {
    /// A receiver for the access point of a network. `clock` returns the current time.
    pub fn new(
        network: Network,
        clock: impl Fn() -> OffsetDateTime + Send + Sync + 'static,
        keys: Arc<Keys>,
        trust: Arc<Trust>,
    ) -> Self {
        let turns = Arc::new(AtOnce);
        Self { network, clock: Arc::new(clock), keys, trust, largest: MAX_ENVELOPE_BYTES, turns }
    }

    /// The seat id of our access point.
    #[must_use]
    pub fn seat(&self) -> &str {
        self.keys.seat()
    }

    /// Sets the maximum size of a decompressed envelope, in bytes.
    #[must_use]
    pub fn with_largest(mut self, bytes: usize) -> Self {
        self.largest = bytes;
        self
    }

    /// Limits how many messages are opened at a time.
    #[must_use]
    pub fn in_turns(mut self, turns: Arc<dyn Turns>) -> Self {
        self.turns = turns;
        self
    }

    /// Opens a posted message. It runs on a thread for blocking work, because a message of megabytes takes
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
        let Seen { message, signer } = self.seen(&posted).await?;
        let Some((signer, verdict)) = signer else { return self.unpacked(message?).await };
        // the signer's lists of revoked certificates may be due, or not loaded yet
        let message = match (message, self.trust.verify(&signer, (self.clock)()).await) {
            (_, Ok(())) if verdict.is_err() => self.seen(&posted).await?.message?,
            (message, Ok(())) => message?,
            // a missing list is not the sender's fault, and the sender might take a refusal as final
            (_, Err(Untrusted::RevocationUnknown)) => return Err(Refusal::Failed(NO_LIST)),
            (Ok(message), Err(reason)) => return Err(revoked(&message, reason).into()),
            (Err(refusal), Err(_)) => return Err(refusal.into()),
        };
        drop(posted);
        self.unpacked(message).await
    }

    /// Parses a posted message when it is its turn, on a thread for blocking work.
    async fn seen<B: AsRef<[u8]> + Send + Sync + 'static>(
        &self,
        posted: &Arc<(String, B)>,
    ) -> Result<Seen, Refusal> {
        let turn = self.turns.thread().await.ok_or(Refusal::Busy)?;
        let (this, posted) = (self.clone(), Arc::clone(posted));
        let work = move || {
            let seen = this.authenticated(&posted.0, posted.1.as_ref());
            // the turn ends with the thread, which continues if the caller goes away
            drop(turn);
            seen
        };
        tokio::task::spawn_blocking(work).await.map_err(|_| PANICKED)
    }

    fn authenticated(&self, content_type: &str, body: &[u8]) -> Seen {
        let (now, signer) = ((self.clock)(), RefCell::new(None));
        let is_trusted = |certificate: &Certificate| {
            let verdict = self.trust.check(certificate, now);
            if matches!(verdict, Ok(()) | Err(Untrusted::RevocationUnknown)) {
                signer.replace(Some((certificate.clone(), verdict)));
            }
            verdict
        };
        let identities = self.keys.identities();
        let receiver = Receiver::new(&identities, &is_trusted);
        let message = authenticate(content_type, body, &receiver);
        Seen { message, signer: signer.into_inner() }
    }

    /// Unpacks and parses a message when memory is available: first for the size that it announces, then for the
    /// maximum.
    async fn unpacked(&self, message: Authentic) -> Result<Opened, Refusal> {
        let message = Arc::new(message);
        let said = message.said_size().min(self.largest);
        let mut opened = self.unpacked_within(&message, said).await?;
        if opened.as_ref().is_err_and(is_unpacking) && said < self.largest {
            opened = self.unpacked_within(&message, self.largest).await?;
        }
        opened
    }

    async fn unpacked_within(
        &self,
        message: &Arc<Authentic>,
        most: usize,
    ) -> Result<Result<Opened, Refusal>, Refusal> {
        let room = self.turns.room(most).await.ok_or(Refusal::Busy)?;
        let (this, message) = (self.clone(), Arc::clone(message));
        let work = move || this.opened(&message, most, room);
        tokio::task::spawn_blocking(work).await.map_err(|_| PANICKED)
    }

    fn opened(&self, message: &Authentic, most: usize, room: Turn) -> Result<Opened, Refusal> {
        let (now, identities) = ((self.clock)(), self.keys.identities());
        let mut received = message.unpacked(most)?;
        let transaction_id = format!("{}@billhook", Uuid::now_v7());
        let key = identities.get(received.identity).ok_or(Refusal::Failed("no key signs"))?;
        let receipt = received.receipt(key, &transaction_id, now);
        let receipt = receipt.map_err(|_| Refusal::Failed("no receipt can be signed"))?;
        let envelope = received.envelope()?;
        let head = arriving_document(self.network, &received, &envelope, transaction_id, receipt);
        let refused = |what: String| EbmsError::other(&received.message.message_id, &what);
        let head = head.map_err(refused)?;
        let text = Text::of(envelope.payload, &received.payload);
        // drops the payload before the document is copied, so that megabytes are held only once
        received.payload = Vec::new();
        let document = text.into_bytes(message).ok_or(Refusal::Failed("the document is gone"))?;
        Ok(Opened { document: ArrivingDocument { document, ..head }, received, _room: room })
    }

    /// The signed answer to a message that is refused; `None` when it cannot be signed.
    #[must_use]
    pub fn refuse(&self, error: &EbmsError) -> Option<Answer> {
        let now = (self.clock)();
        let id = format!("{}@billhook", Uuid::now_v7());
        let signal = error.signal(self.keys.signing(now)?, &id, now).ok()?;
        let status = if error.about.is_some() { 200 } else { 400 };
        Some(Answer { status, body: signal.into_bytes() })
    }
}

/// The refusal of a message whose signer has turned out to be revoked.
fn revoked(message: &Authentic, reason: Untrusted) -> EbmsError {
    EbmsError {
        code: EbmsCode::FailedAuthentication,
        detail: reason.to_string(),
        about: Some(message.message().message_id.clone()),
    }
}

/// Whether the refusal may be due to too little memory.
fn is_unpacking(refusal: &Refusal) -> bool {
    matches!(refusal, Refusal::Refused(error) if error.code == EbmsCode::DecompressionFailure)
}

/// The ids by which the sender knows the message.
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

/// Smaller documents are copied from the payload. Larger ones are unpacked once more, which takes milliseconds but no
/// second buffer.
const COPIED: usize = 1 << 20;

/// The document in an envelope, without a second copy.
enum Text {
    Copied(Arc<[u8]>),
    /// Its position in the payload.
    Within(Range<usize>),
    /// A copy into which namespaces of the envelope are written.
    Written(String),
}

impl Text {
    fn of(document: Payload<'_>, payload: &[u8]) -> Self {
        match document {
            Payload::Xml(Cow::Borrowed(text)) if text.len() > COPIED => {
                let start = text.as_ptr().addr().saturating_sub(payload.as_ptr().addr());
                Self::Within(start..start + text.len())
            }
            Payload::Xml(Cow::Borrowed(text)) => Self::Copied(text.as_bytes().into()),
            Payload::Xml(Cow::Owned(text)) => Self::Written(text),
            Payload::Binary { .. } | Payload::Text { .. } => Self::Copied(Arc::default()),
        }
    }

    fn into_bytes(self, message: &Authentic) -> Option<Arc<[u8]>> {
        match self {
            Self::Copied(bytes) => Some(bytes),
            Self::Within(place) => message.part(&place),
            Self::Written(text) => Some(text.into_bytes().into()),
        }
    }
}

/// What the service needs to know about a message, without its document.
///
/// # Errors
/// The part of the envelope that cannot be parsed.
fn arriving_document(
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
        document: Arc::default(),
        receipt: receipt.into_bytes().into(),
        message: Some(message),
        country: Some(header.country_c1.clone()),
    })
}

impl Opened {
    /// The answer to a message that is stored, now or before. A repetition gets the receipt of the first message if
    /// that proves it, or a new one if its sender has signed it anew. Another document under the same id is refused.
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
