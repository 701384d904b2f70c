//! What a format has no place for is told by paths of the document that was given, however many conversions lie between.

use document_formats::{Loss, XmlFormat, of_file, of_ubl, opened};
use xml::Parsed;

/// What is lost of a document in a format.
fn lost(document: &str, format: XmlFormat) -> Vec<(String, String)> {
    let read = Parsed::read(document.as_bytes()).expect("read");
    let file = opened(&read).expect("opened");
    let losses = of_file(&file, format).expect("written").losses;
    losses.into_iter().map(|Loss { path, value }| (path, value)).collect()
}

fn pairs(all: &[(&str, &str)]) -> Vec<(String, String)> {
    all.iter().map(|(path, value)| ((*path).to_owned(), (*value).to_owned())).collect()
}

/// The document with a text before another, which has to be there.
fn with(document: &str, more: &str, before: &str) -> String {
    assert!(document.contains(before), "{before}");
    document.replacen(before, &format!("{more}{before}"), 1)
}

#[test]
fn ubl_that_goes_by_way_of_cii_is_told_as_ubl() {
    let ubl = fixtures::text("golden/ubl/bis-billing-3/invoice.xml");
    // the first half has no place for it
    let ubl = with(&ubl, "<cbc:UUID>7f</cbc:UUID>", "<cbc:IssueDate>");
    // UBL takes payment means of one type code, which the second half knows
    let other = "<cac:PaymentMeans><cbc:PaymentMeansCode name='Karte'>48</cbc:PaymentMeansCode><cac:CardAccount>\
                 <cbc:PrimaryAccountNumberID>4242</cbc:PrimaryAccountNumberID><cbc:NetworkID>VISA</cbc:NetworkID>\
                 </cac:CardAccount></cac:PaymentMeans>";
    let terms = "<cac:TaxTotal>";
    let ubl = with(&ubl, other, terms);
    let means = "/Invoice/cac:PaymentMeans[2]";
    let expected = |all: &[(&str, &str)]| {
        let full =
            all.iter().map(|(path, value)| (path.replacen('~', means, 1), (*value).to_owned()));
        full.collect::<Vec<_>>()
    };
    let of_first = [("/Invoice/cbc:UUID", "7f"), ("~/cac:CardAccount/cbc:NetworkID", "VISA")];
    assert_eq!(lost(&ubl, XmlFormat::XrechnungCii), expected(&of_first));
    let of_both = [
        ("/Invoice/cbc:UUID", "7f"),
        ("~/cbc:PaymentMeansCode", "48"),
        ("~/cbc:PaymentMeansCode/@name", "Karte"),
        ("~/cac:CardAccount/cbc:PrimaryAccountNumberID", "4242"),
        ("~/cac:CardAccount/cbc:NetworkID", "VISA"),
    ];
    assert_eq!(lost(&ubl, XmlFormat::XrechnungUbl), expected(&of_both));
}

#[test]
fn cii_that_goes_by_way_of_ubl_is_told_as_cii() {
    let cii = fixtures::text("documents/cii/everything.xml");
    let name = "<ram:Name>Rechnung</ram:Name>";
    let cii = with(&cii, name, "<ram:TypeCode>");
    let path = "/rsm:CrossIndustryInvoice/rsm:ExchangedDocument/ram:Name";
    for format in [XmlFormat::Ubl, XmlFormat::XrechnungUbl, XmlFormat::XrechnungCii] {
        assert_eq!(lost(&cii, format), pairs(&[(path, "Rechnung")]), "{format:?}");
    }
}

/// What UBL takes and CII does not, of a document in CII: a day that is none is known by the second half alone.
#[test]
fn the_second_half_of_cii_is_told_as_cii() {
    let cii = fixtures::text("documents/cii/invoice.xml");
    let guideline = "urn:cen.eu:en16931:2017";
    assert!(cii.contains(guideline));
    let extended = cii.replacen(
        guideline,
        "urn:cen.eu:en16931:2017#conformant#urn:factur-x.eu:1p0:extended",
        1,
    );
    let total = "<ram:GrandTotalAmount>";
    let other =
        with(&extended, "<ram:TaxTotalAmount currencyID=\"HUF\">1</ram:TaxTotalAmount>", total);
    let path = "/rsm:CrossIndustryInvoice/rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeSettlement\
                /ram:SpecifiedTradeSettlementHeaderMonetarySummation/ram:TaxTotalAmount[2]";
    let expected =
        [(path.to_owned(), "1".to_owned()), (format!("{path}/@currencyID"), "HUF".to_owned())];
    assert_eq!(lost(&other, XmlFormat::Cii), expected);
    assert_eq!(lost(&other, XmlFormat::Ubl), []);
}

#[test]
fn what_cii_lacks_is_named_by_the_cii_that_was_given() {
    let cii = fixtures::text("documents/cii/invoice.xml");
    let read = Parsed::read(cii.as_bytes()).expect("read");
    let file = opened(&read).expect("opened");
    for format in [XmlFormat::XrechnungUbl, XmlFormat::XrechnungCii] {
        let found = of_file(&file, format).expect("written").findings;
        assert!(!found.is_empty());
        let elsewhere: Vec<_> = found
            .iter()
            .filter(|one| !one.field.starts_with("/rsm:CrossIndustryInvoice"))
            .collect();
        assert!(elsewhere.is_empty(), "{elsewhere:?}");
    }
}

#[test]
fn the_rest_of_many_is_counted_at_the_documents_element() {
    let ubl = fixtures::text("golden/ubl/bis-billing-3/invoice.xml");
    let ubl = with(&ubl, &"<cbc:UUID>7f</cbc:UUID>".repeat(1_200), "<cbc:IssueDate>");
    let read = Parsed::read(ubl.as_bytes()).expect("read");
    for format in [XmlFormat::Cii, XmlFormat::XrechnungUbl] {
        let told = of_ubl(&read, format).expect("written").losses;
        let rest = Loss { path: "/Invoice".to_owned(), value: "201 more values".to_owned() };
        assert!(told.len() == 1_000 && told.contains(&rest), "{format:?}");
    }
}
