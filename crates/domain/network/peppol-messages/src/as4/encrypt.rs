//! Encrypts the attachment for the receiving access point: AES-128-GCM, its key by RSA-OAEP.

use aws_lc_rs::rsa::{OAEP_SHA256_MGF1SHA256, OaepPublicEncryptingKey, PublicEncryptingKey};
use data_encoding::BASE64;
use ring::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};

use super::Randomness;
use super::names::{
    AES128_GCM, ATTACHMENT_CIPHERTEXT, ATTACHMENT_CONTENT_ONLY, ENCRYPTED_KEY, GZIP, MGF1_SHA256,
    RSA_OAEP, WSSE11, XENC, XENC11, attribute,
};
use super::security::{token, token_reference};
use crate::signature::{DS, uri};
use crate::trust::Certificate;

/// The length of the nonce.
pub(super) const NONCE: usize = 12;

/// Nonce, ciphertext and tag, and what the security header says of them. The bytes stand behind [`NONCE`] others, so that
/// they are encrypted where they are. `None`: the certificate's key is none that can be encrypted for.
pub(super) fn encrypt(
    to: &Certificate,
    content_id: &str,
    bytes: Vec<u8>,
    random: &Randomness,
) -> Option<(Vec<u8>, String)> {
    let key = random.key();
    let sealed = seal(bytes, &key, random.nonce())?;
    let public = PublicEncryptingKey::from_der(&to.public_key_info).ok()?;
    let public = OaepPublicEncryptingKey::new(public).ok()?;
    let mut wrapped = vec![0; public.ciphertext_size()];
    let wrapped = public.encrypt(&OAEP_SHA256_MGF1SHA256, &key, &mut wrapped, None).ok()?;
    Some((sealed, header(to, content_id, wrapped, &random.suffix())))
}

fn seal(mut bytes: Vec<u8>, key: &[u8; 16], nonce: [u8; NONCE]) -> Option<Vec<u8>> {
    let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, key).ok()?);
    let (begin, plain) = bytes.split_at_mut_checked(NONCE)?;
    begin.copy_from_slice(&nonce);
    let sealing = Nonce::assume_unique_for_key(nonce);
    let tag = key.seal_in_place_separate_tag(sealing, Aad::empty(), plain).ok()?;
    bytes.extend_from_slice(tag.as_ref());
    Some(bytes)
}

/// Token, encrypted key and what it encrypts.
fn header(to: &Certificate, content_id: &str, wrapped: &[u8], suffix: &str) -> String {
    let (token_id, key_id, data_id) =
        (format!("ENC-{suffix}"), format!("EK-{suffix}"), format!("ED-{suffix}"));
    let content_id = attribute(content_id);
    let sha256 = uri::SHA256;
    format!(
        "{}<xenc:EncryptedKey xmlns:xenc=\"{XENC}\" Id=\"{key_id}\"><xenc:EncryptionMethod \
         Algorithm=\"{RSA_OAEP}\"><ds:DigestMethod xmlns:ds=\"{DS}\" Algorithm=\"{sha256}\"/><xenc11:MGF \
         xmlns:xenc11=\"{XENC11}\" Algorithm=\"{MGF1_SHA256}\"/></xenc:EncryptionMethod><ds:KeyInfo \
         xmlns:ds=\"{DS}\">{}</ds:KeyInfo><xenc:CipherData><xenc:CipherValue>{}</xenc:CipherValue>\
         </xenc:CipherData><xenc:ReferenceList><xenc:DataReference URI=\"#{data_id}\"/></xenc:ReferenceList>\
         </xenc:EncryptedKey><xenc:EncryptedData xmlns:xenc=\"{XENC}\" Id=\"{data_id}\" MimeType=\"{GZIP}\" \
         Type=\"{ATTACHMENT_CONTENT_ONLY}\"><xenc:EncryptionMethod Algorithm=\"{AES128_GCM}\"/><ds:KeyInfo \
         xmlns:ds=\"{DS}\"><wsse:SecurityTokenReference xmlns:wsse11=\"{WSSE11}\" \
         wsse11:TokenType=\"{ENCRYPTED_KEY}\"><wsse:Reference URI=\"#{key_id}\"/>\
         </wsse:SecurityTokenReference></ds:KeyInfo><xenc:CipherData><xenc:CipherReference \
         URI=\"cid:{content_id}\"><xenc:Transforms><ds:Transform xmlns:ds=\"{DS}\" \
         Algorithm=\"{ATTACHMENT_CIPHERTEXT}\"/></xenc:Transforms></xenc:CipherReference></xenc:CipherData>\
         </xenc:EncryptedData>",
        token(to, &token_id),
        token_reference(&token_id),
        BASE64.encode(wrapped)
    )
}
