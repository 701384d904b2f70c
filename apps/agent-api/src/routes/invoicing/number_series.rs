use crate::{
    error::{ApiError, NotFoundError},
    http::{Body, Call, Reply, operations},
    requests::{DocumentType, SeriesFormatBody, YearName, read},
};
use access::Scope;
use actix_web::web;
use invoicing::{InvoiceStore, InvoiceType, numbering::SeriesFormat};
use serde::Serialize;
use use_cases::invoicing::number_series::set_series_format;
use utoipa::ToSchema;

operations![list_number_series, put_number_series];

/// How the numbers of a type of document look.
#[derive(Serialize, ToSchema)]
pub struct SeriesView {
    #[schema(value_type = DocumentType, example = "invoice")]
    pub r#type: InvoiceType,
    #[schema(example = "FA")]
    pub prefix: String,
    /// `four`, `two` or `none`.
    #[schema(value_type = YearName)]
    pub year: &'static str,
    /// Digits of the count at least.
    pub width: u8,
    /// How the first number of the current year looks.
    #[schema(example = "FA20260001")]
    pub example: String,
}

/// The series of every type.
#[derive(Serialize, ToSchema)]
pub struct SeriesList {
    pub data: Vec<SeriesView>,
}

fn view(invoice_type: InvoiceType, format: &SeriesFormat, year: i32) -> SeriesView {
    SeriesView {
        r#type: invoice_type,
        prefix: format.prefix.clone(),
        year: format.year.name(),
        width: format.width,
        example: format.number(year, 1),
    }
}

/// The number series of every type of document.
#[utoipa::path(
    get, path = "/v1/agent/number-series", tag = "settings", operation_id = "listNumberSeries",
    responses((status = 200, description = "The series", body = SeriesList)),
)]
async fn list_number_series(call: Call) -> Reply {
    let organization = call.require(Scope::InvoiceRead)?;
    let formats = call.store.series_formats(organization).await?;
    let year = call.clock.today().year();
    let of_type = |invoice_type| {
        let format = formats.get(&invoice_type).cloned();
        let format = format.unwrap_or_else(|| SeriesFormat::default_for(invoice_type));
        view(invoice_type, &format, year)
    };
    let data = InvoiceType::ALL.into_iter().map(of_type).collect();
    call.ok(SeriesList { data })
}

/// Sets how the numbers of a type of document look; the count goes on.
#[utoipa::path(
    put, path = "/v1/agent/number-series/{type}", tag = "settings",
    operation_id = "putNumberSeries",
    params(("type" = DocumentType, Path, description = "What kind of document")),
    request_body = SeriesFormatBody,
    responses((status = 200, description = "Set", body = SeriesView), NotFoundError),
)]
async fn put_number_series(call: Call, name: web::Path<String>, Body(bytes): Body) -> Reply {
    let context = call.context(Scope::SettingsUpdate)?;
    let known = InvoiceType::of_name(name.as_str());
    let invoice_type = known.ok_or(ApiError::NotFound("number series"))?;
    let format = read::<SeriesFormatBody>(&bytes)?;
    set_series_format(&context, invoice_type, &format).await?;
    let shown = view(invoice_type, &format, call.clock.today().year());
    call.ok(shown)
}
