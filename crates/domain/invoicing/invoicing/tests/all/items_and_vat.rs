//! Line items, the VAT category table and its rules 1 to 5.

use invoicing::{
    CustomerInput, InvoiceRequest, InvoiceType, IssuingRecords, ItemInput, MAX_ITEMS,
    checks::sums_so_far, recording::OriginalInvoice, warnings,
};
use money::{Currency, Decimal};
use rust_decimal::dec;
use testkit::invoices::*;
use time::{Date, macros::date};
use vat_categories::{TaxTreatment, VatCategory, VatRate};

fn one(item: ItemInput) -> InvoiceRequest {
    with_items(vec![item])
}

fn taxed() -> ItemInput {
    item("Stolička", dec!(1), dec!(10), VatRate::TwentyThree)
}

fn zero() -> ItemInput {
    item("Stolička", dec!(1), dec!(10), VatRate::Zero)
}

#[test]
fn there_is_at_least_one_item() {
    let none = InvoiceRequest { items: None, ..request() };
    assert_eq!(refused_at(&none, &slovak()), ["items"]);
    assert_eq!(refused_at(&with_items(vec![]), &slovak()), ["items"]);
    let most = with_items(vec![taxed(); MAX_ITEMS]);
    assert!(checked(&most, &slovak()).is_ok());
    let too_many = with_items(vec![taxed(); MAX_ITEMS + 1]);
    assert_eq!(refused_at(&too_many, &slovak()), ["items"]);
}

#[test]
fn each_field_of_an_item() {
    for (item, name) in [
        (ItemInput { description: None, ..taxed() }, "description"),
        (ItemInput { description: text(" "), ..taxed() }, "description"),
        (ItemInput { description: Some("x".repeat(501)), ..taxed() }, "description"),
        (ItemInput { description: text("a\u{1b}b"), ..taxed() }, "description"),
        (ItemInput { quantity: None, ..taxed() }, "quantity"),
        (ItemInput { quantity: Some(dec!(0)), ..taxed() }, "quantity"),
        (ItemInput { quantity: Some(dec!(-1)), ..taxed() }, "quantity"),
        (ItemInput { quantity: Some(dec!(0.0000001)), ..taxed() }, "quantity"),
        (ItemInput { quantity: Some(dec!(1000000000000)), ..taxed() }, "quantity"),
        (ItemInput { unit_price: None, ..taxed() }, "unit_price"),
        (ItemInput { unit_price: Some(dec!(-0.01)), ..taxed() }, "unit_price"),
        (ItemInput { unit_price: Some(dec!(1.0000001)), ..taxed() }, "unit_price"),
        (ItemInput { vat_rate: None, ..taxed() }, "vat_rate"),
    ] {
        let request = with_items(vec![taxed(), item.clone()]);
        assert_eq!(refused_at(&request, &slovak()), [format!("items[1].{name}")], "{item:?}");
    }
}

#[test]
fn a_price_of_nothing_is_right() {
    let document = issued(&one(ItemInput { unit_price: Some(dec!(0)), ..taxed() }), &slovak(), "1");
    assert_eq!(document.totals.total, Decimal::ZERO);
}

#[test]
fn products_and_sums_have_limits() {
    let most = dec!(999999999999);
    let large = ItemInput { quantity: Some(most), unit_price: Some(most), ..taxed() };
    assert_eq!(refused_at(&one(large), &slovak()), ["items[0].quantity"]);
    let nearly = ItemInput { quantity: Some(dec!(9999)), unit_price: Some(most), ..taxed() };
    assert_eq!(refused_at(&with_items(vec![nearly.clone(), nearly]), &slovak()), ["items"]);
}

#[test]
fn the_category_table() {
    let intra_eu = |treatment| InvoiceRequest {
        delivery_address: Some(delivery_address("AT")),
        ..one(treated("Stôl", dec!(10), treatment))
    };
    let because = |reason: &str, records: IssuingRecords| {
        (InvoiceRequest { exemption_reason: text(reason), ..one(zero()) }, records)
    };
    let plain = |request| (request, slovak());
    for ((request, records), category, code, reason) in [
        (plain(one(taxed())), VatCategory::Standard, None, None),
        (
            plain(one(treated("a", dec!(1), TaxTreatment::ReverseChargeService))),
            VatCategory::ReverseCharge,
            Some("VATEX-EU-AE"),
            None,
        ),
        (
            plain(intra_eu(TaxTreatment::IntraEuGoods)),
            VatCategory::IntraCommunity,
            Some("VATEX-EU-IC"),
            None,
        ),
        (
            plain(intra_eu(TaxTreatment::IntraEuTransfer)),
            VatCategory::IntraCommunity,
            Some("VATEX-EU-IC"),
            None,
        ),
        (
            plain(intra_eu(TaxTreatment::IntraEuTriangulation)),
            VatCategory::IntraCommunity,
            Some("VATEX-EU-IC"),
            None,
        ),
        (
            plain(one(treated("a", dec!(1), TaxTreatment::ExportGoods))),
            VatCategory::Export,
            Some("VATEX-EU-G"),
            None,
        ),
        (
            because("Oslobodené podľa § 31 zákona o DPH", slovak()),
            VatCategory::Exempt,
            Some("VATEX-EU-132-1I"),
            Some("Oslobodené podľa § 31 zákona o DPH"),
        ),
        (
            because("Oslobodené od dane", slovak()),
            VatCategory::Exempt,
            None,
            Some("Oslobodené od dane"),
        ),
        (plain(one(zero())), VatCategory::ZeroRated, None, None),
        (
            (one(zero()), slovak_nonpayer()),
            VatCategory::OutsideScope,
            Some("VATEX-EU-O"),
            Some("Dodávateľ nie je platiteľom DPH"),
        ),
        (
            because("Neplatiteľ DPH", slovak_nonpayer()),
            VatCategory::OutsideScope,
            Some("VATEX-EU-O"),
            Some("Neplatiteľ DPH"),
        ),
    ] {
        let document = issued(&request, &records, "1");
        assert_eq!(document.lines[0].vat_category, category);
        let [row] = &document.vat_breakdown[..] else { panic!("one row") };
        assert_eq!(
            (row.category, row.exemption_code.as_deref(), row.exemption_reason.as_deref()),
            (category, code, reason)
        );
    }
}

#[test]
fn a_reason_is_ignored_where_vat_is_charged() {
    let request = InvoiceRequest { exemption_reason: text("reverse charge"), ..one(taxed()) };
    let document = issued(&request, &slovak(), "1");
    assert_eq!(document.vat_breakdown[0].exemption_reason, None);
}

#[test]
fn rule_1_a_reason_that_reads_as_cross_border_needs_a_treatment() {
    for (reason, treatment) in [
        ("Prenesenie daňovej povinnosti", "reverse_charge_service"),
        ("VAT exempt export of goods outside the EU", "export_goods"),
        ("Intra-community supply of goods", "intra_eu_goods"),
    ] {
        let request = InvoiceRequest { exemption_reason: text(reason), ..one(zero()) };
        let found = refused(&request, &slovak());
        let [(field, message)] = &found[..] else { panic!("{found:?}") };
        assert_eq!(field, "items[0].tax_treatment", "the field to set");
        assert!(message.contains(treatment), "{message}");
    }
    let named = InvoiceRequest {
        exemption_reason: text("Prenesenie daňovej povinnosti"),
        ..one(treated("a", dec!(1), TaxTreatment::ReverseChargeService))
    };
    let document = issued(&named, &slovak(), "1");
    assert_eq!(
        document.vat_breakdown[0].exemption_reason.as_deref(),
        Some("Prenesenie daňovej povinnosti")
    );
}

#[test]
fn rule_2_intra_eu_needs_the_delivery_country() {
    for treatment in [
        TaxTreatment::IntraEuGoods,
        TaxTreatment::IntraEuTransfer,
        TaxTreatment::IntraEuTriangulation,
    ] {
        let request = one(treated("a", dec!(1), treatment));
        assert_eq!(refused_at(&request, &slovak()), ["delivery_address"]);
        let delivery_address =
            invoicing::DeliveryAddressInput { country: None, ..delivery_address("AT") };
        let request = InvoiceRequest { delivery_address: Some(delivery_address), ..request };
        assert_eq!(refused_at(&request, &slovak()), ["delivery_address.country"]);
    }
    // also when the line is wrong otherwise
    let line = ItemInput { description: None, ..treated("a", dec!(1), TaxTreatment::IntraEuGoods) };
    assert_eq!(refused_at(&one(line), &slovak()), ["items[0].description", "delivery_address"]);
}

#[test]
fn rule_3_outside_scope_stands_alone() {
    // a supplier who charges no VAT has no other category: what would mix is refused by rule 5
    let request = with_items(vec![zero(), taxed()]);
    assert_eq!(refused_at(&request, &slovak_nonpayer()), ["items[1].vat_rate"]);
}

/// A self-invoice to a contact without a VAT identifier.
fn from_unregistered(item: ItemInput) -> InvoiceRequest {
    let customer = CustomerInput { ic_dph: None, ..slovak_customer() };
    InvoiceRequest {
        invoice_type: Some(InvoiceType::SelfInvoice),
        customer: Some(customer),
        ..one(item)
    }
}

#[test]
fn rule_4_the_supplier_of_a_self_invoice_needs_a_vat_identifier() {
    for treatment in [TaxTreatment::ReverseChargeService, TaxTreatment::ExportGoods] {
        let request = from_unregistered(treated("a", dec!(1), treatment));
        assert_eq!(refused_at(&request, &slovak()), ["items[0].tax_treatment", "customer.ic_dph"]);
    }
    let request = from_unregistered(treated("a", dec!(1), TaxTreatment::ReverseChargeService));
    let mut records = slovak();
    records.customer = Some(contact(request.customer.clone().expect("customer")));
    let by_id = InvoiceRequest {
        customer: None,
        customer_id: records.customer.as_ref().map(|c| c.id),
        ..request
    };
    assert_eq!(refused_at(&by_id, &records), ["items[0].tax_treatment", "customer_id"]);
    // a contact that says it charges VAT, but has no identifier
    if let Some(contact) = &mut records.customer {
        contact.party.vat_payer = true;
    }
    assert_eq!(refused_at(&by_id, &records), ["customer_id"]);
    let exempt = InvoiceRequest {
        exemption_reason: text("Oslobodené od dane"),
        items: Some(vec![zero()]),
        ..by_id
    };
    assert_eq!(refused_at(&exempt, &records), ["customer_id"]);
}

#[test]
fn rule_4_a_foreign_vat_identifier_will_do() {
    let request = InvoiceRequest {
        invoice_type: Some(InvoiceType::SelfInvoice),
        customer: Some(foreign_customer("Novák", "CZ27082440", "CZ")),
        ..one(treated("a", dec!(1), TaxTreatment::ReverseChargeService))
    };
    let document = issued(&request, &slovak(), "1");
    assert_eq!(document.lines[0].vat_category, VatCategory::ReverseCharge);
}

#[test]
fn a_supplier_without_vat_identifier_writes_outside_the_scope() {
    let document = issued(&from_unregistered(zero()), &slovak(), "1");
    assert_eq!(document.lines[0].vat_category, VatCategory::OutsideScope);
    assert_eq!(refused_at(&from_unregistered(taxed()), &slovak()), ["items[0].vat_rate"]);
}

#[test]
fn rule_5_no_vat_without_being_a_payer() {
    for rate in [VatRate::Five, VatRate::Nineteen, VatRate::TwentyThree] {
        let request = with_items(vec![zero(), ItemInput { vat_rate: Some(rate), ..taxed() }]);
        assert_eq!(refused_at(&request, &slovak_nonpayer()), ["items[1].vat_rate"]);
    }
    let mut flagged = slovak_nonpayer();
    flagged.organization.vat_payer = true;
    assert!(checked(&one(taxed()), &flagged).is_ok(), "the flag alone is enough");
    let mut registered = slovak_nonpayer();
    registered.organization.ic_dph = text("SK1081234567");
    assert!(checked(&one(taxed()), &registered).is_ok(), "the IČ DPH alone is enough");
}

#[test]
fn a_treatment_needs_rate_zero_and_a_payer() {
    let treated_rate = ItemInput { tax_treatment: Some(TaxTreatment::ExportGoods), ..taxed() };
    assert_eq!(refused_at(&one(treated_rate), &slovak()), ["items[0].tax_treatment"]);
    let export = one(treated("a", dec!(1), TaxTreatment::ExportGoods));
    assert_eq!(refused_at(&export, &slovak_nonpayer()), ["items[0].tax_treatment"]);
    let domestic = ItemInput { tax_treatment: Some(TaxTreatment::Domestic), ..taxed() };
    assert!(checked(&one(domestic), &slovak()).is_ok());
}

#[test]
fn lines_of_a_rate_share_the_treatment() {
    let export = || treated("a", dec!(1), TaxTreatment::ExportGoods);
    let request = with_items(vec![export(), taxed(), zero(), export()]);
    assert_eq!(refused_at(&request, &slovak()), ["items[2].tax_treatment"]);
    let request = with_items(vec![export(), taxed(), export()]);
    assert!(checked(&request, &slovak()).is_ok());
}

/// What somebody sees who is still writing: the sums are those of the invoice, and lines that are not right yet
/// are left out of them.
#[test]
fn sums_are_there_before_the_invoice_is_right() {
    let whole = InvoiceRequest { items: Some(vec![taxed(), zero()]), ..request() };
    let document = checked(&whole, &slovak()).expect("right").document;
    let begun = InvoiceRequest {
        customer: None,
        items: Some(vec![taxed(), ItemInput { unit_price: None, ..taxed() }, zero()]),
        ..request()
    };
    assert!(checked(&begun, &slovak()).is_err());
    let sums = sums_so_far(&begun, &slovak()).expect("sums");
    assert_eq!((sums.totals, sums.currency), (document.totals, document.currency));
    assert_eq!(sums.vat_breakdown, document.vat_breakdown);
    let nothing = with_items(vec![ItemInput { quantity: None, ..taxed() }]);
    assert_eq!(sums_so_far(&nothing, &slovak()), None);
}

/// Yen have no cents: lines come to whole amounts, and VAT is rounded to them.
#[test]
fn yen_are_whole() {
    for (currency, quantity, price, expected) in [
        (Currency::Jpy, dec!(3), dec!(333), Ok((dec!(999), dec!(230)))),
        (Currency::Jpy, dec!(1.5), dec!(334), Ok((dec!(501), dec!(115)))),
        (Currency::Jpy, dec!(1), dec!(100.01), Err("items[0].quantity")),
        (Currency::Jpy, dec!(0.5), dec!(333), Err("items[0].quantity")),
        (Currency::Huf, dec!(0.5), dec!(333), Ok((dec!(166.50), dec!(38.30)))),
        (Currency::Eur, dec!(1), dec!(100.01), Ok((dec!(100.01), dec!(23)))),
    ] {
        let line = item("Práca", quantity, price, VatRate::TwentyThree);
        let request = InvoiceRequest { currency: Some(currency), ..one(line) };
        match (checked(&request, &slovak()), expected) {
            (Ok(draft), Ok((net, vat))) => {
                let totals = draft.document.totals;
                assert_eq!((totals.subtotal, totals.vat_total), (net, vat), "{currency}");
            }
            (Err(found), Err(field)) => assert_eq!(found.as_slice()[0].field, field),
            (other, _) => panic!("{currency} {quantity} {price}: {other:?}"),
        }
    }
}

/// The law corrects at the rate of the original supply: by its tax point, or by what the document says of it.
#[test]
fn notes_to_former_supplies_have_former_rates() {
    let of = |kind, rate, original: Option<Date>, delivered: Option<Date>| {
        let mut records = slovak();
        let line = item("Práca", dec!(1), dec!(100), rate);
        let mut request =
            InvoiceRequest { invoice_type: Some(kind), delivery_date: delivered, ..one(line) };
        if let Some(tax_date) = original {
            // one of ours, whose day is known, where the note says another
            let taxed = delivered.map(|_| Vec::new());
            let known = OriginalInvoice { taxed, ..original_of(tax_date) };
            request.original_invoice_id = Some(known.id);
            records.original = Some(known);
        }
        checked(&request, &records).map(|draft| draft.document.totals.vat_total)
    };
    let (credit, debit) = (InvoiceType::CreditNote, InvoiceType::DebitNote);
    for (kind, rate, original, delivered, tax) in [
        (credit, VatRate::Twenty, Some(date!(2024 - 12 - 31)), None, Some(dec!(20))),
        (debit, VatRate::Ten, Some(date!(2024 - 01 - 01)), None, Some(dec!(10))),
        (credit, VatRate::Twenty, None, Some(date!(2011 - 01 - 01)), Some(dec!(20))),
        (credit, VatRate::Twenty, None, Some(date!(2010 - 12 - 31)), None),
        (credit, VatRate::Ten, None, Some(date!(2007 - 01 - 01)), Some(dec!(10))),
        (credit, VatRate::Nineteen, None, Some(date!(2008 - 06 - 01)), Some(dec!(19))),
        (credit, VatRate::Twenty, Some(date!(2025 - 01 - 01)), None, None),
        // the original decides, whatever the note says
        (credit, VatRate::Twenty, Some(date!(2025 - 01 - 01)), Some(date!(2024 - 05 - 01)), None),
        (credit, VatRate::Twenty, None, None, None),
        // notes alone
        (InvoiceType::Invoice, VatRate::Twenty, None, Some(date!(2024 - 05 - 01)), None),
        (InvoiceType::FinalInvoice, VatRate::Ten, None, Some(date!(2024 - 05 - 01)), None),
        (InvoiceType::Invoice, VatRate::Twenty, None, Some(date!(2025 - 01 - 01)), None),
        (InvoiceType::Invoice, VatRate::Ten, None, None, None),
    ] {
        match (of(kind, rate, original, delivered), tax) {
            (Ok(vat), Some(tax)) => assert_eq!(vat, tax),
            (Err(found), None) => {
                let [one] = found.as_slice() else { panic!("{found}") };
                assert_eq!(one.field, "items[0].vat_rate");
                assert!(one.message.contains("2024-12-31"), "{}", one.message);
                assert_eq!(one.message.contains("original_invoice_id"), kind.is_note(), "a hint");
            }
            (other, _) => panic!("{kind:?} {rate} {original:?} {delivered:?}: {other:?}"),
        }
    }
}

/// Supplies of December that another system invoiced in January: of that invoice only its day is known.
#[test]
fn notes_to_another_systems_invoice_say_when_the_supply_was() {
    let (december, january) = (date!(2024 - 12 - 20), date!(2025 - 01 - 10));
    for (issued, delivered, rate, right, late) in [
        (january, Some(december), VatRate::Twenty, true, false),
        (january, Some(december), VatRate::TwentyThree, true, true),
        (january, None, VatRate::Twenty, false, false),
        (january, None, VatRate::TwentyThree, true, false),
        (december, None, VatRate::Twenty, true, false),
        (december, None, VatRate::TwentyThree, true, true),
    ] {
        let known = OriginalInvoice { issue_date: issued, ..original_of(issued) };
        let request = InvoiceRequest {
            invoice_type: Some(InvoiceType::CreditNote),
            original_invoice_id: Some(known.id),
            delivery_date: delivered,
            ..one(item("Práca", dec!(1), dec!(100), rate))
        };
        let said = checked(&request, &IssuingRecords { original: Some(known), ..slovak() });
        assert_eq!(said.is_ok(), right, "{issued} {delivered:?} {rate}: {said:?}");
        let warned = said.map(|draft| warnings::of_document(&draft.document));
        let is_late = |one: &warnings::Warning| one.code == "RATE_OF_ANOTHER_DAY";
        let warned = warned.is_ok_and(|found| found.iter().any(is_late));
        assert_eq!(warned, late, "{issued} {delivered:?} {rate}");
    }
}

fn original_of(tax_date: Date) -> OriginalInvoice {
    OriginalInvoice { tax_date, ..original(InvoiceType::Invoice, Currency::Eur) }
}
