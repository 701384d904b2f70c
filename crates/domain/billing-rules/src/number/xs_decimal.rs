//! `xs:decimal`: exact, up to 38 digits. The official engine has no limit; a document with longer
//! numbers is refused.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

use crate::text::trimmed;

/// An exact decimal number.
#[derive(Debug, Clone, Copy)]
pub struct XsDecimal {
    digits: i128,
    scale: u32,
}

/// The most decimals a number may have.
const MAX_SCALE: u32 = 36;
/// The decimals that a division keeps at least.
const DIVISION_SCALE: i64 = 18;

impl XsDecimal {
    /// Zero.
    pub const ZERO: Self = Self { digits: 0, scale: 0 };

    /// A whole number.
    pub const fn whole(number: i64) -> Self {
        Self { digits: number as i128, scale: 0 }
    }

    /// So many hundredths.
    pub(crate) const fn of_cents(cents: i128) -> Self {
        Self { digits: cents, scale: 2 }
    }

    /// The value of the text, as `xs:decimal` reads it: no exponent, white space around it allowed.
    pub fn parse(text: &str) -> Option<Self> {
        let text = trimmed(text);
        let (negative, number) = match text.as_bytes() {
            [b'-', rest @ ..] => (true, rest),
            [b'+', rest @ ..] => (false, rest),
            all => (false, all),
        };
        let mut seen = Digits::default();
        for &byte in without_long_tail(number) {
            seen.push(byte)?;
        }
        if seen.count == 0 {
            return None;
        }
        let digits = seen.value();
        let digits = if negative { -digits } else { digits };
        Some(Self { digits, scale: seen.scale })
    }

    /// Whether it is zero.
    pub const fn is_zero(self) -> bool {
        self.digits == 0
    }

    /// Without its sign.
    pub const fn abs(self) -> Self {
        Self { digits: self.digits.abs(), scale: self.scale }
    }

    /// With the other sign.
    pub(crate) const fn negated(self) -> Self {
        Self { digits: -self.digits, scale: self.scale }
    }

    /// The sum; nothing when it has too many digits.
    pub(crate) fn plus(self, other: Self) -> Option<Self> {
        if self.scale == other.scale {
            let digits = self.digits.checked_add(other.digits)?;
            return Some(Self { digits, scale: self.scale });
        }
        let scale = self.scale.max(other.scale);
        let digits = self.scaled(scale)?.checked_add(other.scaled(scale)?)?;
        Some(Self { digits, scale })
    }

    /// The difference.
    pub(crate) fn minus(self, other: Self) -> Option<Self> {
        self.plus(other.negated())
    }

    /// The product.
    pub fn times(self, other: Self) -> Option<Self> {
        if let Some(digits) = self.digits.checked_mul(other.digits) {
            return Some(Self { digits, scale: self.scale + other.scale }.shortened());
        }
        // Zeros at the end, such as a division leaves, need no room.
        let (one, two) = (self.trimmed(), other.trimmed());
        let digits = one.digits.checked_mul(two.digits)?;
        Some(Self { digits, scale: one.scale + two.scale })
    }

    /// `div`: keeps 18 decimals, more where the operands' own call for it, rounded half up.
    pub(crate) fn divided_by(self, other: Self) -> Option<Self> {
        let wanted = DIVISION_SCALE.max(DIVISION_SCALE + self.scale as i64 - other.scale as i64);
        let shift = wanted + other.scale as i64 - self.scale as i64;
        let divisor = other.digits.unsigned_abs();
        let zeros = u32::try_from(shift).ok()?;
        let (quotient, rest, used) = long_division(self.digits.unsigned_abs(), divisor, zeros)?;
        let half_up = rest != 0 && rest >= divisor - rest;
        let size = i128::try_from(quotient).ok()?.checked_add(i128::from(half_up))?;
        let same_sign = (self.digits < 0) == (other.digits < 0);
        let digits = if same_sign { size } else { -size };
        let scale = u32::try_from(wanted).ok()?.checked_sub(zeros - used)?;
        Some(Self { digits, scale }.shortened())
    }

    /// `div 100`, which is exact.
    pub(crate) fn hundredth(self) -> Self {
        Self { digits: self.digits, scale: self.scale + 2 }
    }

    /// `round(x * 10 * 10) div 100`: two decimals, halves towards plus infinity.
    pub(crate) fn rounded_to_cents(self) -> Self {
        self.rounded(2)
    }

    /// Rounded to so many decimals, halves towards plus infinity.
    pub fn rounded(self, decimals: u32) -> Self {
        let Some(places) = self.scale.checked_sub(decimals) else { return self };
        // With so many more decimals than there are digits, the number is next to zero.
        let Some(unit) = power(places) else { return Self::ZERO };
        let floor = self.digits.div_euclid(unit);
        let up = self.digits.rem_euclid(unit) >= unit - unit / 2;
        Self { digits: floor + i128::from(up), scale: decimals }
    }

    /// The nearest double.
    pub(crate) fn to_f64(self) -> f64 {
        self.to_string().parse().unwrap_or(f64::NAN)
    }

    /// How a double's exact value compares with this number; nothing when it is not a number.
    pub(crate) fn cmp_f64(self, double: f64) -> Option<Ordering> {
        let floor = double.floor();
        if double.is_nan() || floor.abs() > 1e30 {
            return self.to_f64().partial_cmp(&double);
        }
        let unit = power(self.scale)?;
        match self.digits.div_euclid(unit).cmp(&(floor as i128)) {
            Ordering::Equal => {}
            unequal => return Some(unequal),
        }
        // Both fractions as wholes: a double's is f / 2^k, exactly.
        let (mut fraction, mut halvings) = (double - floor, 0);
        while fraction.fract() != 0.0 && halvings < 60 {
            fraction *= 2.0;
            halvings += 1;
        }
        let mine = self.digits.rem_euclid(unit).checked_mul(1 << halvings);
        let theirs = (fraction as i128).checked_mul(unit);
        match mine.zip(theirs) {
            Some((mine, theirs)) => Some(mine.cmp(&theirs)),
            None => self.to_f64().partial_cmp(&double),
        }
    }

    /// The digits at this scale, which is not below the number's own.
    fn scaled(self, scale: u32) -> Option<i128> {
        self.digits.checked_mul(power(scale - self.scale)?)
    }

    /// Without zeros at the end of the decimals.
    fn trimmed(mut self) -> Self {
        while self.scale > 0 && self.digits % 10 == 0 {
            self.digits /= 10;
            self.scale -= 1;
        }
        self
    }

    /// Drops zeros at the end that are too many to count with.
    fn shortened(mut self) -> Self {
        while self.scale > MAX_SCALE / 2 && self.digits % 10 == 0 {
            self.digits /= 10;
            self.scale -= 1;
        }
        self
    }
}

/// Quotient and rest of the dividend with so many zeros behind it, and how many of them were used. Where there is no
/// room for all, they are brought down one by one until the division comes out even or the room is used up.
fn long_division(dividend: u128, divisor: u128, zeros: u32) -> Option<(u128, u128, u32)> {
    const ROOM: u128 = i128::MAX as u128 / 100;
    let whole = 10_u128.checked_pow(zeros).and_then(|power| dividend.checked_mul(power));
    if let Some(whole) = whole
        && whole / divisor.max(1) <= ROOM
    {
        return Some((whole.checked_div(divisor)?, whole.checked_rem(divisor)?, zeros));
    }
    let mut quotient = dividend.checked_div(divisor)?;
    let mut rest = dividend.checked_rem(divisor)?;
    let mut used = 0;
    while used < zeros && rest != 0 && quotient <= ROOM {
        rest = rest.checked_mul(10)?;
        quotient = quotient * 10 + rest / divisor;
        rest %= divisor;
        used += 1;
    }
    Some((quotient, rest, used))
}

/// Drops the zeros at the end of a fraction that is longer than we count with.
fn without_long_tail(number: &[u8]) -> &[u8] {
    if number.len() <= MAX_SCALE as usize || !number.contains(&b'.') {
        return number;
    }
    let zeros = number.iter().rev().take_while(|&&byte| byte == b'0').count();
    &number[..number.len() - zeros]
}

fn power(exponent: u32) -> Option<i128> {
    10_i128.checked_pow(exponent)
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
    fn push(&mut self, byte: u8) -> Option<()> {
        match byte {
            b'0'..=b'9' => {
                let digit = byte - b'0';
                if self.count < 18 {
                    self.small = self.small * 10 + u64::from(digit);
                } else {
                    if self.count == 18 {
                        self.large = i128::from(self.small);
                    }
                    self.large = self.large.checked_mul(10)?.checked_add(i128::from(digit))?;
                }
                self.count += 1;
                self.scale += u32::from(self.point);
                Some(())
            }
            b'.' if !self.point => {
                self.point = true;
                Some(())
            }
            _ => None,
        }
    }

    fn value(&self) -> i128 {
        if self.count <= 18 { i128::from(self.small) } else { self.large }
    }
}

impl Hash for XsDecimal {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let (mut digits, mut scale) = (self.digits, self.scale);
        while scale > 0 && digits % 10 == 0 {
            digits /= 10;
            scale -= 1;
        }
        (digits, scale).hash(state);
    }
}

impl PartialEq for XsDecimal {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for XsDecimal {}

impl PartialOrd for XsDecimal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for XsDecimal {
    fn cmp(&self, other: &Self) -> Ordering {
        if self.scale == other.scale {
            return self.digits.cmp(&other.digits);
        }
        let scale = self.scale.max(other.scale);
        match (self.scaled(scale), other.scaled(scale)) {
            (Some(mine), Some(theirs)) => mine.cmp(&theirs),
            // Only the one with fewer decimals can overflow, so it is the larger in size.
            (None, _) => self.digits.cmp(&0),
            (_, None) => 0.cmp(&other.digits),
        }
    }
}

impl fmt::Display for XsDecimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.digits < 0 { "-" } else { "" };
        let all = self.digits.unsigned_abs().to_string();
        let scale = self.scale as usize;
        let all =
            if all.len() <= scale { format!("{all:0>width$}", width = scale + 1) } else { all };
        let (whole, fraction) = all.split_at(all.len() - scale);
        let dot = if fraction.is_empty() { "" } else { "." };
        write!(f, "{sign}{whole}{dot}{fraction}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn d(text: &str) -> XsDecimal {
        XsDecimal::parse(text).unwrap()
    }

    #[test]
    fn reads_what_the_schema_type_allows() {
        for good in ["+5", "5.", ".5", " 5 ", "-0.00", "007"] {
            assert!(XsDecimal::parse(good).is_some(), "{good:?}");
        }
        let long = format!("1.{}", "0".repeat(90));
        assert_eq!(XsDecimal::parse(&long), Some(d("1")));
        for bad in ["", "1e2", "NaN", "abc", ".", "-", "1 2", "1,5", "--1"] {
            assert!(XsDecimal::parse(bad).is_none(), "{bad:?}");
        }
    }

    #[test]
    fn halves_go_up() {
        assert_eq!(d("-0.125").rounded_to_cents().to_string(), "-0.12");
        assert_eq!(d("0.125").rounded_to_cents().to_string(), "0.13");
        assert_eq!(XsDecimal { digits: -i128::MAX, scale: 60 }.rounded_to_cents(), XsDecimal::ZERO);
        assert_eq!(d("1.005").rounded_to_cents().to_string(), "1.01");
    }

    #[test]
    fn division_keeps_eighteen_decimals() {
        assert_eq!(d("1").divided_by(d("3")).unwrap().to_string(), "0.333333333333333333");
        assert_eq!(d("2").divided_by(d("3")).unwrap().to_string(), "0.666666666666666667");
        assert_eq!(d("0.01").divided_by(d("7")).unwrap().to_string(), "0.00142857142857142857");
        assert_eq!(d("1").divided_by(d("0")), None);
        assert_eq!(d("-2").divided_by(d("3")).unwrap().to_string(), "-0.666666666666666667");
    }

    #[test]
    fn long_numbers_are_divided_and_multiplied() {
        let long = d("12345678901234567890.12");
        let third = long.divided_by(d("3")).unwrap().to_string();
        assert_eq!(third, "4115226300411522630.04");
        let share = d("19").divided_by(d("100")).unwrap();
        assert_eq!(long.times(share).unwrap().to_string(), "2345678991234567899.1228");
    }

    #[test]
    fn doubles_compare_by_their_exact_value() {
        assert_eq!(d("99.1").cmp_f64(100.1 - 1.0), Some(Ordering::Greater));
        assert_eq!(d("99.5").cmp_f64(99.5), Some(Ordering::Equal));
        assert_eq!(d("-0.5").cmp_f64(-0.25), Some(Ordering::Less));
        assert_eq!(d("0").cmp_f64(f64::NAN), None);
    }

    #[test]
    fn numbers_of_other_scales_compare_by_value() {
        assert_eq!(d("1.10"), d("1.1"));
        assert!(d("99999999999999999999999999999999999999") > d("0.00000000000000000001"));
        assert!(d("-99999999999999999999999999999999999999") < d("0.00000000000000000001"));
    }
}
