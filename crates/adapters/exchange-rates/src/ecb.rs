//! The ECB's euro reference rates: `eurofxref-daily.xml`, `eurofxref-hist-90d.xml` and
//! `eurofxref-hist.xml`, which share one format: a `Cube` per day with a `Cube` per currency.

use std::collections::BTreeMap;

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};
use rust_decimal::Decimal;
use time::Date;
use time::macros::format_description;

use crate::error::excerpt;
use crate::rates::{is_currency_code, representable};
use crate::{DailyRates, FormatError};

/// Reads all days of an ECB file, newest first. Rates are per one euro, as published.
///
/// # Errors
/// A [`FormatError`] if the file is cut off, holds no rates, or a date, code or number in it
/// is malformed.
pub fn read_ecb(xml: &[u8]) -> Result<Vec<DailyRates>, FormatError> {
    let mut reader = Reader::from_reader(xml);
    let mut days: Vec<DailyRates> = Vec::new();
    let mut depth = 0_usize;
    loop {
        match reader.read_event().map_err(|error| FormatError::Xml(excerpt(&error.to_string())))? {
            Event::Start(element) => {
                depth += 1;
                read_cube(&element, &mut days)?;
            }
            Event::Empty(element) => read_cube(&element, &mut days)?,
            Event::End(_) => depth = depth.saturating_sub(1),
            Event::DocType(_) => return Err(FormatError::Xml("it has a DOCTYPE".into())),
            Event::Eof if depth == 0 => break,
            Event::Eof => return Err(FormatError::Xml("it is cut off".into())),
            _ => {}
        }
    }
    days.retain(|day| !day.rates.is_empty());
    days.sort_by_key(|day| std::cmp::Reverse(day.date));
    if days.is_empty() { Err(FormatError::Empty) } else { Ok(days) }
}

/// A `Cube` begins a day, or holds one rate of the day begun last, or groups days.
fn read_cube(element: &BytesStart, days: &mut Vec<DailyRates>) -> Result<(), FormatError> {
    if element.local_name().as_ref() != "Cube" {
        return Ok(());
    }
    if let Some(time) = attribute(element, "time")? {
        days.push(DailyRates { date: date(&time)?, rates: BTreeMap::new() });
    }
    let (currency, rate) = (attribute(element, "currency")?, attribute(element, "rate")?);
    if let (Some(currency), Some(rate), Some(day)) = (currency, rate, days.last_mut()) {
        if !is_currency_code(&currency) {
            return Err(FormatError::Currency(excerpt(&currency)));
        }
        let number = Decimal::from_str_exact(&rate).ok().and_then(representable);
        let number = number.ok_or_else(|| FormatError::Number(excerpt(&rate)))?;
        day.rates.insert(currency, number);
    }
    Ok(())
}

fn attribute(element: &BytesStart, name: &str) -> Result<Option<String>, FormatError> {
    let found = element
        .try_get_attribute(name)
        .map_err(|error| FormatError::Xml(excerpt(&error.to_string())))?;
    Ok(found.map(|attribute| attribute.value.into_owned()))
}

fn date(text: &str) -> Result<Date, FormatError> {
    Date::parse(text, format_description!("[year]-[month]-[day]"))
        .map_err(|_| FormatError::Date(excerpt(text)))
}
