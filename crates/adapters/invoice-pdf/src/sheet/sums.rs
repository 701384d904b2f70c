//! Totals per VAT rate, in the home currency, and of the document.

use rust_decimal::Decimal;
use serde::Serialize;

use super::payment;
use crate::model::{HomeAmounts, InvoicePage, Language, VatRow};
use crate::texts::Texts;
use languages::{NBSP, amount, money, plain};

/// Totals per VAT rate.
#[derive(Debug, Serialize)]
pub struct VatTable {
    pub heads: [&'static str; 4],
    pub rows: Vec<[String; 4]>,
}

/// The same in the home currency.
#[derive(Debug, Serialize)]
pub struct HomeBlock {
    pub title: String,
    pub rate: String,
    pub table: Option<VatTable>,
    pub sums: Vec<SumRow>,
}

/// One sum of the document.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct SumRow {
    pub label: &'static str,
    pub value: String,
    /// The last one, which is paid.
    pub strong: bool,
}

/// A rate with its sign.
pub(super) fn percent(rate: Decimal, language: Language) -> String {
    format!("{}{NBSP}%", plain(rate, language))
}

pub(super) fn vat_table(rows: &[VatRow], language: Language) -> VatTable {
    let texts = Texts::of(language);
    let totals = &texts.totals;
    let row = |row: &VatRow| {
        let rate = percent(row.rate, language);
        let rate = match texts.category(&row.category) {
            Some(name) => format!("{rate} {name}"),
            None => rate,
        };
        let [taxable, tax, total] = [row.taxable, row.tax, row.total].map(|v| amount(v, language));
        [rate, taxable, tax, total]
    };
    VatTable {
        heads: [totals.rate, totals.taxable, totals.tax, totals.with_tax],
        rows: rows.iter().map(row).collect(),
    }
}

pub(super) fn home(home: &HomeAmounts, page: &InvoicePage) -> HomeBlock {
    let texts = Texts::of(page.language);
    let rate = plain(home.exchange_rate, page.language);
    let sum = |label, value, strong| SumRow {
        label,
        value: money(value, &home.currency, page.language),
        strong,
    };
    let vat = super::shows_vat(&home.vat_rows);
    let mut sums = Vec::new();
    if vat {
        sums.push(sum(texts.totals.subtotal, home.subtotal, false));
        sums.push(sum(texts.totals.vat_total, home.vat_total, false));
    }
    sums.push(sum(texts.totals.total, home.total, true));
    HomeBlock {
        title: format!("{} {}", texts.totals.home, home.currency),
        rate: format!(
            "{}: 1{NBSP}{} = {rate}{NBSP}{}",
            texts.totals.exchange_rate, home.currency, page.currency
        ),
        table: vat.then(|| vat_table(&home.vat_rows, page.language)),
        sums,
    }
}

/// From the sum without VAT down to what is left to pay.
pub(super) fn sums(page: &InvoicePage, vat: bool) -> Vec<SumRow> {
    let texts = Texts::of(page.language);
    let sum = |label, value, strong| SumRow {
        label,
        value: money(value, &page.currency, page.language),
        strong,
    };
    let mut sums = Vec::new();
    if vat {
        sums.push(sum(texts.totals.subtotal, page.subtotal, false));
        sums.push(sum(texts.totals.vat_total, page.vat_total, false));
    }
    let (paid, credited) = (page.paid_amount, page.credited_amount);
    let rounding = page.to_pay - (page.total - paid - credited);
    if vat || !paid.is_zero() || !credited.is_zero() || !rounding.is_zero() {
        sums.push(sum(texts.totals.total, page.total, false));
    }
    if !paid.is_zero() {
        sums.push(sum(texts.totals.paid, -paid, false));
    }
    if !credited.is_zero() {
        sums.push(sum(texts.payment.credited, -credited, false));
    }
    if !rounding.is_zero() {
        sums.push(sum(texts.totals.rounding, rounding, false));
    }
    sums.push(sum(payment::label(page), page.to_pay, true));
    sums
}
