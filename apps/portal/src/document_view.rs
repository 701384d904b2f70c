//! A document as it looks: what the PDF prints, as a page. Anyone's document may be on it.

pub(crate) use crate::words::document_language;
use crate::{rendered, texts::Texts};
use api_http::visitors::Language;
use askama::Template;
use invoice_pdf::{InvoicePage, PartyBlock, Sheet, payment_qr, qr_svg, sheet};

/// A document to look at.
#[derive(Template)]
#[template(path = "document_view.html")]
pub struct DocumentView {
    sheet: Sheet,
    /// The payment QR code, as SVG that we have drawn.
    qr: Option<String>,
}

impl DocumentView {
    /// The document of a page; `to_pay` draws the code to pay by.
    #[must_use]
    pub fn of(page: &InvoicePage, to_pay: bool) -> Self {
        let code = to_pay.then(|| payment_qr(page)).flatten();
        let qr = code.as_ref().and_then(|code| qr_svg(&code.payload));
        let code = code.filter(|_| qr.is_some());
        Self { sheet: sheet(page, code.as_ref()), qr }
    }

    fn parties(&self) -> Vec<&PartyBlock> {
        let Sheet { seller, buyer, delivery, .. } = &self.sheet;
        [Some(seller), Some(buyer), delivery.as_ref()].into_iter().flatten().collect()
    }
}

/// The page behind the link to an invoice.
#[derive(Template)]
#[template(path = "link.html")]
struct LinkPage<'a> {
    t: &'static Texts,
    title: String,
    paper: Option<DocumentView>,
    text: &'a str,
    files: Option<&'a str>,
    back: &'a str,
}

/// The page of a link to an invoice: the document, and its files below `path`.
#[must_use]
pub fn link_page(page: &InvoicePage, path: &str, language: Language) -> String {
    let paper = DocumentView::of(page, true);
    let title = format!("{} {}", paper.sheet.title, paper.sheet.number);
    let t = Texts::of(language.written());
    rendered(&LinkPage { t, title, paper: Some(paper), text: "", files: Some(path), back: path })
}

/// The same page for a document that can only be downloaded, because it has no page.
#[must_use]
pub fn link_without_page(number: &str, path: &str, language: Language) -> String {
    let (t, title) = (Texts::of(language.written()), number.to_owned());
    rendered(&LinkPage { t, title, paper: None, text: t.no_page, files: Some(path), back: path })
}

/// Why the link to an invoice does not work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoLink {
    NotValid,
    TooOften,
}

/// The page that explains why a link does not work.
#[must_use]
pub fn no_link(why: NoLink, language: Language) -> String {
    let t = Texts::of(language.written());
    let text = match why {
        NoLink::NotValid => t.link_not_valid,
        NoLink::TooOften => t.link_too_often,
    };
    rendered(&LinkPage { t, title: t.cannot.to_owned(), paper: None, text, files: None, back: "/" })
}
