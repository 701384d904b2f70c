use super::reader::{Found, Value};
use crate::flows::connector::SendRequest;
use data_encoding::BASE64;
use document_intake::DocumentFormat;
use peppol_connector::{Dispatch, ParticipantId, SendOptions};

/// Members of the body of a send.
pub const SEND_FIELDS: &[&str] = &["receiverPeppolId", "document", "options"];

/// Members of `document`.
pub const DOCUMENT_FIELDS: &[&str] = &["format", "xmlBase64"];

/// Members of `options`.
pub const OPTION_FIELDS: &[&str] = &["autoRepair", "validateOnly", "dispatch"];

/// Members of the body of a preflight.
pub const PREFLIGHT_FIELDS: &[&str] = &["receiverPeppolId", "document"];

/// Reads `POST …/connector/send`.
pub fn send_document(body: &Value<'_>, found: &mut Found) -> Option<SendRequest> {
    let mut o = body.object(found)?;
    let receiver = o.take("receiverPeppolId").and_then(|v| receiver(&v, found));
    let document = o.take("document");
    let options = o.take("options").and_then(|v| options(&v, found)).unwrap_or_default();
    o.finish(SEND_FIELDS, found);
    let (format, document) = required(document.as_ref(), found)?;
    Some(SendRequest { options, format, document, receiver })
}

/// Reads `POST …/peppol/preflight`.
#[allow(clippy::type_complexity)] // three plain values
pub fn preflight_document(
    body: &Value<'_>,
    found: &mut Found,
) -> Option<(DocumentFormat, Vec<u8>, Option<(String, ParticipantId)>)> {
    let mut o = body.object(found)?;
    let receiver = o.take("receiverPeppolId").and_then(|v| receiver(&v, found));
    let document = o.take("document");
    o.finish(PREFLIGHT_FIELDS, found);
    let (format, document) = required(document.as_ref(), found)?;
    Some((format, document, receiver))
}

fn required(value: Option<&Value<'_>>, found: &mut Found) -> Option<(DocumentFormat, Vec<u8>)> {
    let Some(value) = value else {
        found.add("document", "is required");
        return None;
    };
    let mut o = value.object(found)?;
    let format = o
        .take("format")
        .map(|v| v.one_of(&DocumentFormat::ALL, DocumentFormat::name, found))
        .unwrap_or_else(|| missing("document.format", found));
    let bytes = o
        .take("xmlBase64")
        .map(|v| base64(&v, found))
        .unwrap_or_else(|| missing("document.xmlBase64", found));
    o.finish(DOCUMENT_FIELDS, found);
    Some((format?, bytes?))
}

fn missing<T>(field: &str, found: &mut Found) -> Option<T> {
    found.add(field, "is required");
    None
}

/// Standard base64, with its padding; line breaks are passed over.
fn base64(value: &Value<'_>, found: &mut Found) -> Option<Vec<u8>> {
    let mut text = value.string(found)?.into_bytes();
    text.retain(|byte| !byte.is_ascii_whitespace());
    match BASE64.decode(&text) {
        Ok(bytes) if bytes.is_empty() => {
            value.refuse(found, "is empty: the document in base64 is expected");
            None
        }
        Ok(bytes) => Some(bytes),
        Err(error) => {
            value.refuse(found, &format!("is not valid base64: {error}"));
            None
        }
    }
}

fn receiver(value: &Value<'_>, found: &mut Found) -> Option<(String, ParticipantId)> {
    let text = value.string(found)?;
    match text.trim().parse() {
        Ok(participant) => Some((text, participant)),
        Err(error) => {
            value.refuse(found, &format!("is not a Peppol participant: {error}"));
            None
        }
    }
}

fn options(value: &Value<'_>, found: &mut Found) -> Option<SendOptions> {
    const DISPATCH: [Dispatch; 2] = [Dispatch::Now, Dispatch::Later];
    let mut o = value.object(found)?;
    let mut flag = |name: &str| o.take(name).and_then(|v| v.boolean(found)).unwrap_or(false);
    let (auto_repair, validate_only) = (flag("autoRepair"), flag("validateOnly"));
    let dispatch = o.take("dispatch").and_then(|v| {
        let name = |d| match d {
            Dispatch::Now => "now",
            Dispatch::Later => "later",
        };
        v.one_of(&DISPATCH, name, found)
    });
    o.finish(OPTION_FIELDS, found);
    Some(SendOptions { auto_repair, validate_only, dispatch: dispatch.unwrap_or_default() })
}
