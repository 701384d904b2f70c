//! The SOAP envelope and its security header, written.

use ring::digest::{SHA256, digest};
use xml::{Canonical, Parsed};

use super::names::{BASE64_BINARY, EB, SOAP, WSSE, WSU, X509_V3};
use super::signed_part::SignedPart;
use crate::signature::{DS, Enveloped, reference, signed_info, uri};
use crate::tree::child;
use crate::trust::{Certificate, Identity};

/// The envelope around a message and the content of its security header.
pub(super) fn envelope(message: &str, security: &str) -> String {
    let security = if security.is_empty() {
        String::new()
    } else {
        format!("<wsse:Security S12:mustUnderstand=\"true\">{security}</wsse:Security>")
    };
    format!(
        "<S12:Envelope xmlns:S12=\"{SOAP}\" xmlns:wsse=\"{WSSE}\" xmlns:wsu=\"{WSU}\"><S12:Header>\
         <eb:Messaging xmlns:eb=\"{EB}\" S12:mustUnderstand=\"true\" wsu:Id=\"messaging\">{message}\
         </eb:Messaging>{security}</S12:Header><S12:Body wsu:Id=\"body\"/></S12:Envelope>"
    )
}

/// A certificate in the header, under an id.
pub(super) fn token(certificate: &Certificate, id: &str) -> String {
    format!(
        "<wsse:BinarySecurityToken EncodingType=\"{BASE64_BINARY}\" ValueType=\"{X509_V3}\" wsu:Id=\"{id}\">\
         {}</wsse:BinarySecurityToken>",
        certificate.base64()
    )
}

/// A reference to such a certificate.
pub(super) fn token_reference(id: &str) -> String {
    format!(
        "<wsse:SecurityTokenReference><wsse:Reference URI=\"#{id}\" ValueType=\"{X509_V3}\"/>\
         </wsse:SecurityTokenReference>"
    )
}

/// Signs message, body and perhaps an attachment: token and signature for the security header, and what
/// was signed.
pub(super) fn sign(
    identity: &Identity,
    message: &str,
    attachment: Option<(&str, &[u8])>,
    suffix: &str,
) -> Result<(String, Vec<SignedPart>), Enveloped> {
    let unsigned = envelope(message, "");
    let parsed = Parsed::read(unsigned.as_bytes())?;
    let header = child(parsed.root(), SOAP, "Header");
    let messaging = header.and_then(|header| child(header, EB, "Messaging"));
    let body = child(parsed.root(), SOAP, "Body");
    let mut parts = Vec::new();
    for (id, node) in [("#messaging", messaging), ("#body", body)] {
        let canonical = node.map(|node| Canonical::exclusive().of(node)).unwrap_or_default();
        let digest = digest(&SHA256, canonical.as_bytes()).as_ref().to_vec();
        parts.push((SignedPart { uri: id.to_owned(), digest }, uri::EXCLUSIVE));
    }
    if let Some((content_id, bytes)) = attachment {
        let digest = digest(&SHA256, bytes).as_ref().to_vec();
        let part = SignedPart { uri: format!("cid:{content_id}"), digest };
        parts.push((part, uri::ATTACHMENT_CONTENT));
    }
    let references: String =
        parts.iter().map(|(part, how)| reference(&part.uri, how, &part.digest)).collect();
    let info = signed_info(identity, &references)?;
    let id = format!("X509-{suffix}");
    let fragment = format!(
        "{}<ds:Signature xmlns:ds=\"{DS}\" Id=\"SIG-{suffix}\">{info}<ds:KeyInfo>{}</ds:KeyInfo></ds:Signature>",
        token(&identity.certificate, &id),
        token_reference(&id)
    );
    Ok((fragment, parts.into_iter().map(|(part, _)| part).collect()))
}
