//! The sheet: exactly the strings that the template prints, each in its place.
//!
//! Everything that can be decided is decided here, so the template only lays out.

mod fact;
mod parties;
mod payment;
mod remarks;
mod sums;

use serde::Serialize;

#[cfg(feature = "pdf")]
use crate::compact::EMBEDDED_NAME;
#[cfg(feature = "pdf")]
use crate::model::EmbeddedXml;
use crate::model::{InvoicePage, VatRow};
use crate::qr::PaymentQr;
use crate::texts::{Texts, unit_name};
use invoicing::terms::Term;
use languages::{amount, date, plain};

pub use fact::Fact;
pub use parties::PartyBlock;
#[cfg(feature = "pdf")]
pub(crate) use parties::party;
pub use payment::{PaymentPanel, QrBlock};
pub use sums::{HomeBlock, SumRow, VatTable};

/// What the PDF says about itself; never broken into lines.
#[cfg(feature = "pdf")]
#[derive(Debug, Serialize)]
pub(crate) struct Properties {
    pub language: &'static str,
    pub title: String,
    pub author: String,
    pub number: String,
    pub accent: Option<String>,
    pub xml: Option<Attachment>,
}

/// The embedded document as the typesetter knows it.
#[cfg(feature = "pdf")]
#[derive(Debug, Serialize)]
pub(crate) struct Attachment {
    pub name: &'static str,
    pub mime_type: &'static str,
    pub description: &'static str,
}

/// What is printed.
#[derive(Debug, Serialize)]
pub struct Sheet {
    pub title: &'static str,
    pub number: String,
    pub seller: PartyBlock,
    pub buyer: PartyBlock,
    pub delivery: Option<PartyBlock>,
    pub facts: Vec<Fact>,
    pub payment: PaymentPanel,
    pub lines: LineTable,
    pub vat: Option<VatTable>,
    pub home: Option<HomeBlock>,
    pub sums: Vec<SumRow>,
    pub remarks: Vec<String>,
    pub note: Option<Fact>,
    pub running: Running,
    pub page: &'static str,
    pub logo: Option<&'static str>,
}

/// The small lines above and below each page.
#[derive(Debug, Serialize)]
pub struct Running {
    pub number: String,
    pub seller: String,
}

/// The lines. Each row has one cell per head.
#[derive(Debug, Serialize)]
pub struct LineTable {
    pub heads: Vec<&'static str>,
    pub rows: Vec<Vec<String>>,
    /// Whether there is a column of VAT rates.
    pub vat: bool,
}

/// The PDF's own properties.
#[cfg(feature = "pdf")]
pub(crate) fn properties(page: &InvoicePage) -> Properties {
    let texts = Texts::of(page.language);
    Properties {
        language: page.language.code(),
        title: format!("{} {}", texts.title(page.kind), page.number),
        author: page.seller.name.clone(),
        number: page.number.clone(),
        accent: page.accent.clone(),
        xml: page.xml.as_ref().map(|xml| attachment(xml, texts)),
    }
}

#[cfg(feature = "pdf")]
fn attachment(xml: &EmbeddedXml, texts: &Texts) -> Attachment {
    let (mime_type, description) = match xml.profile {
        // as the specification of Factur-X has it
        Some(_) => ("text/xml", texts.hybrid),
        None => ("application/xml", texts.ubl),
    };
    Attachment { name: EMBEDDED_NAME, mime_type, description }
}

/// Lays out a page as strings.
#[must_use]
pub fn sheet(page: &InvoicePage, qr: Option<&PaymentQr>) -> Sheet {
    let texts = Texts::of(page.language);
    let vat = shows_vat(&page.vat_rows);
    Sheet {
        title: texts.title(page.kind),
        number: page.number.clone(),
        seller: parties::party(texts.parties.seller, &page.seller, page.language),
        buyer: parties::party(texts.parties.buyer, &page.buyer, page.language),
        delivery: page.delivery_address.as_ref().map(|to| parties::delivery(to, page.language)),
        facts: facts(page),
        payment: payment::panel(page, qr),
        lines: lines(page, vat),
        vat: vat.then(|| sums::vat_table(&page.vat_rows, page.language)),
        home: page.home.as_ref().map(|home| sums::home(home, page)),
        sums: sums::sums(page, vat),
        remarks: remarks::remarks(page),
        note: non_empty(page.texts.note.as_deref()).map(|note| (texts.note, note)),
        running: Running { number: shortened(&page.number), seller: shortened(&page.seller.name) },
        page: texts.page,
        logo: page.logo.as_ref().map(|_| texts.logo),
    }
}

/// As much as fits into half a line.
pub(crate) fn shortened(text: &str) -> String {
    const MOST: usize = 48;
    let text = text.trim();
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", text[..end].trim_end()),
        None => text.to_owned(),
    }
}

/// A supplier who is no VAT payer shows no VAT at all.
fn shows_vat(rows: &[VatRow]) -> bool {
    rows.iter().any(|row| row.category != "O")
}

/// Dates and references under the parties.
fn facts(page: &InvoicePage) -> Vec<Fact> {
    let texts = Texts::of(page.language);
    let day = |value| date(value, page.language);
    let dates = [
        (texts.facts.issued, Some(day(page.issue_date))),
        (texts.facts.delivered, page.delivery_date.map(day)),
        (texts.facts.due, page.due_date.map(day)),
        (texts.facts.method, page.payment_method.map(|method| texts.method(method).to_owned())),
    ];
    let references = Term::ALL.iter().filter_map(|term| {
        texts.facts.reference(*term).map(|label| (label, non_empty(page.texts.get(*term))))
    });
    let vehicle = (texts.facts.vehicle, non_empty(page.vehicle_plate.as_deref()));
    let all = dates.into_iter().chain(references).chain([vehicle]);
    all.filter_map(|(label, value)| Some((label, value?))).collect()
}

/// A text in which something stands.
fn non_empty(text: Option<&str>) -> Option<String> {
    text.filter(|text| !text.trim().is_empty()).map(str::to_owned)
}

fn lines(page: &InvoicePage, vat: bool) -> LineTable {
    let table = &Texts::of(page.language).table;
    let last = if vat { table.net } else { table.amount };
    let mut heads = vec![table.description, table.quantity, table.unit, table.unit_price];
    heads.extend(vat.then_some(table.vat));
    heads.push(last);
    let rows = page.lines.iter().map(|line| {
        let mut row = vec![
            line.description.clone(),
            plain(line.quantity, page.language),
            unit_name(&line.unit, page.language).to_owned(),
            amount(line.unit_price, page.language),
        ];
        row.extend(vat.then(|| sums::percent(line.vat_rate, page.language)));
        row.push(amount(line.net_amount, page.language));
        row
    });
    LineTable { heads, rows: rows.collect(), vat }
}

#[cfg(test)]
mod tests;
