use crate::{
    error::{ApiError, NotFoundError},
    http::{Body, Call, Reply, operations},
    requests::{DocumentType, SeriesFormatBody, YearName, read},
};
use access::Scope;
use actix_web::web;
use invoicing::InvoiceType;
use serde::Serialize;
use use_cases::invoicing::number_series::{ShownSeries, all_series, series_of, set_series_format};
use utoipa::{IntoParams, ToSchema};

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
    /// How the first number of the year looks.
    #[schema(example = "FA20260001")]
    pub example: String,
    /// The number that its next document gets.
    #[schema(example = "FA20260007")]
    pub next: String,
}

/// The series of every type.
#[derive(Serialize, ToSchema)]
pub struct SeriesList {
    pub data: Vec<SeriesView>,
}

/// The day by which numbers have their year. It is only described.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
pub struct OfDay {
    /// The issue date of documents, by which numbers have their year; today by default
    #[param(format = Date)]
    pub issue_date: Option<String>,
}

fn view(ShownSeries { series, next }: ShownSeries) -> SeriesView {
    SeriesView {
        r#type: series.invoice_type,
        year: series.format.year.name(),
        width: series.format.width,
        example: series.number(1),
        next,
        prefix: series.format.prefix,
    }
}

/// The number series of every type of document.
#[utoipa::path(
    get, path = "/v1/agent/number-series", tag = "settings", operation_id = "listNumberSeries",
    params(OfDay),
    responses((status = 200, description = "The series", body = SeriesList)),
)]
pub async fn list_number_series(call: Call) -> Reply {
    let context = call.context(Scope::InvoiceRead)?;
    let mut query = call.query()?;
    let day = query.date("issue_date").unwrap_or_else(|| call.clock.today());
    query.finish()?;
    let data = all_series(&context, day).await?.into_iter().map(view).collect();
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
    call.ok(view(series_of(&context, invoice_type, call.clock.today()).await?))
}
