use crate::{Currency, UnknownCurrency};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};
use std::{fmt, str::FromStr};

/// A currency by its code of ISO 4217: any, also one that no invoice is issued in here. Three
/// letters `A` to `Z`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CurrencyCode([u8; 3]);

impl CurrencyCode {
    /// The three letters.
    #[must_use]
    pub fn code(&self) -> &str {
        std::str::from_utf8(&self.0).unwrap_or_default()
    }

    /// Whether its minor unit has decimals (ISO 4217). Those of three are written with two (EN 16931, BR-DEC-*).
    #[must_use]
    pub fn has_cents(&self) -> bool {
        !WITHOUT_CENTS.contains(&&self.0)
    }
}

/// Currencies whose minor unit is the currency itself.
const WITHOUT_CENTS: [&[u8; 3]; 17] = [
    b"BIF", b"CLP", b"DJF", b"GNF", b"ISK", b"JPY", b"KMF", b"KRW", b"PYG", b"RWF", b"UGX", b"UYI",
    b"VND", b"VUV", b"XAF", b"XOF", b"XPF",
];

impl FromStr for CurrencyCode {
    type Err = UnknownCurrency;

    fn from_str(text: &str) -> Result<Self, UnknownCurrency> {
        let code: [u8; 3] = text.as_bytes().try_into().map_err(|_| UnknownCurrency)?;
        code.iter().all(u8::is_ascii_uppercase).then_some(Self(code)).ok_or(UnknownCurrency)
    }
}

impl From<Currency> for CurrencyCode {
    fn from(currency: Currency) -> Self {
        let mut code = [b'X'; 3];
        code.copy_from_slice(currency.code().as_bytes());
        Self(code)
    }
}

impl PartialEq<Currency> for CurrencyCode {
    fn eq(&self, other: &Currency) -> bool {
        self.code() == other.code()
    }
}

impl fmt::Display for CurrencyCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl fmt::Debug for CurrencyCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl Serialize for CurrencyCode {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.code())
    }
}

impl<'de> Deserialize<'de> for CurrencyCode {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_letters_are_a_code() {
        for currency in Currency::ALL {
            assert_eq!(CurrencyCode::from(*currency), *currency);
            assert_eq!(currency.code().parse(), Ok(CurrencyCode::from(*currency)));
        }
        assert!("ISK".parse::<CurrencyCode>().is_ok());
        for text in ["", "EU", "eur", "EURO", "E1R", "€"] {
            assert!(text.parse::<CurrencyCode>().is_err(), "{text}");
        }
    }
}
