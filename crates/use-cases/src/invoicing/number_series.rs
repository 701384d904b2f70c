use crate::{context::Context, ports::Ports};
use invoicing::{
    InvoiceStore, InvoiceType,
    numbering::{Series, SeriesFormat},
};
use persistence::StoreError;
use time::Date;

/// A series of a year, with the number that its next document gets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShownSeries {
    /// The series.
    pub series: Series,
    /// Its next number, past those that were taken by hand.
    pub next: String,
}

/// Sets the format of a number series. The counter continues.
///
/// # Errors
/// [`StoreError::NotFound`] for an unknown organization; storage failures.
pub async fn set_series_format<P: Ports>(
    context: &Context<'_, P>,
    invoice_type: InvoiceType,
    format: &SeriesFormat,
) -> Result<(), StoreError> {
    context.database().set_series_format(context.organization, invoice_type, format).await
}

/// The series of a type for documents issued on a day. It draws no number.
///
/// # Errors
/// [`StoreError::NotFound`] for an unknown organization; storage failures.
pub async fn series_of<P: Ports>(
    context: &Context<'_, P>,
    invoice_type: InvoiceType,
    day: Date,
) -> Result<ShownSeries, StoreError> {
    let mut formats = context.database().series_formats(context.organization).await?;
    shown_series(context, invoice_type, formats.remove(&invoice_type), day).await
}

/// The series of every type for documents issued on a day. It draws no number.
///
/// # Errors
/// [`StoreError::NotFound`] for an unknown organization; storage failures.
pub async fn all_series<P: Ports>(
    context: &Context<'_, P>,
    day: Date,
) -> Result<Vec<ShownSeries>, StoreError> {
    let mut formats = context.database().series_formats(context.organization).await?;
    let mut all = Vec::new();
    for invoice_type in InvoiceType::ALL {
        all.push(shown_series(context, invoice_type, formats.remove(&invoice_type), day).await?);
    }
    Ok(all)
}

async fn shown_series<P: Ports>(
    context: &Context<'_, P>,
    invoice_type: InvoiceType,
    format: Option<SeriesFormat>,
    day: Date,
) -> Result<ShownSeries, StoreError> {
    let format = format.unwrap_or_else(|| SeriesFormat::default_for(invoice_type));
    let series = Series { invoice_type, format, year: day.year() };
    let count = context.database().next_count(context.organization, &series, 1).await?;
    Ok(ShownSeries { next: series.number(count), series })
}
