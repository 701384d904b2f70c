//! Numbers and dates as a language writes them. Strings only, no floats, no rounding.

use rust_decimal::Decimal;
use time::Date;

use crate::Language;

/// A space that never breaks.
pub const NBSP: char = '\u{a0}';
const MINUS: char = '\u{2212}';

/// An amount or a price: at least two decimals, more when it has them.
#[must_use]
pub fn amount(value: Decimal, language: Language) -> String {
    let mut value = value.normalize();
    if value.scale() < 2 {
        value.rescale(2);
    }
    number(value, language)
}

/// A quantity, rate or percentage: only the decimals it has.
#[must_use]
pub fn plain(value: Decimal, language: Language) -> String {
    number(value.normalize(), language)
}

/// An amount with its currency: a well-known sign, else the code.
#[must_use]
pub fn money(value: Decimal, currency: &str, language: Language) -> String {
    let figure = amount(value, language);
    let sign = match currency {
        "EUR" => "€",
        "CZK" => "Kč",
        "GBP" => "£",
        code => code,
    };
    match (language, currency) {
        (Language::En, "EUR" | "GBP") => match figure.strip_prefix(MINUS) {
            Some(positive) => format!("{MINUS}{sign}{positive}"),
            None => format!("{sign}{figure}"),
        },
        _ => format!("{figure}{NBSP}{sign}"),
    }
}

/// A date.
#[must_use]
pub fn date(date: Date, language: Language) -> String {
    let (year, month, day) = (date.year(), u8::from(date.month()), date.day());
    match language {
        Language::Sk | Language::Cs => format!("{day}.{NBSP}{month}.{NBSP}{year}"),
        Language::De => format!("{day:02}.{month:02}.{year}"),
        Language::Hu => format!("{year}.{NBSP}{month:02}.{NBSP}{day:02}."),
        Language::En => format!("{day}{NBSP}{}{NBSP}{year}", date.month()),
    }
}

/// A day where there is little room, as in a table: `28 Nov 2026` in English, in other languages as [`date`].
#[must_use]
pub fn short_date(day: Date, language: Language) -> String {
    match language {
        Language::En => {
            let month = day.month().to_string();
            let month = month.get(..3).unwrap_or(&month);
            format!("{}{NBSP}{month}{NBSP}{}", day.day(), day.year())
        }
        _ => date(day, language),
    }
}

/// An IBAN in groups of four; what cannot be one stays as it is.
#[must_use]
pub fn iban(iban: &str) -> String {
    const LONGEST_IBAN: usize = 34;
    let compact: Vec<char> = iban.chars().filter(|c| !c.is_whitespace()).collect();
    if compact.len() > LONGEST_IBAN {
        return iban.to_owned();
    }
    let groups: Vec<String> = compact.chunks(4).map(|group| group.iter().collect()).collect();
    groups.join(&NBSP.to_string())
}

fn number(value: Decimal, language: Language) -> String {
    let (thousands, point) = match language {
        Language::En => (',', '.'),
        Language::De => ('.', ','),
        Language::Sk | Language::Cs | Language::Hu => (NBSP, ','),
    };
    let digits = value.abs().to_string();
    let (whole, fraction) = digits.split_once('.').unwrap_or((&digits, ""));
    let mut out = String::new();
    if value.is_sign_negative() && !value.is_zero() {
        out.push(MINUS);
    }
    for (index, digit) in whole.chars().enumerate() {
        if index > 0 && (whole.len() - index).is_multiple_of(3) {
            out.push(thousands);
        }
        out.push(digit);
    }
    if !fraction.is_empty() {
        out.push(point);
        out.push_str(fraction);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use rust_decimal::dec;
    use time::macros::date as day;

    #[test]
    fn numbers_follow_the_language() {
        let value = dec!(-1234567.5);
        assert_eq!(amount(value, Language::Sk), "−1\u{a0}234\u{a0}567,50");
        assert_eq!(amount(value, Language::En), "−1,234,567.50");
        assert_eq!(amount(value, Language::De), "−1.234.567,50");
        assert_eq!(amount(dec!(0.12345), Language::Hu), "0,12345");
        assert_eq!(amount(dec!(-0.00), Language::Sk), "0,00");
        assert_eq!(plain(dec!(1.500), Language::Cs), "1,5");
        assert_eq!(plain(dec!(100), Language::Cs), "100");
    }

    #[test]
    fn money_carries_its_sign() {
        assert_eq!(money(dec!(12), "EUR", Language::Sk), "12,00\u{a0}€");
        assert_eq!(money(dec!(12), "CZK", Language::Cs), "12,00\u{a0}Kč");
        assert_eq!(money(dec!(-12), "EUR", Language::En), "−€12.00");
        assert_eq!(money(dec!(12), "USD", Language::En), "12.00\u{a0}USD");
    }

    #[test]
    fn dates_follow_the_language() {
        let value = day!(2026 - 03 - 07);
        assert_eq!(date(value, Language::Sk), "7.\u{a0}3.\u{a0}2026");
        assert_eq!(date(value, Language::De), "07.03.2026");
        assert_eq!(date(value, Language::Hu), "2026.\u{a0}03.\u{a0}07.");
        assert_eq!(date(value, Language::En), "7\u{a0}March\u{a0}2026");
    }

    #[test]
    fn ibans_are_grouped() {
        assert_eq!(iban("SK31 12000000198742637541").matches('\u{a0}').count(), 5);
        assert_eq!(iban(""), "");
        assert_eq!(iban(&"x".repeat(35)), "x".repeat(35));
    }
}
