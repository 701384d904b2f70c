use crate::{
    error::{BusyError, ErrorBody, NotFoundError},
    http::{Call, FileWarning, Reply, file, operations, warn},
    openapi::FileBytes,
    requests::{LanguageName, PdfFormatName, XmlFormatName},
};
use access::Scope;
use document_formats::{Loss, PdfFormat, XmlFormat};
use invoice_pdf::Language;
use invoicing::InvoiceId;
use runtime::pdf::render_pdf;
use use_cases::invoicing::formats::{FormattedFile, in_format};

operations![invoice_pdf, invoice_xml];

/// Tells the UBL that was sent (`archive`) from one made now (`preview`).
const UBL_SOURCE: &str = "X-Service-Ubl-Source";

/// The PDF of an invoice: PDF/A-3 with the UBL inside, or a hybrid invoice (Factur-X 1.0, ZUGFeRD 2): its profile is EN
/// 16931, and XRECHNUNG for a German buyer where the invoice fulfils it.
#[utoipa::path(
    get, path = "/v1/agent/invoices/{id}/pdf", tag = "invoices", operation_id = "getInvoicePdf",
    params(
        ("id" = String, Path, description = "The invoice's id"),
        ("lang" = Option<LanguageName>, Query, description = "sk (default), cs, en, de, hu"),
        ("format" = Option<PdfFormatName>, Query, description = "What is inside: ubl (default), factur-x"),
    ),
    responses(
        (status = 200, description = "The file", content_type = "application/pdf", body = FileBytes,
            headers(
                ("X-Service-Ubl-Source" = String, description = "Of the XML inside: archive or preview"),
                ("X-Service-Warnings" = String, description = "What of a recorded document the XML inside has no place for: a JSON array of code (NOT_CARRIED), field (its path in the document that was sent) and message (its value); absent where nothing is lost"),
            )),
        (status = 422, description = "PDF_NOT_AVAILABLE: a recorded document with too many lines or digits for a page; its XML is there. FORMAT_NOT_AVAILABLE: what the format asks for and the invoice lacks, each with its place", body = ErrorBody),
        NotFoundError, BusyError,
    ),
)]
pub async fn invoice_pdf(call: Call) -> Reply {
    let context = call.context(Scope::InvoiceDownload)?;
    let id = InvoiceId(call.id("id", "invoice")?);
    let mut query = call.query()?;
    let language = query.one_of("lang", &Language::ALL, Language::code).unwrap_or_default();
    let format = query.one_of("format", &PdfFormat::ALL, PdfFormat::name).unwrap_or_default();
    query.finish()?;
    let pdf = render_pdf(context, id, (language, format), &call.timing).await?;
    let mut response = file(&pdf.name, "application/pdf");
    warn(&mut response, &not_carried(pdf.losses));
    Ok(response.insert_header((UBL_SOURCE, pdf.source.name())).body(pdf.bytes))
}

/// The XML of an invoice: its UBL, or another format, which is written now with the files that are attached.
#[utoipa::path(
    get, path = "/v1/agent/invoices/{id}/xml", tag = "invoices", operation_id = "getInvoiceXml",
    params(
        ("id" = String, Path, description = "The invoice's id"),
        ("format" = Option<XmlFormatName>, Query, description = "ubl (default), cii, xrechnung-ubl, xrechnung-cii"),
    ),
    responses(
        (status = 200, description = "The file", content_type = "application/xml", body = FileBytes,
            headers(
                ("X-Service-Ubl-Source" = String, description = "archive or preview"),
                ("X-Service-Warnings" = String, description = "What of a recorded document the format has no place for: a JSON array of code (NOT_CARRIED), field (its path in the document that was sent) and message (its value); absent where nothing is lost"),
            )),
        (status = 422, description = "FORMAT_NOT_AVAILABLE: what the format asks for and the invoice lacks, each with its place", body = ErrorBody),
        NotFoundError,
    ),
)]
pub async fn invoice_xml(call: Call) -> Reply {
    let context = call.context(Scope::InvoiceDownload)?;
    let id = InvoiceId(call.id("id", "invoice")?);
    let mut query = call.query()?;
    let format = query.one_of("format", &XmlFormat::ALL, XmlFormat::name).unwrap_or_default();
    query.finish()?;
    let FormattedFile { file: xml, losses } = in_format(&context, id, format).await?;
    let mut response = file(&format!("{}.xml", xml.number), "application/xml");
    warn(&mut response, &not_carried(losses));
    Ok(response.insert_header((UBL_SOURCE, xml.source.name())).body(xml.bytes))
}

/// What a format has no place for, as warnings.
fn not_carried(losses: Vec<Loss>) -> Vec<FileWarning> {
    let warning = |Loss { path, value }| FileWarning {
        code: "NOT_CARRIED",
        field: path,
        message: format!("not carried: {value}"),
    };
    losses.into_iter().map(warning).collect()
}
