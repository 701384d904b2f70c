//! Whose certificate a signature names.

use xml::Node;

use super::names::{KEY_IDENTIFIER, WSSE, WSU, X509_V3};
use crate::signature::DS;
use crate::tree::{bytes, child, children, only_child, trimmed};
use crate::trust::Certificate;

/// The certificate that a signature's `KeyInfo` names: a token of the header, directly, by its key
/// identifier or by issuer and serial number; or one that stands in it.
pub(super) fn signer(
    security: Node<'_, '_>,
    key_info: Option<Node<'_, '_>>,
) -> Option<Certificate> {
    let info = key_info?;
    let Some(reference) = only_child(info, WSSE, "SecurityTokenReference") else {
        return embedded(info);
    };
    if let Some(direct) = child(reference, WSSE, "Reference") {
        let id = direct.attribute("URI")?.strip_prefix('#')?;
        let is_named = |token: &Node<'_, '_>| token.attribute((WSU, "Id")) == Some(id);
        return certificate(children(security, WSSE, "BinarySecurityToken").find(is_named)?);
    }
    if let Some(identifier) = child(reference, WSSE, "KeyIdentifier") {
        let kind = identifier.attribute("ValueType").unwrap_or_default();
        if kind == X509_V3 {
            return Certificate::of_der(&bytes(identifier)?).ok();
        }
        let wanted = bytes(identifier).filter(|_| kind.ends_with(KEY_IDENTIFIER))?;
        return tokens(security).find(|one| one.subject_key_identifier.as_ref() == Some(&wanted));
    }
    if let Some(serial) = issuer_serial(reference) {
        return tokens(security).find(|one| one.decimal_serial() == serial);
    }
    embedded(reference)
}

fn certificate(token: Node<'_, '_>) -> Option<Certificate> {
    let is_x509 = token.attribute("ValueType") == Some(X509_V3);
    bytes(token).filter(|_| is_x509).and_then(|der| Certificate::of_der(&der).ok())
}

fn tokens<'a>(security: Node<'a, 'a>) -> impl Iterator<Item = Certificate> {
    children(security, WSSE, "BinarySecurityToken").filter_map(certificate)
}

/// A certificate in `X509Data`.
fn embedded(parent: Node<'_, '_>) -> Option<Certificate> {
    let data = child(parent, DS, "X509Data")?;
    Certificate::of_der(&bytes(child(data, DS, "X509Certificate")?)?).ok()
}

/// The serial number in `X509IssuerSerial`, in decimal digits. The issuer's name is written in many ways; the
/// token that is found must hang on our authorities anyhow.
fn issuer_serial(reference: Node<'_, '_>) -> Option<String> {
    let data = child(reference, DS, "X509Data")?;
    let serial = child(data, DS, "X509IssuerSerial")?;
    child(serial, DS, "X509SerialNumber").map(trimmed)
}
