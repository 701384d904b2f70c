//! What an SMP is asked and what it says.

use time::OffsetDateTime;

use super::Redirect;
use crate::Identifier;
use crate::signature::SignatureFault;
use crate::trust::{Authorities, Certificate, Untrusted};

/// A question to an SMP.
#[derive(Debug, Clone)]
pub struct Question {
    /// The receiver.
    pub participant: Identifier,
    /// The document type, as registered.
    pub document_type: Identifier,
    /// Within which process.
    pub process: Identifier,
    /// The transport profile, such as `peppol-transport-as4-v2_0`.
    pub transport: String,
    /// Now.
    pub at: OffsetDateTime,
    /// The redirect that led here, if one did: no second one is followed, and the certificate that it
    /// named must have signed.
    pub redirected: Option<Redirect>,
}

/// The trusted authorities of an SMP's signature.
#[derive(Debug, Clone, Copy)]
pub struct Trust<'t> {
    /// The authorities of SMPs.
    pub publishers: &'t Authorities,
    /// The authorities of access points.
    pub access_points: &'t Authorities,
    /// Accepts the algorithms of SMPs before 2023: SHA-1, and exclusive canonical forms. Off by default.
    pub accept_old_algorithms: bool,
}

/// An answer of an SMP.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// Send there.
    Endpoint {
        /// The URL: https.
        address: String,
        /// Whom to encrypt for, and who signs the receipt.
        certificate: Box<Certificate>,
        /// Who signed the answer.
        signer: Box<Certificate>,
    },
    /// Ask there.
    Redirect {
        /// Whom.
        to: Redirect,
        /// Who signed the answer.
        signer: Box<Certificate>,
    },
}

/// Why an SMP's answer is not believed, or names nowhere to send.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AnswerFault {
    /// Not well-formed, or refused unread.
    #[error(transparent)]
    Unreadable(#[from] xml::Unreadable),
    /// Another document than a `SignedServiceMetadata`.
    #[error("the answer is no SignedServiceMetadata")]
    Root,
    /// No signature.
    #[error("the answer is not signed")]
    NotSigned,
    /// More than one signature.
    #[error("the answer has two signatures")]
    TwoSignatures,
    /// The signature does not hold.
    #[error(transparent)]
    Signature(#[from] SignatureFault),
    /// No certificate in the signature.
    #[error("the signature has no certificate")]
    NoCertificate,
    /// The signer is not to be trusted.
    #[error("the signer of the answer: {0}")]
    Signer(Untrusted),
    /// Another certificate signed than the redirect named.
    #[error("another SMP signed than the redirect named")]
    OtherSigner,
    /// Not of the shape of the schema.
    #[error("the answer has not the shape of its schema: {0}")]
    Shape(crate::schema::ShapeFault),
    /// It is about another participant.
    #[error("the answer is about another participant")]
    Participant,
    /// It is about another document type.
    #[error("the answer is about another document type")]
    DocumentType,
    /// No endpoint is active for the process and the transport.
    #[error("no endpoint is active for the process and the transport")]
    NoEndpoint,
    /// Two endpoints are active for one process and transport.
    #[error("two endpoints are active for one process and transport")]
    TwoEndpoints,
    /// The address is none that may be called.
    #[error("the endpoint has no https address")]
    Address,
    /// The certificate is none of an access point.
    #[error("the certificate of the endpoint is none of an access point")]
    EndpointCertificate,
    /// A redirect after a redirect.
    #[error("a second redirect is not followed")]
    SecondRedirect,
    /// A redirect to another address than https.
    #[error("the redirect is to no https address")]
    RedirectAddress,
}

impl AnswerFault {
    /// A short name, as `participant-mismatch`.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Unreadable(_) => "not-readable",
            Self::Root => "wrong-root",
            Self::NotSigned => "no-signature",
            Self::TwoSignatures => "two-signatures",
            Self::Signature(SignatureFault::Malformed) => "signature-malformed",
            Self::Signature(SignatureFault::Algorithm) => "algorithm",
            Self::Signature(SignatureFault::Transforms) => "transforms",
            Self::Signature(SignatureFault::TooMuch) => "signature-too-large",
            Self::Signature(SignatureFault::Reference) => "reference",
            Self::Signature(SignatureFault::Digest) => "digest",
            Self::Signature(SignatureFault::Value) => "signature",
            Self::NoCertificate => "no-certificate",
            Self::Signer(Untrusted::Chain) => "chain",
            Self::Signer(Untrusted::Expired) => "certificate-expired",
            Self::Signer(Untrusted::NotYetValid) => "certificate-not-yet-valid",
            Self::Signer(Untrusted::Revoked) => "certificate-revoked",
            Self::Signer(Untrusted::RevocationUnknown) => "certificate-revocation-unknown",
            Self::OtherSigner => "certificate-uid",
            Self::Shape(_) => "schema",
            Self::Participant => "participant-mismatch",
            Self::DocumentType => "document-type-mismatch",
            Self::NoEndpoint => "no-endpoint",
            Self::TwoEndpoints => "duplicate-endpoint",
            Self::Address => "endpoint-url",
            Self::EndpointCertificate => "endpoint-certificate",
            Self::SecondRedirect => "second-redirect",
            Self::RedirectAddress => "redirect-not-https",
        }
    }
}
