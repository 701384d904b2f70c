//! What is opened, and why what is not is not.

use document_formats::{OpenError, XmlFormat, of_file, opened, unpacked};
use factur_x::{HybridError, Level};
use xml::Parsed;

#[test]
fn ubl_stays_and_cii_is_converted() {
    let ubl = fixtures::text("golden/ubl/bis-billing-3/credit-note.xml");
    let read = Parsed::read(ubl.as_bytes()).expect("read");
    let file = opened(&read).expect("opened");
    let as_ubl = |file| of_file(file, XmlFormat::Ubl).expect("written");
    assert!(!file.is_cii() && as_ubl(&file).xml == ubl.as_bytes());
    let cii = fixtures::text("documents/cii/everything.xml");
    let read = Parsed::read(cii.as_bytes()).expect("read");
    let file = opened(&read).expect("opened");
    let made = as_ubl(&file);
    assert!(file.is_cii() && made.xml != cii.as_bytes() && made.losses.is_empty());
    let same = file.with_ubl(|ubl| ubl.text().as_bytes() == made.xml).expect("read");
    assert!(same);
}

/// A document is parsed once, and each that is written of it once more.
#[test]
fn nothing_is_parsed_twice() {
    let parses = |document: &str, format: XmlFormat| {
        let before = xml::parses_on_this_thread();
        let read = Parsed::read(document.as_bytes()).expect("read");
        of_file(&opened(&read).expect("opened"), format).expect("written");
        xml::parses_on_this_thread() - before
    };
    let ubl = fixtures::text("golden/ubl/bis-billing-3/invoice.xml");
    let cii = fixtures::text("documents/cii/everything.xml");
    for (format, of_ubl, of_cii) in [
        (XmlFormat::Ubl, 1, 2),
        // by EN 16931 already
        (XmlFormat::Cii, 2, 1),
        (XmlFormat::XrechnungCii, 2, 3),
        // by way of CII, and at once
        (XmlFormat::XrechnungUbl, 3, 2),
    ] {
        let found = (parses(&ubl, format), parses(&cii, format));
        assert_eq!(found, (of_ubl, of_cii), "{format:?}");
    }
}

#[test]
fn profiles_below_en_16931_are_refused_by_name() {
    let cii = fixtures::text("documents/cii/everything.xml");
    let start = cii.find("<ram:GuidelineSpecifiedDocumentContextParameter>").expect("a guideline");
    let id = start + cii[start..].find("<ram:ID>").expect("its id") + "<ram:ID>".len();
    let end = id + cii[id..].find('<').expect("its end");
    for (guideline, level) in [
        ("urn:factur-x.eu:1p0:minimum", Level::Minimum),
        ("urn:factur-x.eu:1p0:basicwl", Level::BasicWl),
    ] {
        let other = format!("{}{guideline}{}", &cii[..id], &cii[end..]);
        let read = Parsed::read(other.as_bytes()).expect("read");
        let refused = opened(&read).expect_err("no invoice");
        let OpenError::Pdf(HybridError::NoInvoiceProfile { level: found }) = refused else {
            panic!("{refused}")
        };
        assert_eq!(found, level);
    }
}

#[test]
fn what_is_no_invoice_is_refused() {
    let read = Parsed::read(b"<a/>").expect("read");
    assert!(matches!(opened(&read), Err(OpenError::Other(_))));
    let broken = unpacked(b"%PDF-1.7".to_vec());
    assert!(matches!(broken, Err(HybridError::Unreadable { .. })));
}
