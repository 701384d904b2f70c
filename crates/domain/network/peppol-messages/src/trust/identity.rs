//! The key and the certificate with which this installation signs and is sent to.

use std::fmt;

use aws_lc_rs::rand::SystemRandom;
use aws_lc_rs::rsa::{
    KeyPair, OAEP_SHA256_MGF1SHA256, OaepPrivateDecryptingKey, PrivateDecryptingKey,
};
use aws_lc_rs::signature::{KeyPair as _, RSA_PKCS1_SHA256};

use super::Certificate;
use super::pem::sections;

/// A certificate with its private key.
pub struct Identity {
    /// The certificate.
    pub certificate: Certificate,
    signing: KeyPair,
    decrypting: OaepPrivateDecryptingKey,
}

impl fmt::Debug for Identity {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Identity({:?})", self.certificate)
    }
}

/// Why a key is not taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NoIdentity {
    /// Not a private RSA key as PKCS#8.
    #[error("the private key is no RSA key in PKCS#8 form (-----BEGIN PRIVATE KEY-----)")]
    Key,
    /// Not the certificate's key.
    #[error("the private key is not the one of the certificate")]
    OfAnother,
    /// The key failed to sign.
    #[error("the private key does not sign")]
    Signing,
}

impl Identity {
    /// A certificate and its key, DER of PKCS#8.
    ///
    /// # Errors
    /// [`NoIdentity`] when the key is none, or not the certificate's.
    pub fn new(certificate: Certificate, pkcs8: &[u8]) -> Result<Self, NoIdentity> {
        let signing = KeyPair::from_pkcs8(pkcs8).map_err(|_| NoIdentity::Key)?;
        if signing.public_key().as_ref() != certificate.public_key {
            return Err(NoIdentity::OfAnother);
        }
        let decrypting = PrivateDecryptingKey::from_pkcs8(pkcs8).map_err(|_| NoIdentity::Key)?;
        let decrypting = OaepPrivateDecryptingKey::new(decrypting).map_err(|_| NoIdentity::Key)?;
        Ok(Self { certificate, signing, decrypting })
    }

    /// Parses an identity from PEM texts.
    ///
    /// # Errors
    /// [`NoIdentity`].
    pub fn of_pem(certificate: Certificate, key: &str) -> Result<Self, NoIdentity> {
        let der = sections(key, "PRIVATE KEY").into_iter().next().ok_or(NoIdentity::Key)?;
        Self::new(certificate, &der)
    }

    /// An RSA-SHA256 signature (PKCS#1 1.5): the same for the same bytes.
    pub(crate) fn sign(&self, bytes: &[u8]) -> Result<Vec<u8>, NoIdentity> {
        let mut signature = vec![0; self.signing.public_modulus_len()];
        self.signing
            .sign(&RSA_PKCS1_SHA256, &SystemRandom::new(), bytes, &mut signature)
            .map_err(|_| NoIdentity::Signing)?;
        Ok(signature)
    }

    /// What was encrypted for the certificate with RSA-OAEP, SHA-256 and MGF1 over SHA-256.
    pub(crate) fn decrypt(&self, bytes: &[u8]) -> Option<Vec<u8>> {
        let mut out = vec![0; self.decrypting.min_output_size()];
        let plain = self.decrypting.decrypt(&OAEP_SHA256_MGF1SHA256, bytes, &mut out, None).ok()?;
        Some(plain.to_vec())
    }
}
