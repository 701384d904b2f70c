//! Numbers of up to 38 digits, in machine integers. What has no room says so.

use std::cmp::Ordering;

/// `digits` divided by ten to the power of `scale`. The digits are never `i128::MIN`, so that each
/// number has its negative.
#[derive(Debug, Clone, Copy, Hash)]
pub(super) struct Small {
    pub(super) digits: i128,
    pub(super) scale: u32,
}

/// Decimals beyond which zeros at the end are dropped.
const LONG_SCALE: u32 = 18;

impl Small {
    const ZERO: Self = Self { digits: 0, scale: 0 };

    pub(super) fn of(digits: Option<i128>, scale: u32) -> Option<Self> {
        digits.filter(|digits| *digits != i128::MIN).map(|digits| Self { digits, scale })
    }

    pub(super) fn plus(self, other: Self) -> Option<Self> {
        if self.scale == other.scale {
            return Self::of(self.digits.checked_add(other.digits), self.scale);
        }
        let scale = self.scale.max(other.scale);
        Self::of(self.scaled(scale)?.checked_add(other.scaled(scale)?), scale)
    }

    pub(super) fn times(self, other: Self) -> Option<Self> {
        if let Some(small) =
            Self::of(self.digits.checked_mul(other.digits), self.scale + other.scale)
        {
            return Some(small.shortened());
        }
        // Zeros at the end, such as a division leaves, need no room.
        let (one, two) = (self.trimmed(), other.trimmed());
        Self::of(one.digits.checked_mul(two.digits), one.scale + two.scale)
    }

    /// Rounded to so many decimals, the half of the last one down. The divisor is not zero.
    pub(super) fn divided_by(self, other: Self, wanted: u32) -> Option<Self> {
        let zeros = i64::from(wanted) + i64::from(other.scale) - i64::from(self.scale);
        let zeros = u32::try_from(zeros).ok()?;
        let divisor = other.digits.unsigned_abs();
        let (quotient, rest, used) = long_division(self.digits.unsigned_abs(), divisor, zeros)?;
        let up = rest > divisor - rest;
        let size = i128::try_from(quotient).ok()?.checked_add(i128::from(up))?;
        let same_sign = (self.digits < 0) == (other.digits < 0);
        let digits = if same_sign { size } else { -size };
        Some(Self { digits, scale: wanted.checked_sub(zeros - used)? }.shortened())
    }

    /// See `XsDecimal::written_scale`.
    pub(super) fn written_scale(self) -> i64 {
        let (mut digits, mut scale) = (self.digits, i64::from(self.scale));
        while self.scale > 0 && digits % 10 == 0 && digits != 0 {
            digits /= 10;
            scale -= 1;
        }
        if digits == 0 { 0 } else { scale }
    }

    pub(super) fn rounded(self, decimals: u32) -> Self {
        let Some(places) = self.scale.checked_sub(decimals) else { return self };
        // With so many more decimals than there are digits, the number is next to zero.
        let Some(unit) = power(places) else { return Self::ZERO };
        let floor = self.digits.div_euclid(unit);
        let up = self.digits.rem_euclid(unit) >= unit - unit / 2;
        Self { digits: floor + i128::from(up), scale: decimals }
    }

    /// Nothing when the double is not a number, or there is no room to compare.
    pub(super) fn cmp_f64(self, double: f64) -> Option<Ordering> {
        let floor = double.floor();
        if double.is_nan() || floor.abs() > 1e30 {
            return None;
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
        if fraction.fract() != 0.0 {
            return None;
        }
        let mine = self.digits.rem_euclid(unit).checked_mul(1 << halvings)?;
        let theirs = (fraction as i128).checked_mul(unit)?;
        Some(mine.cmp(&theirs))
    }

    pub(super) fn cmp_value(self, other: Self) -> Ordering {
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

    /// Without zeros at the end of the decimals.
    pub(super) fn trimmed(self) -> Self {
        self.without_zeros(0)
    }

    /// Drops zeros at the end that are too many to count with.
    fn shortened(self) -> Self {
        self.without_zeros(LONG_SCALE)
    }

    fn without_zeros(mut self, down_to: u32) -> Self {
        while self.scale > down_to && self.digits % 10 == 0 {
            self.digits /= 10;
            self.scale -= 1;
        }
        self
    }

    /// The digits at this scale, which is not below the number's own.
    fn scaled(self, scale: u32) -> Option<i128> {
        // of zero there is room at any scale
        if self.digits == 0 {
            return Some(0);
        }
        self.digits.checked_mul(power(scale - self.scale)?)
    }
}

/// Quotient and rest of the dividend with so many zeros behind it, and how many of them were used.
/// Where there is no room for all, they are brought down one by one until the division comes out even;
/// nothing when it does not.
fn long_division(dividend: u128, divisor: u128, zeros: u32) -> Option<(u128, u128, u32)> {
    const ROOM: u128 = i128::MAX as u128 / 100;
    let whole = 10_u128.checked_pow(zeros).and_then(|power| dividend.checked_mul(power));
    if let Some(whole) = whole
        && whole / divisor <= ROOM
    {
        return Some((whole / divisor, whole % divisor, zeros));
    }
    let (mut quotient, mut rest, mut used) = (dividend / divisor, dividend % divisor, 0);
    while used < zeros && rest != 0 {
        if quotient > ROOM {
            return None;
        }
        rest = rest.checked_mul(10)?;
        quotient = quotient * 10 + rest / divisor;
        rest %= divisor;
        used += 1;
    }
    Some((quotient, rest, used))
}

pub(super) fn power(exponent: u32) -> Option<i128> {
    10_i128.checked_pow(exponent)
}
