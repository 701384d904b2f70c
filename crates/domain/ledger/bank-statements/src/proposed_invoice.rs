use invoicing::{AnyInvoice, InvoiceId, recording::InvoiceContent};
use money::Decimal;

/// What people are to know of the invoice that a proposal is for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProposedInvoice {
    pub id: InvoiceId,
    /// The customer's name.
    pub customer: String,
    pub outstanding: Decimal,
}

impl From<&AnyInvoice> for ProposedInvoice {
    fn from(invoice: &AnyInvoice) -> Self {
        let customer = invoice.document.header().customer().to_owned();
        Self { id: invoice.id, customer, outstanding: invoice.outstanding() }
    }
}

/// Whether a text that somebody looks for names an invoice: a part of its number or of the customer's name, however
/// they are written, or of the number's digits, as a variable symbol has them.
#[must_use]
pub fn is_named(number: &str, customer: &str, text: &str) -> bool {
    let digits = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
    let folded = |text: &str| vat_categories::folded(text.trim());
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    [number, customer].iter().any(|known| folded(known).contains(&folded(text)))
        || (is_number && digits(number).contains(text.trim_start_matches('0')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_invoice_is_found_by_a_part_of_what_is_known() {
        for (text, expected) in [
            ("", true),
            ("fa26", true),
            ("261034", true),
            ("0000261034", true),
            ("lehota", true),
            ("OBEC Lehotá", true),
            ("261035", false),
            ("Kysuce", false),
        ] {
            assert_eq!(is_named("FA26/1034", "Obec Lehota", text), expected, "{text}");
        }
    }
}
