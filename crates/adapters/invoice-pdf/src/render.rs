//! From a page to a finished PDF file.

use std::collections::BTreeSet;
use std::sync::Arc;

use attachments::check_logo;
use serde::Serialize;
use serde_json::Value;
use time::OffsetDateTime;
use typst::diag::SourceDiagnostic;
use typst::foundations::{Datetime, Smart};
use typst_layout::PagedDocument;
use typst_pdf::{PdfOptions, PdfStandard, PdfStandards, Timestamp};
use unicode_normalization::UnicodeNormalization;

use crate::compact::{Embedded, compact};
use crate::error::PdfError;
use crate::font_folder::FontFolder;
use crate::fonts::Faces;
use crate::model::{InvoicePage, MAX_LINES, Pdf};
use crate::qr::{payment_qr, qr_svg};
use crate::set_off::{self, SetOffPage};
use crate::sheet;
use crate::text::{breakable, printable};
use crate::texts::Texts;
use crate::world::{PageFile, PageWorld, Template};

/// The identity of this renderer: the version of this crate, that of the typesetter, and a hash of the sources. The
/// same page and the same renderer give the same bytes.
#[must_use]
pub fn renderer() -> String {
    let (own, sources) = (env!("CARGO_PKG_VERSION"), env!("INVOICE_PDF_SOURCES"));
    format!("invoice-pdf {own}, typst {}, sources {sources}", typst::utils::version().raw())
}

/// Renders one document as PDF/A-3a and PDF/UA-1, with its payment code drawn and its XML
/// embedded as the alternative representation. With a profile of Factur-X it is a hybrid invoice, which the metadata say.
///
/// Pure: the same page gives the same bytes. Safe from many threads. It computes for tens of
/// milliseconds a page, so an async caller runs it in `spawn_blocking`.
pub fn render(page: &InvoicePage, fonts: &FontFolder) -> Result<Pdf, PdfError> {
    // the page shows allowances and charges like lines, and a document has at most as many of them as lines
    if page.lines.len() > 2 * MAX_LINES {
        return Err(PdfError::TooManyLines(page.lines.len()));
    }
    let Printed { faces, mut files, lacking } = invoice(page, fonts)?;
    if let Some(logo) = &page.logo {
        check_logo(logo)?;
        files.push((PageFile::Logo, logo.clone()));
    }
    files.extend(page.xml.as_ref().map(|xml| (PageFile::Xml, xml.bytes.clone())));
    let world = PageWorld::new(Template::Invoice, faces, files);
    let (bytes, pages) = typeset(&world, &page.number, page.created_at)?;
    let embedded = page
        .xml
        .as_ref()
        .map(|xml| Embedded { name: file_name(&xml.file_name), profile: xml.profile });
    Ok(Pdf { bytes: compact(&bytes, embedded.as_ref())?, pages, lacking })
}

/// Renders the agreement on a mutual set-off, under the same standards. Pure as [`render`] is.
///
/// # Errors
/// [`PdfError`].
pub fn render_set_off(page: &SetOffPage, fonts: &FontFolder) -> Result<Pdf, PdfError> {
    let (properties, sheet) = (set_off::properties(page), set_off::sheet(page));
    let unprinted = Texts::of(page.language).unprinted;
    let Printed { faces, files, lacking } = printed((&properties, &sheet), unprinted, fonts)?;
    let world = PageWorld::new(Template::SetOff, faces, files);
    let ident = [&page.claim_of_first, &page.claim_of_second].map(|claim| &*claim.number).join(" ");
    let (bytes, pages) = typeset(&world, &ident, page.created_at)?;
    Ok(Pdf { bytes: compact(&bytes, None)?, pages, lacking })
}

/// The data of a template, with its fonts.
struct Printed {
    faces: Arc<Faces>,
    files: Vec<(PageFile, Vec<u8>)>,
    lacking: Vec<char>,
}

/// The data that every template has. `unprinted` tells the reader that characters are missing.
fn printed(
    (properties, sheet): (&impl Serialize, &impl Serialize),
    unprinted: &str,
    fonts: &FontFolder,
) -> Result<Printed, PdfError> {
    let (mut properties, mut sheet) =
        (serde_json::to_value(properties)?, serde_json::to_value(sheet)?);
    let mut characters = BTreeSet::new();
    for data in [&mut properties, &mut sheet] {
        each_string(data, &mut |text| characters.extend(text.nfc()));
    }
    let (faces, mut lacking) = (Faces::of(&characters, fonts), BTreeSet::new());
    each_string(&mut sheet, &mut |text| {
        *text = breakable(&printable(text, |c| faces.covered(c), &mut lacking));
    });
    each_string(&mut properties, &mut |text| {
        *text = printable(&text.replace('\n', " "), |c| faces.covered(c), &mut lacking);
    });
    sheet["unprinted"] = (!lacking.is_empty()).then_some(unprinted).into();
    let files = [(PageFile::Properties, properties), (PageFile::Sheet, sheet)];
    let files = files.map(|(file, data)| Ok((file, serde_json::to_vec(&data)?)));
    let files = files.into_iter().collect::<Result<_, PdfError>>()?;
    Ok(Printed { faces, files, lacking: lacking.into_iter().collect() })
}

/// The data of the template of an invoice, without its logo and its XML.
fn invoice(page: &InvoicePage, fonts: &FontFolder) -> Result<Printed, PdfError> {
    let code = payment_qr(page).and_then(|qr| qr_svg(&qr.payload).map(|svg| (qr, svg)));
    let (qr, svg) = code.unzip();
    let unprinted = Texts::of(page.language).unprinted;
    let sheet = sheet::sheet(page, qr.as_ref());
    let mut printed = printed((&sheet::properties(page), &sheet), unprinted, fonts)?;
    printed.files.extend(svg.map(|svg| (PageFile::Qr, svg.into_bytes())));
    Ok(printed)
}

/// Visits every string of data.
fn each_string(value: &mut Value, visit: &mut impl FnMut(&mut String)) {
    match value {
        Value::String(text) => visit(text),
        Value::Array(items) => items.iter_mut().for_each(|item| each_string(item, visit)),
        Value::Object(fields) => fields.values_mut().for_each(|field| each_string(field, visit)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// The file and how many pages it has.
fn typeset(
    world: &PageWorld,
    ident: &str,
    created_at: OffsetDateTime,
) -> Result<(Vec<u8>, usize), PdfError> {
    let made = exported(world, ident, created_at);
    // Layouts of this page are no use to the next one.
    typst::comemo::evict(0);
    made
}

fn exported(
    world: &PageWorld,
    ident: &str,
    created_at: OffsetDateTime,
) -> Result<(Vec<u8>, usize), PdfError> {
    let document = typst::compile::<PagedDocument>(world)
        .output
        .map_err(|faults| PdfError::Typeset(messages(&faults)))?;
    let standards = PdfStandards::new(&[PdfStandard::A_3a, PdfStandard::Ua_1])
        .map_err(|fault| PdfError::Export(fault.message().to_string()))?;
    let options = PdfOptions {
        ident: Smart::Custom(ident.to_owned()),
        creator: Smart::Custom(Some("Billhook".into())),
        timestamp: timestamp(created_at),
        standards,
        ..PdfOptions::default()
    };
    let bytes = typst_pdf::pdf(&document, &options)
        .map_err(|faults| PdfError::Export(messages(&faults)))?;
    Ok((bytes, document.pages().len()))
}

/// A safe name for the embedded file: without folders and unprintable characters.
fn file_name(name: &str) -> String {
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let name = printable(last, |_| true, &mut BTreeSet::new());
    let name: String = name.chars().filter(|c| *c != '\n').collect();
    if name.trim().is_empty() { "invoice.xml".to_owned() } else { name }
}

fn timestamp(at: OffsetDateTime) -> Option<Timestamp> {
    let at = service_day::utc(at);
    Datetime::from_ymd_hms(
        at.year(),
        at.month().into(),
        at.day(),
        at.hour(),
        at.minute(),
        at.second(),
    )
    .map(Timestamp::new_utc)
}

fn messages(faults: &[SourceDiagnostic]) -> String {
    faults.iter().map(|fault| fault.message.as_str()).collect::<Vec<_>>().join("; ")
}
