//! Small PDFs with files in them.

use lopdf::{Dictionary, Document, Object, Stream, StringFormat, dictionary};

/// CII of a number, a total and a guideline.
pub fn cii(number: &str, total: &str, guideline: &str) -> Vec<u8> {
    format!(
        "<rsm:CrossIndustryInvoice \
         xmlns:rsm='urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100' \
         xmlns:ram='urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100'>\
         <rsm:ExchangedDocumentContext><ram:GuidelineSpecifiedDocumentContextParameter><ram:ID>{guideline}</ram:ID>\
         </ram:GuidelineSpecifiedDocumentContextParameter></rsm:ExchangedDocumentContext>\
         <rsm:ExchangedDocument><ram:ID>{number}</ram:ID></rsm:ExchangedDocument>\
         <rsm:SupplyChainTradeTransaction><ram:ApplicableHeaderTradeSettlement>\
         <ram:SpecifiedTradeSettlementHeaderMonetarySummation><ram:GrandTotalAmount>{total}</ram:GrandTotalAmount>\
         </ram:SpecifiedTradeSettlementHeaderMonetarySummation></ram:ApplicableHeaderTradeSettlement>\
         </rsm:SupplyChainTradeTransaction></rsm:CrossIndustryInvoice>"
    )
    .into_bytes()
}

/// A PDF of one page with a text, metadata and embedded files.
pub fn pdf(text: &str, packet: Option<&str>, files: &[(&str, &[u8])]) -> Document {
    let mut document = Document::with_version("1.7");
    let pages = document.new_object_id();
    let font = document.add_object(dictionary! {
        "Type" => "Font", "Subtype" => "Type1", "BaseFont" => "Helvetica", "Encoding" => "WinAnsiEncoding",
    });
    let shown = format!("BT /F1 12 Tf 50 700 Td ({text}) Tj ET");
    let contents = document.add_object(Stream::new(Dictionary::new(), shown.into_bytes()));
    let page = document.add_object(dictionary! {
        "Type" => "Page", "Parent" => pages, "Contents" => contents,
        "MediaBox" => vec![0.into(), 0.into(), 595.into(), 842.into()],
        "Resources" => dictionary! { "Font" => dictionary! { "F1" => font } },
    });
    let kids = dictionary! { "Type" => "Pages", "Kids" => vec![page.into()], "Count" => 1 };
    document.objects.insert(pages, Object::Dictionary(kids));
    let names: Vec<Object> = files.iter().flat_map(|file| embedded(&mut document, file)).collect();
    let mut catalog = dictionary! {
        "Type" => "Catalog", "Pages" => pages,
        "Names" => dictionary! { "EmbeddedFiles" => dictionary! { "Names" => names } },
    };
    if let Some(packet) = packet {
        let fields = dictionary! { "Type" => "Metadata", "Subtype" => "XML" };
        let metadata = document.add_object(Stream::new(fields, packet.as_bytes().to_vec()));
        catalog.set("Metadata", metadata);
    }
    let root = document.add_object(catalog);
    document.trailer.set("Root", root);
    document
}

fn embedded(document: &mut Document, (name, bytes): &(&str, &[u8])) -> [Object; 2] {
    let fields = dictionary! { "Type" => "EmbeddedFile" };
    let stream = document.add_object(Stream::new(fields, bytes.to_vec()));
    let name = Object::String(name.as_bytes().to_vec(), StringFormat::Literal);
    let specification = document.add_object(dictionary! {
        "Type" => "Filespec", "F" => name.clone(), "UF" => name.clone(),
        "AFRelationship" => "Alternative", "EF" => dictionary! { "F" => stream },
    });
    [name, specification.into()]
}

/// Its bytes.
pub fn bytes(mut document: Document) -> Vec<u8> {
    let mut bytes = Vec::new();
    document.save_to(&mut bytes).expect("written");
    bytes
}
