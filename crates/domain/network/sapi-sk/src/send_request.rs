//! The body of `/document/send`.

use crate::{
    Code, Detail, Metadata, SapiError,
    member::{Member, Object, Reader, read},
};
use data_encoding::HEXLOWER_PERMISSIVE;
use peppol_connector::identifiers::ParticipantId;
use ring::digest;
use serde::Deserialize;
use service_day::DayError;

/// Bytes of a document at most.
pub const MAX_PAYLOAD: usize = 10 * 1024 * 1024;

/// Characters of an identifier at most: more than any of the network has.
const MAX_TEXT: usize = 1_000;

/// A document that is handed over to be sent.
#[derive(Clone, PartialEq, Eq)]
pub struct SendRequest {
    /// The metadata of the document.
    pub metadata: Metadata,
    /// The document: XML, in UTF-8.
    pub payload: String,
}

impl std::fmt::Debug for SendRequest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?}, {} bytes", self.metadata, self.payload.len())
    }
}

#[derive(Deserialize)]
struct SendMembers {
    metadata: Option<Object<MetadataMembers>>,
    payload: Member,
    #[serde(rename = "payloadFormat")]
    format: Member,
    #[serde(rename = "payloadEncoding")]
    encoding: Member,
    checksum: Member,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct MetadataMembers {
    document_id: Member,
    document_type_id: Member,
    process_id: Member,
    sender_participant_id: Member,
    receiver_participant_id: Member,
    creation_date_time: Member,
}

impl SendRequest {
    /// Reads a request, and checks its payload against format, encoding and digest.
    ///
    /// # Errors
    /// 400 with all members that are wrong; then 413 and 422 for the payload.
    pub fn read(body: &[u8]) -> Result<Self, SapiError> {
        let members: SendMembers = read(body)?;
        let mut reader = Reader::default();
        let metadata = match members.metadata {
            Some(Object::Members(metadata)) => metadata.read(&mut reader),
            Some(Object::Other) => {
                reader.wrong("metadata", "must be an object");
                None
            }
            None => {
                reader.wrong("metadata", "is required");
                None
            }
        };
        let payload = reader.required("payload", members.payload);
        let format = reader.required("payloadFormat", members.format);
        if format.is_some_and(|format| format != "XML") {
            reader.wrong("payloadFormat", "must be XML");
        }
        let encoding = reader.optional("payloadEncoding", members.encoding);
        let checksum = reader.optional("checksum", members.checksum);
        let digest = checksum.and_then(|text| match sha256_of_hex(&text) {
            None => {
                reader.wrong("checksum", "must be SHA-256 as 64 hexadecimal digits");
                None
            }
            digest => digest,
        });
        let read = metadata.zip(payload).map(|(metadata, payload)| Self { metadata, payload });
        let request = reader.finish(read)?;
        check_payload(&request.payload, encoding.as_deref(), digest)?;
        Ok(request)
    }
}

impl MetadataMembers {
    fn read(self, reader: &mut Reader) -> Option<Metadata> {
        let mut text = |name, member| reader.parsed(name, member, short);
        let document_id = text("metadata.documentId", self.document_id);
        let document_type = text("metadata.documentTypeId", self.document_type_id);
        let process = text("metadata.processId", self.process_id);
        let mut participant =
            |name, member| reader.parsed(name, member, |text| text.parse::<ParticipantId>());
        let sender = participant("metadata.senderParticipantId", self.sender_participant_id);
        let receiver = participant("metadata.receiverParticipantId", self.receiver_participant_id);
        let created_at =
            reader.parsed("metadata.creationDateTime", self.creation_date_time, |text| {
                service_day::parse_instant(text).map_err(|error| match error {
                    DayError::Form => "must be a time of the form 2026-12-31T23:59:59Z".to_owned(),
                    DayError::Bounds => error.to_string(),
                })
            });
        Some(Metadata {
            document_id: document_id?,
            document_type: document_type?,
            process: process?,
            sender: sender?,
            receiver: receiver?,
            created_at: created_at?,
        })
    }
}

fn short(text: &str) -> Result<String, String> {
    if text.chars().count() > MAX_TEXT {
        return Err(format!("must have at most {MAX_TEXT} characters"));
    }
    Ok(text.to_owned())
}

fn sha256_of_hex(text: &str) -> Option<[u8; 32]> {
    HEXLOWER_PERMISSIVE.decode(text.as_bytes()).ok()?.try_into().ok()
}

fn check_payload(
    payload: &str,
    encoding: Option<&str>,
    digest: Option<[u8; 32]>,
) -> Result<(), SapiError> {
    if payload.len() > MAX_PAYLOAD {
        let issue = format!("must have at most {MAX_PAYLOAD} bytes");
        return Err(SapiError::about(Code::TOO_LARGE, "payload", issue));
    }
    if let Some(other) = encoding.filter(|encoding| !encoding.eq_ignore_ascii_case("UTF-8")) {
        let value = Some(other.chars().take(40).collect());
        let detail = Detail { value, ..Detail::new("payloadEncoding", "must be UTF-8") };
        return Err(SapiError::of(Code::UNSUPPORTED_ENCODING, vec![detail]));
    }
    if !payload.trim_start_matches('\u{feff}').trim_start().starts_with('<') {
        let issue = "must be XML as text: not in Base64, and nothing before its first element";
        return Err(SapiError::about(Code::UNSUPPORTED_ENCODING, "payload", issue));
    }
    let actual = digest::digest(&digest::SHA256, payload.as_bytes());
    if digest.is_some_and(|digest| digest != actual.as_ref()) {
        let issue = "is not the SHA-256 of the payload in UTF-8";
        return Err(SapiError::about(Code::CHECKSUM_MISMATCH, "checksum", issue));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    const XML: &str = "<Invoice>č</Invoice>";

    fn body() -> Value {
        let digest = digest::digest(&digest::SHA256, XML.as_bytes());
        json!({
            "metadata": {
                "documentId": "FA-1",
                "documentTypeId": "invoice",
                "processId": "urn:fdc:peppol.eu:2017:poacc:billing:01:1.0",
                "senderParticipantId": "0245:2023456789",
                "receiverParticipantId": "iso6523-actorid-upis::0245:2020317068",
                "creationDateTime": "2026-11-22T10:00:00+01:00",
                "somethingElse": [1],
            },
            "payload": XML,
            "payloadFormat": "XML",
            "payloadEncoding": "UTF-8",
            "checksum": data_encoding::HEXLOWER.encode(digest.as_ref()),
        })
    }

    fn with(path: &str, value: Value) -> Result<SendRequest, SapiError> {
        let mut body = body();
        if let Some(member) = body.pointer_mut(path) {
            *member = value;
        }
        SendRequest::read(body.to_string().as_bytes())
    }

    #[test]
    fn a_request_is_read() {
        let request = SendRequest::read(body().to_string().as_bytes()).expect("a request");
        assert_eq!(request.payload, XML);
        assert_eq!(request.metadata.receiver.to_string(), "0245:2020317068");
        assert_eq!(request.metadata.created_at.unix_timestamp(), 1_795_338_000);
        // as one provider writes it, without what may be left out
        assert!(with("/checksum", Value::Null).is_ok());
        assert!(with("/payloadEncoding", Value::Null).is_ok());
        assert!(with("/payloadEncoding", json!("utf-8")).is_ok());
        let upper = body()["checksum"].as_str().expect("a digest").to_uppercase();
        assert!(with("/checksum", json!(upper)).is_ok());
    }

    fn refused(path: &str, value: Value, code: Code, field: &str) {
        let error = with(path, value).expect_err(path);
        assert_eq!((error.code, &*error.details[0].field), (code, field), "{path}");
    }

    #[test]
    fn what_is_wrong_with_the_metadata_is_an_invalid_request() {
        let long = json!("x".repeat(1_001));
        for (path, value, field) in [
            ("/metadata/documentId", json!(7), "metadata.documentId"),
            ("/metadata/documentId", long, "metadata.documentId"),
            ("/metadata/senderParticipantId", json!("2023456789"), "metadata.senderParticipantId"),
            ("/metadata/creationDateTime", json!("today"), "metadata.creationDateTime"),
            ("/metadata", Value::Null, "metadata"),
            ("/metadata", json!("x"), "metadata"),
            ("/metadata", json!(-1.5), "metadata"),
            // not by their places either
            ("/metadata", json!(["a", "b", "c", "d", "e", "f"]), "metadata"),
        ] {
            refused(path, value, Code::INVALID_REQUEST, field);
        }
        let all = SendRequest::read(b"{\"metadata\":{}}").expect_err("empty");
        assert_eq!(all.details.len(), 8, "{all:?}");
    }

    #[test]
    fn what_is_wrong_with_the_payload_has_its_code() {
        let large = json!(format!("<a>{}</a>", "x".repeat(MAX_PAYLOAD)));
        for (path, value, code, field) in [
            ("/payload", json!(""), Code::INVALID_REQUEST, "payload"),
            ("/payloadFormat", json!("PDF"), Code::INVALID_REQUEST, "payloadFormat"),
            ("/checksum", json!("abc"), Code::INVALID_REQUEST, "checksum"),
            ("/checksum", json!("0".repeat(64)), Code::CHECKSUM_MISMATCH, "checksum"),
            ("/payloadEncoding", json!("base64"), Code::UNSUPPORTED_ENCODING, "payloadEncoding"),
            ("/payload", json!("PEludm9pY2UvPg=="), Code::UNSUPPORTED_ENCODING, "payload"),
            ("/payload", json!("<Invoice>c</Invoice>"), Code::CHECKSUM_MISMATCH, "checksum"),
            ("/payload", large, Code::TOO_LARGE, "payload"),
        ] {
            refused(path, value, code, field);
        }
    }
}
