//! Each kind of fault in the shape of a document is found, at its element and in plain words.

use billing_rules::{RuleSet, validate};
use std::sync::LazyLock;
use xml::Parsed;

static INVOICE: LazyLock<String> = LazyLock::new(|| fixtures::text("documents/ubl/invoice.xml"));
static CII: LazyLock<String> = LazyLock::new(|| fixtures::text("documents/cii/invoice.xml"));

/// The schema's findings on the document with one text replaced: id, the end of the path, message.
fn findings(base: &str, from: &str, to: &str, set: RuleSet) -> Vec<(String, String, String)> {
    assert!(base.contains(from), "the fixture lacks {from}");
    let document = base.replacen(from, to, 1);
    let document = Parsed::read(document.as_bytes()).expect("well-formed");
    let report = validate(&document, set);
    let of_schema =
        report.explain().into_iter().filter(|finding| finding.rule.starts_with("schema"));
    let found: Vec<_> = of_schema
        .map(|finding| {
            let last =
                finding.location.to_string().rsplit('/').next().unwrap_or_default().to_owned();
            assert!(finding.line > 0 && finding.column > 0);
            (finding.rule.to_owned(), last, finding.message)
        })
        .collect();
    assert_eq!(report.schema_valid, found.is_empty());
    found
}

fn ubl(from: &str, to: &str) -> Vec<(String, String, String)> {
    findings(&INVOICE, from, to, RuleSet::PeppolUbl)
}

fn cii(from: &str, to: &str) -> Vec<(String, String, String)> {
    findings(&CII, from, to, RuleSet::En16931Cii)
}

/// Exactly one finding, of this rule, on this element, whose message has this text.
fn one(found: &[(String, String, String)], rule: &str, element: &str, text: &str) {
    let [(id, path, message)] = found else { panic!("one finding expected: {found:?}") };
    assert_eq!((id.as_str(), path.as_str()), (rule, element), "{message}");
    assert!(message.contains(text), "{message}");
    assert!(!message.contains('{'), "{message}");
}

#[test]
fn the_fixtures_keep_the_schema() {
    assert!(ubl("<cbc:ID>", "<cbc:ID>").is_empty());
    assert!(cii("<ram:ID>", "<ram:ID>").is_empty());
}

#[test]
fn elements_have_their_place() {
    let note = "<cbc:Note>Work done in October</cbc:Note>";
    let late = ubl("<cbc:InvoiceTypeCode>", &format!("{note}<cbc:InvoiceTypeCode>"));
    one(&late, "schema-order", "cbc:InvoiceTypeCode", "before cbc:Note");
    let twice = ubl("<cbc:DueDate>", "<cbc:DueDate>2026-11-15</cbc:DueDate><cbc:DueDate>");
    one(&twice, "schema-repeated", "cbc:DueDate[2]", "only once");
    let foreign = ubl("<cbc:DueDate>", "<cbc:Name>x</cbc:Name><cbc:DueDate>");
    one(&foreign, "schema-unexpected", "cbc:Name", "not allowed in Invoice");
    let slip =
        ubl("<cbc:DueDate>2026-11-16</cbc:DueDate>", "<cbc:Duedate>2026-11-16</cbc:Duedate>");
    one(&slip, "schema-unexpected", "cbc:Duedate", "in Invoice: cbc:DueDate may be meant.");
    let slip = cii("<ram:LineID>1</ram:LineID>", "<ram:LineID>1</ram:LineID><ram:IncludeNote/>");
    one(&slip, "schema-unexpected", "ram:IncludeNote", "ram:IncludedNote may be meant.");
    let missing = ubl("<cbc:ID>2026-0117</cbc:ID>", "");
    one(&missing, "schema-missing", "Invoice", "cbc:ID");
    let nested = ubl("2026-11-16<", "<cbc:Name/><");
    one(&nested, "schema-unexpected", "cbc:Name", "not allowed in cbc:DueDate");
    let text = ubl("<cac:InvoicePeriod>", "<cac:InvoicePeriod>October");
    one(&text, "schema-text", "cac:InvoicePeriod", "outside of its child elements");
}

#[test]
fn values_have_their_types() {
    let date = ubl("2026-11-16", "2026-11-31");
    one(&date, "schema-value", "cbc:DueDate", "\"2026-11-31\"");
    let surplus = ubl("<cbc:DueDate>", "<cbc:DueDate format=\"102\">");
    one(&surplus, "schema-attribute", "cbc:DueDate", "format");
    let mime = ubl(" mimeCode=\"text/csv\"", "");
    let element = "cbc:EmbeddedDocumentBinaryObject";
    one(&mime, "schema-attribute-missing", element, "mimeCode");
    let bytes = ubl("YSxiCjEsMgo=", "YSxiCjEsMgo");
    one(&bytes, "schema-value", element, "Base64");
    let fixed = cii("<ram:TypeCode>VAT", "<ram:TypeCode listID=\"x\">VAT");
    one(&fixed, "schema-attribute-value", "ram:TypeCode", "5153");
    let choice = cii("<udt:DateTimeString format=\"102\">20261102</udt:DateTimeString>", "");
    one(&choice, "schema-missing", "ram:IssueDateTime", "udt:DateTimeString");
}

#[test]
fn extensions_hold_anything_of_another_namespace() {
    let with = |content: &str| {
        let uri = "urn:oasis:names:specification:ubl:schema:xsd:CommonExtensionComponents-2";
        let extension = format!(
            "<e:UBLExtensions xmlns:e=\"{uri}\"><e:UBLExtension><e:ExtensionContent>{content}\
             </e:ExtensionContent></e:UBLExtension></e:UBLExtensions><cbc:CustomizationID>"
        );
        ubl("<cbc:CustomizationID>", &extension)
    };
    assert!(with("<x xmlns=\"urn:x\" y=\"1\">a<z/>b</x>").is_empty());
    one(&with(""), "schema-missing", "ext:ExtensionContent", "of the extension");
    one(&with("<e:X/>"), "schema-unexpected", "ext:X", "ext:ExtensionContent");
    let known = with("<x xmlns=\"urn:x\"><cbc:IssueDate>soon</cbc:IssueDate></x>");
    one(&known, "schema-value", "cbc:IssueDate", "soon");
}

#[test]
fn rules_are_for_documents_of_their_syntax() {
    let found = findings(&INVOICE, "<cbc:ID>", "<cbc:ID>", RuleSet::En16931Cii);
    one(&found, "schema-root", "Invoice", "CrossIndustryInvoice");
}
