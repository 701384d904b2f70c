//! Numbers of more than 38 digits. They are rare, so this is written for shortness.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

use num_bigint::{BigInt, Sign};

use super::small::Small;

/// `digits` divided by ten to the power of `scale`.
#[derive(Debug, Clone)]
pub(super) struct Large {
    digits: BigInt,
    scale: u32,
}

impl Large {
    pub(super) const fn new(digits: BigInt, scale: u32) -> Self {
        Self { digits, scale }
    }

    /// A finite double's exact value: an odd number times a power of two, and 1/2^k is 5^k/10^k.
    pub(super) fn of_double(double: f64) -> Self {
        let bits = double.to_bits();
        let exponent = ((bits >> 52) & 0x7ff) as i32;
        let fraction = bits & ((1 << 52) - 1);
        let mantissa = if exponent == 0 { fraction } else { fraction | 1 << 52 };
        let sign = if double < 0.0 { Sign::Minus } else { Sign::Plus };
        let digits = BigInt::from_biguint(sign, mantissa.into());
        let shift = exponent.max(1) - 1075;
        let halvings = shift.min(0).unsigned_abs();
        Self { digits: (digits << shift.max(0)) * BigInt::from(5).pow(halvings), scale: halvings }
    }

    pub(super) fn negated(&self) -> Self {
        Self { digits: -&self.digits, scale: self.scale }
    }

    pub(super) fn plus(&self, other: &Self) -> Self {
        let scale = self.scale.max(other.scale);
        Self { digits: self.scaled(scale) + other.scaled(scale), scale }
    }

    pub(super) fn times(&self, other: &Self) -> Self {
        Self { digits: &self.digits * &other.digits, scale: self.scale + other.scale }
    }

    /// Rounded to so many decimals, the half of the last one down. The divisor is not zero.
    pub(super) fn divided_by(&self, other: &Self, wanted: u32) -> Self {
        let dividend = &self.digits * ten_to(wanted + other.scale);
        let divisor = &other.digits * ten_to(self.scale);
        let quotient = &dividend / &divisor;
        let rest: BigInt = &dividend % &divisor;
        let up = (rest.magnitude() * 2_u32) > *divisor.magnitude();
        let step = match (up, dividend.sign() == divisor.sign()) {
            (false, _) => 0,
            (true, true) => 1,
            (true, false) => -1,
        };
        Self { digits: quotient + step, scale: wanted }
    }

    /// See `XsDecimal::written_scale`.
    pub(super) fn written_scale(&self) -> i64 {
        let (mut digits, mut scale) = (self.digits.clone(), i64::from(self.scale));
        while self.scale > 0 && ends_in_zero(&digits) {
            digits /= 10;
            scale -= 1;
        }
        scale
    }

    pub(super) fn hundredth(&self) -> Self {
        Self { digits: self.digits.clone(), scale: self.scale + 2 }
    }

    pub(super) fn rounded(&self, decimals: u32) -> Self {
        let Some(places) = self.scale.checked_sub(decimals) else { return self.clone() };
        // Halves go up: the floor of the number and a half.
        let unit = ten_to(places);
        let raised: BigInt = &self.digits * 2 + &unit;
        let double: BigInt = unit * 2;
        let floor = &raised / &double;
        let below = raised.sign() == Sign::Minus && (&raised % &double).sign() != Sign::NoSign;
        Self { digits: floor - i32::from(below), scale: decimals }
    }

    pub(super) fn cmp_value(&self, other: &Self) -> Ordering {
        let scale = self.scale.max(other.scale);
        self.scaled(scale).cmp(&other.scaled(scale))
    }

    /// With no more than so many zeros at the end of the decimals.
    pub(super) fn without_zeros(mut self, down_to: u32) -> Self {
        while self.scale > down_to && ends_in_zero(&self.digits) {
            self.digits /= 10;
            self.scale -= 1;
        }
        self
    }

    pub(super) fn to_small(&self) -> Option<Small> {
        Small::of(i128::try_from(&self.digits).ok(), self.scale)
    }

    /// Whether it is negative, its digits, and how many of them are decimals.
    pub(super) fn written(&self) -> (bool, String, u32) {
        let negative = self.digits.sign() == Sign::Minus;
        (negative, self.digits.magnitude().to_string(), self.scale)
    }

    fn scaled(&self, scale: u32) -> BigInt {
        &self.digits * ten_to(scale - self.scale)
    }
}

impl From<Small> for Large {
    fn from(small: Small) -> Self {
        Self { digits: small.digits.into(), scale: small.scale }
    }
}

impl Hash for Large {
    /// As [`Small`] hashes, where the value fits there.
    fn hash<H: Hasher>(&self, state: &mut H) {
        let bare = self.clone().without_zeros(0);
        match bare.to_small() {
            Some(small) => small.hash(state),
            None => (bare.digits, bare.scale).hash(state),
        }
    }
}

fn ends_in_zero(digits: &BigInt) -> bool {
    digits.sign() != Sign::NoSign && (digits % 10_u32).sign() == Sign::NoSign
}

fn ten_to(exponent: u32) -> BigInt {
    BigInt::from(10).pow(exponent)
}
