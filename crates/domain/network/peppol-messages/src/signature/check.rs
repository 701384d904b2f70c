//! Compares a signature with what was signed.

use ring::digest::{self, digest};
use ring::signature::{
    RSA_PKCS1_2048_8192_SHA1_FOR_LEGACY_USE_ONLY, RSA_PKCS1_2048_8192_SHA256, RsaParameters,
    UnparsedPublicKey,
};

use xml::Steps;

use super::{Reference, Signature, SignatureFault, uri};
use crate::trust::Certificate;

impl Signature<'_, '_> {
    /// Whether the signature value is the certificate's over `SignedInfo`.
    ///
    /// # Errors
    /// [`SignatureFault`].
    pub(crate) fn check_value(
        &self,
        signer: &Certificate,
        steps: &mut Steps,
    ) -> Result<(), SignatureFault> {
        let parameters: &'static RsaParameters = match self.method {
            uri::RSA_SHA256 => &RSA_PKCS1_2048_8192_SHA256,
            uri::RSA_SHA1 => &RSA_PKCS1_2048_8192_SHA1_FOR_LEGACY_USE_ONLY,
            _ => return Err(SignatureFault::Algorithm),
        };
        let canonical = self.canonicalization.canonical().ok_or(SignatureFault::Algorithm)?;
        let signed = canonical.within(self.signed_info, steps)?;
        UnparsedPublicKey::new(parameters, &signer.public_key)
            .verify(signed.as_bytes(), &self.value)
            .map_err(|_| SignatureFault::Value)
    }
}

impl Reference<'_, '_> {
    /// Whether these bytes are what was signed.
    ///
    /// # Errors
    /// [`SignatureFault`].
    pub(crate) fn check_digest(&self, bytes: &[u8]) -> Result<(), SignatureFault> {
        let method = match self.digest_method {
            uri::SHA256 => &digest::SHA256,
            uri::SHA1 => &digest::SHA1_FOR_LEGACY_USE_ONLY,
            _ => return Err(SignatureFault::Algorithm),
        };
        let is_same = digest(method, bytes).as_ref() == self.digest;
        if is_same { Ok(()) } else { Err(SignatureFault::Digest) }
    }
}
