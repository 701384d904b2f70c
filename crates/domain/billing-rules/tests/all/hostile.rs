//! Documents that make official rules look at all siblings of each element: these must not take
//! longer for us than their size allows.

use std::time::{Duration, Instant};

use billing_rules::{RuleSet, report};
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
