//! Signs.

use aws_lc_rs::digest::{SHA256, digest};
use data_encoding::BASE64;
use xml::{Canonical, Parsed, Unreadable};

use super::{DS, uri};
use crate::trust::{Identity, NoIdentity};

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
