//! No value of any document is lost without a word.

use std::collections::BTreeMap;

use crate::{audit, corpus, corpus::convert};
use cii_to_ubl::Converted;

#[test]
fn every_value_is_carried_or_said_to_be_lost() {
    let samples = corpus::all();
    let (mut converted, mut refused, mut clean) = (0, 0, 0);
    let (mut kinds, mut faults) = (BTreeMap::<String, usize>::new(), Vec::new());
    for sample in &samples {
        let Ok(done) = convert(&sample.bytes) else {
            refused += 1;
            continue;
        };
        converted += 1;
        clean += usize::from(done.losses.is_empty());
        for loss in &done.losses {
            *kinds.entry(format!("{:?}", loss.kind)).or_default() += 1;
        }
        let found = audit::faults(&sample.bytes, &done);
        faults.extend(found.into_iter().map(|fault| format!("{}: {fault}", sample.name)));
    }
    println!("{converted} converted, {refused} refused, {clean} without loss; losses {kinds:?}");
    assert!(converted >= 13, "only {converted} documents");
    let shown = faults.iter().take(60).map(|fault| format!("\n  {fault}")).collect::<String>();
    assert!(faults.is_empty(), "{} faults:{shown}", faults.len());
}

/// What has a term is in one of our documents, whose conversion the golden files fix. The currency of
/// amounts stands for itself in one place.
#[test]
fn our_documents_have_every_term() {
    let fixtures = corpus::written();
    let mut unknown = audit::unknown_to(fixtures.iter().map(|sample| sample.bytes.as_slice()));
    unknown.retain(|path| !path.ends_with("/@currencyID"));
    assert!(unknown.is_empty(), "{unknown:#?}");
}

/// The audit itself: a value taken from the UBL, a loss kept back, and a value invented are found.
#[test]
fn the_audit_sees_what_is_missing() {
    for sample in corpus::written() {
        let done = convert(&sample.bytes).expect("convertible");
        let ubl = String::from_utf8(done.ubl.clone()).expect("UTF-8");
        let tree = roxmltree::Document::parse(&ubl).expect("XML");
        let leaves = tree.descendants().filter(|node| {
            node.text().is_some_and(|text| node.is_text() && !text.trim().is_empty())
        });
        for leaf in leaves {
            let mut less = ubl.clone();
            less.replace_range(leaf.range(), "");
            let faulty = Converted { ubl: less.into_bytes(), ..done.clone() };
            let name = leaf.parent().expect("an element").tag_name().name();
            let given = is_given(leaf);
            assert!(
                given || !audit::faults(&sample.bytes, &faulty).is_empty(),
                "{}: {name} {:?}",
                sample.name,
                leaf.text()
            );
            let mut more = ubl.clone();
            more.replace_range(leaf.range(), "invented");
            let faulty = Converted { ubl: more.into_bytes(), ..done.clone() };
            assert!(!audit::faults(&sample.bytes, &faulty).is_empty());
        }
        let attributes = tree.descendants().flat_map(|node| node.attributes());
        // the document's currency stands with each amount, and SEPA is UBL's own word
        for attribute in attributes.filter(|a| a.name() != "currencyID" && a.value() != "SEPA") {
            let mut less = ubl.clone();
            less.replace_range(attribute.range(), "");
            let faulty = Converted { ubl: less.into_bytes(), ..done.clone() };
            assert!(!audit::faults(&sample.bytes, &faulty).is_empty(), "{attribute:?}");
        }
        for kept_back in 0..done.losses.len() {
            let mut losses = done.losses.clone();
            losses.remove(kept_back);
            let faulty = Converted { losses, ..done.clone() };
            assert_eq!(
                audit::faults(&sample.bytes, &faulty).len(),
                1,
                "{:?}",
                done.losses[kept_back]
            );
        }
    }
}

/// What UBL asks for and CII does not say is not missed, nor one PaymentID of two.
fn is_given(leaf: roxmltree::Node<'_, '_>) -> bool {
    let mut names =
        leaf.ancestors().filter(|node| node.is_element()).map(|node| node.tag_name().name());
    let (name, group, above) = (names.next(), names.next(), names.next());
    let text = leaf.text().unwrap_or_default();
    match (above.unwrap_or_default(), group.unwrap_or_default(), name.unwrap_or_default()) {
        (_, _, "PaymentID") => true,
        (_, "OrderReference" | "CardAccount", _) => text == "NA",
        (_, "PaymentMeans", "PaymentMeansCode") => text == "1",
        (_, "AdditionalDocumentReference", "DocumentTypeCode") => text == "50",
        ("PartyTaxScheme", "TaxScheme", "ID") => text == "VAT",
        (_, "TaxTotal", "TaxAmount") | ("Price", _, "Amount") => text == "0",
        ("Price", _, "ChargeIndicator") => text == "false",
        _ => false,
    }
}
