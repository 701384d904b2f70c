//! Prints the VAT category, code and text of a few lines: `cargo run -p vat-categories
//! --example categorise`, or of an exemption text given as argument.

use vat_categories::{ReasonLanguage, SellerVat, TaxTreatment, VatRate, categorise, exempt_vatex};

fn main() {
    let given = std::env::args().nth(1);
    let lines: Vec<(VatRate, Option<TaxTreatment>, Option<&str>)> = match given.as_deref() {
        Some(reason) => vec![(VatRate::Zero, None, Some(reason))],
        None => vec![
            (VatRate::TwentyThree, None, None),
            (VatRate::Zero, Some(TaxTreatment::ReverseChargeService), None),
            (VatRate::Zero, Some(TaxTreatment::IntraEuGoods), None),
            (VatRate::Zero, None, Some("Oslobodené podľa § 31 zákona o DPH")),
            (VatRate::Zero, None, Some("Prenesenie daňovej povinnosti")),
            (VatRate::Nineteen, Some(TaxTreatment::ExportGoods), None),
        ],
    };
    for (rate, treatment, reason) in lines {
        println!("{rate} %, {treatment:?}, {reason:?}");
        match categorise(SellerVat { payer: true }, rate, treatment, reason) {
            Ok(category) => {
                let vatex = category.vatex().or_else(|| reason.and_then(exempt_vatex));
                let text = reason.or(category.default_reason(ReasonLanguage::Slovak));
                println!("  -> {category}, BT-121 {vatex:?}, BT-120 {text:?}");
            }
            Err(error) => println!("  -> refused: {error}"),
        }
    }
}
