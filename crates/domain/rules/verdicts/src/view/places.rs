//! Where values stand.

use super::MAX_TEXT;
use billing_rules::{Location, Term};
use xml::{Node, white_space};

/// How a document is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Syntax {
    Invoice,
    CreditNote,
    Cii,
}

/// What the elements of an invoice are called in a credit note of UBL.
const IN_CREDIT_NOTES: [(&str, &str); 4] = [
    ("cac:InvoiceLine", "cac:CreditNoteLine"),
    ("cbc:InvoicedQuantity", "cbc:CreditedQuantity"),
    ("cbc:InvoiceTypeCode", "cbc:CreditNoteTypeCode"),
    ("cbc:DueDate", "cac:PaymentMeans/cbc:PaymentDueDate"),
];

impl Syntax {
    /// Of a document element.
    pub fn of(namespace: &str, name: &str) -> Option<Self> {
        match (name, Location::usual_prefix(namespace)?) {
            ("Invoice", "ubl-invoice") => Some(Self::Invoice),
            ("CreditNote", "ubl-creditnote") => Some(Self::CreditNote),
            ("CrossIndustryInvoice", "rsm") => Some(Self::Cii),
            _ => None,
        }
    }

    /// The way from the document element to a term.
    pub fn path(self, term: &Term) -> String {
        match self {
            Self::Invoice => term.ubl.clone(),
            Self::Cii => term.cii.clone(),
            Self::CreditNote => {
                IN_CREDIT_NOTES.iter().fold(term.ubl.clone(), |path, (from, to)| {
                    path.split('/')
                        .map(|step| if step == *from { *to } else { step })
                        .collect::<Vec<_>>()
                        .join("/")
                })
            }
        }
    }
}

/// All elements at the end of a path of prefixed names.
pub fn find<'a, 'i: 'a>(node: Node<'a, 'i>, path: &str) -> Vec<Node<'a, 'i>> {
    let steps = path.split('/').filter(|step| !step.is_empty());
    steps.fold(vec![node], |nodes, step| {
        nodes.into_iter().flat_map(|node| node.children().filter(move |it| is(*it, step))).collect()
    })
}

/// Whether the element has this name, whatever prefix the document gives its namespace.
fn is(node: Node<'_, '_>, step: &str) -> bool {
    let Some((prefix, name)) = step.split_once(':') else { return false };
    let tag = node.tag_name();
    node.is_element()
        && tag.name() == name
        && tag.namespace().and_then(Location::usual_prefix) == Some(prefix)
}

/// Whether a tax registration is one for VAT: by its scheme, which is a sibling in UBL and an attribute in CII.
pub fn is_vat_number(value: Node<'_, '_>) -> bool {
    if let Some(scheme) = value.attribute("schemeID") {
        return scheme.trim() == "VA";
    }
    let scheme = value.parent().map(|party| find(party, "cac:TaxScheme/cbc:ID"));
    scheme.is_some_and(|found| found.iter().any(|id| text(*id) == "VAT"))
}

/// The text of an element itself, a day of CII (`20261129`, format 102) as ISO 8601 writes it.
pub fn text(node: Node<'_, '_>) -> String {
    let text: String =
        node.children().filter_map(|child| child.text().filter(|_| child.is_text())).collect();
    let text = cut(&text);
    match node.attribute("format") {
        Some("102") if text.len() == 8 && text.bytes().all(|byte| byte.is_ascii_digit()) => {
            format!("{}-{}-{}", &text[..4], &text[4..6], &text[6..])
        }
        _ => text,
    }
}

/// Without white space around it, and not longer than what is shown.
pub fn cut(text: &str) -> String {
    white_space::trimmed(text).chars().take(MAX_TEXT).collect()
}
