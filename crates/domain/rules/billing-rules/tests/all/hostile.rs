//! Documents that make official rules look at all siblings of each element: these must not take
//! longer for us than their size allows.

use std::time::{Duration, Instant};

use billing_rules::{Flag, Options, RuleSet, report, validate_with};
use xml::Parsed;

/// Quadratic work over this many siblings takes minutes without a budget.
const MANY: usize = 8_000;

fn document(body: &str) -> String {
    format!(
        "<Invoice xmlns='urn:oasis:names:specification:ubl:schema:xsd:Invoice-2' \
         xmlns:cac='urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2' \
         xmlns:cbc='urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2'>{body}</Invoice>"
    )
}

fn many(text: &str) -> String {
    text.repeat(MANY)
}

fn check(name: &str, body: &str) {
    let text = document(body);
    for rule_set in [RuleSet::PeppolUbl, RuleSet::PeppolSelfbillingUbl] {
        let begun = Instant::now();
        let document = Parsed::read(text.as_bytes());
        let report = report(&document, rule_set);
        assert!(!report.is_valid(), "{name}");
        assert!(begun.elapsed() < Duration::from_secs(20), "{name}: {:?}", begun.elapsed());
    }
}

#[test]
fn siblings_that_ask_their_parent() {
    let ids = many("<cbc:ID schemeID='X'>1</cbc:ID>");
    check(
        "identifiers of one reference",
        &format!("<cac:AdditionalDocumentReference>{ids}</cac:AdditionalDocumentReference>"),
    );
    let reasons = many("<cbc:AllowanceChargeReasonCode>1</cbc:AllowanceChargeReasonCode>");
    check(
        "reasons of one charge",
        &format!("<cac:AllowanceCharge>{reasons}</cac:AllowanceCharge>"),
    );
    let amounts = many("<cbc:Amount>1.000</cbc:Amount>");
    check("amounts of one price", &format!("<cac:Price>{amounts}</cac:Price>"));
    let accounts = many("<cac:PayeeFinancialAccount/>");
    check("accounts of one means", &format!("<cac:PaymentMeans>{accounts}</cac:PaymentMeans>"));
}

/// A document of ours with its lines repeated, and with one text replaced.
fn of_many_lines(file: &str, tag: &str, from: &str, to: &str) -> String {
    let whole = fixtures::text(file);
    assert!(whole.contains(from), "{file} lacks {from}");
    let whole = whole.replace(from, to);
    let begin = whole.find(&format!("<{tag}>")).expect("a line");
    let close = format!("</{tag}>");
    let end = whole.rfind(&close).expect("its end") + close.len();
    format!("{}{}{}", &whole[..begin], whole[begin..end].repeat(2_000), &whole[end..])
}

#[test]
fn honest_documents_of_many_lines_are_checked() {
    let (invoice, note) = ("documents/ubl/invoice.xml", "documents/ubl/credit-note.xml");
    let period = "<cac:InvoicePeriod>\n    <cbc:StartDate>2026-10-01</cbc:StartDate>\n    \
        <cbc:EndDate>2026-10-31</cbc:EndDate>\n  </cac:InvoicePeriod>";
    let order = "<cac:OrderReference>\n    <cbc:ID>OBJ-26-55</cbc:ID>\n  </cac:OrderReference>";
    let line = "cac:InvoiceLine";
    for (document, rule_set) in [
        (of_many_lines(invoice, line, "<", "<"), RuleSet::PeppolUbl),
        (of_many_lines(invoice, line, period, ""), RuleSet::PeppolUbl),
        (of_many_lines(invoice, line, order, "").replace(">SK<", ">NL<"), RuleSet::PeppolUbl),
        (of_many_lines(invoice, line, ">380<", ">389<"), RuleSet::PeppolSelfbillingUbl),
        (of_many_lines(note, "a:CreditNoteLine", "<", "<"), RuleSet::PeppolUbl),
        (
            of_many_lines(
                "documents/cii/everything.xml",
                "ram:IncludedSupplyChainTradeLineItem",
                "<",
                "<",
            ),
            RuleSet::En16931Cii,
        ),
    ] {
        let document = Parsed::read(document.as_bytes());
        let report = report(&document, rule_set);
        let dead = report.fired().keys().find(|id| id.starts_with("dead-"));
        assert_eq!(dead, None, "{rule_set:?}");
    }
}

#[test]
fn findings_are_kept_up_to_a_thousand_and_counted_beyond() {
    let lines = 4 * MANY;
    let text = document(&"<cac:InvoiceLine/>".repeat(lines));
    let document = Parsed::read(text.as_bytes());
    let report = report(&document, RuleSet::PeppolUbl);
    let ids = report.fired().len();
    assert!(report.findings.len() <= Options::MAX_FINDINGS + ids, "{}", report.findings.len());
    assert_eq!(report.fired()["BR-21"], (Flag::Fatal, lines));
    assert_eq!(report.total(), report.count(Flag::Fatal) + report.count(Flag::Warning));
    assert!(report.total() > 10 * lines);
    for id in report.fired().keys() {
        assert!(report.findings.iter().any(|finding| finding.rule.id == *id), "{id}");
    }
    let few = validate_with(
        document.as_ref().expect("read"),
        RuleSet::PeppolUbl,
        Options { max_findings: 1, ..Options::default() },
    );
    assert_eq!((few.findings.len(), few.fired()), (ids, report.fired()));
    assert_eq!(few.explain_most(5).len(), 5);
}

#[test]
fn numbers_that_nobody_calculates_with() {
    let long = |digits| {
        format!(
            "<cac:InvoiceLine><cbc:LineExtensionAmount>{}</cbc:LineExtensionAmount></cac:InvoiceLine>",
            "7".repeat(digits)
        )
    };
    for (digits, refused) in [(1_000, false), (1_001, true), (1_000_000, true)] {
        let text = document(&format!(
            "<cac:LegalMonetaryTotal><cbc:LineExtensionAmount>1</cbc:LineExtensionAmount></cac:LegalMonetaryTotal>{}{}",
            long(digits),
            long(2)
        ));
        let document = Parsed::read(text.as_bytes());
        let report = report(&document, RuleSet::En16931Ubl);
        assert_eq!(report.fired().contains_key("dead-long-number"), refused, "{digits}");
        assert_eq!(report.fired().contains_key("BR-CO-10"), !refused, "{digits}");
    }
    check("long numbers", &many(&long(1_000)));
}

#[test]
fn pairs_of_elements() {
    let payees = many(
        "<cac:PayeeParty><cac:PartyName><cbc:Name>a</cbc:Name></cac:PartyName></cac:PayeeParty>",
    );
    let names = many("<cac:PartyName><cbc:Name>b</cbc:Name></cac:PartyName>");
    let seller = format!(
        "<cac:AccountingSupplierParty><cac:Party>{names}</cac:Party></cac:AccountingSupplierParty>"
    );
    check("payees and the seller's names", &format!("{seller}{payees}"));
    let currencies = many("<cbc:TaxCurrencyCode>EUR</cbc:TaxCurrencyCode>");
    let totals =
        many("<cac:TaxTotal><cbc:TaxAmount currencyID='USD'>1</cbc:TaxAmount></cac:TaxTotal>");
    check("currencies and totals", &format!("{currencies}{totals}"));
    let versions = many("<cbc:UBLVersionID>2.0</cbc:UBLVersionID>");
    check("versions", &versions);
}

#[test]
fn rates_of_one_line_and_of_many_subtotals() {
    let category = |tag: &str, rate: usize| {
        format!(
            "<cac:{tag}><cbc:ID>S</cbc:ID><cbc:Percent>{rate}</cbc:Percent>\
             <cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:{tag}>"
        )
    };
    let of_line: String = (0..2_000).map(|rate| category("ClassifiedTaxCategory", rate)).collect();
    let breakdown: String = (0..8_000)
        .map(|rate| format!("<cac:TaxSubtotal>{}</cac:TaxSubtotal>", category("TaxCategory", rate)))
        .collect();
    check(
        "rates",
        &format!(
            "<cac:TaxTotal>{breakdown}</cac:TaxTotal>\
             <cac:InvoiceLine><cac:Item>{of_line}</cac:Item></cac:InvoiceLine>"
        ),
    );
}
