//! Decimals: no float, no rounding, on the way in and out.

use crate::build::{draft, with_total};
use crate::contract::{
    StoreUnderTest,
    setup::{holdings, issue, kind, organization, read, try_issue},
};
use invoicing::{InvoiceFilter, InvoiceStore};
use rust_decimal::{Decimal, dec};

pub async fn amounts_come_back_to_the_cent(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let organization = organization(store).await;
    for total in [
        dec!(0),
        dec!(0.01),
        dec!(-0.01),
        dec!(0.1),
        dec!(0.10),
        dec!(1000),
        dec!(90071992547409.93), // beyond what a float can tell apart
        money::MAX_AMOUNT,
        -money::MAX_AMOUNT,
    ] {
        let mut draft = with_total(draft(organization), total);
        draft.document.already_paid = true;
        issue(store, &draft).await;
        let read = read(store, organization, draft.id).await;
        assert_eq!(read.document.totals.total.to_string(), total.to_string());
        // of nothing there is no payment
        let paid: Decimal = read.payments.iter().map(|payment| payment.amount).sum();
        assert_eq!((read.paid_amount, paid), (total, total));
        let number = Some(read.document.number);
        let filter = InvoiceFilter { number, ..InvoiceFilter::default() };
        let page = store.invoices(organization, &filter, None, 2).await.expect("a page");
        let row = &page.rows[0];
        assert_eq!((row.total, row.subtotal, row.paid_amount), (total, total, total));
        assert_eq!(row.vat_total, Decimal::ZERO);
    }
}

pub async fn rates_prices_and_quantities_keep_all_their_decimals(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let organization = organization(store).await;
    for value in [
        dec!(25.123456),
        dec!(0.0000000000000000000000000001),
        dec!(7.9228162514264337593543950335),
        dec!(123456789012345678.1234567890),
        Decimal::MAX,
        dec!(1.50),
    ] {
        let mut draft = draft(organization);
        draft.document.exchange_rate = Some(value);
        draft.document.lines[0].quantity = value;
        draft.document.lines[0].unit_price = value;
        issue(store, &draft).await;
        let read = read(store, organization, draft.id).await.document;
        let line = &read.lines[0];
        for read in [read.exchange_rate.unwrap_or_default(), line.quantity, line.unit_price] {
            assert_eq!(read.to_string(), value.to_string());
        }
        let page = store.invoices(organization, &InvoiceFilter::default(), None, 100).await;
        let rows = page.expect("a page").rows;
        let row = rows.iter().find(|row| row.id == draft.id).expect("listed");
        assert_eq!(row.exchange_rate, Some(value));
    }
}

pub async fn an_amount_with_a_third_decimal_is_refused_and_not_rounded(
    subject: &impl StoreUnderTest,
) {
    let store = subject.store();
    let organization = organization(store).await;
    let before = holdings(subject, organization).await;
    for total in [dec!(0.125), dec!(0.001), dec!(10000000000000000), dec!(99999999999999999.99)] {
        let result = try_issue(store, &with_total(draft(organization), total)).await;
        assert_eq!(kind(&result), "backend", "{total}");
    }
    assert_eq!(holdings(subject, organization).await, before);
    assert_eq!(
        kind(&try_issue(store, &with_total(draft(organization), dec!(0.12000))).await),
        "ok"
    );
}
