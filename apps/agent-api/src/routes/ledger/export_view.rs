use crate::requests::ExportStateName;
use access::Tier;
use accounting_export::{Export, ExportFile, ExportId, ExportState, Sum, TotalKey};
use money::Decimal;
use serde::Serialize;
use time::{Date, OffsetDateTime};
use utoipa::ToSchema;
use uuid::Uuid;

/// An export for accounting.
#[derive(Serialize, ToSchema)]
pub struct ExportView<'a> {
    pub id: Uuid,
    /// test or live: of the key that asked for it; its received documents are those of this network.
    #[schema(value_type = String, example = "live")]
    pub mode: Tier,
    /// waiting, running, ready or failed
    #[schema(value_type = ExportStateName, example = "ready")]
    pub status: &'static str,
    /// The first issue date of its documents.
    #[serde(with = "service_day::iso_date")]
    pub from: Date,
    /// The last one.
    #[serde(with = "service_day::iso_date")]
    pub to: Date,
    pub include_files: bool,
    pub progress: ProgressView,
    /// Received documents that are not in it, because they name no number, total or currency.
    pub unreadable_documents: u64,
    /// When it is ready: the sums of its documents, by direction and currency, then by VAT category and rate.
    pub totals: Vec<TotalView<'a>>,
    /// What can be downloaded, when it is ready; pohoda.xml only of an export with a document.
    pub files: Vec<ExportFileView>,
    /// Why it failed.
    pub error: Option<&'a str>,
    #[serde(with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
    /// When it was ready, or failed.
    #[serde(with = "time::serde::rfc3339::option")]
    pub finished_at: Option<OffsetDateTime>,
    /// When it is deleted.
    #[serde(with = "time::serde::rfc3339")]
    pub expires_at: OffsetDateTime,
}

/// How far an export has come.
#[derive(Serialize, ToSchema)]
pub struct ProgressView {
    /// Documents that were looked at.
    #[schema(example = 120)]
    pub done: u64,
    /// Documents that there are to look at, also proformas and drafts, which are not in it.
    #[schema(example = 120)]
    pub total: u64,
    #[schema(minimum = 0, maximum = 100, example = 100)]
    pub percent: u64,
}

/// A sum of the period. Credit notes are taken away.
#[derive(Serialize, ToSchema)]
pub struct TotalView<'a> {
    /// issued or received
    #[schema(example = "issued")]
    pub direction: &'a str,
    #[schema(example = "EUR")]
    pub currency: &'a str,
    /// UNCL5305; null of the documents as wholes.
    #[schema(example = "S")]
    pub vat_category: Option<&'a str>,
    /// Per cent; null of the documents as wholes.
    #[schema(value_type = Option<String>, example = "23")]
    pub vat_rate: Option<Decimal>,
    pub documents: u64,
    #[schema(value_type = String, example = "1000.00")]
    pub taxable_amount: Decimal,
    #[schema(value_type = String, example = "230.00")]
    pub tax_amount: Decimal,
    #[schema(value_type = String, example = "1230.00")]
    pub total: Decimal,
}

/// A file of an export.
#[derive(Serialize, ToSchema)]
pub struct ExportFileView {
    /// documents.csv, vat.csv, totals.csv, pohoda.xml or files.zip
    #[schema(example = "documents.csv")]
    pub name: &'static str,
    #[schema(example = "text/csv; charset=utf-8")]
    pub content_type: &'static str,
    /// Bytes.
    pub size: u64,
    /// Where it is, below the address of the API.
    #[schema(
        example = "/v1/agent/exports/01936f5e-7b60-7000-8000-000000000001/files/documents.csv"
    )]
    pub path: String,
}

impl<'a> ExportView<'a> {
    pub fn of(export: &'a Export) -> Self {
        let is_ready = export.state == ExportState::Ready;
        let progress = &export.progress;
        let rows = progress.totals.rows().filter(|_| is_ready);
        Self {
            id: export.id.0,
            mode: export.tier,
            status: export.state.name(),
            from: export.period.from,
            to: export.period.to,
            include_files: export.files,
            progress: ProgressView::of(export),
            unreadable_documents: progress.unreadable,
            totals: rows.map(|(key, sum)| total(key, sum)).collect(),
            files: export.downloads().map(|of| file(export.id, of.file, of.bytes)).collect(),
            error: export.error.as_deref(),
            created_at: export.created_at,
            finished_at: export.finished_at,
            expires_at: export.expires_at,
        }
    }
}

impl ProgressView {
    fn of(export: &Export) -> Self {
        let (done, total) = (export.progress.done, export.progress.total);
        let percent = match export.state {
            ExportState::Ready => 100,
            // what remains is the end
            _ => (done * 100).checked_div(total).unwrap_or_default().min(99),
        };
        Self { done, total, percent }
    }
}

fn total<'a>(key: &'a TotalKey, sum: &Sum) -> TotalView<'a> {
    TotalView {
        direction: &key.direction,
        currency: &key.currency,
        vat_category: Some(key.category.as_str()).filter(|category| !category.is_empty()),
        vat_rate: key.rate,
        documents: sum.documents,
        taxable_amount: money::round(sum.base),
        tax_amount: money::round(sum.vat),
        total: money::round(sum.total),
    }
}

fn file(id: ExportId, file: ExportFile, size: u64) -> ExportFileView {
    let (name, content_type) = (file.name(), file.content_type());
    ExportFileView {
        name,
        content_type,
        size,
        path: format!("/v1/agent/exports/{id}/files/{name}"),
    }
}
