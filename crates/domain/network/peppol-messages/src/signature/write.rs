//! Signs.

use data_encoding::BASE64;
use ring::digest::{SHA256, digest};
use xml::{Canonical, Parsed, Unreadable};

use super::{DS, uri};
use crate::trust::{Identity, NoIdentity};

/// A reference in exclusive canonical form: to what, how transformed, with what digest (SHA-256).
pub(crate) fn reference(to: &str, transform: &str, digest: &[u8]) -> String {
    let mut out = String::from("<ds:Reference URI=\"");
    xml::escape_attribute(&mut out, to);
    out.push_str("\"><ds:Transforms><ds:Transform Algorithm=\"");
    out.push_str(transform);
    out.push_str("\"></ds:Transform></ds:Transforms><ds:DigestMethod Algorithm=\"");
    out.push_str(uri::SHA256);
    out.push_str("\"></ds:DigestMethod><ds:DigestValue>");
    out.push_str(&BASE64.encode(digest));
    out.push_str("</ds:DigestValue></ds:Reference>");
    out
}

/// `SignedInfo` in exclusive canonical form, and its signature: what stands between the tags of a
/// `ds:Signature` that declares the prefix, before its `KeyInfo`.
pub(crate) fn signed_info(identity: &Identity, references: &str) -> Result<String, NoIdentity> {
    let content = format!(
        "<ds:CanonicalizationMethod Algorithm=\"{}\"></ds:CanonicalizationMethod><ds:SignatureMethod \
         Algorithm=\"{}\"></ds:SignatureMethod>{references}</ds:SignedInfo>",
        uri::EXCLUSIVE,
        uri::RSA_SHA256
    );
    let value = identity.sign(format!("<ds:SignedInfo xmlns:ds=\"{DS}\">{content}").as_bytes())?;
    let value = BASE64.encode(&value);
    Ok(format!("<ds:SignedInfo>{content}<ds:SignatureValue>{value}</ds:SignatureValue>"))
}

/// Why a document was not signed.
#[derive(Debug, thiserror::Error)]
pub enum Enveloped {
    /// It is not well-formed.
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
    /// The key did not sign.
    #[error(transparent)]
    Key(#[from] NoIdentity),
}

/// Puts a signature over the whole document into it, as the last child of its root, whose end tag is
/// `end_tag`: enveloped, inclusive canonical form, RSA-SHA256, with the certificate.
pub(crate) fn sign_enveloped(
    identity: &Identity,
    document: &str,
    end_tag: &str,
) -> Result<String, Enveloped> {
    let (before, after) = document.rsplit_once(end_tag).unwrap_or((document, ""));
    let with = |signature: &str| [before, signature, end_tag, after].concat();
    let parsed = Parsed::read(document.as_bytes())?;
    let signed = Canonical::inclusive().of(parsed.document().root());
    let digest = BASE64.encode(digest(&SHA256, signed.as_bytes()).as_ref());
    let info = format!(
        "<SignedInfo><CanonicalizationMethod Algorithm=\"{}\"/><SignatureMethod Algorithm=\"{}\"/>\
         <Reference URI=\"\"><Transforms><Transform Algorithm=\"{}\"/></Transforms><DigestMethod \
         Algorithm=\"{}\"/><DigestValue>{digest}</DigestValue></Reference></SignedInfo>",
        uri::INCLUSIVE,
        uri::RSA_SHA256,
        uri::ENVELOPED,
        uri::SHA256
    );
    // the namespaces around it are part of what is signed, so it is signed where it will stand
    let unsigned = with(&format!("<Signature xmlns=\"{DS}\">{info}</Signature>"));
    let parsed = Parsed::read(unsigned.as_bytes())?;
    let is_ours = |node: &xml::Node<'_, '_>| node.has_tag_name((DS, "SignedInfo"));
    let node = parsed.root().descendants().rfind(is_ours);
    let canonical = node.map(|node| Canonical::inclusive().of(node)).unwrap_or_default();
    let value = BASE64.encode(&identity.sign(canonical.as_bytes())?);
    Ok(with(&format!(
        "<Signature xmlns=\"{DS}\">{info}<SignatureValue>{value}</SignatureValue><KeyInfo><X509Data>\
         <X509Certificate>{}</X509Certificate></X509Data></KeyInfo></Signature>",
        identity.certificate.base64()
    )))
}
