//! XRechnung: ids, flags, counts, levels and the recommendation of KoSIT's validator, on our own cases and on the
//! corpus of XRechnung that `XRECHNUNG_DIR` names.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use billing_rules::{Flag, Recommendation, Release, Report, RuleSet};
use serde_json::{Value, json};
use xml::Parsed;

use crate::conformance::{corpus, difference};
use crate::own_fixtures::edited;

/// What the validator makes of the report, in the form of the corpus.
fn assessment(report: &Report<'_>) -> Option<Value> {
    let mut shown = json!({
        "scenario": report.scenario()?.name,
        "recommendation": report.recommendation()?.as_str(),
    });
    let level = |level: Flag| if level == Flag::Fatal { "error" } else { level.as_str() };
    let levels: BTreeMap<_, _> =
        report.changed_levels().into_iter().map(|(id, flag)| (id, level(flag))).collect();
    if !levels.is_empty() {
        shown["levels"] = json!(levels);
    }
    Some(shown)
}

/// How the report differs from a record of the corpus.
fn differences(line: &Value, report: &Report<'_>) -> Vec<String> {
    let mut found = Vec::new();
    difference::compare(&corpus::expected(line), report, |id, detail| {
        found.push(format!("{id}: {detail}"));
    });
    if let Some(valid) = line["schema_valid"].as_bool()
        && valid != report.schema_valid
    {
        found.push(format!("schema: ours {}", report.schema_valid));
    }
    let expected = line.get("kosit").cloned();
    let ours = assessment(report);
    if expected != ours {
        found.push(format!("kosit: ours {ours:?}, official {expected:?}"));
    }
    found
}

#[test_needs::with_xrechnung]
#[test]
fn agrees_with_the_official_engine_on_the_corpus() {
    let named = std::env::var_os("XRECHNUNG_DIR").expect("the corpus at XRECHNUNG_DIR");
    let folder = PathBuf::from(named);
    let mut all = Vec::new();
    let mut checked = 0;
    for line in corpus::json_lines(&folder.join("expected.jsonl")) {
        let name = line["document"].as_str().expect("a document");
        let rule_set = line["ruleset"].as_str().expect("a rule set");
        let bytes = fs::read(folder.join(name)).expect("a document of the corpus");
        let document = Parsed::read(&bytes);
        let report = difference::run(&document, rule_set, Release::default());
        for one in differences(&line, &report) {
            all.push(format!("{name} ({rule_set}): {one}"));
        }
        checked += 1;
    }
    assert!(checked > 1_000, "only {checked}");
    assert!(all.is_empty(), "{} differ:\n{}", all.len(), all.join("\n"));
}

/// `fixtures/conformance/xrechnung`: cases that edit three documents, and what stylesheets and validator say of them, in
/// the form of the corpus, from which both are taken.
#[test]
fn own_documents_get_the_official_verdict() {
    let mut documents = BTreeMap::new();
    for case in corpus::json_lines(&fixtures::path("conformance/xrechnung/cases.jsonl")) {
        let (name, from) = (case["case"].as_str().expect("a name"), &case["from"]);
        let base = fixtures::text(&format!(
            "conformance/xrechnung/{}.xml",
            from.as_str().expect("a base")
        ));
        let edits = case["edits"].as_array().expect("edits");
        let document = edits.iter().fold(base, |xml, edit| edited(&xml, edit, name));
        documents.insert(name.to_owned(), document);
    }
    let mut all = Vec::new();
    for line in corpus::json_lines(&fixtures::path("conformance/xrechnung/expected.jsonl")) {
        let name = line["document"].as_str().expect("a document");
        let bytes = documents.remove(name).unwrap_or_else(|| panic!("no case {name:?}"));
        let document = Parsed::read(bytes.as_bytes());
        let report = difference::run(
            &document,
            line["ruleset"].as_str().expect("a rule set"),
            Release::default(),
        );
        all.extend(differences(&line, &report).iter().map(|one| format!("{name}: {one}")));
    }
    assert!(documents.is_empty(), "without an expectation: {:?}", documents.keys());
    assert!(all.is_empty(), "{} differ:\n{}", all.len(), all.join("\n"));
}

#[test]
fn each_document_is_detected_by_its_identifier() {
    let identifier = |id: &str| {
        let document = fixtures::text("documents/ubl/invoice.xml").replace(
            "urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0",
            id,
        );
        RuleSet::detect(&Parsed::read(document.as_bytes()).expect("well-formed"))
    };
    let cius = "urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0";
    let extension = "#conformant#urn:xeinkauf.de:kosit:extension:xrechnung_3.0";
    let split = |by: &str| cius.replace("xeinkauf", &format!("xein{by}kauf"));
    for german in [
        cius,
        &format!("{cius}{extension}"),
        &format!(" {cius}\n"),
        &split("<!-- a comment -->"),
        &split("<?an instruction?>"),
        &split("<![CDATA[]]>"),
        &format!("<!-- a comment -->{cius}"),
    ] {
        assert_eq!(identifier(german), Some(RuleSet::XrechnungUbl), "{german}");
    }
    let peppol =
        "urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol<!-- -->.eu:2017:poacc:billing:3.0";
    assert_eq!(identifier(peppol), Some(RuleSet::PeppolUbl));
    for other in [
        "urn:cen.eu:en16931:2017",
        "urn:cen.eu:en16931:2017#compliant#urn:xoev-de:kosit:standard:xrechnung_2.1",
    ] {
        assert_eq!(identifier(other), Some(RuleSet::En16931Ubl), "{other}");
    }
    let cii = fixtures::text("documents/cii/invoice.xml");
    let guideline = "<ram:ID>urn:cen.eu:en16931:2017</ram:ID>";
    assert!(cii.contains(guideline), "{cii}");
    let german = cii.replace(guideline, &format!("<ram:ID>{cius}</ram:ID>"));
    let commented = german.replace("xeinkauf", "xein<!-- a comment -->kauf");
    for (text, set) in [
        (cii, RuleSet::En16931Cii),
        (german, RuleSet::XrechnungCii),
        (commented, RuleSet::XrechnungCii),
    ] {
        let document = Parsed::read(text.as_bytes()).expect("well-formed");
        assert_eq!(RuleSet::detect(&document), Some(set));
    }
}

/// A document of ours with one text replaced.
fn edited_base(file: &str, from: &str, to: &str) -> String {
    let base = fixtures::text(&format!("conformance/xrechnung/{file}.xml"));
    assert!(base.contains(from), "{file} lacks {from}");
    base.replacen(from, to, 1)
}

/// What is asked in the scenario of EN 16931 are CEN's rules: that XRechnung's own stylesheet gives up changes nothing.
#[test]
fn only_a_stylesheet_that_is_asked_can_give_up() {
    let cius = "urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0";
    let core = "urn:cen.eu:en16931:2017";
    let twice = |element: &str| {
        let base = fixtures::text("conformance/xrechnung/cii.xml");
        let end = format!("</{element}>");
        let begin = base.find(&format!("<{element}")).expect("the element");
        let one = &base[begin..begin + base[begin..].find(&end).expect("its end") + end.len()];
        base.replacen(one, &one.repeat(2), 1)
    };
    let (own, cen) = (twice("ram:AppliedTradeAllowanceCharge"), twice("ram:GrandTotalAmount"));
    for (document, identifier, recommended) in [
        (&own, cius, Recommendation::ProcessingError),
        (&own, core, Recommendation::Accept),
        (&cen, core, Recommendation::ProcessingError),
    ] {
        let document = document.replacen(cius, identifier, 1);
        let read = Parsed::read(document.as_bytes());
        let report = difference::run(&read, "xrechnung-cii", Release::default());
        assert!(report.fired().contains_key("dead-repeated"), "{:?}", report.fired());
        assert_eq!(report.recommendation(), Some(recommended), "{:?}", report.fired());
    }
}

#[test]
fn what_is_repeated_is_looked_at_once() {
    const MANY: usize = 8_000;
    let discount = "#SKONTO#TAGE=14#PROZENT=2.00#\n".repeat(MANY);
    let terms = format!("<cac:PaymentTerms><cbc:Note>{discount}</cbc:Note></cac:PaymentTerms>");
    let base = fixtures::text("conformance/xrechnung/invoice.xml");
    let begin = base.find("<cac:PaymentTerms>").expect("terms");
    let close = "</cac:PaymentTerms>";
    let end = base.find(close).expect("their end") + close.len();
    let ubl = format!("{}{terms}{}", &base[..begin], &base[end..]);
    let total = "<ram:TaxTotalAmount currencyID=\"EUR\">";
    let totals: String = (0..MANY)
        .map(|at| format!("<ram:TaxTotalAmount currencyID=\"{at}\">1</ram:TaxTotalAmount>"))
        .collect();
    let currencies = "<ram:InvoiceCurrencyCode>EUR</ram:InvoiceCurrencyCode>";
    let codes: String = (0..MANY)
        .map(|at| format!("<ram:InvoiceCurrencyCode>{at}</ram:InvoiceCurrencyCode>"))
        .collect();
    let cii = edited_base("cii", total, &format!("{totals}{total}")).replacen(
        currencies,
        &format!("{currencies}{codes}"),
        1,
    );
    for (document, rule_set) in [(ubl, "xrechnung-ubl"), (cii, "xrechnung-cii")] {
        let read = Parsed::read(document.as_bytes());
        let report = difference::run(&read, rule_set, Release::default());
        assert!(!report.fired().contains_key("BR-DE-18"), "{:?}", report.fired());
    }
}
