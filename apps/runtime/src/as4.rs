//! The AS4 endpoint: receives messages of other access points.

use crate::{gate::Gate, metrics};
use peppol_as4::{Answer, As4Receiver, Coming, Opened, Refusal, Turn, Turns};
use peppol_connector::inbox::TooMuchReceived;
use peppol_messages::as4::{EbmsCode, EbmsError};
use std::{sync::Arc, thread::available_parallelism};
use use_cases::{
    Ports,
    receiving::{receive_document::receive_document, receive_error::ReceiveError},
};

/// The receivers of messages, one for each network that this installation has an access point in.
pub struct As4Endpoint(Vec<As4Receiver>);

/// The message cannot be received now. The answer must be 503, so that its sender retries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unavailable;

/// The most kilobytes of unpacked documents in memory at a time. One takes up to three times its size.
const HELD: u32 = 40 * 1024;
/// The most kilobytes of documents that wait for memory.
const WAITING: u32 = 256 * 1024;
/// The most messages that wait for a thread.
const POSTED: u32 = 256;

/// Bounds the messages that are opened at the same time to the number of cores, and the documents in memory.
struct Gates {
    threads: Gate,
    room: Gate,
}

impl Default for Gates {
    fn default() -> Self {
        let cores = available_parallelism().map_or(1, usize::from);
        let threads = Gate::new(u32::try_from(cores).unwrap_or(u32::MAX), POSTED);
        Self { threads, room: Gate::new(HELD, WAITING) }
    }
}

impl Turns for Gates {
    fn thread(&self) -> Coming<'_> {
        Box::pin(async { self.threads.enter(1).await.ok().map(Turn::new) })
    }

    fn room(&self, bytes: usize) -> Coming<'_> {
        let kilobytes = u32::try_from(bytes / 1024).unwrap_or(u32::MAX);
        Box::pin(async move { self.room.enter(kilobytes).await.ok().map(Turn::new) })
    }
}

impl As4Endpoint {
    /// One address serves all networks: the network of a message is that of the key which decrypts it.
    #[must_use]
    pub fn new(receivers: Vec<As4Receiver>) -> Self {
        let turns: Arc<dyn Turns> = Arc::new(Gates::default());
        let in_turns = |receiver: As4Receiver| receiver.in_turns(Arc::clone(&turns));
        Self(receivers.into_iter().map(in_turns).collect())
    }

    /// Whether this installation has no access point.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The error to answer a body of more than `most` bytes with; `None` when no key can sign it.
    #[must_use]
    pub fn too_large(&self, most: usize) -> Option<Answer> {
        let detail = format!("the message is larger than {most} bytes");
        let error = EbmsError { code: EbmsCode::Other, detail, about: None };
        self.0.first()?.refuse(&error)
    }

    /// Answers a posted message: with a receipt when it is stored, else with an error.
    ///
    /// # Errors
    /// [`Unavailable`], when the sender is to retry.
    pub async fn answer<P: Ports>(
        &self,
        ports: &P,
        content_type: &str,
        body: impl AsRef<[u8]> + Clone + Send + Sync + 'static,
    ) -> Result<Answer, Unavailable> {
        let mut refused = None;
        for receiver in &self.0 {
            match receiver.open(content_type, body.clone()).await {
                Ok(opened) => {
                    // the posted bytes are freed while the message is stored
                    drop(body);
                    return take(ports, receiver, opened).await;
                }
                Err(Refusal::Failed(what)) => return Err(failed(&what)),
                Err(Refusal::Busy) => {
                    metrics::TURNED_AWAY.add(&[], 1);
                    tracing::warn!("AS4 message turned away with 503: too many wait to be opened");
                    return Err(Unavailable);
                }
                Err(Refusal::Refused(error)) => {
                    let is_for_another = error.code == EbmsCode::FailedDecryption;
                    if refused.is_none() || !is_for_another {
                        refused = Some((receiver, error));
                    }
                    if !is_for_another {
                        break;
                    }
                }
            }
        }
        let (receiver, error) = refused.ok_or(Unavailable)?;
        refuse(receiver, &error)
    }
}

/// Stores an opened message. Its receipt is sent only after that.
async fn take<P: Ports>(
    ports: &P,
    receiver: &As4Receiver,
    opened: Opened,
) -> Result<Answer, Unavailable> {
    let message = opened.document.message.as_ref();
    let id = message.map(|message| message.message_id.clone()).unwrap_or_default();
    let refusal = match receive_document(ports, receiver.seat(), &opened.document).await {
        Ok(arrival) => match opened.answer(arrival) {
            Ok(answer) => return Ok(answer),
            Err(error) => error,
        },
        Err(ReceiveError::NotServed(_)) => EbmsError::not_serviced(&id),
        Err(error @ ReceiveError::IdTaken) => EbmsError::other(&id, &error.to_string()),
        Err(ReceiveError::TooMuch(why)) => {
            let of = match why {
                TooMuchReceived::OfSender(_) => "sender",
                TooMuchReceived::OfCompany(_) => "company",
            };
            metrics::OVER_VOLUME.add(&[of], 1);
            EbmsError::other(&id, &why.to_string())
        }
        Err(
            error @ (ReceiveError::Store(_)
            | ReceiveError::Unwritable(_)
            | ReceiveError::Directory(_)),
        ) => {
            return Err(failed(&error));
        }
    };
    refuse(receiver, &refusal)
}

fn refuse(receiver: &As4Receiver, error: &EbmsError) -> Result<Answer, Unavailable> {
    let (code, message) = (error.code.code(), error.about.as_deref());
    tracing::info!(message.id = message, code, detail = error.detail, "AS4 message refused");
    receiver.refuse(error).ok_or_else(|| failed(&"an error cannot be signed"))
}

fn failed(error: &dyn std::fmt::Display) -> Unavailable {
    tracing::error!(%error, "AS4 message cannot be taken: answered with 503, its sender tries again");
    Unavailable
}
