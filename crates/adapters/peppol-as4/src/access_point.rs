//! Sends documents.

use crate::answer::{outcome, unanswered};
use crate::http::HttpAnswer;
use crate::{Clock, Http, Keys, unsigned};
use jobs::error_text;
use peppol_connector::{
    identifiers::{DocumentTypeId, MessageId, ProcessId},
    ports::{
        AccessPoint, Cause, DeliveryError, DirectoryError, ParticipantDirectory, Receipt,
        ReceivingPoint,
    },
    submissions::{HopStep, OutgoingMessage, Trace},
};
use peppol_messages::Identifier;
use peppol_messages::as4::{
    Outgoing, RANDOM_BYTES, Randomness, Reply, ReplyFault, Sealed, read_answer,
};
use peppol_messages::instant::write_instant;
use peppol_messages::sbdh::{Header, MlsType};
use peppol_messages::trust::Certificate;
use peppol_trust::Trust;
use ring::rand::{SecureRandom, SystemRandom};
use std::sync::Arc;
use std::time::Instant;
use time::OffsetDateTime;

/// Largest answer that is read.
const LARGEST_ANSWER: usize = 1024 * 1024;

/// What is sent with every document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sending {
    /// Our own country, two letters: that of what we send for ourselves, and where a sender's is not known.
    pub country: String,
    /// Whether we ask the receiving side for a status of every message, and not only of failed ones. Without it the
    /// sender does not learn that a document was delivered.
    pub asks_for_status: bool,
}

/// Sends documents as AS4 messages to where the directory says. Cheap to clone.
#[derive(Clone)]
pub struct As4AccessPoint<D> {
    directory: D,
    clock: Clock,
    http: Http,
    keys: Arc<Keys>,
    trust: Arc<Trust>,
    sending: Arc<Sending>,
}

/// Why a message cannot be made.
#[derive(Debug, thiserror::Error)]
enum NotMade {
    #[error("the access point has no certificate")]
    NoKey,
    #[error("the system gave no random bytes")]
    NoRandomness,
    #[error("the access point that the directory names has no certificate of an access point: {0}")]
    Certificate(Cause),
}

impl<D: ParticipantDirectory> As4AccessPoint<D> {
    /// An access point of one network. `clock` says what time it is.
    pub fn new(
        directory: D,
        clock: impl Fn() -> OffsetDateTime + Send + Sync + 'static,
        http: Http,
        keys: Arc<Keys>,
        trust: Arc<Trust>,
        sending: Sending,
    ) -> Self {
        Self { directory, clock: Arc::new(clock), http, keys, trust, sending: Arc::new(sending) }
    }

    /// The certificate that messages are encrypted for. One that is not trusted (any more) may be an old
    /// answer of the directory: tried again.
    async fn certificate(
        &self,
        point: &ReceivingPoint,
        trace: &mut Trace,
    ) -> Result<Certificate, DeliveryError> {
        let began = Instant::now();
        let untrusted =
            |cause: Cause| DirectoryError::Untrusted(NotMade::Certificate(cause).into());
        let certificate =
            Certificate::of_der(&point.certificate).map_err(|error| untrusted(error.into()))?;
        let verdict = self.trust.verify(&certificate, (self.clock)()).await;
        let shown = verdict.as_ref().map_or_else(ToString::to_string, |()| "trusted".to_owned());
        trace.note(HopStep::Certificate, &certificate.subject, &shown, began.elapsed());
        verdict.map_err(|error| untrusted(error.into()))?;
        Ok(certificate)
    }

    fn seal(
        &self,
        message: &OutgoingMessage,
        (country, mls_type): (Option<&str>, Option<MlsType>),
        document: &[u8],
        to: &Certificate,
    ) -> Result<Sealed, DeliveryError> {
        let now = (self.clock)();
        let (document_type, process) =
            (of_type(&message.document_type), of_process(&message.process));
        let (sender, receiver) = (message.sender.to_string(), message.receiver.to_string());
        let header = Header {
            country_c1: country.unwrap_or(&self.sending.country).to_owned(),
            instance: message.message_id.to_string(),
            created: write_instant(message.made_at),
            mls_type,
            ..Header::of(&sender, &receiver, document_type.clone(), process.clone())
        };
        let payload =
            header.wrap(document).map_err(|error| DeliveryError::Refused(error.to_string()))?;
        let outgoing = Outgoing {
            message_id: &message_id(message.message_id),
            at: message.made_at,
            sender: &Identifier::participant(&header.sender),
            receiver: &Identifier::participant(&header.receiver),
            document_type: &document_type,
            process: &process,
            payload: &payload,
        };
        let unmade = |cause: Cause| DeliveryError::Unreachable(cause);
        let key = self.keys.signing(now).ok_or_else(|| unmade(NotMade::NoKey.into()))?;
        let random = randomness().ok_or_else(|| unmade(NotMade::NoRandomness.into()))?;
        outgoing.seal(key, to, &random).map_err(|error| unmade(error.into()))
    }

    /// Looks the receiver up and sends the message. When it was certainly not accepted, the next attempt looks up
    /// again, because certificates and addresses change.
    async fn send(
        &self,
        message: &OutgoingMessage,
        asked: (Option<&str>, Option<MlsType>),
        document: &[u8],
        trace: &mut Trace,
    ) -> Result<Receipt, DeliveryError> {
        let OutgoingMessage { network, receiver, document_type, process, .. } = message;
        let point =
            self.directory.receiving_point_noted(*network, receiver, document_type, process, trace);
        let point = point.await?;
        let sent = self.send_to(&point, message, asked, document, trace).await;
        let not_taken = |error: &DeliveryError| {
            matches!(error, DeliveryError::Unreachable(_) | DeliveryError::Directory(_))
        };
        if sent.as_ref().is_err_and(not_taken) {
            self.directory.forget(*network, receiver);
        }
        sent
    }

    /// Seals and posts a message.
    async fn send_to(
        &self,
        point: &ReceivingPoint,
        message: &OutgoingMessage,
        asked: (Option<&str>, Option<MlsType>),
        document: &[u8],
        trace: &mut Trace,
    ) -> Result<Receipt, DeliveryError> {
        let to = self.certificate(point, trace).await?;
        let mut sealed = self.seal(message, asked, document, &to)?;
        let body = std::mem::take(&mut sealed.body);
        let began = Instant::now();
        let posted = self.http.post(&point.url, &sealed.content_type, body, LARGEST_ANSWER).await;
        let shown = posted
            .as_ref()
            .map_or_else(|error| error_text(error), |answer| format!("HTTP {}", answer.status));
        trace.note(HopStep::Message, &point.url, &shown, began.elapsed());
        let (answer, reply) = self.read(posted.map_err(unanswered)?, sealed, to).await?;
        unsigned::note(message, &point.url, &reply);
        outcome(answer, reply, message.is_repeated())
    }

    /// Parses an answer, on a thread for blocking work, because its size and shape are the receiver's choice.
    async fn read(
        &self,
        answer: HttpAnswer,
        sealed: Sealed,
        to: Certificate,
    ) -> Result<(HttpAnswer, Result<Reply, ReplyFault>), DeliveryError> {
        let (trust, now) = (Arc::clone(&self.trust), (self.clock)());
        let read = move || {
            let is_trusted = |signer: &Certificate| trust.check(signer, now);
            let HttpAnswer { content_type, body, .. } = &answer;
            let reply = read_answer(content_type, body, &sealed, &to, &is_trusted);
            (answer, reply)
        };
        let read = tokio::task::spawn_blocking(read).await;
        read.map_err(|lost| DeliveryError::NoReceipt(lost.into()))
    }
}

impl<D: ParticipantDirectory> AccessPoint for As4AccessPoint<D> {
    async fn deliver_noted(
        &self,
        message: &OutgoingMessage,
        country: Option<&str>,
        document: &[u8],
        trace: &mut Trace,
    ) -> Result<Receipt, DeliveryError> {
        let mls_type = self.sending.asks_for_status.then_some(MlsType::AlwaysSend);
        self.send(message, (country, mls_type), document, trace).await
    }

    /// Delivers a status or one of our reports, without asking for a status of it. We are its C1: a status has the
    /// `COUNTRY_C1` of the provider that writes it (Peppol MLS 1.1.0), and so have the reports of a provider about
    /// itself.
    async fn deliver_service_message(
        &self,
        message: &OutgoingMessage,
        document: &[u8],
        trace: &mut Trace,
    ) -> Result<Receipt, DeliveryError> {
        self.send(message, (None, None), document, trace).await
    }
}

fn of_type(id: &DocumentTypeId) -> Identifier {
    Identifier::new(id.scheme(), id.value())
}

fn of_process(id: &ProcessId) -> Identifier {
    Identifier::process(id.value())
}

/// The ebMS id of a message: the same in each attempt.
fn message_id(id: MessageId) -> String {
    format!("{id}@billhook")
}

/// Random bytes for one message.
pub(crate) fn randomness() -> Option<Randomness> {
    let mut bytes = [0; RANDOM_BYTES];
    SystemRandom::new().fill(&mut bytes).ok()?;
    Some(Randomness::from(bytes))
}
