//! EPC069-12, version 002: a SEPA credit transfer in eleven lines.

use rust_decimal::{Decimal, dec};

use super::Transfer;
use super::latin::{ascii, first, latin};

const NAME_LENGTH: usize = 70;
const TEXT_LENGTH: usize = 140;
const PAYLOAD_BYTES: usize = 331;
const LARGEST: Decimal = dec!(999999999.99);

pub(super) fn encode(transfer: &Transfer) -> Option<String> {
    if transfer.amount > LARGEST || transfer.currency != "EUR" {
        return None;
    }
    let name = first(&latin(transfer.beneficiary), NAME_LENGTH);
    let text = first(&ascii(transfer.message), TEXT_LENGTH);
    let amount = format!("EUR{:.2}", transfer.amount);
    let lines = [
        "BCD",
        "002",
        "1", // version, UTF-8
        "SCT",
        &transfer.bic,
        &name,
        &transfer.iban,
        &amount, //
        "",
        "", // purpose, structured reference
        &text,
    ];
    let payload = lines.join("\n");
    // Only the text, the last line and plain ASCII, can be what makes it too long.
    let payload = payload.get(..PAYLOAD_BYTES).unwrap_or(&payload).trim_end();
    (!name.is_empty()).then(|| payload.to_owned())
}

#[cfg(test)]
mod tests {
    use super::super::tests::transfer;
    use super::*;

    #[test]
    fn golden() {
        let mut payment = transfer();
        payment.iban = "DE89370400440532013000".into();
        payment.bic = String::new();
        payment.beneficiary = "Käse & Söhne GmbH";
        assert_eq!(
            encode(&payment).as_deref(),
            Some(
                "BCD\n002\n1\nSCT\n\nKäse & Söhne GmbH\nDE89370400440532013000\nEUR1234.56\n\n\n\
                 2026000123"
            )
        );
    }

    #[test]
    fn the_longest_payload_keeps_every_limit() {
        let mut payment = transfer();
        let long = "ŤažkýŽľčňôäú🚀".repeat(40);
        (payment.beneficiary, payment.message) = (&long, &long);
        payment.iban = format!("MT{}", "9".repeat(32));
        payment.bic = "ABCDEFGHIJK".into();
        payment.amount = LARGEST;
        let code = encode(&payment).expect("encodes");
        let lines: Vec<&str> = code.lines().collect();
        assert!(
            lines[5].chars().count() <= NAME_LENGTH && lines[10].chars().count() <= TEXT_LENGTH
        );
        assert_eq!(code.len(), PAYLOAD_BYTES);
        payment.amount = LARGEST + dec!(0.01);
        assert_eq!(encode(&payment), None);
    }

    #[test]
    fn a_payee_without_a_latin_name_has_no_code() {
        let mut payment = transfer();
        payment.beneficiary = "株式会社";
        assert_eq!(encode(&payment), None);
    }
}
