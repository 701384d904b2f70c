//! Reads envelopes.

use xml::{Cause, Limits, Node, Outline, Parsed, RefusalKind, Unreadable};

use super::check::{Checked, check};
use super::payload::{RootName, empty, standalone, start_tag};
use super::raw::Raw;
use super::scope::Scope;
use super::{Envelope, EnvelopeFault, EnvelopeWarning, Payload, SBDH_NAMESPACE, WRAPPER_NAMESPACE};
use crate::schema::{Vocabulary, shape_faults};
use crate::tree::{child, children, text};

/// An envelope that is wrong: all that is, at least one thing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the envelope is wrong: {}{}", names(faults), detail.as_deref().unwrap_or_default())]
pub struct Rejected {
    /// The faults, in a fixed order, each once.
    pub faults: Vec<EnvelopeFault>,
    /// The warnings.
    pub warnings: Vec<EnvelopeWarning>,
    /// The detail of [`EnvelopeFault::InvalidXml`].
    pub detail: Option<String>,
}

fn names(faults: &[EnvelopeFault]) -> String {
    faults.iter().map(|fault| fault.name()).collect::<Vec<_>>().join(", ")
}

impl Rejected {
    fn of(fault: EnvelopeFault, detail: impl ToString) -> Self {
        let detail = format!(" ({})", detail.to_string());
        Self { faults: vec![fault], warnings: Vec::new(), detail: Some(detail) }
    }

    fn unreadable(error: &Unreadable) -> Self {
        let fault = match error.cause {
            Cause::Refused(RefusalKind::Doctype) => EnvelopeFault::Dtd,
            _ => EnvelopeFault::InvalidXml,
        };
        Self::of(fault, error)
    }
}

impl<'a> Envelope<'a> {
    /// Reads an envelope and checks it against the rules. A tree is built of the header alone, whatever the
    /// size of the payload; whether the payload is well-formed is seen as far as its tags, attributes and
    /// references go.
    ///
    /// # Errors
    /// [`Rejected`] names all that is wrong.
    pub fn read(bytes: &'a [u8]) -> Result<Self, Rejected> {
        Self::read_within(bytes, &Limits::default())
    }

    /// Reads an envelope within other limits.
    ///
    /// # Errors
    /// [`Rejected`] names all that is wrong.
    pub fn read_within(bytes: &'a [u8], limits: &Limits) -> Result<Self, Rejected> {
        let outline = Outline::read_within(bytes, limits).map_err(|e| Rejected::unreadable(&e))?;
        let mut children = outline.children();
        let (first, second) = (children.next(), children.next());
        // one tree of all but the payload, of which the start tag is enough
        let header = first.filter(|first| is_named_header(first));
        let payload = if header.is_some() { second } else { first };
        let start = payload.map(empty).unwrap_or_default();
        let head = [header.unwrap_or_default(), &start].concat();
        let text = outline.around(&head);
        let tree = Parsed::read(text.as_bytes()).map_err(|e| Rejected::unreadable(&e))?;
        let (header, name) = parts(&outline, &tree)?;
        if name.namespace == SBDH_NAMESPACE {
            return Err(match name.local.as_str() {
                "StandardBusinessDocument" => {
                    Rejected::of(EnvelopeFault::Nested, "the payload is an envelope itself")
                }
                _ => Rejected::of(EnvelopeFault::InvalidXml, "the payload is missing"),
            });
        }
        if name.namespace.is_empty() {
            // the schema takes a payload of another namespace, not one of none
            return Err(Rejected::of(EnvelopeFault::InvalidXml, "the payload has no namespace"));
        }
        let Some(header) = header else {
            return Err(Rejected::of(EnvelopeFault::NoHeader, "there is no header"));
        };
        let raw = raw(header)?;
        let payload = open(&tree, second.unwrap_or_default(), &name)?;
        let Checked { header, faults, warnings } =
            check(raw, matches!(payload, Payload::Xml(_)).then_some(&name));
        match header {
            Some(header) if faults.is_empty() => Ok(Self { header, payload, warnings }),
            _ => Err(Rejected { faults, warnings, detail: None }),
        }
    }
}

const HEADER: &str = "StandardBusinessDocumentHeader";

/// Whether an element has the name of a header, whatever its namespace.
fn is_named_header(element: &str) -> bool {
    let tag = start_tag(element).trim_start_matches('<');
    let name = tag.split([' ', '\t', '\r', '\n', '/', '>']).next().unwrap_or_default();
    name.rsplit(':').next() == Some(HEADER)
}

/// Header, if there is one, and name of the payload.
fn parts<'t, 'i>(
    outline: &Outline<'_>,
    tree: &'t Parsed<'i>,
) -> Result<(Option<Node<'t, 'i>>, RootName), Rejected> {
    let invalid = |what: &str| Rejected::of(EnvelopeFault::InvalidXml, what);
    let root = tree.root();
    if !root.has_tag_name((SBDH_NAMESPACE, "StandardBusinessDocument")) {
        return Err(invalid("it is no StandardBusinessDocument"));
    }
    if outline.has_text() {
        return Err(invalid("text stands beside the payload"));
    }
    if root.attributes().any(|one| one.namespace() != Some(XSI)) {
        return Err(invalid("the envelope has attributes"));
    }
    let mut children = root.children().filter(Node::is_element);
    let Some(first) = children.next() else { return Err(invalid("it is empty")) };
    let is_header = first.has_tag_name((SBDH_NAMESPACE, HEADER));
    match (is_header, children.next(), outline.count()) {
        (true, Some(payload), 2) => Ok((Some(first), RootName::of(payload))),
        (false, None, 1) => Ok((None, RootName::of(first))),
        (true, None, _) => Err(invalid("there is no payload")),
        _ => Err(invalid("there is more than one payload")),
    }
}

const XSI: &str = "http://www.w3.org/2001/XMLSchema-instance";

fn raw(header: Node<'_, '_>) -> Result<Raw, Rejected> {
    if let Some(fault) = shape_faults(Vocabulary::Sbdh, header).first() {
        return Err(Rejected::of(EnvelopeFault::InvalidXml, fault));
    }
    let of = |parent: Option<Node<'_, '_>>, name: &str| {
        parent.and_then(|parent| child(parent, SBDH_NAMESPACE, name)).map(text).unwrap_or_default()
    };
    let document = child(header, SBDH_NAMESPACE, "DocumentIdentification");
    let scopes = child(header, SBDH_NAMESPACE, "BusinessScope").map(|all| {
        let scope = |scope: Node<'_, '_>| Scope {
            kind: of(Some(scope), "Type"),
            value: of(Some(scope), "InstanceIdentifier"),
            identifier: child(scope, SBDH_NAMESPACE, "Identifier").map(text),
        };
        children(all, SBDH_NAMESPACE, "Scope").map(scope).collect()
    });
    Ok(Raw {
        version: of(Some(header), "HeaderVersion"),
        senders: partners(header, "Sender"),
        receivers: partners(header, "Receiver"),
        standard: of(document, "Standard"),
        type_version: of(document, "TypeVersion"),
        instance: of(document, "InstanceIdentifier"),
        kind: of(document, "Type"),
        created: of(document, "CreationDateAndTime").trim_ascii().to_owned(),
        scopes,
    })
}

/// Authority and value of each partner.
fn partners(header: Node<'_, '_>, role: &str) -> Vec<(String, String)> {
    let identifier = |partner| child(partner, SBDH_NAMESPACE, "Identifier");
    let of = |node: Node<'_, '_>| {
        (node.attribute("Authority").unwrap_or_default().to_owned(), text(node))
    };
    children(header, SBDH_NAMESPACE, role).filter_map(identifier).map(of).collect()
}

/// The payload; one of another format is taken out of its wrapper.
fn open<'a>(
    envelope: &Parsed<'_>,
    payload: &'a str,
    name: &RootName,
) -> Result<Payload<'a>, Rejected> {
    let wraps = ["BinaryContent", "TextContent"].contains(&name.local.as_str());
    let document = standalone(envelope, payload);
    if name.namespace != WRAPPER_NAMESPACE || !wraps {
        return Ok(Payload::Xml(document));
    }
    let parsed = Parsed::read(document.as_bytes()).map_err(|e| Rejected::unreadable(&e))?;
    if let Some(fault) = shape_faults(Vocabulary::Sbdh, parsed.root()).first() {
        return Err(Rejected::of(EnvelopeFault::InvalidXml, fault));
    }
    let mime_type = parsed.root().attribute("mimeType").unwrap_or_default().to_owned();
    let content = text(parsed.root());
    if name.local == "TextContent" {
        return Ok(Payload::Text { mime_type, text: content });
    }
    let bytes = crate::tree::base64(&content)
        .ok_or_else(|| Rejected::of(EnvelopeFault::InvalidXml, "the content is no Base64"))?;
    Ok(Payload::Binary { mime_type, bytes })
}
