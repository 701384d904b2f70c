use super::{
    field::{Field, Request, request},
    json::{Found, Value},
    names::{DispatchName, DocumentFormatName},
};
use crate::fault::RequestFault;
use data_encoding::BASE64;
use peppol_connector::{
    identifiers::ParticipantId,
    sending::{DocumentFormat, SendOptions, SendRequest},
};

request! {
    /// A document to send.
    #[schema(example = json!({"receiverPeppolId": "0245:2023456787", "document": {"format": "ubl", "xmlBase64": "PEludm9pY2UvPg=="}, "options": {"autoRepair": true}}))]
    pub struct ConnectorSend {
        /// Recipient; the document's own electronic address by default
        #[schema(example = "0245:2023456787")]
        receiver as "receiverPeppolId"?: String => Participant,
        document: DocumentBody,
        options?: SendOptionsBody,
    }
}

impl Request for ConnectorSend {
    type Value = SendRequest;

    fn check(self, at: &Value<'_>, found: &mut Found) -> Option<SendRequest> {
        let (format, document) = at.required(self.document, "document", found)?;
        let options = self.options.unwrap_or_default();
        Some(SendRequest { options, format, document, receiver: self.receiver })
    }
}

request! {
    /// A document to check.
    #[schema(example = json!({"document": {"format": "ubl", "xmlBase64": "PEludm9pY2UvPg=="}}))]
    pub struct PreflightDocument {
        #[schema(example = "0245:2023456787")]
        receiver as "receiverPeppolId"?: String => Participant,
        document: DocumentBody,
    }
}

/// What a preflight is of: the document, and its recipient when the caller names one.
type ToCheck = ((DocumentFormat, Vec<u8>), Option<(String, ParticipantId)>);

impl Request for PreflightDocument {
    type Value = ToCheck;

    fn check(self, at: &Value<'_>, found: &mut Found) -> Option<ToCheck> {
        let document = at.required(self.document, "document", found)?;
        Some((document, self.receiver))
    }
}

request! {
    pub struct DocumentBody {
        format: DocumentFormatName,
        #[schema(format = Byte, min_length = 1)]
        bytes as "xmlBase64": String => XmlBase64,
    }
}

impl Request for DocumentBody {
    type Value = (DocumentFormat, Vec<u8>);

    fn check(self, at: &Value<'_>, found: &mut Found) -> Option<Self::Value> {
        let format = at.required(self.format, "format", found);
        let bytes = at.required(self.bytes, "xmlBase64", found);
        format.zip(bytes)
    }
}

request! {
    pub struct SendOptionsBody {
        /// Apply needed changes and send
        #[schema(default = false)]
        auto_repair as "autoRepair"?: bool,
        /// Only validate: no credit, no sending
        #[schema(default = false)]
        validate_only as "validateOnly"?: bool,
        dispatch?: DispatchName,
    }
}

impl Request for SendOptionsBody {
    type Value = SendOptions;

    fn check(self, _: &Value<'_>, _: &mut Found) -> Option<SendOptions> {
        Some(SendOptions {
            auto_repair: self.auto_repair.unwrap_or_default().into(),
            validate_only: self.validate_only.unwrap_or(false),
            dispatch: self.dispatch.unwrap_or_default(),
        })
    }
}

/// A participant, as written and as read.
enum Participant {}

impl Field for Participant {
    type Value = (String, ParticipantId);

    fn read(value: &Value<'_>, found: &mut Found) -> Option<Self::Value> {
        let text = value.string(found)?;
        match text.trim().parse() {
            Ok(participant) => Some((text, participant)),
            Err(error) => {
                value.refuse(found, RequestFault::NotAParticipant { reason: error });
                None
            }
        }
    }
}

/// Standard base64, with its padding; line breaks are skipped.
enum XmlBase64 {}

impl Field for XmlBase64 {
    type Value = Vec<u8>;

    fn read(value: &Value<'_>, found: &mut Found) -> Option<Vec<u8>> {
        let mut text = value.string(found)?.into_bytes();
        text.retain(|byte| !byte.is_ascii_whitespace());
        let fault = match BASE64.decode(&text) {
            Ok(bytes) if bytes.is_empty() => RequestFault::NoDocument,
            Ok(bytes) => return Some(bytes),
            Err(error) => RequestFault::InvalidBase64 { cause: error.to_string() },
        };
        value.refuse(found, fault);
        None
    }
}
