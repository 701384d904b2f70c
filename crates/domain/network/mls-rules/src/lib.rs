//! The official rules of message level statuses (MLS 1.0.1) as a [`RuleBook`], beside those of invoices and reports.
//! They are asked by [`peppol_messages::mls::check_mls_rules`]; here stands what is said of them, and how to fix it.
#![warn(missing_docs)]
#![deny(clippy::disallowed_methods)]

mod hints;

use billing_rules::machinery::{Element, Hits, Index, StylesheetAborted, run};
use billing_rules::{Official, Rule, RuleBook, Shape};
use hints::HINTS;
use peppol_messages::mls::{MlsRule, RULES, check_mls_rules};
use peppol_messages::schema::{ShapeFault, Vocabulary, shape_faults};
use std::cell::LazyCell;
use std::collections::HashMap;
use std::sync::LazyLock;
use xml::{Flat, FlatElement, Node, Parsed, XmlElement};

/// The official rules.
pub static MLS: RuleBook = RuleBook {
    name: "mls",
    shape: Shape::Other(shape),
    check: |index, _, hits| run(index, hits, check),
    rules: || OWN.iter().collect(),
    own: &OFFICIAL,
    official: |_| &OFFICIAL,
    scenario: None,
};

static OFFICIAL: Official = Official {
    name: "Peppol Message Level Status",
    version: "1.0.1",
    release: "MLS 1.1.0",
    published: "2025-12-15",
    repository: "https://github.com/OpenPEPPOL/edec-specifications",
    commit: "05d17b5",
    page: "https://github.com/search?type=code&q=repo%3AOpenPEPPOL%2Fedec-specifications+{id}",
};

/// The rules with how to fix what breaks them.
static OWN: LazyLock<Vec<Rule>> = LazyLock::new(|| {
    let own =
        |(rule, hint): (&MlsRule, &'static str)| Rule::fatal(rule.id, &[], rule.message, hint);
    RULES.iter().zip(HINTS).map(own).collect()
});

/// Whether the document is a message level status, by its document element: the network has no other
/// `ApplicationResponse` with this specification, of whatever version.
#[must_use]
pub fn is_mls(document: &Parsed<'_>) -> bool {
    let customization = document.text_at(&["CustomizationID"]).unwrap_or_default();
    document.root_name() == (Some(UBL), "ApplicationResponse")
        && customization.trim_ascii().starts_with("urn:peppol:edec:mls")
}

const UBL: &str = "urn:oasis:names:specification:ubl:schema:xsd:ApplicationResponse-2";

fn shape(index: &Index<'_>, hits: &mut Hits) {
    let faults = of_root(index, shape_of, shape_of);
    let places = LazyCell::new(|| Places::of(index));
    for fault in faults {
        hits.push_shape(places.at(fault.offset), &fault.what);
    }
}

fn check(index: &Index<'_>, hits: &mut Hits) -> Result<(), StylesheetAborted> {
    let report = of_root(index, check_mls_rules, check_mls_rules);
    if report.stopped {
        return Err(StylesheetAborted::too_many(Element::ROOT));
    }
    let places = LazyCell::new(|| Places::of(index));
    for hit in &report.hits {
        if let Some(rule) = OWN.iter().find(|rule| rule.id == hit.rule.id) {
            hits.push(rule, places.at(hit.offset));
        }
    }
    Ok(())
}

fn shape_of<'t>(root: impl XmlElement<'t>) -> Vec<ShapeFault> {
    shape_faults(Vocabulary::Mls, root)
}

/// What the same function says of the document element: as a row, where rows were made of the document, else as a node
/// of its tree.
fn of_root<'t, Answer>(
    index: &Index<'t>,
    as_row: impl FnOnce(FlatElement<'t>) -> Answer,
    as_node: impl FnOnce(Node<'t, 't>) -> Answer,
) -> Answer {
    match index.source().flat().and_then(Flat::root_element) {
        Some(row) => as_row(row),
        None => as_node(index.document().root_element()),
    }
}

/// The elements of a document by the byte at which each begins.
struct Places(HashMap<usize, Element>);

impl Places {
    fn of(index: &Index<'_>) -> Self {
        let begin = |element| (index.node(element).range().start, element);
        Self(index.all().map(begin).collect())
    }

    fn at(&self, offset: usize) -> Element {
        self.0.get(&offset).copied().unwrap_or(Element::ROOT)
    }
}
