//! What is written knows where it comes from, and another specification is another head.

use crate::terms::cii;
use cii_builder::{Context, of_ubl};
use xml::{Parsed, Place, XmlElement as _};

/// The text at a place of a document, without what the two syntaxes write differently.
fn said(read: &Parsed<'_>, place: &Place) -> String {
    let mut all = read.root().descendants().filter(|node| node.is_element());
    let element = all.find(|node| node.offset() == place.element).expect("an element");
    let text = match &place.attribute {
        Some(name) => element.attribute(&**name).unwrap_or_default().to_owned(),
        None => element.whole_text().into_owned(),
    };
    text.trim().replace('-', "")
}

#[test]
fn what_is_written_knows_where_it_comes_from() {
    for (name, ubl) in fixtures::files("golden/ubl/bis-billing-3") {
        let read = Parsed::read(ubl.as_bytes()).expect("read");
        let made = of_ubl(&read, Some(&Context::EN16931)).expect("UBL");
        let written = Parsed::read(made.xml.as_bytes()).expect("read");
        assert!(made.sources.iter().count() > 30, "{name}");
        for (at, place) in made.sources.iter() {
            let (cii, ubl) = (said(&written, &Place::element(at)), said(&read, place));
            assert_eq!(cii, ubl, "{name}");
        }
    }
}

#[test]
fn by_another_specification_it_is_what_it_would_be_by_it() {
    for (name, ubl) in fixtures::files("golden/ubl/bis-billing-3") {
        let without = ubl.replace(
            "<cbc:ProfileID>urn:fdc:peppol.eu:2017:poacc:billing:01:1.0</cbc:ProfileID>",
            "",
        );
        for ubl in [&ubl, &without] {
            let read = Parsed::read(ubl.as_bytes()).expect("read");
            let made = cii(ubl, Some(&Context::XRECHNUNG)).by(&read, &Context::EN16931);
            assert_eq!(made, cii(ubl, Some(&Context::EN16931)), "{name}");
            let back = made.by(&read, &Context::XRECHNUNG);
            assert_eq!(back, cii(ubl, Some(&Context::XRECHNUNG)), "{name}");
        }
    }
}
