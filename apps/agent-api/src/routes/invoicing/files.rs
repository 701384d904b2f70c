use crate::{
    error::{BusyError, ErrorBody, NotFoundError},
    http::{Call, Reply, file, operations},
    openapi::FileBytes,
    requests::LanguageName,
};
use access::Scope;
use invoice_pdf::Language;
use invoicing::InvoiceId;
use runtime::pdf::render_pdf;
use use_cases::invoicing::ubl::archived_or_preview;

operations![invoice_pdf, invoice_xml];

/// Tells the UBL that was sent (`archive`) from one made now (`preview`).
const UBL_SOURCE: &str = "X-Service-Ubl-Source";

/// The PDF of an invoice: PDF/A-3 with the UBL inside.
#[utoipa::path(
    get, path = "/v1/agent/invoices/{id}/pdf", tag = "invoices", operation_id = "getInvoicePdf",
    params(
        ("id" = String, Path, description = "The invoice's id"),
        ("lang" = Option<LanguageName>, Query, description = "sk (default), cs, en, de, hu"),
    ),
    responses(
        (status = 200, description = "The file", content_type = "application/pdf", body = FileBytes,
            headers(("X-Service-Ubl-Source" = String, description = "Of the UBL inside: archive or preview"))),
        (status = 422, description = "PDF_NOT_AVAILABLE: a recorded document with too many lines or digits for a page; its XML is there", body = ErrorBody),
        NotFoundError, BusyError,
    ),
)]
pub async fn invoice_pdf(call: Call) -> Reply {
    let context = call.context(Scope::InvoiceDownload)?;
    let id = InvoiceId(call.id("id", "invoice")?);
    let mut query = call.query()?;
    let language = query.one_of("lang", &Language::ALL, Language::code).unwrap_or_default();
    query.finish()?;
    let pdf = render_pdf(context, id, language, &call.timing).await?;
    let mut response = file(&pdf.name, "application/pdf");
    Ok(response.insert_header((UBL_SOURCE, pdf.source.name())).body(pdf.bytes))
}

/// The UBL of an invoice.
#[utoipa::path(
    get, path = "/v1/agent/invoices/{id}/xml", tag = "invoices", operation_id = "getInvoiceXml",
    params(("id" = String, Path, description = "The invoice's id")),
    responses(
        (status = 200, description = "The file", content_type = "application/xml", body = FileBytes,
            headers(("X-Service-Ubl-Source" = String, description = "archive or preview"))),
        NotFoundError,
    ),
)]
pub async fn invoice_xml(call: Call) -> Reply {
    let context = call.context(Scope::InvoiceDownload)?;
    let id = InvoiceId(call.id("id", "invoice")?);
    call.query()?.finish()?;
    let ubl = archived_or_preview(&context, id).await?;
    let mut response = file(&format!("{}.xml", ubl.number), "application/xml");
    Ok(response.insert_header((UBL_SOURCE, ubl.source.name())).body(ubl.bytes))
}
