//! The numbers of invoices and their series.

mod number_source;
mod series;
pub(crate) mod series_format;
mod typed_number;

pub use number_source::NumberSource;
pub use series::{NotInSeries, Series};
pub use series_format::{SeriesFormat, SeriesFormatError, YearStyle, variable_symbol};
pub use typed_number::{
    IfAdvance, NumberRefused, NumberSeriesAction, OutOfSeries, SeriesPosition, TypedNumber,
};
