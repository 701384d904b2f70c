//! Whatever is done to a document, the conversion neither panics nor loses anything silently, and
//! takes no time to speak of.

use std::ops::Range;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use crate::{audit, corpus, corpus::convert};
use cii_to_ubl::{LossKind, MOST_LOSSES};
use proptest::prelude::*;
use roxmltree::Document;

static SAMPLES: LazyLock<Vec<corpus::Sample>> = LazyLock::new(corpus::own);

/// Names that mean something somewhere.
const NAMES: &[&str] = &[
    "ram:ID",
    "ram:GlobalID",
    "ram:Name",
    "ram:TypeCode",
    "ram:Content",
    "ram:SubjectCode",
    "ram:ChargeAmount",
    "ram:BasisQuantity",
    "ram:BasisAmount",
    "ram:ActualAmount",
    "ram:IBANID",
    "ram:ProprietaryID",
    "ram:Information",
    "ram:PaymentReference",
    "ram:CreditorReferenceID",
    "ram:TaxTotalAmount",
    "ram:GrandTotalAmount",
    "ram:Description",
    "ram:PersonName",
    "ram:DepartmentName",
    "ram:IssuerAssignedID",
    "ram:ReferenceTypeCode",
    "ram:URIID",
    "ram:InvoiceCurrencyCode",
    "ram:DueDateTypeCode",
    "ram:CategoryCode",
    "ram:LineID",
    "ram:SpecifiedTaxRegistration",
    "ram:SpecifiedTradePaymentTerms",
    "ram:DueDateDateTime",
    "ram:SpecifiedTradeSettlementPaymentMeans",
    "ram:IncludedNote",
    "ram:ApplicableTradeTax",
    "ram:AdditionalReferencedDocument",
    "udt:DateTimeString",
    "udt:Indicator",
    "qdt:DateTimeString",
    "rsm:ExchangedDocument",
    "x:Foreign",
];

const VALUES: &[&str] = &[
    "",
    " ",
    "0",
    "1",
    "-0.00",
    "1e9",
    "20261121",
    "20260231",
    "VA",
    "FC",
    "50",
    "130",
    "916",
    "380",
    "381",
    "true",
    "EUR",
    "#AAI#",
    "a &amp; b &lt;c&gt; &#13;&#10;\u{a0}",
    "\u{1f600}",
];

const ATTRIBUTES: &[&str] = &[
    "schemeID",
    "format",
    "currencyID",
    "unitCode",
    "mimeCode",
    "listID",
    "languageID",
    "xml:lang",
];

/// The places of all elements and attributes in a text.
fn places(xml: &str) -> (Vec<Range<usize>>, Vec<Range<usize>>) {
    let tree = Document::parse(xml).expect("XML");
    let elements = tree.root_element().descendants().skip(1).filter(|node| node.is_element());
    let attributes = tree.descendants().flat_map(|node| node.attributes());
    (elements.map(|node| node.range()).collect(), attributes.map(|a| a.range()).collect())
}

fn element(name: &str, value: &str, attribute: Option<&str>) -> String {
    let attribute = attribute.map(|name| format!(" {name}=\"102\"")).unwrap_or_default();
    // a document need not declare every namespace
    let prefix = name.split(':').next().unwrap_or_default();
    let uri = match prefix {
        "rsm" => "urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100",
        "ram" => {
            "urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100"
        }
        "udt" => "urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100",
        "qdt" => "urn:un:unece:uncefact:data:standard:QualifiedDataType:100",
        _ => "urn:x",
    };
    format!("<{name} xmlns:{prefix}=\"{uri}\"{attribute}>{value}</{name}>")
}

/// One change of a document, chosen by numbers.
fn changed(xml: &str, (what, at, name, value, extra): (u8, usize, usize, usize, usize)) -> String {
    let (elements, attributes) = places(xml);
    let Some(place) = elements.get(at % elements.len().max(1)).cloned() else {
        return xml.to_owned();
    };
    let new = element(
        NAMES[name % NAMES.len()],
        VALUES[value % VALUES.len()],
        ATTRIBUTES.get(extra % (2 * ATTRIBUTES.len())).copied(),
    );
    let mut xml = xml.to_owned();
    match what % 6 {
        // a leaf or a group goes
        0 => xml.replace_range(place, ""),
        // an element comes, beside another or inside it
        1 => xml.insert_str(place.start, &new),
        2 => match xml[place.clone()].rfind("</") {
            Some(end) => xml.insert_str(place.start + end, &new),
            None => xml.insert_str(place.start, &new),
        },
        // one stands twice
        3 => {
            let copy = xml[place.clone()].to_owned();
            xml.insert_str(place.end, &copy);
        }
        // a text comes where others are
        4 => xml.insert_str(place.start, VALUES[value % VALUES.len()]),
        // an attribute goes
        _ => {
            if let Some(place) = attributes.get(at % attributes.len().max(1)) {
                xml.replace_range(place.clone(), "");
            }
        }
    }
    xml
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn changes_lose_nothing_silently(
        which in any::<usize>(),
        changes in prop::collection::vec(any::<(u8, usize, usize, usize, usize)>(), 1..6),
    ) {
        let bytes = &SAMPLES[which % SAMPLES.len()].bytes;
        let xml = std::str::from_utf8(bytes).expect("UTF-8").to_owned();
        let xml = changes.into_iter().fold(xml, |xml, change| changed(&xml, change));
        if let Ok(done) = convert(xml.as_bytes()) {
            prop_assert_eq!(audit::faults(xml.as_bytes(), &done), Vec::<String>::new(), "{}", xml);
        }
    }

    #[test]
    fn any_bytes_get_an_answer(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        prop_assert!(convert(&bytes).is_err());
    }

    #[test]
    fn cut_documents_get_an_answer(which in any::<usize>(), at in any::<usize>()) {
        let bytes = &SAMPLES[which % SAMPLES.len()].bytes;
        let _ = convert(&bytes[..at % bytes.len()]);
    }
}

/// Every leaf and every group of our documents, taken away one at a time.
#[test]
fn any_element_may_be_missing() {
    for sample in corpus::written() {
        let xml = String::from_utf8(sample.bytes).expect("UTF-8");
        for place in places(&xml).0 {
            let mut less = xml.clone();
            less.replace_range(place.clone(), "");
            let done = convert(less.as_bytes()).expect("convertible");
            let faults = audit::faults(less.as_bytes(), &done);
            assert!(faults.is_empty(), "{} without {}: {faults:#?}", sample.name, &xml[place]);
        }
    }
}

#[test]
fn other_documents_are_refused() {
    let text = |bytes: &[u8]| convert(bytes).expect_err("refused").to_string();
    assert!(text(b"<Invoice xmlns='urn:x'/>").contains("{urn:x}Invoice"));
    let first_zugferd =
        b"<a:CrossIndustryDocument xmlns:a='urn:ferd:CrossIndustryDocument:invoice:1p0'/>";
    assert!(text(first_zugferd).contains("CrossIndustryDocument"));
    let long = format!("<{}/>", "n".repeat(100_000));
    assert!(text(long.as_bytes()).len() < 1_000);
}

const HEAD: &str = "<r:CrossIndustryInvoice \
    xmlns:r='urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100' \
    xmlns='urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100'>";

fn transaction(content: &str) -> String {
    format!(
        "{HEAD}<r:SupplyChainTradeTransaction>{content}</r:SupplyChainTradeTransaction>\
         </r:CrossIndustryInvoice>"
    )
}

/// What could make the conversion slow or its result huge.
#[test]
fn hostile_documents_cost_little() {
    let many = |one: &str| one.repeat(30_000);
    let settlement = |content: &str| {
        let group = "ApplicableHeaderTradeSettlement";
        transaction(&format!("<{group}>{content}</{group}>"))
    };
    let long = "x".repeat(1 << 20);
    let means = many(
        "<SpecifiedTradeSettlementPaymentMeans><TypeCode>30</TypeCode>\
         </SpecifiedTradeSettlementPaymentMeans>",
    );
    let taxes = many("<ApplicableTradeTax><BasisAmount>1</BasisAmount></ApplicableTradeTax>");
    let documents = [
        settlement(&format!("<PaymentReference>{long}</PaymentReference>{means}")),
        settlement(&format!("<InvoiceCurrencyCode>{long}</InvoiceCurrencyCode>{taxes}")),
        settlement(&many("<PaymentReference>a</PaymentReference>")),
        settlement(&many(
            "<SpecifiedTradePaymentTerms><Description>a</Description></SpecifiedTradePaymentTerms>",
        )),
        settlement(&many(
            "<ApplicableTradeTax><DueDateTypeCode>5</DueDateTypeCode></ApplicableTradeTax>",
        )),
        transaction(&many("<IncludedSupplyChainTradeLineItem a='b'/>")),
        transaction(&format!("<{long}><a>1</a><a>2</a></{long}>")),
        transaction(&many("<a>1</a><b>2</b>")),
    ];
    for document in documents {
        let start = Instant::now();
        let done = convert(document.as_bytes()).expect("convertible");
        let (took, size) = (start.elapsed(), done.ubl.len());
        let shown = &document[300..500];
        assert!(took < Duration::from_secs(15), "{took:?} for {shown}");
        assert!(size < 10 * document.len() + 10_000, "{size} bytes of {}: {shown}", document.len());
        assert!(done.losses.iter().all(|loss| loss.path.len() < 5_000 && loss.value.len() < 1_000));
    }
}

#[test]
fn countless_losses_are_counted() {
    let lines = "<a>1</a>".repeat(MOST_LOSSES + 5);
    let done = convert(transaction(&lines).as_bytes()).expect("convertible");
    assert_eq!(done.losses.len(), MOST_LOSSES);
    let last = done.losses.last().expect("the last");
    assert_eq!(last.kind, LossKind::More);
    assert_eq!(last.message, "6 more values are not carried");
    let done =
        convert(transaction(&"<a>1</a>".repeat(MOST_LOSSES)).as_bytes()).expect("convertible");
    assert!(done.losses.iter().all(|loss| loss.kind != LossKind::More));
}
