//! The envelope around requests and answers.

use xml::{Name, Node, Writer};

use crate::tree::child;

const SOAP: &str = "http://schemas.xmlsoap.org/soap/envelope/";

/// A document with one element in its body, or none.
pub(super) fn envelope(body: impl FnOnce(&mut Writer)) -> String {
    let mut writer = Writer::new();
    let envelope = writer.open_with_namespaces(Name("S", "Envelope"), &[("S", SOAP)]);
    writer.group(Name("S", "Body"), &[], body);
    writer.close(envelope);
    writer.finish()
}

/// What stands in the body, or in the detail of a fault; the root itself where there is no envelope.
/// `None`: the body is empty.
pub(super) fn content<'a, 'i>(root: Node<'a, 'i>) -> Option<Node<'a, 'i>> {
    if !root.has_tag_name((SOAP, "Envelope")) {
        return Some(root);
    }
    let body = child(root, SOAP, "Body")?.first_element_child()?;
    if !body.has_tag_name((SOAP, "Fault")) {
        return Some(body);
    }
    let detail = body.children().find(|node| node.has_tag_name("detail"));
    Some(detail.and_then(|detail| detail.first_element_child()).unwrap_or(body))
}

/// The text of a fault.
pub(super) fn fault_text(root: Node<'_, '_>) -> Option<String> {
    let fault = child(child(root, SOAP, "Body")?, SOAP, "Fault")?;
    fault.children().find(|node| node.has_tag_name("faultstring")).map(crate::tree::trimmed)
}
