//! The published formats, and the choice of the day.

use exchange_rates::{DailyRates, FormatError, rates_for, read_cnb, read_ecb};
use proptest::prelude::*;
use rust_decimal::Decimal;
use std::sync::LazyLock;
use time::Date;
use time::macros::date;

static DAILY: LazyLock<Vec<u8>> = LazyLock::new(|| fixtures::bytes("rates/eurofxref-daily.xml"));
static NINETY: LazyLock<Vec<u8>> =
    LazyLock::new(|| fixtures::bytes("rates/eurofxref-hist-90d.xml"));
static HISTORY: LazyLock<Vec<u8>> = LazyLock::new(|| fixtures::bytes("rates/eurofxref-hist.xml"));
static CNB: LazyLock<String> = LazyLock::new(|| fixtures::text("rates/denni_kurz.txt"));
static CNB_ENGLISH: LazyLock<String> = LazyLock::new(|| fixtures::text("rates/daily.txt"));

fn rate(rates: &DailyRates, currency: &str) -> Option<String> {
    rates.rate(currency).map(|rate| rate.to_string())
}

#[test]
fn ecb_daily() {
    let days = read_ecb(&DAILY).expect("a daily file");
    let [day] = days.as_slice() else { panic!("one day") };
    assert_eq!((day.date, day.rates.len()), (date!(2026 - 11 - 20), 5));
    assert_eq!(rate(day, "USD").as_deref(), Some("1.0832"));
    assert_eq!(rate(day, "CZK").as_deref(), Some("24.512"));
    for unquoted in ["HRK", "RUB", "RSD", "UAH", "EUR", "usd", ""] {
        assert_eq!(day.rate(unquoted), None, "{unquoted}");
    }
}

#[test]
fn ecb_histories_newest_first() {
    let dates = |xml| -> Vec<Date> {
        read_ecb(xml).expect("a history").iter().map(|day| day.date).collect()
    };
    assert_eq!(
        dates(&NINETY),
        [
            date!(2026 - 11 - 20),
            date!(2026 - 11 - 19),
            date!(2026 - 11 - 13),
            date!(2026 - 08 - 24)
        ]
    );
    assert_eq!(dates(&HISTORY).last(), Some(&date!(1999 - 01 - 04)));
    let history = read_ecb(&HISTORY).expect("a history");
    assert_eq!(rate(&history[2], "HRK").as_deref(), Some("7.5603"));
}

#[test]
fn ecb_faults() {
    let cut = &DAILY[..DAILY.len() - 20];
    assert!(matches!(read_ecb(cut), Err(FormatError::Xml(_))));
    for html in [&b"<html><body>Busy</body></html>"[..], b"", b"Busy"] {
        assert_eq!(read_ecb(html), Err(FormatError::Empty));
    }
    let bomb = b"<!DOCTYPE x [<!ENTITY a 'b'>]><x/>";
    assert!(matches!(read_ecb(bomb), Err(FormatError::Xml(_))));
    let with = |time: &str, currency: &str, rate: &str| {
        let xml = format!(
            "<C><Cube time='{time}'><Cube currency='{currency}' rate='{rate}'/></Cube></C>"
        );
        read_ecb(xml.as_bytes())
    };
    assert!(with("2026-11-20", "USD", "1").is_ok());
    assert!(matches!(with("2026-02-30", "USD", "1"), Err(FormatError::Date(_))));
    assert!(matches!(with("20.11.2026", "USD", "1"), Err(FormatError::Date(_))));
    assert!(matches!(with("2026-11-20", "usd", "1"), Err(FormatError::Currency(_))));
    for number in ["0", "-1", "N/A", "", "1e3", "10000000", "NaN", "0.000000001"] {
        let read = with("2026-11-20", "USD", number);
        assert!(matches!(read, Err(FormatError::Number(_))), "{number}: {read:?}");
    }
}

#[test]
fn cnb_is_turned_around() {
    let day = read_cnb(&CNB).expect("a Czech file");
    assert_eq!(day.date, date!(2026 - 11 - 20));
    let table = [
        ("EUR", "0.04079967"),   // 1 / 24.510 = 0.040799673…
        ("USD", "0.04419499"),   // 1 / 22.627 = 0.044194988…
        ("HUF", "16.37465204"),  // 100 / 6.107 = 16.374652038…
        ("JPY", "6.65203220"),   // 100 / 15.033 = 6.652032196…
        ("IDR", "721.50072150"), // 1000 / 1.386 = 721.500721500…
    ];
    for (currency, expected) in table {
        let expected: Decimal = expected.parse().expect("a number");
        assert_eq!(day.rate(currency), Some(expected), "{currency}");
    }
    assert_eq!(day.rate("CZK"), None);
    assert_eq!(day.rate("RSD"), None);
}

#[test]
fn cnb_english_file_and_old_headers() {
    let day = read_cnb(&CNB_ENGLISH).expect("an English file");
    let czech = read_cnb(&CNB).expect("a Czech file");
    assert_eq!((day.date, day.rate("HUF")), (czech.date, czech.rate("HUF")));
    for header in ["03.Jan.2000 #1", "03 Jan 2000  #1", "03.01.2000 #1", "\u{feff}03.01.2000 #1"] {
        let text = format!("{header}\r\nx|x|x|x|x\r\nEMU|euro|1|EUR|36,063\r\n\r\nconversion\r\n");
        let day = read_cnb(&text).expect(header);
        assert_eq!((day.date, day.rates.len()), (date!(2000 - 01 - 03), 1), "{header}");
    }
}

#[test]
fn cnb_faults_and_limits() {
    let with = |line: &str| read_cnb(&format!("20.11.2026 #225\nhead\n{line}\n"));
    assert!(matches!(with("EMU|euro|1|EUR"), Err(FormatError::Line(_))));
    assert!(matches!(with("EMU|euro|1|Eur|24,5"), Err(FormatError::Currency(_))));
    for (amount, crowns) in [("0", "1"), ("1", "0"), ("1", "-1"), ("x", "1"), ("1", "1,0,0")] {
        let read = with(&format!("EMU|euro|{amount}|EUR|{crowns}"));
        assert!(matches!(read, Err(FormatError::Number(_))), "{amount} {crowns}: {read:?}");
    }
    for text in ["", "<html>", "20.11.2026", "31.02.2026 #1\n", "99 Foo 2026 #1"] {
        assert!(matches!(read_cnb(text), Err(FormatError::Date(_))), "{text:?}");
    }
    assert_eq!(read_cnb("20.11.2026 #225\nhead\n"), Err(FormatError::Empty));
    // More than 7 integer digits, or nothing left of 8 decimals, cannot be an exchange rate.
    let extreme = with("A|a|10000|AAA|0,0001\nB|b|1|BBB|900000000\nC|c|1|CCC|3");
    let extreme = extreme.expect("one rate");
    assert_eq!(extreme.rates.keys().collect::<Vec<_>>(), ["CCC"]);
    assert_eq!(rate(&extreme, "CCC").as_deref(), Some("0.33333333"));
    let half = with("A|a|1|AAA|64000000").expect("a rate"); // 0.000000015625
    assert_eq!(half.rate("AAA"), Some(Decimal::new(2, 8)));
}

#[test]
fn the_day_or_the_last_published_before_it() {
    let days = read_ecb(&NINETY).expect("a history");
    let chosen = |day, back| rates_for(&days, day, back).map(|rates| rates.date);
    assert_eq!(chosen(date!(2026 - 11 - 20), 7), Some(date!(2026 - 11 - 20)));
    assert_eq!(chosen(date!(2026 - 11 - 22), 7), Some(date!(2026 - 11 - 20)));
    assert_eq!(chosen(date!(2026 - 11 - 18), 7), Some(date!(2026 - 11 - 13)));
    assert_eq!(chosen(date!(2026 - 11 - 18), 5), Some(date!(2026 - 11 - 13)));
    assert_eq!(chosen(date!(2026 - 11 - 18), 4), None);
    assert_eq!(chosen(date!(2026 - 11 - 20), 0), Some(date!(2026 - 11 - 20)));
    assert_eq!(chosen(date!(2026 - 11 - 27), 7), Some(date!(2026 - 11 - 20)));
    assert_eq!(chosen(date!(2026 - 11 - 28), 7), None);
    assert_eq!(chosen(date!(2026 - 08 - 23), 7), None);
    assert_eq!(chosen(Date::MAX, u16::MAX), None);
    assert_eq!(rates_for(&[], date!(2026 - 11 - 20), 7), None);
    let mut shuffled = days.clone();
    shuffled.reverse();
    assert_eq!(rates_for(&shuffled, date!(2026 - 11 - 20), 7), days.first());
}

proptest! {
    #[test]
    fn any_bytes_are_read_without_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let _ = read_ecb(&bytes);
        let _ = read_cnb(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn any_cnb_line_is_read_without_panic(amount in any::<String>(), crowns in "[0-9]{0,30}[,.]?[0-9]{0,30}") {
        let _ = read_cnb(&format!("20.11.2026 #225\nhead\nA|a|{amount}|AAA|{crowns}\n"));
        let _ = read_cnb(&format!("20.11.2026 #225\nhead\nA|a|{crowns}|AAA|{crowns}\n"));
    }

    #[test]
    fn a_turned_rate_is_within_half_a_unit_of_the_last_place(crowns in 1_i64..10_000_000, scale in 0_u32..4) {
        let crowns = Decimal::new(crowns, scale);
        let text = format!("20.11.2026 #225\nhead\nA|a|100|AAA|{crowns}\n");
        if let Some(rate) = read_cnb(&text).ok().and_then(|day| day.rate("AAA")) {
            let error = (rate - Decimal::ONE_HUNDRED / crowns).abs();
            prop_assert!(error <= Decimal::new(5, 9));
            prop_assert!(rate.scale() <= 8);
        }
    }
}
