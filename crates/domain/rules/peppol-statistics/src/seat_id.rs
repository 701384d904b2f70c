//! The number of a service provider in the network.

use std::fmt;
use std::str::FromStr;

/// A seat id: the common name of the provider's Peppol certificates, `PSK000028`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SeatId(String);

/// The text is no seat id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a seat id is P, two capital letters and six digits")]
pub struct NoSeatId;

impl SeatId {
    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether the text has the form: `P`, two capital letters, six digits.
    #[must_use]
    pub fn is_seat_id(text: &str) -> bool {
        let bytes = text.as_bytes();
        bytes.len() == 9
            && bytes[0] == b'P'
            && bytes[1..3].iter().all(u8::is_ascii_uppercase)
            && bytes[3..].iter().all(u8::is_ascii_digit)
    }
}

impl FromStr for SeatId {
    type Err = NoSeatId;

    fn from_str(text: &str) -> Result<Self, NoSeatId> {
        if Self::is_seat_id(text) { Ok(Self(text.to_owned())) } else { Err(NoSeatId) }
    }
}

impl fmt::Display for SeatId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_form_is_strict() {
        assert!(SeatId::is_seat_id("PSK000028"));
        for text in
            ["", "PSK00028", "PSK0000288", "psk000028", "XSK000028", "PS1000028", "PSK00002é"]
        {
            assert_eq!(text.parse::<SeatId>(), Err(NoSeatId), "{text}");
        }
    }
}
