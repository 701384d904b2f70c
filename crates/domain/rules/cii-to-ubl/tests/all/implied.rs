//! What CII says by leaving it out, and UBL by a value: nothing of it is lost, and the result is valid.

use crate::{
    audit,
    corpus::{self, convert, validate},
};
use billing_rules::RuleSet;
use cii_to_ubl::{Converted, LossKind};

fn edited(document: &str, edit: impl Fn(&str) -> String) -> (Converted, String) {
    let sample = corpus::written().into_iter().find(|sample| sample.name == document);
    let xml = String::from_utf8(sample.expect("a fixture").bytes).expect("UTF-8");
    let edited = edit(&xml);
    assert_ne!(edited, xml);
    let before = validate(edited.as_bytes(), RuleSet::En16931Cii);
    assert!(before.valid, "{:?}", before.fired);
    let done = convert(edited.as_bytes()).expect("convertible");
    assert_eq!(audit::faults(edited.as_bytes(), &done), Vec::<String>::new());
    let ubl = String::from_utf8(done.ubl.clone()).expect("UTF-8");
    (done, ubl)
}

/// The text without the elements of a name.
fn without(xml: &str, name: &str) -> String {
    let (open, close) = (format!("<ram:{name}>"), format!("</ram:{name}>"));
    let mut left = xml.to_owned();
    while let Some((start, end)) = left.find(&open).zip(left.find(&close)) {
        left.replace_range(start..end + close.len(), "");
    }
    left
}

#[test]
fn a_payment_without_means_keeps_its_reference_and_its_due_date() {
    for (document, due) in
        [("credit-note.xml", "PaymentDueDate>"), ("card.xml", "InvoiceTypeCode>")]
    {
        let (done, ubl) = edited(document, |xml| {
            let xml = without(xml, "SpecifiedTradeSettlementPaymentMeans");
            let xml = without(&without(&xml, "DirectDebitMandateID"), "PaymentReference");
            let before = "<ram:InvoiceCurrencyCode>";
            xml.replacen(
                before,
                &format!("<ram:PaymentReference>VS 7</ram:PaymentReference>{before}"),
                1,
            )
        });
        let losses = done.losses.iter().filter(|loss| loss.kind != LossKind::NoTerm);
        assert_eq!(losses.count(), 0, "{document}: {:?}", done.losses);
        for said in ["PaymentMeansCode>1<", "PaymentID>VS 7<", due] {
            assert!(ubl.contains(said), "{document}: no {said} in {ubl}");
        }
        let report = validate(&done.ubl, RuleSet::En16931Ubl);
        assert!(report.valid, "{document}: {:?}", report.fired);
    }
}

#[test]
fn a_gross_price_says_its_discount() {
    let net = "<ram:NetPriceProductTradePrice>\n          <ram:ChargeAmount>10.00<";
    let lost = |gross: &str, base: &str| {
        let (done, ubl) = edited("credit-note.xml", |xml| {
            let gross = format!(
                "<ram:GrossPriceProductTradePrice><ram:ChargeAmount>{gross}</ram:ChargeAmount>{base}\
                 </ram:GrossPriceProductTradePrice>{net}"
            );
            xml.replacen(net, &gross, 1)
        });
        let report = validate(&done.ubl, RuleSet::PeppolUbl);
        assert!(!report.fired.contains_key("PEPPOL-EN16931-R046"), "{gross}");
        (done.losses.iter().any(|loss| loss.path.contains("GrossPrice")), ubl)
    };
    for (gross, discount) in [("12.5", "2.5"), ("10.000", "0"), ("10.01", "0.01")] {
        let (is_lost, ubl) = lost(gross, "");
        assert!(!is_lost, "{gross}");
        assert!(ubl.contains(&format!(">{discount}</cbc:Amount>")), "{gross}: {ubl}");
        assert!(ubl.contains(&format!(">{gross}</cbc:BaseAmount>")), "{gross}: {ubl}");
    }
    // there is no discount in a lower price, nor between prices of different quantities
    assert!(lost("9.99", "").0);
    assert!(lost("12.5", "<ram:BasisQuantity unitCode=\"C62\">7</ram:BasisQuantity>").0);
}
