//! Takes a signature apart.

use std::collections::BTreeSet;

use xml::{Canonical, Node};

use super::{DS, SignatureFault, uri};
use crate::tree::{bytes, child, children, only_child};

/// A signature, unchecked.
pub(crate) struct Signature<'a, 'i> {
    pub(crate) node: Node<'a, 'i>,
    pub(super) signed_info: Node<'a, 'i>,
    pub(crate) canonicalization: Method<'a>,
    pub(crate) method: &'a str,
    pub(crate) references: Vec<Reference<'a, 'i>>,
    pub(super) value: Vec<u8>,
    pub(crate) key_info: Option<Node<'a, 'i>>,
}

/// One thing that is signed.
pub(crate) struct Reference<'a, 'i> {
    pub(crate) node: Node<'a, 'i>,
    /// Nothing is no reference to the whole document: that is the empty text.
    pub(crate) uri: Option<&'a str>,
    pub(crate) transforms: Vec<Method<'a>>,
    pub(crate) digest_method: &'a str,
    pub(crate) digest: Vec<u8>,
}

/// An algorithm by which something is transformed.
pub(crate) struct Method<'a> {
    pub(crate) algorithm: &'a str,
    prefixes: BTreeSet<&'a str>,
}

/// Most references of a signature: those of AS4 have three, those of SMPs one.
const MOST_REFERENCES: usize = 4;
/// Most transforms of a reference: enveloped signature and canonical form.
const MOST_TRANSFORMS: usize = 2;
/// Most prefixes that a canonical form keeps; libraries name those of the envelope, fewer than ten.
const MOST_PREFIXES: usize = 64;

impl<'a, 'i> Signature<'a, 'i> {
    /// Takes a `ds:Signature` apart.
    pub(crate) fn read(node: Node<'a, 'i>) -> Result<Self, SignatureFault> {
        let signed_info = required(node, "SignedInfo")?;
        let references = children(signed_info, DS, "Reference").take(MOST_REFERENCES + 1);
        let references = references.map(Reference::read).collect::<Result<Vec<_>, _>>()?;
        match references.len() {
            0 => return Err(SignatureFault::Malformed),
            1..=MOST_REFERENCES => {}
            _ => return Err(SignatureFault::TooMuch),
        }
        Ok(Self {
            node,
            signed_info,
            canonicalization: Method::of(required(signed_info, "CanonicalizationMethod")?)?,
            method: algorithm(required(signed_info, "SignatureMethod")?),
            references,
            value: bytes(required(node, "SignatureValue")?).ok_or(SignatureFault::Malformed)?,
            key_info: only_child(node, DS, "KeyInfo"),
        })
    }
}

impl<'a, 'i> Reference<'a, 'i> {
    fn read(node: Node<'a, 'i>) -> Result<Self, SignatureFault> {
        let transforms = child(node, DS, "Transforms");
        let transforms = transforms.into_iter().flat_map(|all| children(all, DS, "Transform"));
        let transforms = transforms.take(MOST_TRANSFORMS + 1).map(Method::of);
        let transforms = transforms.collect::<Result<Vec<_>, _>>()?;
        if transforms.len() > MOST_TRANSFORMS {
            return Err(SignatureFault::Transforms);
        }
        let digest = bytes(required(node, "DigestValue")?).ok_or(SignatureFault::Malformed)?;
        Ok(Self {
            node,
            uri: node.attribute("URI"),
            transforms,
            digest_method: algorithm(required(node, "DigestMethod")?),
            digest,
        })
    }

    /// The transforms' algorithms in order.
    pub(crate) fn algorithms(&self) -> Vec<&'a str> {
        self.transforms.iter().map(|one| one.algorithm).collect()
    }
}

impl<'a> Method<'a> {
    fn of(node: Node<'a, '_>) -> Result<Self, SignatureFault> {
        let list = child(node, uri::EXCLUSIVE, "InclusiveNamespaces");
        let list = list.and_then(|list| list.attribute("PrefixList")).unwrap_or_default();
        let prefix = |name: &'a str| if name == "#default" { "" } else { name };
        let mut prefixes = BTreeSet::new();
        for name in list.split_ascii_whitespace() {
            prefixes.insert(prefix(name));
            if prefixes.len() > MOST_PREFIXES {
                return Err(SignatureFault::TooMuch);
            }
        }
        Ok(Self { algorithm: algorithm(node), prefixes })
    }

    /// The canonical form that it names, if it names one that is known here.
    pub(crate) fn canonical(&self) -> Option<Canonical<'a>> {
        match self.algorithm {
            uri::INCLUSIVE => Some(Canonical::inclusive()),
            uri::EXCLUSIVE => Some(Canonical {
                inclusive_prefixes: self.prefixes.clone(),
                ..Canonical::exclusive()
            }),
            _ => None,
        }
    }
}

fn required<'a, 'i>(node: Node<'a, 'i>, name: &str) -> Result<Node<'a, 'i>, SignatureFault> {
    only_child(node, DS, name).ok_or(SignatureFault::Malformed)
}

fn algorithm<'a>(node: Node<'a, '_>) -> &'a str {
    node.attribute("Algorithm").unwrap_or_default()
}
