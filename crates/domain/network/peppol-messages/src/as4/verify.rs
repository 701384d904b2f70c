//! Verifies the signature of a message.

use std::collections::BTreeMap;

use xml::{Canonical, Node, NodeId, Steps};

use super::content_id::is_content_id;
use super::names::{WSSE, WSU};
use super::signer::signer;
use super::{EbmsCode, EbmsError};
use crate::signature::{DS, Reference, STEPS, Signature, SignatureFault, uri};
use crate::tree::{child, children};
use crate::trust::Certificate;

/// The result of a valid signature.
pub(super) struct Verified {
    /// The certificate of the signer.
    pub(super) signer: Certificate,
    /// The signed elements.
    nodes: Vec<NodeId>,
    /// The signed attachments.
    attachments: Vec<String>,
    /// The references in canonical form, for a receipt.
    pub(super) references: Vec<String>,
}

impl Verified {
    pub(super) fn covers(&self, node: Node<'_, '_>) -> bool {
        self.nodes.contains(&node.id())
    }

    pub(super) fn covers_attachment(&self, content_id: &str) -> bool {
        self.attachments.iter().any(|one| one == content_id)
    }
}

fn failed(what: impl std::fmt::Display) -> EbmsError {
    EbmsError::new(EbmsCode::FailedAuthentication, what)
}

/// The attachment that a signature may cover, besides elements.
#[derive(Clone, Copy)]
pub(super) enum Attachment<'b> {
    /// There is no attachment.
    None,
    /// The payload, decrypted, under the id of its part.
    Payload(&'b str, &'b [u8]),
    /// The payload is encrypted and cannot be checked.
    Unseen,
}

/// The one signature of a security header, parsed, with the certificate of the alleged signer. Nothing of it has been
/// verified.
pub(super) struct Claim<'a, 'i> {
    signature: Signature<'a, 'i>,
    pub(super) signer: Certificate,
}

/// A signature whose value was verified with the signer's key. Whether the referenced content is what was signed is
/// checked afterwards.
pub(super) struct Held<'a, 'i> {
    claim: Claim<'a, 'i>,
    steps: Steps,
}

impl<'a, 'i> Claim<'a, 'i> {
    pub(super) fn of(security: Node<'a, 'i>) -> Result<Self, EbmsError> {
        let signature = opened(security)?;
        let signer = signer(security, signature.key_info);
        let signer = signer.ok_or_else(|| failed("the signature names no certificate"))?;
        Ok(Self { signature, signer })
    }

    /// Verifies the value of the signature. The caller has checked before whether the signer is accepted.
    pub(super) fn held(self) -> Result<Held<'a, 'i>, EbmsError> {
        let mut steps = STEPS;
        self.signature.check_value(&self.signer, &mut steps).map_err(failed)?;
        Ok(Held { claim: self, steps })
    }
}

impl Held<'_, '_> {
    /// Compares the content of the message with what was signed.
    ///
    /// References are resolved to elements of the document, and these are compared with the elements that are parsed,
    /// so a name that also occurs elsewhere is refused.
    pub(super) fn verified(mut self, attachment: Attachment<'_>) -> Result<Verified, EbmsError> {
        let Claim { signature, signer } = self.claim;
        let ids = ids(signature.node.document().root_element())?;
        let mut verified =
            Verified { signer, nodes: Vec::new(), attachments: Vec::new(), references: Vec::new() };
        for reference in &signature.references {
            check(reference, &ids, attachment, &mut self.steps, &mut verified)?;
            let form = Canonical::exclusive().within(reference.node, &mut self.steps);
            verified.references.push(form.map_err(|error| failed(SignatureFault::from(error)))?);
        }
        Ok(verified)
    }
}

/// Parses the one signature of a security header.
fn opened<'a, 'i>(security: Node<'a, 'i>) -> Result<Signature<'a, 'i>, EbmsError> {
    let mut signatures = children(security, DS, "Signature");
    let node = signatures.next().ok_or_else(|| failed("the message is not signed"))?;
    let root = security.document().root_element();
    let all = root.descendants().filter(|node| node.has_tag_name((DS, "Signature")));
    if signatures.next().is_some() || all.count() > 1 {
        return Err(failed("the message has two signatures"));
    }
    let signature = Signature::read(node).map_err(failed)?;
    if signature.canonicalization.algorithm != uri::EXCLUSIVE || signature.method != uri::RSA_SHA256
    {
        return Err(failed(SignatureFault::Algorithm));
    }
    Ok(signature)
}

fn check(
    reference: &Reference<'_, '_>,
    ids: &BTreeMap<&str, Node<'_, '_>>,
    attachment: Attachment<'_>,
    steps: &mut Steps,
    verified: &mut Verified,
) -> Result<(), EbmsError> {
    if reference.digest_method != uri::SHA256 {
        return Err(failed(SignatureFault::Algorithm));
    }
    let target = reference.uri.unwrap_or_default();
    if let Some(named) = target.strip_prefix("cid:") {
        let (id, bytes) = match attachment {
            Attachment::Unseen => return Ok(()),
            Attachment::Payload(id, bytes) if is_content_id(named, id) => (id, bytes),
            _ => return Err(failed("an attachment is signed that is not there")),
        };
        if reference.algorithms() != [uri::ATTACHMENT_CONTENT] {
            return Err(failed(SignatureFault::Transforms));
        }
        verified.attachments.push(id.to_owned());
        return reference.check_digest(bytes).map_err(failed);
    }
    let node = target.strip_prefix('#').and_then(|id| ids.get(id));
    let node = node.ok_or_else(|| failed(SignatureFault::Reference))?;
    let [transform] = reference.transforms.as_slice() else {
        return Err(failed(SignatureFault::Transforms));
    };
    let form = transform.canonical().filter(|form| form.exclusive);
    let form = form.ok_or_else(|| failed(SignatureFault::Transforms))?;
    verified.nodes.push(node.id());
    let form = form.within(*node, steps).map_err(|error| failed(SignatureFault::from(error)))?;
    reference.check_digest(form.as_bytes()).map_err(failed)
}

/// All elements that have an id, by their ids.
fn ids<'a, 'i>(root: Node<'a, 'i>) -> Result<BTreeMap<&'a str, Node<'a, 'i>>, EbmsError> {
    let mut ids = BTreeMap::new();
    for node in root.descendants().filter(Node::is_element) {
        let own = [node.attribute((WSU, "Id")), node.attribute("Id"), node.attribute("ID")];
        for id in own.into_iter().flatten() {
            if ids.insert(id, node).is_some_and(|before: Node<'_, '_>| before.id() != node.id()) {
                return Err(failed("an id stands twice"));
            }
        }
    }
    Ok(ids)
}

/// The one security header of a message.
pub(super) fn security<'a, 'i>(header: Node<'a, 'i>) -> Result<Node<'a, 'i>, EbmsError> {
    let policy = |what: &str| EbmsError::new(EbmsCode::PolicyNoncompliance, what);
    let first =
        child(header, WSSE, "Security").ok_or_else(|| policy("there is no security header"))?;
    if children(header, WSSE, "Security").count() > 1 {
        return Err(policy("there are two security headers"));
    }
    Ok(first)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::as4::mime;
    use crate::as4::soap::Soap;
    use xml::Parsed;

    /// Messages of other implementations, recorded on the wire. Their keys are gone, so encrypted parts stay unknown;
    /// everything else that is signed can be checked.
    #[test]
    fn signatures_of_others_hold() {
        for name in ["py1", "py2", "py3", "ns", "pysend", "pp"] {
            let file = |kind| format!("peppol-network/as4/captured/{name}.{kind}");
            let (body, content_type) =
                (fixtures::bytes(&file("body")), fixtures::text(&file("ct")));
            let parts = mime::parts(content_type.trim_end(), &body).expect(name);
            let soap = parts[0].bytes().expect(name);
            let parsed = Parsed::read(&soap).expect(name);
            let soap = Soap::of(&parsed).expect(name);
            let security = security(soap.header).expect(name);
            let signature = child(security, DS, "Signature").expect(name);
            let signature = Signature::read(signature).expect(name);
            let signer = signer(security, signature.key_info).expect(name);
            assert_eq!(signer.common_name, "PSK000001", "{name}");
            assert_eq!(signature.check_value(&signer, &mut STEPS.clone()), Ok(()), "{name}");
            let ids = ids(parsed.root()).expect(name);
            let elements: Vec<_> = signature
                .references
                .iter()
                .filter_map(|one| Some((one, one.uri?.strip_prefix('#')?)))
                .collect();
            assert_eq!(elements.len(), 2, "{name}");
            for (reference, id) in elements {
                let form = reference.transforms[0].canonical().expect(name);
                let digest = reference.check_digest(form.of(ids[id]).as_bytes());
                assert_eq!(digest, Ok(()), "{name} {id}");
            }
            let message = crate::as4::UserMessage::read(soap.messaging).expect(name);
            assert_eq!(message.original_sender.value, "0245:1234567890", "{name}");
        }
    }
}
