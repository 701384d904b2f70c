//! Answers: receipts and errors.

use time::OffsetDateTime;

use super::names::{EBBP, attribute, escaped};
use super::security::{envelope, sign};
use super::{EbmsError, Received};
use crate::instant::write_instant;
use crate::signature::Enveloped;
use crate::trust::Identity;

fn info(at: OffsetDateTime, id: &str, about: Option<&str>) -> String {
    let about =
        about.map(|about| format!("<eb:RefToMessageId>{}</eb:RefToMessageId>", escaped(about)));
    format!(
        "<eb:MessageInfo><eb:Timestamp>{}</eb:Timestamp><eb:MessageId>{}</eb:MessageId>{}</eb:MessageInfo>",
        write_instant(at),
        escaped(id),
        about.unwrap_or_default()
    )
}

fn signed(identity: &Identity, message: &str, id: &str) -> Result<String, Enveloped> {
    let suffix: String = id.chars().filter(char::is_ascii_alphanumeric).collect();
    let (security, _) = sign(identity, message, None, &suffix)?;
    Ok(envelope(message, &security))
}

impl Received {
    /// The receipt: it repeats what was signed, and is signed itself. It is kept, and sent again when the
    /// message comes again. `id` is its own, `something@host`.
    ///
    /// # Errors
    /// [`Enveloped`] when the key does not sign.
    pub fn receipt(
        &self,
        identity: &Identity,
        id: &str,
        at: OffsetDateTime,
    ) -> Result<String, Enveloped> {
        let part = |reference: &String| {
            format!("<ebbp:MessagePartNRInformation>{reference}</ebbp:MessagePartNRInformation>")
        };
        let parts: String = self.references.iter().map(part).collect();
        let message = format!(
            "<eb:SignalMessage>{}<eb:Receipt><ebbp:NonRepudiationInformation xmlns:ebbp=\"{EBBP}\">{parts}\
             </ebbp:NonRepudiationInformation></eb:Receipt></eb:SignalMessage>",
            info(at, id, Some(&self.message.message_id))
        );
        signed(identity, &message, id)
    }

    /// Whether a receipt that was made before proves the receipt of this very message too: it is about this
    /// id and repeats what is signed here. One who signed again for a retry needs a receipt of its own.
    #[must_use]
    pub fn is_proved_by(&self, receipt: &str) -> bool {
        let about =
            format!("<eb:RefToMessageId>{}</eb:RefToMessageId>", escaped(&self.message.message_id));
        receipt.contains(&about) && self.references.iter().all(|one| receipt.contains(one))
    }
}

impl EbmsError {
    /// The error as an answer, signed. `id` is its own, `something@host`.
    ///
    /// # Errors
    /// [`Enveloped`] when the key does not sign.
    pub fn signal(
        &self,
        identity: &Identity,
        id: &str,
        at: OffsetDateTime,
    ) -> Result<String, Enveloped> {
        let about = self.about.as_deref();
        let in_error = about.map(|about| format!(" refToMessageInError=\"{}\"", attribute(about)));
        let detail = escaped(&self.detail);
        let message = format!(
            "<eb:SignalMessage>{}<eb:Error category=\"{}\" errorCode=\"{}\"{} severity=\"failure\" \
             shortDescription=\"{}\"><eb:Description xml:lang=\"en\">{detail}</eb:Description>\
             <eb:ErrorDetail>{detail}</eb:ErrorDetail></eb:Error></eb:SignalMessage>",
            info(at, id, about),
            self.code.category(),
            self.code.code(),
            in_error.unwrap_or_default(),
            self.code.short_description()
        );
        signed(identity, &message, id)
    }
}
