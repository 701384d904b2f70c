//! What an invoice adds to the VAT of a period.

use invoicing::{
    AnyInvoice, Invoice, InvoiceStatus, InvoiceType, VatBreakdown,
    figures::{RateFigures, VatChange},
    states::{ChangeMoment, InvoiceChange, InvoiceMove, Links},
};
use rust_decimal::{Decimal, dec};
use testkit::{build, invoices::unsent};
use vat_categories::VatRate;

/// An invoice with a row of VAT for each pair of rate, taxable amount and tax.
fn invoice(rows: &[(VatRate, Decimal, Decimal)]) -> Invoice {
    let draft = build::draft(build::organization().id);
    let mut invoice = draft.issue("FA20260001").expect("issued").invoice;
    let row = invoice.document.vat_breakdown[0].clone();
    let row = |(rate, taxable_amount, tax_amount): &(VatRate, Decimal, Decimal)| VatBreakdown {
        rate: *rate,
        taxable_amount: *taxable_amount,
        tax_amount: *tax_amount,
        ..row.clone()
    };
    invoice.document.vat_breakdown = rows.iter().map(row).collect();
    invoice
}

fn full() -> Invoice {
    invoice(&[(VatRate::TwentyThree, dec!(100.00), dec!(23.00))])
}

fn of(taxable: Decimal, tax: Decimal) -> RateFigures {
    RateFigures { taxable, tax }
}

#[test]
fn rows_of_a_rate_are_summed_and_a_credit_note_is_negative() {
    let mut invoice = invoice(&[
        (VatRate::Zero, dec!(1.10), dec!(0)),
        (VatRate::Zero, dec!(2.20), dec!(0)),
        (VatRate::TwentyThree, dec!(100.00), dec!(23.00)),
    ]);
    let none = RateFigures::default();
    let figures = invoice.vat_figures().expect("it counts");
    let taxed = of(dec!(100.00), dec!(23.00));
    let expected = [of(dec!(3.30), dec!(0)), none, none, none, none, taxed];
    assert_eq!(figures.by_rate, expected);
    assert_eq!(Some(figures.tax_date), invoice.document.delivery_date);
    invoice.document.invoice_type = InvoiceType::CreditNote;
    let figures = invoice.vat_figures().expect("it counts");
    assert_eq!(figures.by_rate[5], of(dec!(-100.00), dec!(-23.00)));
}

#[test]
fn what_is_not_issued_or_void_or_no_tax_document_has_none() {
    for status in InvoiceStatus::ALL {
        let counts = !status.is_draft() && status != InvoiceStatus::Cancelled;
        let invoice = Invoice { status, ..full() };
        assert_eq!(invoice.vat_figures().is_some(), counts, "{status:?}");
        assert_eq!(AnyInvoice::from(invoice.clone()).vat_figures(), invoice.vat_figures());
    }
    let mut theirs = full();
    theirs.document.self_billed = true;
    let mut proforma = full();
    proforma.document.delivery_date = None;
    for invoice in [theirs, proforma] {
        assert_eq!(invoice.vat_figures(), None);
    }
}

#[test]
fn only_what_changes_figures_changes_them() {
    let before = AnyInvoice::from(full());
    let state = unsent(before.clone());
    let moment = ChangeMoment {
        now: build::NOW,
        today: build::NOW.date(),
        links: Links::default(),
        actor: None,
    };
    for (asked, expected) in
        [(InvoiceMove::Archive, VatChange::None), (InvoiceMove::Cancel, VatChange::Gone)]
    {
        let change = state.make(asked, &moment).expect("allowed").expect("a change");
        assert_eq!(change.vat_change(), expected, "{asked:?}");
    }
    let mut dearer = full();
    dearer.document.vat_breakdown[0].taxable_amount = dec!(100.01);
    let change = state.make(InvoiceMove::Archive, &moment).expect("allowed").expect("a change");
    let figures = dearer.vat_figures().expect("it counts");
    let change = InvoiceChange { after: Some(dearer.into()), ..change };
    assert_eq!(change.vat_change(), VatChange::Becomes(Box::new(figures)));
    let change = InvoiceChange { after: None, ..change };
    assert_eq!(change.vat_change(), VatChange::Gone);
}
