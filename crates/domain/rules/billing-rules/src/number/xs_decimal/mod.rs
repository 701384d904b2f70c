//! `xs:decimal`: exact and of any length, as the official engine calculates. Nearly every number of a
//! document fits into 38 digits and is counted with in a machine's integers ([`Small`]); where a number
//! or a result does not, the calculation goes on in [`Large`].

mod large;
mod parse;
mod small;

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

use large::Large;
use small::Small;

/// An exact decimal number.
#[derive(Debug, Clone)]
pub struct XsDecimal(Number);

#[derive(Debug, Clone)]
enum Number {
    Small(Small),
    Large(Box<Large>),
}

use Number::Small as S;

/// The decimals that a division keeps at least.
const DIVISION_SCALE: i64 = 18;

impl XsDecimal {
    /// Zero.
    pub const ZERO: Self = Self::whole(0);

    /// A whole number.
    pub const fn whole(number: i64) -> Self {
        Self(S(Small { digits: number as i128, scale: 0 }))
    }

    /// So many hundredths.
    pub(crate) const fn of_cents(cents: i128) -> Self {
        Self(S(Small { digits: cents, scale: 2 }))
    }

    /// The exact value of a double; nothing when it is not a number or infinite.
    pub(crate) fn of_double(double: f64) -> Option<Self> {
        double.is_finite().then(|| Large::of_double(double).into())
    }

    /// Whether it is zero.
    pub fn is_zero(&self) -> bool {
        matches!(self.0, S(Small { digits: 0, .. }))
    }

    /// Without its sign.
    #[must_use]
    pub fn abs(&self) -> Self {
        if *self < Self::ZERO { self.negated() } else { self.clone() }
    }

    /// With the other sign.
    pub(crate) fn negated(&self) -> Self {
        match &self.0 {
            S(small) => Self(S(Small { digits: -small.digits, scale: small.scale })),
            Number::Large(large) => large.negated().into(),
        }
    }

    /// The sum.
    #[must_use]
    pub(crate) fn plus(&self, other: &Self) -> Self {
        self.combined(other, Small::plus, Large::plus)
    }

    /// The difference.
    #[must_use]
    pub(crate) fn minus(&self, other: &Self) -> Self {
        self.plus(&other.negated())
    }

    /// The product.
    #[must_use]
    pub fn times(&self, other: &Self) -> Self {
        self.combined(other, Small::times, Large::times)
    }

    /// In machine integers where there is room for both and for the result.
    fn combined(
        &self,
        other: &Self,
        small: fn(Small, Small) -> Option<Small>,
        large: fn(&Large, &Large) -> Large,
    ) -> Self {
        if let (S(one), S(two)) = (&self.0, &other.0)
            && let Some(result) = small(*one, *two)
        {
            return Self(S(result));
        }
        large(&self.to_large(), &other.to_large()).into()
    }

    /// `div`: keeps 18 decimals, more where the operands' own call for it; the half of the last one is
    /// dropped. Nothing when the divisor is zero.
    pub(crate) fn divided_by(&self, other: &Self) -> Option<Self> {
        if other.is_zero() {
            return None;
        }
        let own = self.written_scale() - other.written_scale();
        let wanted = u32::try_from(DIVISION_SCALE + own.max(0)).unwrap_or(u32::MAX);
        if let (S(one), S(two)) = (&self.0, &other.0)
            && let Some(result) = one.divided_by(*two, wanted)
        {
            return Some(Self(S(result)));
        }
        Some(self.to_large().divided_by(&other.to_large(), wanted).into())
    }

    /// The decimals that the official engine takes the number to have. It drops the zeros at the end
    /// of a number that was written with a point, those before the point included: 300.0 has -2.
    fn written_scale(&self) -> i64 {
        match &self.0 {
            S(small) => small.written_scale(),
            Number::Large(large) => large.written_scale(),
        }
    }

    /// `div 100`, which is exact.
    #[must_use]
    pub(crate) fn hundredth(&self) -> Self {
        match &self.0 {
            S(Small { digits, scale }) => Self(S(Small { digits: *digits, scale: scale + 2 })),
            Number::Large(large) => large.hundredth().into(),
        }
    }

    /// `round(x * 10 * 10) div 100`: two decimals, halves towards plus infinity.
    #[must_use]
    pub(crate) fn rounded_to_cents(&self) -> Self {
        self.rounded(2)
    }

    /// Rounded to so many decimals, halves towards plus infinity.
    #[must_use]
    pub fn rounded(&self, decimals: u32) -> Self {
        match &self.0 {
            S(small) => Self(S(small.rounded(decimals))),
            Number::Large(large) => large.rounded(decimals).into(),
        }
    }

    /// The nearest double.
    pub(crate) fn to_f64(&self) -> f64 {
        self.to_string().parse().unwrap_or(f64::NAN)
    }

    /// How a double's exact value compares with this number; nothing when it is not a number.
    pub(crate) fn cmp_f64(&self, double: f64) -> Option<Ordering> {
        if let S(small) = &self.0
            && let Some(order) = small.cmp_f64(double)
        {
            return Some(order);
        }
        if double.is_infinite() {
            return 0.0.partial_cmp(&double);
        }
        Some(self.cmp(&Self::of_double(double)?))
    }

    fn to_large(&self) -> Large {
        match &self.0 {
            S(small) => Large::from(*small),
            Number::Large(large) => (**large).clone(),
        }
    }
}

impl From<Large> for XsDecimal {
    /// In machine integers again, if it fits.
    fn from(large: Large) -> Self {
        let large = large.without_zeros(0);
        match large.to_small() {
            Some(small) => Self(S(small)),
            None => Self(Number::Large(Box::new(large))),
        }
    }
}

impl Hash for XsDecimal {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match &self.0 {
            S(small) => small.trimmed().hash(state),
            Number::Large(large) => large.hash(state),
        }
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
        match (&self.0, &other.0) {
            (S(one), S(two)) => one.cmp_value(*two),
            _ => self.to_large().cmp_value(&other.to_large()),
        }
    }
}

impl fmt::Display for XsDecimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (negative, all, scale) = match &self.0 {
            S(small) => (small.digits < 0, small.digits.unsigned_abs().to_string(), small.scale),
            Number::Large(large) => large.written(),
        };
        let sign = if negative { "-" } else { "" };
        let scale = scale as usize;
        let all =
            if all.len() <= scale { format!("{all:0>width$}", width = scale + 1) } else { all };
        let (whole, fraction) = all.split_at(all.len() - scale);
        let dot = if fraction.is_empty() { "" } else { "." };
        write!(f, "{sign}{whole}{dot}{fraction}")
    }
}

#[cfg(test)]
mod tests;
