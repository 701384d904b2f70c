use money::CurrencyCode;
use refusals::Refusal;
use thiserror::Error;

/// Why a text or an amount cannot be written on a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error, Refusal)]
pub enum TextFault {
    /// A character that XML cannot carry or a line does not have.
    #[error("must not contain the character U+{code:04X}", code = u32::from(*.0))]
    Character(char),
    /// An amount with cents in a currency that has none.
    #[error("must be a whole amount: {currency} has no cents")]
    Cents {
        /// The currency.
        currency: CurrencyCode,
    },
}
