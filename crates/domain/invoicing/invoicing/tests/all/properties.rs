//! Totals of random invoices satisfy EN 16931 exactly, and issuing is pure.

use invoicing::{Document, InvoiceRequest, ItemInput, Unit, terms::HeaderTexts};
use money::Decimal;
use proptest::{collection::vec, prelude::*, sample::select};
use rust_decimal::dec;
use std::collections::BTreeMap;
use testkit::invoices::*;
use vat_categories::{TaxTreatment, VatCategory, VatRate};

/// A quantity or price with up to six decimals, small ones as often as large ones.
fn number(least: i64) -> impl Strategy<Value = Decimal> {
    let digits = prop_oneof![least..1_000, least..1_000_000, least..1_000_000_000_000];
    (digits, 0_u32..7).prop_map(|(digits, scale)| Decimal::new(digits, scale))
}

/// A line; those at rate 0 have the treatment of the document.
fn line(treatment: TaxTreatment) -> impl Strategy<Value = ItemInput> {
    let in_force = VatRate::ALL.into_iter().filter(|rate| !rate.is_former());
    let tax = select(in_force.collect::<Vec<_>>());
    (number(1), number(0), tax, select(Unit::ALL.to_vec())).prop_map(
        move |(quantity, price, rate, unit)| ItemInput {
            unit: Some(unit),
            tax_treatment: rate.is_zero().then_some(treatment),
            ..item("Vec", quantity, price, rate)
        },
    )
}

/// A request that is right, with a reason for the exempt lines or none.
fn right_request() -> impl Strategy<Value = InvoiceRequest> {
    let reason = select(vec![None, Some("Oslobodené od dane podľa § 31")]);
    (select(TaxTreatment::ALL.to_vec()), reason).prop_flat_map(|(treatment, reason)| {
        vec(line(treatment), 1..30).prop_map(move |items| InvoiceRequest {
            exemption_reason: reason.map(str::to_owned),
            delivery_address: Some(delivery_address("AT")),
            ..with_items(items)
        })
    })
}

fn document(request: &InvoiceRequest) -> Result<Document, TestCaseError> {
    match checked(request, &slovak()) {
        Ok(draft) => Ok(draft.issue("FA1").expect("writable").invoice.document),
        // sixteen integer digits are the limit of an amount
        Err(found) if found.to_string().contains("larger than") => {
            Err(TestCaseError::reject("too large"))
        }
        Err(found) => Err(TestCaseError::fail(found.to_string())),
    }
}

proptest! {
    #[test]
    fn totals_satisfy_en_16931(request in right_request()) {
        let document = document(&request)?;
        let totals = document.totals;
        let nets: Decimal = document.lines.iter().map(|line| line.net_amount).sum();
        let taxes: Decimal = document.vat_breakdown.iter().map(|row| row.tax_amount).sum();
        prop_assert_eq!(totals.subtotal, nets, "BR-CO-10, and BR-CO-13 without allowances and charges");
        prop_assert_eq!(totals.vat_total, taxes, "BR-CO-14");
        prop_assert_eq!(totals.total, totals.subtotal + totals.vat_total, "BR-CO-15");
        for row in &document.vat_breakdown {
            let exact = row.taxable_amount * Decimal::from(row.rate.percent()) / dec!(100);
            prop_assert_eq!(row.tax_amount, money::round(exact), "BR-CO-17");
        }
        for amount in [totals.subtotal, totals.vat_total, totals.total] {
            prop_assert_eq!(amount.scale(), 2, "BR-DEC");
        }
    }

    #[test]
    fn the_amount_due_is_what_is_not_paid(request in right_request(), already_paid in any::<bool>()) {
        let request = InvoiceRequest { already_paid: Some(already_paid), ..request };
        document(&request)?;
        let invoice = checked(&request, &slovak()).map_err(|e| TestCaseError::fail(e.to_string()))?.issue("1").expect("writable").invoice;
        let paid: Decimal = invoice.payments.iter().map(|payment| payment.amount).sum();
        prop_assert_eq!(invoice.paid_amount, paid);
        prop_assert_eq!(invoice.outstanding(), invoice.document.totals.total - paid, "BR-CO-16");
        prop_assert_eq!(invoice.outstanding().is_zero(), already_paid || invoice.document.totals.total.is_zero());
    }

    #[test]
    fn the_breakdown_has_each_category_and_rate_once(request in right_request()) {
        let document = document(&request)?;
        let mut expected: BTreeMap<(VatRate, VatCategory), Decimal> = BTreeMap::new();
        for line in &document.lines {
            *expected.entry((line.vat_rate, line.vat_category)).or_default() += line.net_amount;
        }
        let rows = document.vat_breakdown.iter().map(|row| ((row.rate, row.category), row.taxable_amount));
        prop_assert_eq!(rows.clone().count(), expected.len());
        prop_assert_eq!(rows.collect::<BTreeMap<_, _>>(), expected, "BR-S-08 and its like");
        let rates: Vec<VatRate> = document.vat_breakdown.iter().map(|row| row.rate).collect();
        prop_assert!(rates.is_sorted_by(|a, b| a >= b), "the highest rate first");
    }

    #[test]
    fn reasons_are_where_they_must_be(request in right_request()) {
        for row in document(&request)?.vat_breakdown {
            let has_any = row.exemption_reason.is_some() || row.exemption_code.is_some();
            let is_taxable = matches!(row.category, VatCategory::Standard | VatCategory::ZeroRated);
            prop_assert_eq!(has_any, !is_taxable, "BR-S-10, BR-Z-10, BR-AE-10 and its like");
        }
    }

    #[test]
    fn line_nets_are_rounded_once(quantity in number(1), price in number(0)) {
        let request = with_items(vec![item("Vec", quantity, price, VatRate::Nineteen)]);
        let document = document(&request)?;
        prop_assert_eq!(document.lines[0].net_amount, money::round(quantity * price));
    }

    #[test]
    fn issuing_is_pure(request in right_request(), numbers in vec("[A-Z0-9/-]{1,20}", 1..4)) {
        document(&request)?;
        let draft = checked(&request, &slovak()).map_err(|e| TestCaseError::fail(e.to_string()))?;
        let before = draft.clone();
        for number in &numbers {
            let issued = draft.issue(number).expect("writable");
            prop_assert_eq!(&issued, &draft.issue(number).expect("writable"));
            prop_assert_eq!(&issued.invoice.document.number, number);
            let unnumbered = Document { number: String::new(), variable_symbol: None, ..issued.invoice.document };
            prop_assert_eq!(&unnumbered, &draft.document, "only the number is new");
        }
        prop_assert_eq!(draft, before);
    }

    #[test]
    fn no_request_panics(quantity in any::<i64>(), price in any::<i64>(), scale in 0_u32..29, days in any::<i64>(), texts in vec(any::<String>(), 4)) {
        let line = item(&texts[0], Decimal::new(quantity, scale), Decimal::new(price, scale), VatRate::Five);
        let request = InvoiceRequest {
            due_days: Some(days),
            texts: HeaderTexts {
                note: Some(texts[1].clone()),
                order_number: Some(texts[2].clone()),
                ..HeaderTexts::default()
            },
            exemption_reason: Some(texts[3].clone()),
            ..with_items(vec![line])
        };
        let _ = checked(&request, &slovak());
    }
}
