//! Random documents are well-formed XML, and every text in them can be read back.

use crate::any_document::{any_document, any_text};
use access::Tier;
use data_encoding::BASE64;
use invoicing::{AttachmentId, AttachmentInfo, Document, files::StoredFile};
use proptest::{collection::vec, prelude::*};
use roxmltree::Node;
use testkit::invoices::*;
use ubl_builder::{Options, Ubl, build};
use uuid::Uuid;

fn preview(document: &Document) -> Ubl {
    build(document, &Options { network: Tier::Test, attachments: &[] })
}

/// A text as an XML reader sees it: without what XML 1.0 forbids; `None` if nothing is left.
fn as_read(text: &str) -> Option<String> {
    let kept: String = text.chars().filter(is_xml).collect();
    kept.chars().any(|c| !c.is_ascii_whitespace()).then_some(kept)
}

/// Whether XML 1.0 has the character.
fn is_xml(c: &char) -> bool {
    let c = u32::from(*c);
    matches!(c, 0x9 | 0xa | 0xd | 0x20..=0xfffd | 0x10000..)
}

/// The text at a path below the root.
fn at<'a>(root: Node<'a, '_>, path: &str) -> Option<&'a str> {
    let mut node = root;
    for name in path.split('/') {
        node = node.children().find(|child| child.tag_name().name() == name)?;
    }
    node.text()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn documents_are_well_formed_and_texts_survive(document in any_document()) {
        let ubl = preview(&document);
        let xml = roxmltree::Document::parse(&ubl.xml).map_err(|e| TestCaseError::fail(e.to_string()))?;
        let root = xml.root_element();
        prop_assert_eq!(root.tag_name().name(), ubl.document_type.syntax.root());
        let read = |path: &str| at(root, path).map(str::to_owned);
        prop_assert_eq!(read("ID"), as_read(&document.number));
        prop_assert_eq!(read("Note"), document.texts.note.as_deref().and_then(as_read));
        prop_assert_eq!(
            read("AccountingSupplierParty/Party/PartyLegalEntity/RegistrationName"),
            as_read(&document.seller.name)
        );
        prop_assert_eq!(
            read("TaxTotal/TaxSubtotal/TaxCategory/TaxExemptionReason"),
            document.vat_breakdown[0].exemption_reason.as_deref().and_then(as_read)
        );
        let lines = root.children().filter(|node| node.tag_name().name().ends_with("NoteLine") || node.tag_name().name() == "InvoiceLine");
        prop_assert_eq!(lines.count(), document.lines.len());
    }

    #[test]
    fn nothing_is_empty(document in any_document()) {
        let ubl = preview(&document);
        let xml = roxmltree::Document::parse(&ubl.xml).map_err(|e| TestCaseError::fail(e.to_string()))?;
        for node in xml.descendants().filter(Node::is_element) {
            let is_group = node.children().any(|child| child.is_element());
            let has_text = node.text().is_some_and(|text| text.chars().any(|c| !c.is_ascii_whitespace()));
            prop_assert!(is_group || has_text, "{} is empty", node.tag_name().name());
        }
    }

    #[test]
    fn the_same_document_gives_the_same_bytes(document in any_document()) {
        prop_assert_eq!(preview(&document), preview(&document));
    }

    #[test]
    fn attached_files_survive(filename in any_text(), content in vec(any::<u8>(), 1..200)) {
        let info = AttachmentInfo {
            id: AttachmentId(Uuid::nil()),
            filename: filename.clone(),
            mime_code: "text/csv".into(),
            description: None,
            size: content.len() as u64,
        };
        let files = [StoredFile { info, content: content.clone() }];
        let document = issued(&request(), &slovak(), "1");
        let ubl = build(&document, &Options { network: Tier::Live, attachments: &files });
        let xml = roxmltree::Document::parse(&ubl.xml).map_err(|e| TestCaseError::fail(e.to_string()))?;
        let object = xml.descendants().find(|node| node.has_attribute("filename"));
        let object = object.ok_or_else(|| TestCaseError::fail("no attachment"))?;
        let allowed: String = filename.chars().filter(is_xml).collect();
        prop_assert_eq!(object.attribute("filename"), Some(&*allowed));
        let decoded = BASE64.decode(object.text().unwrap_or_default().as_bytes());
        prop_assert_eq!(decoded.ok(), Some(content));
    }
}
