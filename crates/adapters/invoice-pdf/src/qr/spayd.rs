//! Short Payment Descriptor 1.0 („QR Platba“), kept within the alphanumeric QR alphabet.

use super::latin::{ascii, first};
use super::{Transfer, compact_date};
use std::fmt::Write;

/// The longest amount the standard can carry: `9999999.99`.
const AMOUNT_LENGTH: usize = 10;
const NAME_LENGTH: usize = 35;
const MESSAGE_LENGTH: usize = 60;

pub(super) fn encode(transfer: &Transfer) -> Option<String> {
    let amount = format!("{:.2}", transfer.amount);
    if amount.len() > AMOUNT_LENGTH {
        return None;
    }
    let mut account = transfer.iban.clone();
    if !transfer.bic.is_empty() {
        account.push('+');
        account.push_str(&transfer.bic);
    }
    let fields = [
        ("ACC", account),
        ("AM", amount),
        ("CC", transfer.currency.to_owned()),
        ("DT", compact_date(transfer.due)),
        ("RN", value(transfer.beneficiary, NAME_LENGTH)),
        ("MSG", value(transfer.message, MESSAGE_LENGTH)),
        ("X-VS", transfer.variable_symbol.to_owned()),
        ("X-KS", transfer.constant_symbol.to_owned()),
    ];
    let mut out = String::from("SPD*1.0");
    for (key, value) in fields.iter().filter(|(_, value)| !value.is_empty()) {
        let _ = write!(out, "*{key}:{value}");
    }
    Some(out)
}

/// A text value: upper case, cut to its length, then what is not alphanumeric for QR (and the
/// field separator) written as `%XX`.
fn value(text: &str, most: usize) -> String {
    let mut out = String::new();
    for c in first(&ascii(text).to_uppercase(), most).trim_end().chars() {
        match c {
            'A'..='Z' | '0'..='9' | ' ' | '$' | '+' | '-' | '.' | '/' | ':' => out.push(c),
            other => {
                let _ = write!(out, "%{:02X}", u32::from(other));
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::tests::transfer;
    use super::*;
    use rust_decimal::dec;

    #[test]
    fn golden() {
        let mut payment = transfer();
        payment.iban = "CZ6508000000192000145399".into();
        payment.bic = "GIBACZPX".into();
        payment.currency = "CZK";
        assert_eq!(
            encode(&payment).as_deref(),
            Some(
                "SPD*1.0*ACC:CZ6508000000192000145399+GIBACZPX*AM:1234.56*CC:CZK*DT:20261205\
                 *RN:ZLTY KON S.R.O.*MSG:2026000123*X-VS:2026000123*X-KS:0308"
            )
        );
    }

    #[test]
    fn texts_keep_their_limits_and_the_alphabet() {
        let mut payment = transfer();
        let name = "Ščepko * & syn, ".repeat(10);
        (payment.beneficiary, payment.message) = (&name, &name);
        let code = encode(&payment).expect("encodes");
        assert!(code.contains("RN:SCEPKO %2A %26 SYN%2C SCEPKO"));
        let allowed =
            |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || " $%*+-./:".contains(c);
        assert!(code.chars().all(allowed), "{code}");
        assert!(qrcodegen::QrCode::encode_text(&code, qrcodegen::QrCodeEcc::Medium).is_ok());
    }

    #[test]
    fn an_amount_beyond_the_standard_has_no_code() {
        let mut payment = transfer();
        payment.amount = dec!(9999999.99);
        assert!(encode(&payment).is_some());
        payment.amount = dec!(10000000);
        assert_eq!(encode(&payment), None);
    }
}
