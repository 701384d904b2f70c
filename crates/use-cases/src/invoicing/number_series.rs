use crate::{context::Context, ports::Ports};
use invoicing::{InvoiceStore, InvoiceType, numbering::SeriesFormat};
use persistence::StoreError;

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
