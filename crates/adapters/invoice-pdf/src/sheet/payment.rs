//! The payment panel: how much, until when, where to, and the payment code.

use serde::Serialize;

use super::fact::Fact;
use crate::model::{BankAccount, DocumentKind, InvoicePage};
use crate::qr::PaymentQr;
use crate::texts::Texts;
use languages::{date, iban, money};

/// The tinted panel under the dates.
#[derive(Debug, Serialize)]
pub struct PaymentPanel {
    pub label: &'static str,
    pub amount: String,
    /// Due date, or nothing when nothing is due.
    pub due: Option<Fact>,
    /// In place of the due date when the document is paid already.
    pub paid: Option<&'static str>,
    pub account: Option<Fact>,
    pub details: Vec<Fact>,
    pub qr: Option<QrBlock>,
}

/// The payment code's caption and its words for those who cannot see it.
#[derive(Debug, Serialize)]
pub struct QrBlock {
    pub label: &'static str,
    pub alt: String,
}

pub(super) fn panel(page: &InvoicePage, qr: Option<&PaymentQr>) -> PaymentPanel {
    let texts = Texts::of(page.language);
    let amount = money(page.to_pay, &page.currency, page.language);
    let credit = page.kind == DocumentKind::CreditNote;
    let due = page.due_date.filter(|_| !credit && !page.already_paid);
    PaymentPanel {
        label: label(page),
        due: due.map(|day| (texts.facts.due, date(day, page.language))),
        paid: page.already_paid.then_some(texts.payment.already_paid),
        account: account(page).map(|account| ("IBAN", iban(&account.iban))),
        details: details(page),
        qr: qr.map(|qr| QrBlock {
            label: qr.standard.name(),
            alt: format!("{} {amount}, {}", texts.payment.qr_alt, qr.standard.name()),
        }),
        amount,
    }
}

/// What the amount is called.
pub(super) fn label(page: &InvoicePage) -> &'static str {
    let payment = &Texts::of(page.language).payment;
    if page.kind == DocumentKind::CreditNote { payment.credited } else { payment.to_pay }
}

/// Where to pay to. A credit note asks for no payment, so it shows no account.
fn account(page: &InvoicePage) -> Option<&BankAccount> {
    page.bank_account.as_ref().filter(|_| page.kind != DocumentKind::CreditNote)
}

fn details(page: &InvoicePage) -> Vec<Fact> {
    let payment = &Texts::of(page.language).payment;
    let account = account(page);
    let all = [
        ("BIC (SWIFT)", account.and_then(|a| a.bic.clone())),
        (payment.bank, account.and_then(|a| a.bank_name.clone())),
        (payment.variable_symbol, page.variable_symbol.clone()),
        (payment.constant_symbol, page.constant_symbol.clone()),
    ];
    let filled = |(label, value): (_, Option<String>)| Some((label, value?));
    all.into_iter().filter_map(filled).filter(|(_, value)| !value.trim().is_empty()).collect()
}
