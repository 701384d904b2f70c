//! What UBL takes once is carried once, however often CII says it: the result stays valid, and the
//! rest is said to be lost.

use crate::{
    audit,
    corpus::{self, convert, validate},
};
use billing_rules::RuleSet;
use cii_to_ubl::{Loss, LossKind};

/// The losses of one of our documents with something more before the first such text.
fn with(document: &str, before: &str, more: &str) -> Vec<Loss> {
    let sample = corpus::written().into_iter().find(|sample| sample.name == document);
    let xml = String::from_utf8(sample.expect("a fixture").bytes).expect("UTF-8");
    assert!(xml.contains(before), "{document} has no {before}");
    let xml = xml.replacen(before, &format!("{more}{before}"), 1);
    let done = convert(xml.as_bytes()).expect("convertible");
    let report = validate(&done.ubl, RuleSet::En16931Ubl);
    assert!(report.valid, "{more}: {:?}", report.fired);
    assert_eq!(audit::faults(xml.as_bytes(), &done), Vec::<String>::new());
    done.losses
}

fn assert_lost(losses: &[Loss], kind: LossKind, ends: &[&str]) {
    let found: Vec<_> = losses.iter().map(|loss| loss.path.as_str()).collect();
    assert_eq!(found.len(), ends.len(), "{losses:#?}");
    for (path, end) in found.iter().zip(ends) {
        assert!(path.ends_with(end), "{path} does not end in {end}");
    }
    assert!(losses.iter().all(|loss| loss.kind == kind), "{losses:#?}");
}

const AFTER_MEANS: &str = "<ram:ApplicableTradeTax>\n        <ram:CalculatedAmount>";

fn means(content: &str) -> String {
    format!(
        "<ram:SpecifiedTradeSettlementPaymentMeans>{content}\
         </ram:SpecifiedTradeSettlementPaymentMeans>"
    )
}

#[test]
fn one_debited_account() {
    let second = means(
        "<ram:TypeCode>59</ram:TypeCode><ram:PayerPartyDebtorFinancialAccount>\
         <ram:IBANID>DE89370400440532013000</ram:IBANID></ram:PayerPartyDebtorFinancialAccount>",
    );
    let losses = with("credit-note.xml", AFTER_MEANS, &second);
    let end = "PaymentMeans[2]/ram:PayerPartyDebtorFinancialAccount/ram:IBANID";
    assert_lost(&losses, LossKind::Repeated, &[end]);
}

#[test]
fn the_mandate_stands_with_the_debited_account() {
    let before = "<ram:SpecifiedTradeSettlementPaymentMeans>";
    let first = means("<ram:TypeCode>59</ram:TypeCode>");
    assert_lost(&with("credit-note.xml", before, &first), LossKind::More, &[]);
}

#[test]
fn one_card() {
    let second = means(
        "<ram:TypeCode>48</ram:TypeCode><ram:ApplicableTradeSettlementFinancialCard>\
         <ram:ID>9876</ram:ID></ram:ApplicableTradeSettlementFinancialCard>",
    );
    let losses = with("card.xml", AFTER_MEANS, &second);
    assert_lost(&losses, LossKind::Repeated, &["FinancialCard/ram:ID"]);
}

#[test]
fn one_code_and_one_text_of_payment_means() {
    let other = means("<ram:TypeCode>10</ram:TypeCode><ram:Information>Cash</ram:Information>");
    let losses = with("everything.xml", AFTER_MEANS, &other);
    let ends = ["PaymentMeans[3]/ram:TypeCode", "PaymentMeans[3]/ram:Information"];
    assert_lost(&losses, LossKind::Contradicts, &ends);
    let account = "<ram:PayeePartyCreditorFinancialAccount><ram:IBANID>SK1</ram:IBANID>\
                   </ram:PayeePartyCreditorFinancialAccount>";
    let text = |text: &str| {
        let code = "<ram:TypeCode>58</ram:TypeCode>";
        means(&format!("{code}<ram:Information>{text}</ram:Information>{account}"))
    };
    let losses = with("everything.xml", AFTER_MEANS, &text("Another text"));
    assert_lost(&losses, LossKind::Contradicts, &["PaymentMeans[3]/ram:Information"]);
    assert_lost(&with("everything.xml", AFTER_MEANS, &text("SEPA transfer")), LossKind::More, &[]);
}

#[test]
fn one_total_of_each_currency() {
    let total = "<ram:TaxTotalAmount currencyID=\"CZK\">1.00</ram:TaxTotalAmount>";
    let losses = with("everything.xml", "<ram:RoundingAmount>", total);
    let ends = ["TaxTotalAmount[3]/@currencyID", "TaxTotalAmount[3]"];
    assert_lost(&losses, LossKind::Repeated, &ends);
}

#[test]
fn one_tender_and_one_object() {
    for code in ["50", "130"] {
        let document = format!(
            "<ram:AdditionalReferencedDocument><ram:IssuerAssignedID>2</ram:IssuerAssignedID>\
             <ram:TypeCode>{code}</ram:TypeCode></ram:AdditionalReferencedDocument>"
        );
        let losses = with("everything.xml", "<ram:SpecifiedProcuringProject>", &document);
        let ends = ["Document[5]/ram:IssuerAssignedID", "Document[5]/ram:TypeCode"];
        assert_lost(&losses, LossKind::Repeated, &ends);
    }
}

#[test]
fn one_due_date() {
    let terms = |day: &str| {
        format!(
            "<ram:SpecifiedTradePaymentTerms><ram:DueDateDateTime>\
             <udt:DateTimeString format=\"102\">{day}</udt:DateTimeString>\
             </ram:DueDateDateTime></ram:SpecifiedTradePaymentTerms>"
        )
    };
    let before = "<ram:SpecifiedTradeSettlementHeaderMonetarySummation>";
    for document in ["everything.xml", "credit-note.xml"] {
        let losses = with(document, before, &terms("20270101"));
        let ends = ["DateTimeString/@format", "udt:DateTimeString"];
        assert_lost(&losses, LossKind::Contradicts, &ends);
    }
    assert_lost(&with("everything.xml", before, &terms("20261116")), LossKind::More, &[]);
}

#[test]
fn several_texts_become_one() {
    let terms = "<ram:SpecifiedTradePaymentTerms><ram:Description>And soon.</ram:Description>\
                 </ram:SpecifiedTradePaymentTerms>";
    let before = "<ram:SpecifiedTradeSettlementHeaderMonetarySummation>";
    assert_lost(&with("everything.xml", before, terms), LossKind::More, &[]);
    let note = "<ram:IncludedNote><ram:Content>Handle with care</ram:Content></ram:IncludedNote>";
    let before = "</ram:AssociatedDocumentLineDocument>";
    assert_lost(&with("everything.xml", before, note), LossKind::More, &[]);
}

#[test]
fn one_identifier_of_a_buyer() {
    let id = "<ram:ID>K-1</ram:ID>";
    let losses = with("everything.xml", "<ram:GlobalID schemeID=\"0088\">8590000000022", id);
    assert_lost(&losses, LossKind::Contradicts, &["BuyerTradeParty/ram:ID"]);
}
