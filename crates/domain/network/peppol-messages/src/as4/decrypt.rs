//! Decrypts the attachment.

use ring::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use xml::Node;

use super::content_id::is_content_id;
use super::encrypt::NONCE;
use super::names::{
    AES128_GCM, ATTACHMENT_CIPHERTEXT, ATTACHMENT_CONTENT_ONLY, MGF1_SHA256, RSA_OAEP, WSSE, XENC,
    XENC11,
};
use super::{EbmsCode, EbmsError};
use crate::signature::{DS, uri};
use crate::tree::{bytes, child, children, only_child};
use crate::trust::Identity;

const TAG: usize = 16;

/// The key to a payload.
pub(super) struct PayloadKey {
    key: Vec<u8>,
    /// Which of our keys opened it.
    pub(super) identity: usize,
}

fn failed(what: &str) -> EbmsError {
    EbmsError::new(EbmsCode::FailedDecryption, what)
}

/// The key of the attachment that the header says is encrypted, which the first of ours opens that can.
///
/// There must be exactly one, it must be the payload, and nothing else may be encrypted.
pub(super) fn payload_key(
    security: Node<'_, '_>,
    content_id: &str,
    identities: &[&Identity],
) -> Result<PayloadKey, EbmsError> {
    let policy = |what: &str| EbmsError::new(EbmsCode::PolicyNoncompliance, what);
    let is_encrypted = |node: &Node<'_, '_>| node.has_tag_name((XENC, "EncryptedData"));
    let root = security.document().root_element();
    if root.descendants().filter(is_encrypted).count() > 1 {
        return Err(policy("more than the payload is encrypted"));
    }
    let data = child(security, XENC, "EncryptedData");
    let data = data.ok_or_else(|| policy("the payload is not encrypted"))?;
    check_data(data, content_id).map_err(policy)?;
    let key =
        encrypted_key(security, data).ok_or_else(|| failed("the encrypted key is missing"))?;
    check_key(key).map_err(policy)?;
    let wrapped = only_child(key, XENC, "CipherData")
        .and_then(|data| only_child(data, XENC, "CipherValue"))
        .and_then(bytes)
        .ok_or_else(|| failed("the encrypted key is no Base64"))?;
    identities
        .iter()
        .enumerate()
        .find_map(|(at, one)| Some(PayloadKey { key: one.decrypt(&wrapped)?, identity: at }))
        .ok_or_else(|| failed(NOT_FOR_US))
}

const NOT_FOR_US: &str = "the payload cannot be decrypted with our key";

impl PayloadKey {
    /// The attachment, decrypted.
    pub(super) fn decrypt(&self, sealed: &[u8]) -> Result<Vec<u8>, EbmsError> {
        open(&self.key, sealed).ok_or_else(|| failed(NOT_FOR_US))
    }
}

/// Whether it is the attachment that is encrypted, as the profile has it.
fn check_data(data: Node<'_, '_>, content_id: &str) -> Result<(), &'static str> {
    let method = only_child(data, XENC, "EncryptionMethod");
    if method.and_then(|method| method.attribute("Algorithm")) != Some(AES128_GCM) {
        return Err("the payload is not encrypted with AES-128-GCM");
    }
    if data.attribute("Type") != Some(ATTACHMENT_CONTENT_ONLY) {
        return Err("not the content of the attachment is encrypted");
    }
    let kind = data.attribute("MimeType").unwrap_or_default();
    if kind.starts_with("text/") || kind.ends_with("xml") {
        return Err("the payload is not compressed, so it would be signed in canonical form");
    }
    let reference = only_child(data, XENC, "CipherData")
        .and_then(|data| only_child(data, XENC, "CipherReference"))
        .ok_or("the encrypted data names no attachment")?;
    let transforms: Vec<_> = children(reference, XENC, "Transforms")
        .flat_map(|all| children(all, DS, "Transform"))
        .map(|one| one.attribute("Algorithm"))
        .collect();
    if transforms != [Some(ATTACHMENT_CIPHERTEXT)] {
        return Err("the encrypted data is transformed otherwise than the profile has it");
    }
    let named = reference.attribute("URI").and_then(|uri| uri.strip_prefix("cid:"));
    if named.is_some_and(|named| is_content_id(named, content_id)) {
        Ok(())
    } else {
        Err("another attachment than the payload is encrypted")
    }
}

fn check_key(key: Node<'_, '_>) -> Result<(), &'static str> {
    let method = only_child(key, XENC, "EncryptionMethod").ok_or("the key's method is missing")?;
    let of = |namespace, name| {
        only_child(method, namespace, name).and_then(|node| node.attribute("Algorithm"))
    };
    let fits = method.attribute("Algorithm") == Some(RSA_OAEP)
        && of(DS, "DigestMethod") == Some(uri::SHA256)
        && of(XENC11, "MGF") == Some(MGF1_SHA256);
    if fits { Ok(()) } else { Err("the key is not encrypted with RSA-OAEP over SHA-256") }
}

/// The key of the data: the one that it names, or that names it.
fn encrypted_key<'a, 'i>(security: Node<'a, 'i>, data: Node<'a, 'i>) -> Option<Node<'a, 'i>> {
    let local = |node: Node<'a, 'i>| node.attribute("URI").and_then(|uri| uri.strip_prefix('#'));
    let info = only_child(data, DS, "KeyInfo");
    if let Some(inner) = info.and_then(|info| child(info, XENC, "EncryptedKey")) {
        return Some(inner);
    }
    let named = info
        .and_then(|info| child(info, WSSE, "SecurityTokenReference"))
        .and_then(|token| child(token, WSSE, "Reference"))
        .and_then(local);
    let id = data.attribute("Id");
    let lists = |key: &Node<'a, 'i>| {
        let list = child(*key, XENC, "ReferenceList");
        let all = list.into_iter().flat_map(|list| children(list, XENC, "DataReference"));
        id.is_some() && all.map(local).any(|named| named == id)
    };
    let mut keys = children(security, XENC, "EncryptedKey");
    match named {
        Some(named) => keys.find(|key| key.attribute("Id") == Some(named)),
        None => keys.find(lists),
    }
}

/// Nonce, ciphertext and tag, opened.
fn open(key: &[u8], sealed: &[u8]) -> Option<Vec<u8>> {
    let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, key).ok()?);
    let (nonce, rest) = sealed.split_at_checked(NONCE).filter(|(_, rest)| rest.len() >= TAG)?;
    let nonce = Nonce::try_assume_unique_for_key(nonce).ok()?;
    let mut out = rest.to_vec();
    let length = key.open_in_place(nonce, Aad::empty(), &mut out).ok()?.len();
    out.truncate(length);
    Some(out)
}
