//! Whether an SMP's answer is to be believed, and what it says.

use time::OffsetDateTime;
use xml::{Node, Parsed};

use super::choose::choose;
use super::{Redirect, SMP_NAMESPACE, ServiceMetadata};
use crate::Identifier;
use crate::schema::{Vocabulary, shape_faults};
use crate::signature::{DS, Signature, SignatureFault, uri};
use crate::tree::{child, children, text};
use crate::trust::{Authorities, Certificate, Untrusted};

/// What an SMP was asked.
#[derive(Debug, Clone)]
pub struct Question {
    /// Who is to receive.
    pub participant: Identifier,
    /// What, as it is registered.
    pub document_type: Identifier,
    /// Within which process.
    pub process: Identifier,
    /// As `peppol-transport-as4-v2_0`.
    pub transport: String,
    /// Now.
    pub at: OffsetDateTime,
    /// The redirect that led here, if one did: no second one is followed, and the certificate that it
    /// named must have signed.
    pub redirected: Option<Redirect>,
}

/// Whom to believe.
#[derive(Debug, Clone, Copy)]
pub struct Trust<'t> {
    /// The authorities of SMPs.
    pub publishers: &'t Authorities,
    /// The authorities of access points.
    pub access_points: &'t Authorities,
    /// Takes what SMPs signed before 2023: SHA-1, and exclusive canonical forms. Off, unless somebody says
    /// so.
    pub accept_old_algorithms: bool,
}

/// What an SMP says.
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

/// Judges an SMP's answer: root, signature, signer, shape, identity, endpoint, in this order.
///
/// # Errors
/// [`AnswerFault`] names the first thing that is wrong.
pub fn judge_answer(
    bytes: &[u8],
    question: &Question,
    trust: Trust<'_>,
) -> Result<Answer, AnswerFault> {
    let parsed = Parsed::read(bytes)?;
    let root = parsed.root();
    if !root.has_tag_name((SMP_NAMESPACE, "SignedServiceMetadata")) {
        return Err(AnswerFault::Root);
    }
    let signer = signer_of(&parsed, trust.accept_old_algorithms)?;
    trust.publishers.check(&signer, question.at).map_err(AnswerFault::Signer)?;
    let named = question.redirected.as_ref().map(|redirect| redirect.certificate_uid.as_str());
    if named.is_some_and(|uid| !uid.is_empty() && !names(uid, &signer)) {
        return Err(AnswerFault::OtherSigner);
    }
    if let Some(fault) = shape_faults(Vocabulary::Smp, root).into_iter().next() {
        return Err(AnswerFault::Shape(fault));
    }
    let metadata = child(root, SMP_NAMESPACE, "ServiceMetadata").and_then(ServiceMetadata::of);
    choose(metadata.ok_or(AnswerFault::Root)?, question, trust, signer)
}

/// Who signed an SMP's answer, if the signature holds. Whether the signer may be trusted is another matter: see
/// [`judge_answer`].
///
/// # Errors
/// [`AnswerFault`] names the first thing that is wrong.
pub fn signer(bytes: &[u8], accept_old_algorithms: bool) -> Result<Certificate, AnswerFault> {
    let parsed = Parsed::read(bytes)?;
    if !parsed.root().has_tag_name((SMP_NAMESPACE, "SignedServiceMetadata")) {
        return Err(AnswerFault::Root);
    }
    signer_of(&parsed, accept_old_algorithms)
}

/// Whether a redirect's `CertificateUID` names a certificate: its common name, alone or within a subject.
fn names(uid: &str, signer: &Certificate) -> bool {
    let name = &signer.common_name;
    let part = |part: &str| {
        let mut halves = part.splitn(2, '=');
        halves.next().is_some_and(|key| key.trim().eq_ignore_ascii_case("cn"))
            && halves.next().is_some_and(|value| value.trim() == name)
    };
    uid.trim() == name || uid.split(',').any(part)
}

/// Who signed the whole document, the trust in whom is another matter.
fn signer_of(parsed: &Parsed<'_>, is_old: bool) -> Result<Certificate, AnswerFault> {
    let root = parsed.root();
    let mut signatures = children(root, DS, "Signature");
    let signature = signatures.next().ok_or(AnswerFault::NotSigned)?;
    if signatures.next().is_some() {
        return Err(AnswerFault::TwoSignatures);
    }
    let signature = Signature::read(signature)?;
    check_algorithms(&signature, is_old)?;
    let [reference] = signature.references.as_slice() else {
        return Err(SignatureFault::Reference.into());
    };
    if reference.uri != Some("") {
        return Err(SignatureFault::Reference.into());
    }
    let last = match reference.transforms.as_slice() {
        [first] if first.algorithm == uri::ENVELOPED => None,
        [first, form] if is_old && first.algorithm == uri::ENVELOPED => Some(form),
        _ => return Err(SignatureFault::Transforms.into()),
    };
    let form = match last {
        None => xml::Canonical::inclusive(),
        Some(form) => form.canonical().ok_or(SignatureFault::Transforms)?,
    };
    let certificate = leaf_of(signature.key_info)?;
    let form = xml::Canonical { without: Some(signature.node.id()), ..form };
    reference.check_digest(form.of(parsed.document().root()).as_bytes())?;
    signature.check_value(&certificate)?;
    Ok(certificate)
}

fn check_algorithms(signature: &Signature<'_, '_>, is_old: bool) -> Result<(), SignatureFault> {
    let form = signature.canonicalization.algorithm;
    let digests = || signature.references.iter().map(|reference| reference.digest_method);
    let fits = (form == uri::INCLUSIVE || (is_old && form == uri::EXCLUSIVE))
        && (signature.method == uri::RSA_SHA256 || (is_old && signature.method == uri::RSA_SHA1))
        && digests().all(|digest| digest == uri::SHA256 || (is_old && digest == uri::SHA1));
    if fits { Ok(()) } else { Err(SignatureFault::Algorithm) }
}

/// The certificate that signs: the first that is no authority's, of those that stand there.
fn leaf_of(key_info: Option<Node<'_, '_>>) -> Result<Certificate, AnswerFault> {
    let data = key_info.into_iter().flat_map(|info| children(info, DS, "X509Data"));
    let nodes = data.flat_map(|data| children(data, DS, "X509Certificate"));
    let all: Result<Vec<_>, _> = nodes.map(|node| Certificate::of_text(&text(node))).collect();
    let all = all.map_err(|_| AnswerFault::NoCertificate)?;
    let leaf = all.iter().find(|one| !one.is_authority).or(all.first());
    leaf.cloned().ok_or(AnswerFault::NoCertificate)
}
