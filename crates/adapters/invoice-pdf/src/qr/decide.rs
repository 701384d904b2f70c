//! Whether a document has something to transfer, and by which standard.

use rust_decimal::Decimal;

use super::{PaymentQr, QrStandard, Transfer, epc, pay_by_square, spayd};
use crate::model::{BankAccount, DocumentKind, InvoicePage, PaymentMethod};

/// The payment code of a document: PAY by square for euros to a Slovak seller, QR Platba for
/// Czech crowns, EPC for euros to any other seller.
///
/// `None` when there is nothing to transfer: paid already, nothing left to pay, a credit note,
/// another payment method than a bank transfer, no IBAN, another currency, or an amount that
/// the standard cannot carry.
pub fn payment_qr(page: &InvoicePage) -> Option<PaymentQr> {
    let transfer = transfer(page)?;
    let standard = standard(page)?;
    let payload = match standard {
        QrStandard::PayBySquare => pay_by_square::encode(&transfer),
        QrStandard::Spayd => spayd::encode(&transfer),
        QrStandard::Epc => epc::encode(&transfer),
    }?;
    Some(PaymentQr { standard, payload })
}

fn standard(page: &InvoicePage) -> Option<QrStandard> {
    let slovak = page.seller.country.as_deref().is_some_and(|c| c.eq_ignore_ascii_case("SK"));
    match page.currency.as_str() {
        "EUR" if slovak => Some(QrStandard::PayBySquare),
        "EUR" => Some(QrStandard::Epc),
        "CZK" => Some(QrStandard::Spayd),
        _ => None,
    }
}

fn transfer(page: &InvoicePage) -> Option<Transfer<'_>> {
    let payable = page.kind != DocumentKind::CreditNote
        && page.payment_method == Some(PaymentMethod::BankTransfer)
        && !page.already_paid
        && page.to_pay > Decimal::ZERO
        && page.to_pay.normalize().scale() <= 2;
    if !payable {
        return None;
    }
    let account = page.bank_account.as_ref()?;
    let seller = &page.seller;
    let city = [seller.zip.as_deref(), seller.city.as_deref()];
    let city: Vec<&str> = city.into_iter().flatten().collect();
    Some(Transfer {
        iban: iban(account)?,
        bic: bic(account),
        amount: page.to_pay,
        currency: &page.currency,
        due: page.due_date,
        variable_symbol: digits(page.variable_symbol.as_deref(), 10),
        constant_symbol: digits(page.constant_symbol.as_deref(), 4),
        beneficiary: &seller.name,
        street: seller.street.clone().unwrap_or_default(),
        city: city.join(" "),
        message: &page.number,
    })
}

/// The IBAN without spaces, if it has the shape of one.
fn iban(account: &BankAccount) -> Option<String> {
    let iban = squeeze(&account.iban);
    let shaped = (15..=34).contains(&iban.len())
        && iban.chars().all(|c| c.is_ascii_alphanumeric())
        && iban.starts_with(|c: char| c.is_ascii_uppercase())
        && iban[2..4].chars().all(|c| c.is_ascii_digit());
    shaped.then_some(iban)
}

/// The BIC, or nothing when it does not look like one: every standard can do without.
fn bic(account: &BankAccount) -> String {
    let bic = squeeze(account.bic.as_deref().unwrap_or_default());
    let shaped = matches!(bic.len(), 8 | 11) && bic.chars().all(|c| c.is_ascii_alphanumeric());
    if shaped { bic } else { String::new() }
}

fn squeeze(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect::<String>().to_uppercase()
}

/// A symbol, if it is digits only and short enough.
fn digits(symbol: Option<&str>, most: usize) -> &str {
    symbol
        .map(str::trim)
        .filter(|s| s.len() <= most && s.chars().all(|c| c.is_ascii_digit()))
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use rust_decimal::dec;

    use super::*;
    use crate::samples;

    fn chosen(page: &InvoicePage) -> Option<QrStandard> {
        payment_qr(page).map(|qr| qr.standard)
    }

    #[test]
    fn the_currency_and_the_seller_choose_the_standard() {
        let mut page = samples::invoice();
        assert_eq!(chosen(&page), Some(QrStandard::PayBySquare));
        page.seller.country = Some("DE".into());
        assert_eq!(chosen(&page), Some(QrStandard::Epc));
        assert_eq!(chosen(&samples::czech()), Some(QrStandard::Spayd));
        page.currency = "USD".into();
        assert_eq!(chosen(&page), None);
    }

    #[test]
    fn every_kind_but_the_credit_note_can_be_paid() {
        for kind in DocumentKind::ALL {
            let payable = chosen(&samples::of_kind(kind)).is_some();
            assert_eq!(payable, kind != DocumentKind::CreditNote, "{kind:?}");
        }
    }

    #[test]
    fn nothing_to_transfer_means_no_code() {
        let unpaid = samples::invoice();
        let methods = [
            PaymentMethod::Cash,
            PaymentMethod::Card,
            PaymentMethod::Online,
            PaymentMethod::Offset,
        ];
        for payment_method in methods.map(Some).into_iter().chain([None]) {
            assert_eq!(chosen(&InvoicePage { payment_method, ..unpaid.clone() }), None);
        }
        assert_eq!(chosen(&InvoicePage { already_paid: true, ..unpaid.clone() }), None);
        for to_pay in [dec!(0), dec!(-5), dec!(0.001)] {
            assert_eq!(chosen(&InvoicePage { to_pay, ..unpaid.clone() }), None);
        }
        assert_eq!(chosen(&InvoicePage { bank_account: None, ..unpaid }), None);
    }

    #[test]
    fn an_account_without_an_iban_has_no_code() {
        let mut page = samples::invoice();
        for iban in
            ["", "123456789/0900", "SK", "SKé6 1100 0000 0029 1859 9669", "9611000000002918"]
        {
            page.bank_account = Some(BankAccount { iban: iban.into(), ..samples::account() });
            assert_eq!(chosen(&page), None, "{iban}");
        }
    }

    #[test]
    fn what_a_standard_cannot_carry_is_left_out() {
        let mut page = samples::invoice();
        page.variable_symbol = Some("20260001234567".into());
        page.bank_account = Some(BankAccount { bic: Some("not one".into()), ..samples::account() });
        let transfer = transfer(&page).expect("is payable");
        assert_eq!((transfer.variable_symbol, transfer.bic.as_str()), ("", ""));
    }
}
