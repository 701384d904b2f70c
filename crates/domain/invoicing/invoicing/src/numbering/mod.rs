//! How the next number looks.

pub(crate) mod series_format;

pub use series_format::{
    NumberSource, SeriesFormat, SeriesFormatError, YearStyle, variable_symbol,
};
