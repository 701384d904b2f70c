//! The one reader of hybrid invoices.

use crate::{
    Claims, Doubt, HybridError, Level,
    embedded::{Embedded, files},
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

/// Whether the bytes are those of a PDF.
#[must_use]
pub fn is_pdf(bytes: &[u8]) -> bool {
    bytes.starts_with(b"%PDF-")
}

/// Reads the invoice out of a PDF.
///
/// # Errors
/// [`HybridError`].
pub fn read(bytes: &[u8]) -> Result<Hybrid, HybridError> {
    let too_large = HybridError::TooLarge { most: MOST_BYTES };
    if bytes.len() > MOST_BYTES {
        return Err(too_large);
    }
    let options = LoadOptions::with_max_decompressed_size(MOST_UNPACKED);
    let document = Document::load_mem_with_options(bytes, options).map_err(refused)?;
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

/// The one invoice among the files, what it says, and the names of the others.
fn the_invoice(files: Vec<Embedded>) -> Result<(Embedded, Facts, Vec<String>), HybridError> {
    let mut invoices: Vec<(Embedded, Facts)> = Vec::new();
    let mut others = Vec::new();
    for file in files {
        let is_named = NAMES.contains(&&*file.name.to_lowercase());
        let facts = facts::of(&file.bytes).or_else(|| is_named.then(Facts::default));
        match facts {
            Some(_) if invoices.iter().any(|(known, _)| known.bytes == file.bytes) => {}
            Some(facts) => invoices.push((file, facts)),
            None => others.push(file.name),
        }
    }
    match invoices.len() {
        0 => Err(HybridError::NoInvoice { others }),
        1 => {
            let (invoice, facts) = invoices.swap_remove(0);
            Ok((invoice, facts, others))
        }
        _ => {
            let names = invoices.into_iter().map(|(file, _)| file.name).collect();
            Err(HybridError::SeveralInvoices { names })
        }
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
