//! What is read out of a PDF, and each way in which there is nothing to read.

use crate::pdf::{bytes, cii, pdf};
use factur_x::{HybridError, Level, MOST_BYTES, is_pdf, read};
use lopdf::{
    Dictionary, EncryptionState, EncryptionVersion, Object, Permissions, Stream, StringFormat,
    dictionary,
};

const EN: &str = "urn:cen.eu:en16931:2017";

fn read_files(files: &[(&str, &[u8])]) -> Result<factur_x::Hybrid, HybridError> {
    read(&bytes(pdf("Rechnung RE-1 ueber 119,00 EUR inkl. MwSt.", None, files)))
}

#[test]
fn the_invoice_is_found_by_its_name_or_by_its_root() {
    let xml = cii("RE-1", "119.00", EN);
    for name in
        ["factur-x.xml", "Factur-X.XML", "xrechnung.xml", "ZUGFeRD-invoice.xml", "2026001.xml"]
    {
        let hybrid = read_files(&[("terms.pdf", b"%PDF-1.4"), (name, &xml)]).expect(name);
        assert_eq!((&hybrid.xml, hybrid.file_name.as_str()), (&xml, name));
        assert_eq!(
            (hybrid.level(), &*hybrid.others),
            (Some(Level::En16931), &["terms.pdf".to_owned()][..])
        );
        assert_eq!(hybrid.relationship.as_deref(), Some("Alternative"));
    }
    let ubl = b"<Invoice xmlns='urn:oasis:names:specification:ubl:schema:xsd:Invoice-2'/>";
    assert_eq!(read_files(&[("a.xml", ubl)]).expect("UBL").xml, ubl);
    // what its name says to be the invoice is handed on, damaged as it may be
    assert_eq!(read_files(&[("factur-x.xml", b"<a")]).expect("named").xml, b"<a");
}

#[test]
fn two_different_invoices_are_an_error_and_the_same_one_twice_is_one() {
    let (one, two) = (cii("RE-1", "119.00", EN), cii("RE-2", "119.00", EN));
    let found = read_files(&[("factur-x.xml", &one), ("xrechnung.xml", &two)]);
    let names = vec!["factur-x.xml".to_owned(), "xrechnung.xml".to_owned()];
    assert_eq!(found.unwrap_err(), HybridError::SeveralInvoices { names });
    let same = read_files(&[("factur-x.xml", &one), ("zugferd-invoice.xml", &one)]);
    assert_eq!(same.expect("one").xml, one);
}

#[test]
fn a_pdf_without_an_invoice_says_what_is_in_it() {
    let none = HybridError::NoInvoice { others: vec![] };
    assert_eq!(read_files(&[]).unwrap_err(), none);
    let others = vec!["order-x.xml".to_owned()];
    let order = read_files(&[("order-x.xml", b"<SCRDMCCBDACIOMessageStructure/>")]);
    assert_eq!(order.unwrap_err(), HybridError::NoInvoice { others });
}

#[test]
fn profiles_below_en_16931_are_no_invoices() {
    for (guideline, level) in [
        ("urn:factur-x.eu:1p0:minimum", Level::Minimum),
        ("urn:factur-x.eu:1p0:basicwl", Level::BasicWl),
    ] {
        let xml = cii("RE-1", "119.00", guideline);
        let refused = read_files(&[("factur-x.xml", &xml)]).unwrap_err();
        assert_eq!(refused, HybridError::NoInvoiceProfile { level });
        assert!(refused.to_string().contains(level.conformance_level()), "{refused}");
    }
}

#[test]
fn an_encrypted_pdf_is_named() {
    let xml = cii("RE-1", "119.00", EN);
    for user_password in ["", "secret"] {
        let mut document = pdf("Rechnung RE-1", None, &[("factur-x.xml", &xml)]);
        let id = || Object::String(vec![7; 16], StringFormat::Hexadecimal);
        document.trailer.set("ID", vec![id(), id()]);
        let version = EncryptionVersion::V2 {
            document: &document,
            owner_password: "owner",
            user_password,
            key_length: 128,
            permissions: Permissions::all(),
        };
        let state = EncryptionState::try_from(version).expect("a state");
        document.encrypt(&state).expect("encrypted");
        assert_eq!(read(&bytes(document)).unwrap_err(), HybridError::Encrypted);
    }
}

#[test]
fn what_is_no_pdf_is_unreadable() {
    assert!(is_pdf(b"%PDF-1.7\n") && !is_pdf(b"<Invoice/>") && !is_pdf(b""));
    for other in [&b""[..], b"<Invoice/>", b"%PDF-1.7\nand so on"] {
        assert!(matches!(read(other), Err(HybridError::Unreadable { .. })));
    }
    let large = vec![b'%'; MOST_BYTES + 1];
    assert_eq!(read(&large).unwrap_err(), HybridError::TooLarge { most: MOST_BYTES });
}

#[test]
fn a_cut_file_is_an_error_and_no_panic() {
    let xml = cii("RE-1", "119.00", EN);
    let whole = bytes(pdf("Rechnung RE-1 ueber 119,00 EUR", None, &[("factur-x.xml", &xml)]));
    for end in (0..whole.len()).step_by(37) {
        let _ = read(&whole[..end]);
    }
}

#[test]
fn what_an_earlier_revision_had_is_no_invoice() {
    let (old, new) = (cii("RE-1", "119.00", EN), cii("RE-2", "119.00", EN));
    let mut document = pdf("Rechnung RE-2 ueber 119,00 EUR", None, &[("factur-x.xml", &new)]);
    let stream = document.add_object(Stream::new(Dictionary::new(), old));
    // a file specification that nothing refers to any more
    document.add_object(dictionary! {
        "Type" => "Filespec", "UF" => Object::string_literal("factur-x.xml"), "EF" => dictionary! { "F" => stream },
    });
    assert_eq!(read(&bytes(document)).expect("one").xml, new);
}

#[test]
fn a_file_may_be_listed_anywhere() {
    let xml = cii("RE-1", "119.00", EN);
    for list in ["AF", "Annots"] {
        let mut document = pdf("Rechnung RE-1 ueber 119,00 EUR", None, &[]);
        let stream = document.add_object(Stream::new(Dictionary::new(), xml.clone()));
        let file = document.add_object(dictionary! {
            "Type" => "Filespec", "UF" => Object::string_literal("factur-x.xml"), "EF" => dictionary! { "F" => stream },
        });
        let page = *document.get_pages().values().next().expect("a page");
        let listed = match list {
            "AF" => file.into(),
            _ => Object::Dictionary(dictionary! { "Subtype" => "FileAttachment", "FS" => file }),
        };
        let page = document.get_object_mut(page).and_then(Object::as_dict_mut).expect("a page");
        page.set(list, vec![listed]);
        assert_eq!(read(&bytes(document)).expect(list).xml, xml);
    }
}

#[test]
fn a_file_that_unpacks_to_too_much_is_named() {
    let much = vec![b' '; 16 * 1024 * 1024 + 1];
    let mut document = pdf("Rechnung RE-1 ueber 119,00 EUR", None, &[("factur-x.xml", &much)]);
    document.compress();
    let found = read(&bytes(document)).unwrap_err();
    assert_eq!(
        (found.code(), found),
        ("PDF_TOO_LARGE", HybridError::TooLarge { most: 16 * 1024 * 1024 })
    );
}

#[test]
fn a_pdf_may_begin_behind_other_bytes() {
    let xml = cii("RE-1", "119.00", EN);
    let whole = bytes(pdf("Rechnung RE-1 ueber 119,00 EUR", None, &[("factur-x.xml", &xml)]));
    for before in
        [&b"\xef\xbb\xbf\r\n"[..], b"Content-Type: application/pdf\r\n\r\n", &[b' '; 1024]]
    {
        let behind = [before, &whole].concat();
        assert!(is_pdf(&behind));
        assert_eq!(read(&behind).expect("read").xml, xml);
    }
    assert!(!is_pdf(&[&[b' '; 1025][..], &whole].concat()));
    assert!(!is_pdf(b"<a>%PDF-1.7</a>"));
}
