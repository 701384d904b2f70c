//! The values of an XML document.

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use roxmltree::{Document, Node};

/// A text or an attribute that says something.
#[derive(Debug)]
pub struct Leaf {
    /// XPath with numbers where siblings share a name.
    pub xpath: String,
    /// Names below the root, without numbers.
    pub path: String,
    /// The value, white space at its ends left out.
    pub value: String,
    /// Of an attribute: its element's text.
    pub owner: Option<String>,
    /// The repeating groups that it is in: XPaths by name.
    pub groups: Rc<Groups>,
}

type Groups = BTreeMap<&'static str, String>;

/// All of them, in the order of the document; with the groups of these names that they are in.
pub fn leaves(document: &Document<'_>, names: [&'static str; 8]) -> Vec<Leaf> {
    let root = document.root_element();
    let mut found = Vec::new();
    let xpath = format!("/{}", name(root));
    visit(root, &xpath, "", (&names, &Rc::default()), &mut found);
    found
}

fn visit(
    node: Node<'_, '_>,
    xpath: &str,
    path: &str,
    (names, groups): (&[&'static str; 8], &Rc<Groups>),
    found: &mut Vec<Leaf>,
) {
    let text: String = node.children().filter(Node::is_text).filter_map(|n| n.text()).collect();
    let leaf = |xpath: String, path: String, value: &str, owner: Option<String>| Leaf {
        xpath,
        path,
        value: trim(value).to_owned(),
        owner,
        groups: Rc::clone(groups),
    };
    if !trim(&text).is_empty() {
        found.push(leaf(xpath.to_owned(), path.to_owned(), &text, None));
    }
    for attribute in node.attributes() {
        let schema = "http://www.w3.org/2001/XMLSchema-instance";
        if attribute.namespace() == Some(schema) && attribute.name().contains("chemaLocation") {
            continue;
        }
        if !trim(attribute.value()).is_empty() {
            let step = format!("/@{}", attribute.name());
            // an attribute in a namespace is no attribute of the bindings
            let mark = if attribute.namespace().is_some() { "?" } else { "" };
            let owner = Some(trim(&text).to_owned());
            let (xpath, path) = (format!("{xpath}{step}"), format!("{path}{step}{mark}"));
            found.push(leaf(xpath, path, attribute.value(), owner));
        }
    }
    let elements: Vec<_> = node.children().filter(Node::is_element).collect();
    let mut totals: HashMap<_, usize> = HashMap::new();
    for child in &elements {
        *totals.entry((child.tag_name().namespace(), child.tag_name().name())).or_default() += 1;
    }
    let mut numbers: HashMap<_, usize> = HashMap::new();
    for child in elements {
        let key = (child.tag_name().namespace(), child.tag_name().name());
        let number = numbers.entry(key).or_default();
        *number += 1;
        let step = name(child);
        let mut below = format!("{xpath}/{step}");
        if totals[&key] > 1 {
            below.push_str(&format!("[{number}]"));
        }
        let path = if path.is_empty() { step.clone() } else { format!("{path}/{step}") };
        let groups = match names.iter().find(|name| **name == step) {
            Some(name) => {
                let mut more = Groups::clone(groups);
                more.insert(name, below.clone());
                Rc::new(more)
            }
            None => Rc::clone(groups),
        };
        visit(child, &below, &path, (names, &groups), found);
    }
}

fn name(node: Node<'_, '_>) -> String {
    let tag = node.tag_name();
    let prefix = match tag.namespace().unwrap_or_default() {
        "urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100" => "rsm:",
        "urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100" => {
            "ram:"
        }
        "urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100" => "udt:",
        "urn:un:unece:uncefact:data:standard:QualifiedDataType:100" => "qdt:",
        "urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2" => "cbc:",
        "urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2" => "cac:",
        "" => "",
        _ => "*:",
    };
    let name = match tag.name() {
        "CreditNoteLine" => "InvoiceLine",
        "CreditedQuantity" => "InvoicedQuantity",
        "CreditNoteTypeCode" => "InvoiceTypeCode",
        name => name,
    };
    format!("{prefix}{name}")
}

/// Without XML's white space at the ends.
pub fn trim(text: &str) -> &str {
    text.trim_matches([' ', '\t', '\r', '\n'])
}
