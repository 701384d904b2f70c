use super::{
    field::{Field, Request, request},
    json::{Found, Value},
    names::YearName,
};
use invoicing::numbering::{SeriesFormat, SeriesFormatError};

request! {
    /// How the numbers of a series look.
    #[schema(example = json!({"prefix": "FA", "year": "four", "width": 4}))]
    pub struct SeriesFormatBody {
        #[schema(pattern = r"^[A-Za-z0-9./-]{0,12}$", example = "FA")]
        prefix: String,
        /// four (2026), two (26) or none
        year: YearName,
        /// Digits of the count at least
        #[schema(minimum = 1, maximum = 10, example = 4)]
        width: i32 => i64,
    }
}

impl Request for SeriesFormatBody {
    type Value = SeriesFormat;

    fn check(self, at: &Value<'_>, found: &mut Found) -> Option<SeriesFormat> {
        let prefix = at.required(self.prefix, "prefix", found);
        let year = at.required(self.year, "year", found);
        let width = at.required(self.width, "width", found);
        let width = u8::try_from(width?).unwrap_or(u8::MAX);
        let format = SeriesFormat { prefix: prefix?, year: year?, width };
        let Err(error) = format.check() else { return Some(format) };
        let field = match error {
            SeriesFormatError::Prefix => "prefix",
            SeriesFormatError::Width => "width",
        };
        found.add(field, error);
        None
    }
}
