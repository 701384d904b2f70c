use super::reader::{Found, Value};
use invoicing::{SeriesFormat, YearStyle};

/// Reads the format of a number series: `{"prefix":"FA","year":"four","width":4}`.
pub fn series_format(body: &Value<'_>, found: &mut Found) -> Option<SeriesFormat> {
    const YEARS: [YearStyle; 3] = [YearStyle::Four, YearStyle::Two, YearStyle::None];
    let mut o = body.object(found)?;
    let prefix = o.take("prefix").and_then(|v| v.string(found));
    let year = o.take("year").and_then(|v| v.one_of(&YEARS, YearStyle::name, found));
    let width = o.take("width").and_then(|v| v.integer(found));
    o.finish(&["prefix", "year", "width"], found);
    for (name, missing) in
        [("prefix", prefix.is_none()), ("year", year.is_none()), ("width", width.is_none())]
    {
        if missing {
            found.add(name, "is required");
        }
    }
    let width = u8::try_from(width?).unwrap_or(u8::MAX);
    let format = SeriesFormat { prefix: prefix?, year: year?, width };
    match format.check() {
        Ok(()) => Some(format),
        Err(error) => {
            let field = match error {
                invoicing::SeriesFormatError::Prefix => "prefix",
                invoicing::SeriesFormatError::Width => "width",
            };
            found.add(field, error.to_string());
            None
        }
    }
}
