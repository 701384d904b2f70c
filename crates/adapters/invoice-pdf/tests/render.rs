//! The finished file: standard, pages, embedded document, determinism, bad input.

mod samples;

use invoice_pdf::{
    DocumentKind, EmbeddedXml, FontFolder, InvoicePage, Language, Level, LogoError, MAX_LINES, Pdf,
    PdfError, SET_OFF_LANGUAGES, render, render_set_off,
};
use lopdf::{Dictionary, Document, Object};
use unicode_normalization::UnicodeNormalization;

fn made(page: &InvoicePage) -> (Pdf, Document) {
    let pdf = render(page, &FontFolder::default()).expect("renders");
    let document = Document::load_mem(&pdf.bytes).expect("is a PDF");
    assert_eq!(document.get_pages().len(), pdf.pages);
    (pdf, document)
}

/// The one file specification of the document.
fn embedded(document: &Document) -> &Dictionary {
    let specification = document
        .objects
        .values()
        .filter_map(|object| object.as_dict().ok())
        .find(|fields| fields.has_type(b"Filespec"));
    specification.expect("has an embedded file")
}

fn xmp(document: &Document) -> String {
    let metadata = document.catalog().unwrap().get(b"Metadata").unwrap();
    let stream = document.dereference(metadata).unwrap().1.as_stream().unwrap();
    String::from_utf8(stream.get_plain_content().unwrap()).unwrap()
}

#[test]
fn every_kind_renders_in_every_language() {
    for kind in DocumentKind::ALL {
        for language in Language::ALL {
            let page = InvoicePage { language, ..samples::of_kind(kind) };
            let (pdf, document) = made(&page);
            assert_eq!(pdf.pages, 1);
            let tongue = document.catalog().unwrap().get(b"Lang").unwrap().as_str().unwrap();
            assert_eq!(tongue, language.code().as_bytes());
        }
    }
}

#[test]
fn every_vat_case_renders() {
    let pages = [
        samples::intra_eu(Language::Sk),
        samples::foreign_currency(),
        samples::czech(),
        samples::not_vat_payer(),
        samples::exempt_and_paid(),
        samples::with_logo(),
    ];
    for page in pages {
        assert_eq!(made(&page).0.pages, 1);
    }
}

#[test]
fn claims_the_archive_and_accessibility_standards() {
    let (_, document) = made(&samples::invoice());
    let xmp = xmp(&document);
    for claim in ["<pdfaid:part>3<", "<pdfaid:conformance>A<", "<pdfuaid:part>1<"] {
        assert!(xmp.contains(claim), "{claim} in {xmp}");
    }
    let catalog = document.catalog().unwrap();
    let mark = catalog.get_deref(b"MarkInfo", &document).unwrap().as_dict().unwrap();
    assert_eq!(mark.get(b"Marked").unwrap(), &Object::Boolean(true));
    assert!(catalog.has(b"StructTreeRoot") && catalog.has(b"AF"));
}

#[test]
fn carries_the_ubl_unchanged_under_its_name() {
    let page = samples::invoice();
    let (_, document) = made(&page);
    let specification = embedded(&document);
    let name = lopdf::decode_text_string(specification.get(b"UF").unwrap()).unwrap();
    assert_eq!(name, "2026000123.xml");
    let relation = specification.get(b"AFRelationship").unwrap();
    assert_eq!(relation.as_name().unwrap(), b"Alternative");
    let files = specification.get(b"EF").unwrap().as_dict().unwrap();
    let stream = files.get_deref(b"F", &document).unwrap().as_stream().unwrap();
    assert_eq!(stream.get_plain_content().unwrap(), page.xml.unwrap().bytes);
}

/// The page with CII that says its number and its total.
fn hybrid(profile: Level, guideline: &str) -> InvoicePage {
    let page = samples::invoice();
    let cii = format!(
        "<rsm:CrossIndustryInvoice xmlns:rsm='urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100' \
         xmlns:ram='urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100'>\
         <rsm:ExchangedDocumentContext><ram:GuidelineSpecifiedDocumentContextParameter><ram:ID>{guideline}</ram:ID>\
         </ram:GuidelineSpecifiedDocumentContextParameter></rsm:ExchangedDocumentContext>\
         <rsm:ExchangedDocument><ram:ID>{}</ram:ID></rsm:ExchangedDocument>\
         <rsm:SupplyChainTradeTransaction><ram:ApplicableHeaderTradeSettlement>\
         <ram:SpecifiedTradeSettlementHeaderMonetarySummation><ram:GrandTotalAmount>{:.2}</ram:GrandTotalAmount>\
         </ram:SpecifiedTradeSettlementHeaderMonetarySummation></ram:ApplicableHeaderTradeSettlement>\
         </rsm:SupplyChainTradeTransaction></rsm:CrossIndustryInvoice>",
        page.number, page.total
    );
    let xml = EmbeddedXml {
        file_name: profile.file_name().to_owned(),
        profile: Some(profile),
        bytes: cii.into_bytes(),
    };
    InvoicePage { xml: Some(xml), ..page }
}

#[test]
fn a_hybrid_invoice_says_what_it_is_and_is_read_back() {
    let xrechnung = "urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0";
    for (profile, guideline, name) in [
        (Level::En16931, "urn:cen.eu:en16931:2017", "factur-x.xml"),
        (Level::Xrechnung, xrechnung, "xrechnung.xml"),
    ] {
        let page = hybrid(profile, guideline);
        let (pdf, document) = made(&page);
        let read = factur_x::read(&pdf.bytes).expect("a hybrid");
        assert_eq!(read.doubts(), []);
        assert_eq!((read.xml, read.file_name.as_str()), (page.xml.unwrap().bytes, name));
        assert_eq!(read.claims.level(), Some(profile));
        let specification = embedded(&document);
        let relation = specification.get(b"AFRelationship").unwrap();
        assert_eq!(relation.as_name().unwrap(), b"Alternative");
        let files = specification.get(b"EF").unwrap().as_dict().unwrap();
        let stream = files.get_deref(b"F", &document).unwrap().as_stream().unwrap();
        assert_eq!(stream.dict.get(b"Subtype").unwrap().as_name().unwrap(), b"text/xml");
        assert!(
            stream.dict.get_deref(b"Params", &document).unwrap().as_dict().unwrap().has(b"ModDate")
        );
        let catalog = document.catalog().unwrap();
        assert!(catalog.has(b"AF") && catalog.has(b"Names"));
        let packet = xmp(&document);
        for claim in ["<pdfaid:part>3<", "<pdfaid:conformance>A<", "<pdfuaid:part>1<"] {
            assert!(packet.contains(claim), "{claim} in {packet}");
        }
        let metadata = catalog.get_deref(b"Metadata", &document).unwrap().as_stream().unwrap();
        assert!(!metadata.dict.has(b"Filter"), "the metadata are readable without unpacking");
    }
}

#[test]
fn a_page_without_xml_embeds_nothing() {
    let (_, document) = made(&InvoicePage { xml: None, ..samples::invoice() });
    assert!(!document.catalog().unwrap().has(b"AF"));
}

#[test]
fn the_same_page_gives_the_same_bytes_on_any_thread() {
    let page = samples::intra_eu(Language::Hu);
    let first = render(&page, &FontFolder::default()).unwrap();
    std::thread::scope(|scope| {
        let others: Vec<_> = (0..4)
            .map(|_| scope.spawn(|| render(&page, &FontFolder::default()).unwrap()))
            .collect();
        for other in others {
            assert_eq!(other.join().unwrap(), first);
        }
    });
}

#[test]
fn long_documents_run_over_pages() {
    assert_eq!(made(&samples::long(1)).0.pages, 1);
    let pages = made(&samples::long(120)).0.pages;
    assert!((4..=6).contains(&pages), "{pages}");
}

#[test]
fn too_many_lines_are_refused() {
    let mut page = samples::invoice();
    page.lines = vec![page.lines[0].clone(); 2 * MAX_LINES + 1];
    let refused = render(&page, &FontFolder::default()).expect_err("too many");
    assert!(matches!(refused, PdfError::TooManyLines(2_001)));
    assert!(refused.to_string().contains("2000"), "{refused}");
    // a thousand lines and an allowance are taken: what is refused then is the logo, before anything is set
    page.lines.truncate(MAX_LINES + 1);
    page.logo = Some(b"none".to_vec());
    assert!(matches!(render(&page, &FontFolder::default()), Err(PdfError::Logo(_))));
}

#[test]
fn hostile_text_is_only_text() {
    let (_, document) = made(&samples::hostile());
    let name = lopdf::decode_text_string(embedded(&document).get(b"UF").unwrap()).unwrap();
    assert_eq!(name, "#x.xml");
    let info = document.trailer.get_deref(b"Info", &document).unwrap().as_dict().unwrap();
    let title = lopdf::decode_text_string(info.get(b"Title").unwrap()).unwrap();
    assert_eq!(title, "Faktúra F/2026-#eval(\"1\")--0123456789-0123456789");
}

#[test]
fn an_empty_page_renders() {
    let mut page = samples::with_lines(samples::invoice(), Vec::new(), "Z");
    (page.seller, page.buyer) = Default::default();
    (page.number, page.bank_account, page.variable_symbol) = (String::new(), None, None);
    (page.due_date, page.constant_symbol, page.xml) = (None, None, None);
    assert_eq!(made(&page).0.pages, 1);
}

#[test]
fn a_bad_logo_is_an_error() {
    let with = |logo: &[u8]| {
        render(
            &InvoicePage { logo: Some(logo.to_vec()), ..samples::invoice() },
            &FontFolder::default(),
        )
    };
    assert!(matches!(with(b"GIF89a"), Err(PdfError::Logo(LogoError::UnknownFormat))));
    let cut = &samples::with_logo().logo.unwrap()[..60];
    assert!(matches!(with(cut), Err(PdfError::Logo(LogoError::Damaged))));
}

#[test]
fn an_agreement_is_made_in_both_languages() {
    for language in SET_OFF_LANGUAGES {
        let page = samples::set_off(language);
        let pdf = render_set_off(&page, &FontFolder::default()).expect("renders");
        assert_eq!(pdf.pages, 1);
        let document = Document::load_mem(&pdf.bytes).expect("is a PDF");
        let tongue = document.catalog().unwrap().get(b"Lang").unwrap().as_str().unwrap();
        assert_eq!(tongue, language.code().as_bytes());
        assert_eq!(
            render_set_off(&page, &FontFolder::default()).expect("renders"),
            pdf,
            "the same bytes"
        );
    }
}

#[test]
fn no_text_breaks_an_agreement() {
    let pdf = render_set_off(&samples::hostile_set_off(), &FontFolder::default()).expect("renders");
    assert!(pdf.pages <= 2, "{} pages", pdf.pages);
}

/// The names of the fonts that are embedded, without their prefixes.
fn fonts(document: &Document) -> Vec<String> {
    let fields = document.objects.values().filter_map(|object| object.as_dict().ok());
    let names = fields.filter_map(|fields| fields.get(b"FontName").ok()?.as_name().ok());
    names.map(|name| String::from_utf8_lossy(name).into_owned()).collect()
}

#[test]
fn every_script_of_a_customer_is_printed() {
    for (text, font) in samples::SCRIPTS {
        let mut page = samples::invoice();
        page.buyer.name = text.to_owned();
        // the same decomposed: what is composed has the glyphs
        page.lines[0].description = text.nfd().collect::<String>().repeat(4);
        let (pdf, document) = made(&page);
        assert!(pdf.lacking.is_empty(), "{text}: {:?}", pdf.lacking);
        let used = fonts(&document);
        assert!(used.iter().any(|name| name.contains(font)), "{text}: {used:?}");
    }
    let (_, usual) = made(&samples::invoice());
    assert!(fonts(&usual).iter().all(|name| name.contains("Inter")), "no more than it needs");
}

#[test]
fn what_no_font_has_is_said() {
    let mut page = samples::invoice();
    page.buyer.name = "Rocket 🚀 \u{1f680}\u{301} ꦗꦮ".to_owned();
    let (pdf, _) = made(&page);
    assert_eq!(pdf.lacking, ['ꦗ', 'ꦮ', '🚀']);
    let agreement = SET_OFF_LANGUAGES.map(|language| {
        let mut page = samples::set_off(language);
        page.first.name = "שלום 🚀".to_owned();
        render_set_off(&page, &FontFolder::default()).expect("renders").lacking
    });
    assert_eq!(agreement, [vec!['🚀'], vec!['🚀']]);
}
