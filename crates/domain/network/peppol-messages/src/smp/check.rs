//! Whether an SMP's answer is to be believed.

use xml::{Limits, Node, Parsed};

use super::choose::choose;
use super::{Answer, AnswerFault, Question, SMP_NAMESPACE, ServiceMetadata, Trust};
use crate::schema::{Vocabulary, shape_faults};
use crate::signature::{DS, STEPS, Signature, SignatureFault, uri};
use crate::tree::{child, children, text};
use crate::trust::Certificate;

/// The largest answer: hundreds of endpoints, each with its certificate.
const LIMITS: Limits =
    Limits { bytes: 4 * 1024 * 1024, nodes: 100_000, namespaces_in_scope: 48, ..Limits::DEFAULT };

/// Checks an SMP's answer: root, signer, signature, shape, identity, endpoint, in this order.
///
/// # Errors
/// [`AnswerFault`] names the first thing that is wrong.
pub fn check_answer(
    bytes: &[u8],
    question: &Question,
    trust: Trust<'_>,
) -> Result<Answer, AnswerFault> {
    let parsed = Parsed::read_within(bytes, &LIMITS)?;
    let root = parsed.root();
    if !root.has_tag_name((SMP_NAMESPACE, "SignedServiceMetadata")) {
        return Err(AnswerFault::Root);
    }
    let claim = Claim::of(&parsed, trust.accept_old_algorithms)?;
    trust.publishers.check(&claim.signer, question.at).map_err(AnswerFault::Signer)?;
    let signer = claim.holds(&parsed)?;
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

/// The signer of an SMP's answer, if the signature is valid. [`check_answer`] checks whether the signer is trusted.
///
/// # Errors
/// [`AnswerFault`] names the first thing that is wrong.
pub fn signer(bytes: &[u8], accept_old_algorithms: bool) -> Result<Certificate, AnswerFault> {
    let parsed = Parsed::read_within(bytes, &LIMITS)?;
    if !parsed.root().has_tag_name((SMP_NAMESPACE, "SignedServiceMetadata")) {
        return Err(AnswerFault::Root);
    }
    Claim::of(&parsed, accept_old_algorithms)?.holds(&parsed)
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

/// What a signature over the whole document says, before anything is believed of it.
struct Claim<'a, 'i> {
    signature: Signature<'a, 'i>,
    form: xml::Canonical<'a>,
    signer: Certificate,
}

impl<'a, 'i> Claim<'a, 'i> {
    fn of(parsed: &'a Parsed<'i>, is_old: bool) -> Result<Self, AnswerFault> {
        let mut signatures = children(parsed.root(), DS, "Signature");
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
        let form = xml::Canonical { without: Some(signature.node.id()), ..form };
        let signer = leaf_of(signature.key_info)?;
        Ok(Self { signature, form, signer })
    }

    /// The signer of the document, if the signature is valid. The trust in the signer is checked before.
    fn holds(self, parsed: &Parsed<'_>) -> Result<Certificate, AnswerFault> {
        let mut steps = STEPS;
        self.signature.check_value(&self.signer, &mut steps)?;
        for reference in &self.signature.references {
            let form = self.form.within(parsed.document().root(), &mut steps);
            reference.check_digest(form.map_err(SignatureFault::from)?.as_bytes())?;
        }
        Ok(self.signer)
    }
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
