//! Reading.

use num_bigint::{BigInt, Sign};

use super::large::Large;
use super::small::Small;
use super::{Number, XsDecimal};
use xml::white_space::trimmed;

impl XsDecimal {
    /// The value of the text, as `xs:decimal` reads it: no exponent, white space around it allowed.
    pub fn parse(text: &str) -> Option<Self> {
        let text = trimmed(text);
        let (negative, number) = match text.as_bytes() {
            [b'-', rest @ ..] => (true, rest),
            [b'+', rest @ ..] => (false, rest),
            all => (false, all),
        };
        let mut seen = Digits::default();
        for &byte in number {
            if !seen.push(byte)? {
                return large(negative, number);
            }
        }
        let digits = seen.value()?;
        let digits = if negative { -digits } else { digits };
        Some(Self(Number::Small(Small { digits, scale: seen.scale })))
    }
}

/// A number that has no room in machine integers.
fn large(negative: bool, number: &[u8]) -> Option<XsDecimal> {
    let point = number.iter().position(|&byte| byte == b'.').unwrap_or(number.len());
    let (whole, fraction) = (&number[..point], number.get(point + 1..).unwrap_or_default());
    if !fraction.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let digits: Vec<u8> =
        [whole, fraction].concat().iter().map(|byte| byte.wrapping_sub(b'0')).collect();
    let sign = if negative { Sign::Minus } else { Sign::Plus };
    // nothing where something else than a digit stands
    let digits = BigInt::from_radix_be(sign, &digits, 10)?;
    let scale = u32::try_from(fraction.len()).ok()?;
    let pointed = u32::from(scale == 0 && point < number.len());
    // one decimal stays: a division has to see that there was a point
    let large = Large::new(digits * (9 * pointed + 1), scale + pointed).without_zeros(1);
    let small = large.to_small().map(Number::Small);
    Some(XsDecimal(small.unwrap_or_else(|| Number::Large(Box::new(large)))))
}

/// Digits read so far. The first eighteen are gathered in a machine word.
#[derive(Default)]
struct Digits {
    small: u64,
    large: i128,
    count: u32,
    point: bool,
    scale: u32,
}

impl Digits {
    /// Takes one more character; false when there is no room for it, nothing when it does not belong.
    fn push(&mut self, byte: u8) -> Option<bool> {
        match byte {
            b'0'..=b'9' => {
                let digit = byte - b'0';
                if self.count < 18 {
                    self.small = self.small * 10 + u64::from(digit);
                } else {
                    if self.count == 18 {
                        self.large = i128::from(self.small);
                    }
                    let Some(large) = self.large.checked_mul(10) else { return Some(false) };
                    let Some(large) = large.checked_add(i128::from(digit)) else {
                        return Some(false);
                    };
                    self.large = large;
                }
                self.count += 1;
                self.scale += u32::from(self.point);
                Some(true)
            }
            b'.' if !self.point => {
                self.point = true;
                Some(true)
            }
            _ => None,
        }
    }

    /// The digits; nothing when there are none. Of `300.` the engine knows that it has a point.
    fn value(&mut self) -> Option<i128> {
        let digits = match self.count {
            0 => return None,
            1..=18 => i128::from(self.small),
            _ => self.large,
        };
        if !self.point || self.scale > 0 {
            return Some(digits);
        }
        let pointed = digits.checked_mul(10);
        self.scale += u32::from(pointed.is_some());
        Some(pointed.unwrap_or(digits))
    }
}
