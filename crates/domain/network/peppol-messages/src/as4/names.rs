//! Names of the profile.

pub(super) const SOAP: &str = "http://www.w3.org/2003/05/soap-envelope";
pub(super) const EB: &str = "http://docs.oasis-open.org/ebxml-msg/ebms/v3.0/ns/core/200704/";
pub(super) const EBBP: &str = "http://docs.oasis-open.org/ebxml-bp/ebbp-signals-2.0";
pub(super) const WSSE: &str =
    "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd";
pub(super) const WSU: &str =
    "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd";
pub(super) const WSSE11: &str =
    "http://docs.oasis-open.org/wss/oasis-wss-wssecurity-secext-1.1.xsd";
pub(super) const XENC: &str = "http://www.w3.org/2001/04/xmlenc#";
pub(super) const XENC11: &str = "http://www.w3.org/2009/xmlenc11#";

pub(super) const BASE64_BINARY: &str = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-soap-message-security-1.0#Base64Binary";
pub(super) const X509_V3: &str =
    "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-x509-token-profile-1.0#X509v3";
pub(super) const KEY_IDENTIFIER: &str = "#X509SubjectKeyIdentifier";
pub(super) const ENCRYPTED_KEY: &str =
    "http://docs.oasis-open.org/wss/oasis-wss-soap-message-security-1.1#EncryptedKey";
pub(super) const ATTACHMENT_CONTENT_ONLY: &str =
    "http://docs.oasis-open.org/wss/oasis-wss-SwAProfile-1.1#Attachment-Content-Only";
pub(super) const ATTACHMENT_CIPHERTEXT: &str =
    "http://docs.oasis-open.org/wss/oasis-wss-SwAProfile-1.1#Attachment-Ciphertext-Transform";
pub(super) const RSA_OAEP: &str = "http://www.w3.org/2009/xmlenc11#rsa-oaep";
pub(super) const MGF1_SHA256: &str = "http://www.w3.org/2009/xmlenc11#mgf1sha256";
pub(super) const AES128_GCM: &str = "http://www.w3.org/2009/xmlenc11#aes128-gcm";

pub(super) const INITIATOR: &str =
    "http://docs.oasis-open.org/ebxml-msg/ebms/v3.0/ns/core/200704/initiator";
pub(super) const RESPONDER: &str =
    "http://docs.oasis-open.org/ebxml-msg/ebms/v3.0/ns/core/200704/responder";
pub(super) const PARTY_TYPE: &str = "urn:fdc:peppol.eu:2017:identifiers:ap";
pub(super) const AGREEMENT: &str = "urn:fdc:peppol.eu:2017:agreements:tia:ap_provider";

pub(super) const GZIP: &str = "application/gzip";
pub(super) const SOAP_TYPE: &str = "application/soap+xml";

/// Text as the content of an element.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    xml::escape_text(&mut out, text);
    out
}

/// Text as the value of an attribute in double quotes.
pub(super) fn attribute(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    xml::escape_attribute(&mut out, text);
    out
}
