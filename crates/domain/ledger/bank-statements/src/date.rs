//! Dates as banks write them.

use time::{Date, Month, OffsetDateTime, format_description::well_known::Rfc3339};

/// What stands first where a day is written with slashes or hyphens and its year last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Order {
    DayFirst,
    /// `11/21/2026`, as in America.
    MonthFirst,
}

/// What a day tells of the order in its file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Told {
    Order(Order),
    /// `05/11/2026` is a day in either.
    Either,
}

/// What a day tells of the order; none where it has but one meaning. Points are written behind the day only.
pub(crate) fn told(text: &str) -> Option<Told> {
    let mut parts = text.trim().split(['/', '-']);
    let (one, other, year) = (parts.next()?, parts.next()?, parts.next()?);
    let number = |text: &str| -> Option<u8> {
        let digits = (1..=2).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
        digits.then(|| text.parse().ok()).flatten()
    };
    let is_year = year.bytes().take_while(u8::is_ascii_digit).count() == 4;
    let (one, other) = (number(one)?, number(other).filter(|_| is_year)?);
    match (one > 12, other > 12) {
        (true, true) => None,
        (true, false) => Some(Told::Order(Order::DayFirst)),
        (false, true) => Some(Told::Order(Order::MonthFirst)),
        (false, false) => (one != other).then_some(Told::Either),
    }
}

/// A day as [`day`] reads it, where the order in its file is known.
pub(crate) fn day_in(text: &str, order: Order) -> Option<Date> {
    match (order, told(text)) {
        (Order::DayFirst, _) | (_, None) => day(text),
        (Order::MonthFirst, Some(_)) => {
            let text = text.trim();
            let (month, rest) = text.split_at(text.find(['/', '-'])?);
            let (day_of_month, year) = rest[1..].split_at(rest[1..].find(['/', '-'])?);
            day(&format!("{day_of_month}/{month}/{}", &year[1..]))
        }
    }
}

/// A day: `21.11.2026`, `21. 11. 2026`, `21/11/2026`, `21-11-2026`, `2026-11-21`, `20261121`; a time of
/// the day may follow. Of a time that names its offset it is the day in Europe/Bratislava then. None when it is no day
/// of the years 2000 to 2099.
pub(crate) fn day(text: &str) -> Option<Date> {
    let text = text.trim();
    let instant = OffsetDateTime::parse(&text.replacen(' ', "T", 1), &Rfc3339);
    let local = instant.map(service_day::date).ok();
    local.or_else(|| written(text)).filter(|day| (2000..=2099).contains(&day.year()))
}

/// A day as it is written.
fn written(text: &str) -> Option<Date> {
    let text = text.split_once('T').map_or(text, |(day, _)| day);
    // a day of XML may name its offset
    let offset = text.get(10..).filter(|rest| rest.starts_with(['Z', '+', '-']));
    let text = offset.and_then(|_| text.get(..10)).unwrap_or(text);
    let compact = text.len() == 8 && text.bytes().all(|byte| byte.is_ascii_digit());
    let parts: Vec<&str> = match compact {
        true => vec![&text[..4], &text[4..6], &text[6..]],
        false => text.split(['.', '/', '-', ' ']).filter(|part| !part.is_empty()).take(3).collect(),
    };
    let [first, month, last] = parts[..] else { return None };
    let (year, day) = if first.len() == 4 { (first, last) } else { (last, first) };
    // behind points the year is last, whatever its length
    let of_century = year.len() == 2 && text.contains('.') && !text.contains(['/', '-']);
    let century = if of_century { 2_000 } else { 0 };
    let number = |text: &str, most: usize| {
        let digits = (1..=most).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
        digits.then(|| text.parse::<u16>().ok()).flatten()
    };
    let year = number(year, 4)? + century;
    let month = Month::try_from(u8::try_from(number(month, 2)?).ok()?).ok()?;
    Date::from_calendar_date(year.into(), month, u8::try_from(number(day, 2)?).ok()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::macros::date;

    #[test]
    fn a_day_tells_which_order_it_is_written_in() {
        let (day_first, month_first) =
            (Told::Order(Order::DayFirst), Told::Order(Order::MonthFirst));
        for (text, expected) in [
            ("21/11/2026", Some(day_first)),
            ("11/21/2026", Some(month_first)),
            ("11-21-2026 10:15", Some(month_first)),
            ("11/05/2026", Some(Told::Either)),
            ("1/2/2026", Some(Told::Either)),
            ("11/11/2026", None),
            ("21/21/2026", None),
            ("11.05.2026", None),
            ("2026-05-11", None),
            ("20260511", None),
            ("", None),
        ] {
            assert_eq!(told(text), expected, "{text}");
        }
        let day_of = |order| move |text: &str| day_in(text, order);
        let (days, months) = (day_of(Order::DayFirst), day_of(Order::MonthFirst));
        for text in ["11/05/2026", "11-05-2026 10:15:00"] {
            assert_eq!(days(text), Some(date!(2026 - 05 - 11)), "{text}");
            assert_eq!(months(text), Some(date!(2026 - 11 - 05)), "{text}");
        }
        assert_eq!(months("21.11.2026"), Some(date!(2026 - 11 - 21)), "points have one meaning");
        assert_eq!(months("2026-11-21"), Some(date!(2026 - 11 - 21)));
        assert_eq!((days("11/21/2026"), months("21/11/2026")), (None, None));
    }

    #[test]
    fn days_are_read_as_banks_write_them() {
        for text in [
            "21.11.2026",
            "21. 11. 2026",
            "21/11/2026",
            "21-11-2026",
            "2026-11-21",
            "20261121",
            " 21.11.2026 10:15:00 ",
            "2026-11-21T00:00:00+01:00",
            "2026-11-20T23:00:00Z",
            "2026-11-20 23:30:00.123Z",
            "2026-11-21T22:59:59Z",
            "2026-11-21T00:15:00-00:00",
            "2026-11-22T07:59:00+09:00",
            "2026-11-21T23:59:59",
            "2026-11-21T24:00:00Z",
            "2026-11-21Z",
            "2026-11-21+01:00",
            "21.11.26",
            "21. 11. 26 10:15",
            "2026/11/21",
        ] {
            assert_eq!(day(text), Some(date!(2026 - 11 - 21)), "{text}");
        }
        assert_eq!(day("1.2.2026"), Some(date!(2026 - 02 - 01)));
        // in summer the clocks are two hours on
        assert_eq!(day("2026-07-31T22:00:00Z"), Some(date!(2026 - 08 - 01)));
        assert_eq!(day("1999-12-31T23:30:00Z"), Some(date!(2000 - 01 - 01)));
        for text in [
            "2099-12-31T23:00:00Z",
            "",
            "31.2.2026",
            "21.13.2026",
            "21/11/26",
            "26-11-21",
            "21 11 26",
            "21.11.6",
            "1.1.1999",
            "2100-01-01",
            "a.b.c",
            "á.1.2026",
        ] {
            assert_eq!(day(text), None, "{text}");
        }
    }
}
