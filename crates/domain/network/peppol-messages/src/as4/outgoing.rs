//! Makes a message.

use time::OffsetDateTime;

use super::Randomness;
use super::encrypt::{NONCE, encrypt};
use super::gzip::gzip_behind;
use super::header::UserMessage;
use super::mime;
use super::security::{envelope, sign};
use super::signed_part::SignedPart;
use crate::Identifier;
use crate::instant::write_instant;
use crate::signature::Enveloped;
use crate::trust::{Certificate, Identity};

/// A message to another access point.
#[derive(Debug, Clone, Copy)]
pub struct Outgoing<'m> {
    /// Its id: `something@host`, the same in each retry.
    pub message_id: &'m str,
    /// The time of the message, the same in each retry. The signature covers it, and a receiver may answer a retry with
    /// its first receipt.
    pub at: OffsetDateTime,
    /// C1.
    pub sender: &'m Identifier,
    /// C4.
    pub receiver: &'m Identifier,
    /// The document type.
    pub document_type: &'m Identifier,
    /// Within which process.
    pub process: &'m Identifier,
    /// The envelope (SBD) as it is.
    pub payload: &'m [u8],
}

/// A message that can be posted.
#[derive(Debug, Clone)]
pub struct Sealed {
    /// The header `Content-Type`.
    pub content_type: String,
    /// The body.
    pub body: Vec<u8>,
    /// Its id, which the receipt must name.
    pub message_id: String,
    /// The signed parts, which the receipt must repeat.
    pub parts: Vec<SignedPart>,
}

/// Why no message was made.
#[derive(Debug, thiserror::Error)]
pub enum NotSealed {
    /// The key did not sign.
    #[error(transparent)]
    Unsigned(#[from] Enveloped),
    /// The receiver's certificate cannot be used for encryption.
    #[error("nothing can be encrypted for the certificate of the receiving access point")]
    Unencrypted,
    /// The payload was not compressed.
    #[error("the payload could not be compressed")]
    Uncompressed,
}

impl Outgoing<'_> {
    /// The message, compressed, signed by `from` and encrypted for `to`.
    ///
    /// # Errors
    /// [`NotSealed`] when a key does not serve.
    pub fn seal(
        &self,
        from: &Identity,
        to: &Certificate,
        random: &Randomness,
    ) -> Result<Sealed, NotSealed> {
        let packed = gzip_behind(NONCE, self.payload).ok_or(NotSealed::Uncompressed)?;
        let suffix = random.suffix();
        // what is signed is the same in each retry, so that the receipt of any of them fits
        let content_id = format!("payload-{}", self.message_id);
        let message = UserMessage {
            message_id: self.message_id.to_owned(),
            timestamp: write_instant(self.at),
            from: from.certificate.common_name.clone(),
            to: to.common_name.clone(),
            process: self.process.clone(),
            document_type: self.document_type.clone(),
            conversation_id: self.message_id.to_owned(),
            original_sender: self.sender.clone(),
            final_recipient: self.receiver.clone(),
            content_id: content_id.clone(),
            is_compressed: true,
        };
        let message = message.write();
        let (signature, parts) =
            sign(from, &message, Some((&content_id, &packed[NONCE..])), &suffix)?;
        let encrypted = encrypt(to, &content_id, packed, random);
        let (payload, encryption) = encrypted.ok_or(NotSealed::Unencrypted)?;
        let soap = envelope(&message, &(encryption + &signature));
        let (content_type, body) = mime::write(&soap, &content_id, &payload, &random.boundary());
        let message_id = self.message_id.to_owned();
        Ok(Sealed { content_type, body, message_id, parts })
    }
}
