//! The payment code: which standard a document gets, and its drawing.

mod decide;
mod epc;
mod latin;
mod pay_by_square;
mod png;
mod spayd;
mod svg;

pub use self::png::qr_png;
pub use decide::payment_qr;
pub use svg::qr_svg;

use rust_decimal::Decimal;
use time::Date;

/// White modules around a code that its standard asks for.
const QUIET: i32 = 4;

/// Which standard a payment code follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum QrStandard {
    /// PAY by square 1.2, Slovak banks.
    PayBySquare,
    /// Short Payment Descriptor 1.0, Czech banks.
    Spayd,
    /// EPC069-12, SEPA credit transfers in the other countries.
    Epc,
}

impl QrStandard {
    /// The name that payers know it by.
    pub fn name(self) -> &'static str {
        match self {
            Self::PayBySquare => "PAY by square",
            Self::Spayd => "QR Platba",
            Self::Epc => "EPC QR",
        }
    }
}

/// A payment code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaymentQr {
    /// Its standard.
    pub standard: QrStandard,
    /// The text to be drawn as a QR code.
    pub payload: String,
}

/// What every standard encodes. The amount is positive with at most two decimals, the IBAN and
/// the BIC have no spaces.
#[derive(Debug)]
struct Transfer<'a> {
    iban: String,
    bic: String,
    amount: Decimal,
    currency: &'a str,
    due: Option<Date>,
    variable_symbol: &'a str,
    constant_symbol: &'a str,
    beneficiary: &'a str,
    street: String,
    city: String,
    /// What the payee reads on the statement: the document's number.
    message: &'a str,
}

/// A date as `YYYYMMDD`, or nothing.
fn compact_date(date: Option<Date>) -> String {
    date.map(|d| format!("{:04}{:02}{:02}", d.year(), u8::from(d.month()), d.day()))
        .unwrap_or_default()
}

#[cfg(test)]
mod tests;
