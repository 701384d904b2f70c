use crate::{
    error::NotFoundError,
    http::{Call, Reply, file, operations},
    openapi::FileBytes,
    pdf::render_pdf,
};
use access::Scope;
use invoice_pdf::Language;
use use_cases::{UblSource, archived_or_preview};

operations![invoice_pdf, invoice_xml];

/// Tells the UBL that was sent (`archive`) from one made now (`preview`).
const UBL_SOURCE: &str = "X-Service-Ubl-Source";

/// The PDF of an invoice: PDF/A-3 with the UBL inside.
#[utoipa::path(
    get, path = "/v1/agent/invoices/{id}/pdf", tag = "invoices", operation_id = "getInvoicePdf",
    params(
        ("id" = String, Path, description = "The invoice's id"),
        ("lang" = Option<String>, Query, description = "sk (default), cs, en, de, hu"),
    ),
    responses(
        (status = 200, description = "The file", content_type = "application/pdf", body = FileBytes),
        NotFoundError,
    ),
)]
async fn invoice_pdf(call: Call) -> Reply {
    let context = call.context(Scope::InvoiceDownload)?;
    let id = call.id("id", "invoice")?;
    let mut query = call.query()?;
    let language = query.one_of("lang", &Language::ALL, Language::code).unwrap_or_default();
    query.finish()?;
    let pdf = render_pdf(context, id, language, &call.timing).await?;
    Ok(file(&pdf.name, "application/pdf").body(pdf.bytes))
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
async fn invoice_xml(call: Call) -> Reply {
    let context = call.context(Scope::InvoiceDownload)?;
    let id = call.id("id", "invoice")?;
    call.query()?.finish()?;
    let ubl = archived_or_preview(&context, id).await?;
    let source = match ubl.source {
        UblSource::Archive => "archive",
        UblSource::Preview => "preview",
    };
    let mut response = file(&format!("{}.xml", ubl.number), "application/xml");
    Ok(response.insert_header((UBL_SOURCE, source)).body(ubl.bytes))
}
