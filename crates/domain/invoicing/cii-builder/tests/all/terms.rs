//! What a UBL document says by the terms of EN 16931, whatever the specification that it was written by.

use billing_rules::Location;
use cii_builder::{Context, of_ubl};
use xml::{Parsed, XmlElement as _};

/// A value with where it stands.
type Term = (String, String);

/// Every value of a UBL document, sorted: path, attributes, text.
pub fn terms(ubl: &str) -> Vec<Term> {
    let document = roxmltree::Document::parse(ubl).expect("XML");
    let leaves = document
        .descendants()
        .filter(|node| node.is_element() && !node.children().any(|child| child.is_element()));
    let mut terms: Vec<Term> = leaves.map(term).collect();
    terms.retain(|(path, _)| !path.ends_with("/CustomizationID") && !path.ends_with("/ProfileID"));
    terms.sort();
    terms
}

fn term(leaf: roxmltree::Node<'_, '_>) -> Term {
    let mut names: Vec<_> =
        leaf.ancestors().filter(|one| one.is_element()).map(|one| one.tag_name().name()).collect();
    names.reverse();
    let mut path = names.join("/");
    for attribute in leaf.attributes() {
        path.push_str(&format!("[{}={}]", attribute.name(), attribute.value()));
    }
    let text: String =
        leaf.children().filter(|child| child.is_text()).filter_map(|child| child.text()).collect();
    let text = text.trim_matches([' ', '\t', '\r', '\n']).to_owned();
    // the seller's tax registration (BT-32) is under any scheme but VAT
    let is_scheme = path.ends_with("PartyTaxScheme/TaxScheme/ID") && text != "VAT";
    (path, if is_scheme { "FC".to_owned() } else { text })
}

/// UBL as CII by a specification.
pub fn cii(ubl: &str, context: Option<&Context>) -> cii_builder::Cii {
    of_ubl(&Parsed::read(ubl.as_bytes()).expect("read"), context).expect("UBL")
}

/// CII as UBL.
pub fn ubl(cii: &str) -> String {
    let parsed = Parsed::read(cii.as_bytes()).expect("read");
    String::from_utf8(cii_to_ubl::convert(&parsed).expect("CII").ubl).expect("UTF-8")
}

/// What is not in the CII of a UBL document: its path, and its value.
pub fn told(ubl: &str) -> Vec<(String, String)> {
    let read = Parsed::read(ubl.as_bytes()).expect("read");
    let losses = of_ubl(&read, None).expect("UBL").losses.into_iter();
    losses
        .map(|loss| {
            let mut all = read.root().descendants().filter(|node| node.is_element());
            let element = all.find(|node| node.offset() == loss.place.element).expect("there");
            let attribute = loss.place.attribute.map(|name| format!("/@{name}"));
            (format!("{}{}", Location::of(element), attribute.unwrap_or_default()), loss.value)
        })
        .collect()
}
