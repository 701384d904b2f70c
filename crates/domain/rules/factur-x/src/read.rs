//! The one reader of hybrid invoices.

use crate::{
    Claims, Doubt, HybridError, Level,
    embedded::{Content, Embedded, files},
    facts::{self, Facts},
    page_text::PageText,
};
use lopdf::{Document, LoadOptions};

/// The most bytes of a PDF.
pub const MOST_BYTES: usize = 32 * 1024 * 1024;

/// The most bytes that a stream of it may unpack to.
pub(crate) const MOST_UNPACKED: usize = 16 * 1024 * 1024;

/// The names that the XML has by the specifications, in lower case.
const NAMES: [&str; 3] = ["factur-x.xml", "xrechnung.xml", "zugferd-invoice.xml"];

/// A PDF with the XML of an invoice in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hybrid {
    /// The XML, as it is embedded.
    pub xml: Vec<u8>,
    /// The name that it has there.
    pub file_name: String,
    /// How it relates to the pages: `Alternative`, `Data`, `Source`.
    pub relationship: Option<String>,
    /// What the metadata say of it.
    pub claims: Claims,
    /// The names of the other embedded files.
    pub others: Vec<String>,
    facts: Facts,
    text: Option<PageText>,
}

/// How a PDF begins.
const HEADER: &[u8] = b"%PDF-";

/// How far from the first byte it may begin, as readers take it: a mark of the encoding or a header of a mail stands before.
const LATEST_HEADER: usize = 1024;

/// Whether the bytes are those of a PDF.
#[must_use]
pub fn is_pdf(bytes: &[u8]) -> bool {
    let is_xml = without_mark(bytes).trim_ascii_start().starts_with(b"<");
    !is_xml && header(bytes).is_some()
}

fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)
}

/// Where a PDF begins.
fn header(bytes: &[u8]) -> Option<usize> {
    let first = &bytes[..bytes.len().min(LATEST_HEADER + HEADER.len())];
    first.windows(HEADER.len()).position(|window| window == HEADER)
}

/// The document: its places count from its header, or, as some writers have it, from the first byte of the file.
fn loaded(bytes: &[u8]) -> Result<Document, HybridError> {
    let of = |bytes| {
        let options = LoadOptions::with_max_decompressed_size(MOST_UNPACKED);
        Document::load_mem_with_options(bytes, options).map_err(refused)
    };
    let begin = header(bytes).unwrap_or_default();
    match of(&bytes[begin..]) {
        Err(HybridError::Unreadable { .. }) if begin > 0 => of(bytes),
        other => other,
    }
}

/// Reads the invoice out of a PDF.
///
/// # Errors
/// [`HybridError`].
pub fn read(bytes: &[u8]) -> Result<Hybrid, HybridError> {
    if bytes.len() > MOST_BYTES {
        return Err(HybridError::TooLarge { most: MOST_BYTES });
    }
    let document = loaded(bytes)?;
    if document.is_encrypted() || document.was_encrypted() {
        return Err(HybridError::Encrypted);
    }
    let (invoice, facts, others) = the_invoice(files(&document))?;
    if let Some(level) = Level::of_guideline(&facts.guideline).filter(|level| !level.is_invoice()) {
        return Err(HybridError::NoInvoiceProfile { level });
    }
    Ok(Hybrid {
        xml: invoice.bytes,
        file_name: invoice.name,
        relationship: invoice.relationship,
        claims: claims(&document),
        others,
        facts,
        text: PageText::of(&document),
    })
}

fn refused(error: lopdf::Error) -> HybridError {
    match error {
        lopdf::Error::Decryption(_)
        | lopdf::Error::InvalidPassword
        | lopdf::Error::AlreadyEncrypted
        | lopdf::Error::UnsupportedSecurityHandler(_) => HybridError::Encrypted,
        lopdf::Error::Decompress(lopdf::DecompressError::MemoryLimitExceeded { .. }) => {
            HybridError::TooLarge { most: MOST_BYTES }
        }
        other => HybridError::Unreadable { cause: other.to_string() },
    }
}

/// A file that could be the invoice.
struct Candidate {
    name: String,
    relationship: Option<String>,
    bytes: Vec<u8>,
}

/// The one invoice among the files, what it says, and the names of the others.
fn the_invoice(files: Vec<Embedded>) -> Result<(Candidate, Facts, Vec<String>), HybridError> {
    let mut invoices: Vec<(Candidate, Facts)> = Vec::new();
    let mut others = Vec::new();
    for Embedded { name, relationship, content } in files {
        let is_named = NAMES.contains(&&*name.to_lowercase());
        let bytes = match content {
            Content::Bytes(bytes) => bytes,
            _ if !is_named => {
                others.push(name);
                continue;
            }
            Content::TooLarge => return Err(HybridError::TooLarge { most: MOST_UNPACKED }),
            Content::Damaged(cause) => return Err(HybridError::Unreadable { cause }),
        };
        let facts = facts::of(&bytes).or_else(|| is_named.then(Facts::default));
        match facts {
            Some(_) if invoices.iter().any(|(known, _)| known.bytes == bytes) => {}
            Some(facts) => invoices.push((Candidate { name, relationship, bytes }, facts)),
            None => others.push(name),
        }
    }
    let names = || invoices.iter().map(|(file, _)| file.name.clone()).collect();
    match invoices.len() {
        0 => Err(HybridError::NoInvoice { others }),
        1 => {
            let (invoice, facts) = invoices.swap_remove(0);
            Ok((invoice, facts, others))
        }
        _ => Err(HybridError::SeveralInvoices { names: names() }),
    }
}

fn claims(document: &Document) -> Claims {
    let packet = document.catalog().ok().and_then(|catalog| {
        let metadata = catalog.get_deref(b"Metadata", document).ok()?.as_stream().ok()?;
        metadata.get_plain_content_with_limit(MOST_UNPACKED).ok()
    });
    packet.map(|packet| Claims::of_packet(&String::from_utf8_lossy(&packet))).unwrap_or_default()
}

impl Hybrid {
    /// The profile of the XML by its specification (BT-24).
    #[must_use]
    pub fn level(&self) -> Option<Level> {
        Level::of_guideline(&self.facts.guideline)
    }

    /// Everything in which PDF and XML disagree, as far as it can be known.
    #[must_use]
    pub fn doubts(&self) -> Vec<Doubt> {
        self.of_pages().into_iter().chain(self.of_metadata()).collect()
    }

    fn of_pages(&self) -> Vec<Doubt> {
        let Some(text) = &self.text else { return vec![Doubt::NoText] };
        let Facts { number, total, due, .. } = &self.facts;
        let lacks_number = !number.is_empty() && !text.has_number(number);
        let lacks_total = !total.is_empty() && !text.has_amount(total) && !text.has_amount(due);
        let number = lacks_number.then(|| Doubt::Number { number: number.clone() });
        let total = lacks_total.then(|| Doubt::Total { total: total.clone() });
        number.into_iter().chain(total).collect()
    }

    fn of_metadata(&self) -> Vec<Doubt> {
        let Claims { file_name, conformance_level, .. } = &self.claims;
        let mut doubts = Vec::new();
        if self.claims.is_empty() {
            doubts.push(Doubt::NoClaims);
        }
        if let Some(claimed) =
            conformance_level.as_ref().filter(|_| self.claims.level() != self.level())
        {
            let guideline = self.facts.guideline.clone();
            doubts.push(Doubt::Profile { claimed: claimed.clone(), guideline });
        }
        if let Some(claimed) = file_name.as_ref().filter(|claimed| **claimed != self.file_name) {
            doubts
                .push(Doubt::FileName { claimed: claimed.clone(), found: self.file_name.clone() });
        }
        doubts
    }
}
