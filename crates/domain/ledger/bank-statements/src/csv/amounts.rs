//! Amounts as banks write them in a CSV.

use crate::{Fault, amount::plain};
use money::{Currency, CurrencyCode, Decimal};

/// What stands between the whole and its parts in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Point {
    Comma,
    Dot,
}

/// An amount, and what was written with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Written {
    /// Negative where a minus was written.
    pub(super) amount: Decimal,
    /// Whether a sign was written.
    pub(super) signed: bool,
    pub(super) currency: Option<CurrencyCode>,
}

impl Written {
    pub(super) fn is_negative(&self) -> bool {
        self.amount.is_sign_negative() && !self.amount.is_zero()
    }
}

/// An amount: a decimal comma or point, groups of thousands, a sign on either side or brackets around what went out,
/// the currency before or behind. What `1.000` means, the other amounts of the file say (`point`).
///
/// # Errors
/// [`Fault::NotAnAmount`]; nothing is guessed.
pub(super) fn written(text: &str, point: Option<Point>) -> Result<Written, Fault> {
    let Parts { negative, signed, number, currency } = parts(text).ok_or(Fault::NotAnAmount)?;
    let (integer, decimals) = split(&number, point).ok_or(Fault::NotAnAmount)?;
    let amount = plain(&format!("{integer}.{decimals}"))?;
    Ok(Written { amount: if negative { -amount } else { amount }, signed, currency })
}

/// What this amount shows to be the decimal sign of its file.
pub(super) fn point_of(text: &str) -> Option<Point> {
    let number = parts(text)?.number;
    let at = number.rfind([',', '.'])?;
    let point = if number[at..].starts_with(',') { Point::Comma } else { Point::Dot };
    let other = if point == Point::Comma { '.' } else { ',' };
    let grouped = number.matches([',', '.']).count() > 1 && !number.contains(other);
    match number.len() - at - 1 {
        // groups of thousands, or three decimals
        3 => number.contains(other).then_some(point),
        0 => None,
        _ => (!grouped).then_some(point),
    }
}

struct Parts {
    negative: bool,
    signed: bool,
    /// Digits, commas and points.
    number: String,
    currency: Option<CurrencyCode>,
}

fn parts(text: &str) -> Option<Parts> {
    let (sign, text) = signed(text.trim());
    let is_money = |c: char| c.is_alphabetic() || matches!(c, '€' | '$' | '£');
    let before = text.trim_start_matches(is_money);
    let number = before.trim_end_matches(is_money);
    let named = [&text[..text.len() - before.len()], &before[number.len()..]];
    let currency = match named.map(|name| name.trim_matches('.')) {
        ["", ""] => None,
        ["", name] | [name, ""] => Some(currency(name)?),
        _ => return None,
    };
    // `EUR -5`: the sign may stand on either side of the currency
    let (inner, number) = signed(number.trim());
    let sign = match (sign, inner) {
        (Some(_), Some(_)) => return None,
        (outer, inner) => outer.or(inner),
    };
    let number: String = number.chars().filter(|c| !is_gap(*c)).collect();
    let digital = number.chars().all(|c| c.is_ascii_digit() || matches!(c, ',' | '.'));
    let negative = sign == Some(true);
    digital.then_some(Parts { negative, signed: sign.is_some(), number, currency })
}

fn currency(name: &str) -> Option<CurrencyCode> {
    let known = match name {
        "€" => Currency::Eur,
        "Kč" | "Kc" => Currency::Czk,
        "$" => Currency::Usd,
        "£" => Currency::Gbp,
        "Ft" => Currency::Huf,
        "zł" => Currency::Pln,
        code => code.to_uppercase().parse().ok()?,
    };
    Some(known.into())
}

fn is_gap(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\'' | '\u{2009}' | '\u{202f}')
}

/// Whether a minus stands before or behind, or brackets around; none without a sign.
fn signed(text: &str) -> (Option<bool>, &str) {
    if let Some(inner) = text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
        return (Some(true), inner.trim());
    }
    let minus = ['-', '\u{2212}', '\u{2013}'];
    if let Some(rest) = text.strip_prefix(minus).or_else(|| text.strip_suffix(minus)) {
        return (Some(true), rest);
    }
    let plus = text.strip_prefix('+').or_else(|| text.strip_suffix('+'));
    plus.map_or((None, text), |rest| (Some(false), rest))
}

/// The whole, and the decimals without the zeros that say nothing.
fn split(number: &str, point: Option<Point>) -> Option<(String, String)> {
    let sign = number.rfind([',', '.']).and_then(|at| number[at..].chars().next());
    let Some(sign) = sign else { return Some((ungrouped(number, ' ')?, "0".to_owned())) };
    let count = number.matches(sign).count();
    let is_other = matches!((sign, point), (',', Some(Point::Dot)) | ('.', Some(Point::Comma)));
    if number.matches([',', '.']).count() == count && (is_other || count > 1) {
        // it parts groups of thousands, and there are no decimals
        return Some((ungrouped(number, sign)?, "0".to_owned()));
    }
    let (integer, decimals) = number.rsplit_once(sign)?;
    let other = if sign == ',' { '.' } else { ',' };
    let known = decimals.len() != 3 || point.is_some() || integer.contains(other);
    let shorter = decimals.trim_end_matches('0');
    let shaped = !decimals.is_empty() && known && shorter.len() <= 2;
    let decimals = if shorter.is_empty() { "0" } else { shorter };
    shaped.then_some(())?;
    Some((ungrouped(integer, other)?, decimals.to_owned()))
}

/// Digits that may be grouped by three.
fn ungrouped(integer: &str, separator: char) -> Option<String> {
    let mut groups = integer.split(separator);
    let first = groups.next()?;
    let rest: Vec<_> = groups.collect();
    let digital = |group: &str| !group.is_empty() && group.bytes().all(|b| b.is_ascii_digit());
    let whole = rest.is_empty() || (1..=3).contains(&first.len());
    let grouped = whole && rest.iter().all(|group| group.len() == 3 && digital(group));
    (grouped && digital(first)).then(|| [first, &rest.concat()].concat())
}

#[cfg(test)]
mod tests;
