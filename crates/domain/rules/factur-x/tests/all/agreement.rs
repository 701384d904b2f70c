//! Whether pages, metadata and XML agree.

use crate::pdf::{bytes, cii, pdf};
use std::slice::from_ref;

use factur_x::{Doubt, Level, described, read};

const EN: &str = "urn:cen.eu:en16931:2017";

const PACKET: &str = "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\">\
    <rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\"></rdf:RDF></x:xmpmeta>";

fn doubts(text: &str, level: Option<Level>, (name, xml): (&str, &[u8])) -> Vec<Doubt> {
    let packet = level.map(|level| described(PACKET, level).expect("a packet"));
    read(&bytes(pdf(text, packet.as_deref(), &[(name, xml)]))).expect("hybrid").doubts()
}

#[test]
fn pages_and_xml_agree() {
    let xml = cii("RE-1/2026", "1190.00", EN);
    for text in
        ["Rechnung RE-1/2026, zu zahlen: 1.190,00 EUR", "Invoice RE-1/2026, total: EUR 1,190.00"]
    {
        assert_eq!(doubts(text, Some(Level::En16931), ("factur-x.xml", &xml)), [], "{text}");
    }
}

#[test]
fn what_the_pages_lack_is_said() {
    let xml = cii("RE-1/2026", "1190.00", EN);
    let of_level = |text| doubts(text, Some(Level::En16931), ("factur-x.xml", &xml));
    let number = Doubt::Number { number: "RE-1/2026".to_owned() };
    let total = Doubt::Total { total: "1190.00".to_owned() };
    assert_eq!(of_level("Rechnung RE-2/2026, zu zahlen: 1.190,00 EUR"), from_ref(&number));
    assert_eq!(of_level("Rechnung RE-1/2026, zu zahlen: 1.199,00 EUR"), from_ref(&total));
    assert_eq!(of_level("Angebot 7, unverbindlich: 5,00 EUR"), [number, total]);
    assert_eq!(of_level(""), [Doubt::NoText]);
}

#[test]
fn a_part_of_another_number_or_amount_agrees_with_nothing() {
    let text = "Rechnung RE-21/2026 vom 1.11.2026, 20 % MwSt., Summe 1 656,25 EUR";
    for total in ["1.00", "20.00", "201.00", "656.25", "56.25"] {
        let xml = cii("1", total, EN);
        let found = doubts(text, Some(Level::En16931), ("factur-x.xml", &xml));
        let codes: Vec<_> = found.iter().map(Doubt::code).collect();
        assert_eq!(codes, ["PDF_LACKS_NUMBER", "PDF_LACKS_TOTAL"], "{total}");
    }
    let xml = cii("RE-21/2026", "1656.25", EN);
    assert_eq!(doubts(text, Some(Level::En16931), ("factur-x.xml", &xml)), []);
}

#[test]
fn what_the_metadata_say_otherwise_is_said() {
    let xml = cii("RE-1/2026", "1190.00", EN);
    let text = "Rechnung RE-1/2026, zu zahlen: 1.190,00 EUR";
    assert_eq!(doubts(text, None, ("factur-x.xml", &xml)), [Doubt::NoClaims]);
    let found = doubts(text, Some(Level::Xrechnung), ("factur-x.xml", &xml));
    let profile = Doubt::Profile { claimed: "XRECHNUNG".to_owned(), guideline: EN.to_owned() };
    let name =
        Doubt::FileName { claimed: "xrechnung.xml".to_owned(), found: "factur-x.xml".to_owned() };
    assert_eq!(found, [profile, name]);
}
