use crate::{context::Context, ports::Ports};
use invoicing::{InvoiceStore, InvoiceType, numbering::SeriesFormat};
use persistence::StoreError;

/// Sets the format of a number series. Its count goes on.
///
/// # Errors
/// [`StoreError::NotFound`] when there is no such organization, and storage.
pub async fn set_series_format<P: Ports>(
    context: &Context<'_, P>,
    invoice_type: InvoiceType,
    format: &SeriesFormat,
) -> Result<(), StoreError> {
    context.database().set_series_format(context.organization, invoice_type, format).await
}
