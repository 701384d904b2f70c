//! The numbers of invoices and their series.

pub(crate) mod series_format;

pub use series_format::{
    NumberSource, SeriesFormat, SeriesFormatError, YearStyle, variable_symbol,
};
