//! PDFs that come in the place of XML, and CII that is no invoice.

use document_intake::{Document, Incoming, OfficialRules, inspect};
use lopdf::{Dictionary, Document as Pdf, Object, Stream, dictionary};
use peppol_connector::{
    documents::{AutoRepair, Readiness, Validation},
    identifiers::Network,
};
use time::macros::date;

fn inspected(bytes: &[u8]) -> Document {
    let day = date!(2026 - 11 - 28);
    let incoming = Incoming { bytes: bytes.into(), format: None, network: Network::Live, day };
    inspect(&OfficialRules, &incoming)
}

/// The codes of what the original breaks.
fn codes(document: &Document) -> Vec<String> {
    let Validation::Ran(verdict) = &document.inspection.original else { panic!("not judged") };
    verdict.findings.iter().map(|finding| finding.code.clone()).collect()
}

/// A PDF of one page without text, with these files in it.
fn pdf(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut pdf = Pdf::with_version("1.7");
    let page = pdf.add_object(dictionary! { "Type" => "Page" });
    let pages = pdf
        .add_object(dictionary! { "Type" => "Pages", "Kids" => vec![page.into()], "Count" => 1 });
    let mut names: Vec<Object> = Vec::new();
    for (name, bytes) in files {
        let stream = pdf.add_object(Stream::new(Dictionary::new(), bytes.to_vec()));
        let name = Object::string_literal(*name);
        let file = dictionary! { "Type" => "Filespec", "UF" => name.clone(), "EF" => dictionary! { "F" => stream } };
        names.extend([name, pdf.add_object(file).into()]);
    }
    let root = pdf.add_object(dictionary! {
        "Type" => "Catalog", "Pages" => pages,
        "Names" => dictionary! { "EmbeddedFiles" => dictionary! { "Names" => names } },
    });
    pdf.trailer.set("Root", root);
    let mut bytes = Vec::new();
    pdf.save_to(&mut bytes).expect("written");
    bytes
}

#[test]
fn the_invoice_in_a_pdf_is_what_is_sent() {
    let cii = fixtures::bytes("documents/cii/card.xml");
    let (alone, hybrid) = (inspected(&cii), inspected(&pdf(&[("factur-x.xml", &cii)])));
    assert_eq!(hybrid.inspection.readiness(AutoRepair::On), Readiness::ReadyRepaired);
    assert_eq!((&hybrid.bytes.sent, &hybrid.facts), (&alone.bytes.sent, &alone.facts));
    // of pages without text nothing is known, and that is said
    let found = codes(&hybrid);
    assert!(found.contains(&"PDF_WITHOUT_TEXT".to_owned()), "{found:?}");
    assert!(found.contains(&"PDF_WITHOUT_METADATA".to_owned()), "{found:?}");
}

#[test]
fn a_pdf_that_holds_no_invoice_or_two_is_refused_by_name() {
    let (one, two) =
        (fixtures::bytes("documents/cii/card.xml"), fixtures::bytes("documents/cii/invoice.xml"));
    for (bytes, code) in [
        (pdf(&[]), "PDF_WITHOUT_INVOICE"),
        (pdf(&[("factur-x.xml", &one), ("xrechnung.xml", &two)]), "PDF_SEVERAL_INVOICES"),
        (b"%PDF-1.7 and no more".to_vec(), "PDF_UNREADABLE"),
    ] {
        let document = inspected(&bytes);
        assert_eq!(document.inspection.readiness(AutoRepair::On), Readiness::Broken);
        assert_eq!(codes(&document), [code]);
        assert_eq!(&*document.bytes.original, bytes);
    }
}

#[test]
fn a_profile_below_en_16931_is_refused_by_name() {
    let cii = fixtures::text("documents/cii/card.xml");
    let minimum = cii.replacen("urn:cen.eu:en16931:2017", "urn:factur-x.eu:1p0:minimum", 1);
    assert_ne!(minimum, cii);
    let document = inspected(minimum.as_bytes());
    let found = codes(&document);
    assert!(found.contains(&"PROFILE_NO_INVOICE".to_owned()), "{found:?}");
    let hybrid = inspected(&pdf(&[("factur-x.xml", minimum.as_bytes())]));
    assert_eq!(codes(&hybrid), ["PROFILE_NO_INVOICE"]);
}

#[test]
fn cii_without_its_delivery_is_named() {
    let cii = fixtures::text("documents/cii/card.xml");
    let (start, end) =
        ("<ram:ApplicableHeaderTradeDelivery>", "</ram:ApplicableHeaderTradeDelivery>");
    let from = cii.find(start).expect("there");
    let to = cii.find(end).expect("its end") + end.len();
    let document = inspected(format!("{}{}", &cii[..from], &cii[to..]).as_bytes());
    let Validation::Ran(verdict) = &document.inspection.original else { panic!("not judged") };
    let named = |finding: &&peppol_connector::repair::Finding| {
        finding.message.contains("ApplicableHeaderTradeDelivery")
    };
    assert!(verdict.findings.iter().any(|one| named(&one)), "{:?}", verdict.findings);
}
