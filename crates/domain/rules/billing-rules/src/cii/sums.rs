//! Sums as the official rules take them over CII: of untyped values, so in doubles, in document order.

use std::cell::{OnceCell, RefCell};

use super::name;
use super::places::Places;
use crate::index::Element;
use crate::number::{XsDecimal, double};
use crate::verdict::StylesheetAborted;

/// A sum in whole cents.
type Cents = Result<XsDecimal, StylesheetAborted>;

/// Sums that more than one element may ask for.
#[derive(Default)]
pub(super) struct Sums {
    /// The part whose lines were summed last, and the sum.
    lines: RefCell<Option<(Element, Cents)>>,
    allowances: OnceCell<Result<Total, StylesheetAborted>>,
    charges: OnceCell<Result<Total, StylesheetAborted>>,
    taxes: OnceCell<Result<Option<f64>, StylesheetAborted>>,
}

/// Document level allowances or charges.
#[derive(Debug, Clone, Copy)]
pub(super) struct Total {
    /// Whether there are any.
    pub(super) any: bool,
    /// Their sum, rounded to cents; nothing if there is no amount to add.
    pub(super) sum: Option<f64>,
}

impl Sums {
    /// The sum of the net amounts of the lines under a transaction, rounded to cents.
    pub(super) fn lines(&self, places: &Places<'_, '_>, transaction: Element) -> Cents {
        if let Some((known, sum)) = &*self.lines.borrow()
            && *known == transaction
        {
            return sum.clone();
        }
        let sum = sum_lines(places, transaction);
        self.lines.replace(Some((transaction, sum.clone())));
        sum
    }

    /// The sum of the document level charges, or allowances.
    pub(super) fn allowance_charges(
        &self,
        places: &Places<'_, '_>,
        charge: bool,
    ) -> Result<Total, StylesheetAborted> {
        let cell = if charge { &self.charges } else { &self.allowances };
        *cell.get_or_init(|| {
            let mut amounts = Vec::new();
            let mut any = false;
            for part in places.of_settlements(name::ALLOWANCE_CHARGE) {
                if places.is_charge(part, charge)? {
                    any = true;
                    amounts.extend(places.index.child(part, name::ACTUAL_AMOUNT));
                }
            }
            let sum = sum(amounts.into_iter().map(|amount| places.index.double(amount)))?;
            Ok(Total { any, sum: sum.map(rounded_to_cents) })
        })
    }

    /// The sum of the tax amounts of the VAT breakdown, rounded to cents; nothing if there is none.
    pub(super) fn taxes(&self, places: &Places<'_, '_>) -> Result<Option<f64>, StylesheetAborted> {
        *self.taxes.get_or_init(|| {
            let path = [name::TAX, name::CALCULATED_AMOUNT];
            let amounts = places.at(&places.settlements, &path);
            Ok(sum(amounts.map(|amount| places.index.double(amount)))?.map(rounded_to_cents))
        })
    }
}

fn sum_lines(places: &Places<'_, '_>, transaction: Element) -> Cents {
    const PATH: [crate::names::Name; 4] =
        [name::LINE, name::LINE_SETTLEMENT, name::LINE_SUMMATION, name::LINE_TOTAL];
    let index = places.index;
    let sum = sum(index.path(transaction, &PATH).map(|amount| index.double(amount)))?;
    cents(sum.unwrap_or(0.0)).ok_or(StylesheetAborted::arithmetic(transaction))
}

/// The sum, nothing if there is nothing to add. It starts with the first, which keeps a lone negative zero.
fn sum(
    mut values: impl Iterator<Item = Result<f64, StylesheetAborted>>,
) -> Result<Option<f64>, StylesheetAborted> {
    let Some(first) = values.next() else { return Ok(None) };
    values.try_fold(first?, |sum, value| Ok(sum + value?)).map(Some)
}

/// `round(x * 10 * 10) div 100` in doubles.
fn rounded_to_cents(value: f64) -> f64 {
    double::round(value * 10.0 * 10.0) / 100.0
}

/// The double's exact value as a decimal, rounded to cents with halves going up. Nothing for what is no number.
fn cents(value: f64) -> Option<XsDecimal> {
    if !value.is_finite() {
        return None;
    }
    let bits = value.to_bits();
    let exponent = ((bits >> 52) & 0x7ff) as i32;
    let fraction = (bits & ((1 << 52) - 1)) as i128;
    let mantissa = if exponent == 0 { fraction } else { fraction | 1 << 52 };
    let signed = if value < 0.0 { -mantissa } else { mantissa };
    let shift = exponent.max(1) - 1075;
    let hundredfold = signed * 100;
    let cents = match u32::try_from(-shift) {
        Ok(0) => hundredfold,
        // The value is far below half a cent.
        Ok(right) if right > 120 => 0,
        Ok(right) => (hundredfold + (1 << (right - 1))) >> right,
        Err(_) => return XsDecimal::of_double(value),
    };
    Some(XsDecimal::of_cents(cents))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_double_is_rounded_by_its_exact_value() {
        let rounded = |value: f64| cents(value).unwrap().to_string();
        assert_eq!(rounded(1.005), "1.00");
        assert_eq!(rounded(2.675), "2.67");
        assert_eq!(rounded(0.615 + 4.35), "4.96");
        assert_eq!(rounded(-0.125), "-0.12");
        assert_eq!(rounded(-0.0), "0.00");
        assert_eq!(rounded(1e-300), "0.00");
        assert_eq!(rounded(-1e-300), "0.00");
        assert_eq!(rounded(123456789.125), "123456789.13");
        assert_eq!(cents(f64::NAN), None);
        assert_eq!(rounded(2e22), "20000000000000000000000");
        assert_eq!(rounded(1e300).len(), 301);
    }
}
