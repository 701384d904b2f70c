//! What is opened, and why what is not is not.

use document_formats::{OpenError, opened};
use factur_x::{HybridError, Level};

#[test]
fn ubl_stays_and_cii_is_converted() {
    let ubl = fixtures::bytes("golden/ubl/bis-billing-3/credit-note.xml");
    let file = opened(&ubl).expect("opened");
    assert_eq!((&file.xml, &file.ubl, file.was_cii), (&ubl, &ubl, false));
    let cii = fixtures::bytes("documents/cii/everything.xml");
    let file = opened(&cii).expect("opened");
    assert!(file.was_cii && file.xml == cii && file.ubl != cii && file.losses.is_empty());
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
        let refused = opened(other.as_bytes()).expect_err("no invoice");
        let OpenError::Pdf(HybridError::NoInvoiceProfile { level: found }) = refused else {
            panic!("{refused}")
        };
        assert_eq!(found, level);
    }
}

#[test]
fn what_is_no_invoice_is_refused() {
    assert!(matches!(opened(b"<a/>"), Err(OpenError::Other(_))));
    assert!(matches!(opened(b"<a"), Err(OpenError::Unreadable(_))));
    assert!(matches!(opened(b"%PDF-1.7"), Err(OpenError::Pdf(HybridError::Unreadable { .. }))));
}
