//! Invoices as UBL 2.1 documents by EN 16931 and Peppol BIS Billing 3.0.
//!
//! [`build`] writes an [`invoicing::Document`] as an `Invoice` or a `CreditNote`. It is pure and
//! never fails: what the data lacks is left out, which is good enough for a preview; whether the
//! result may be sent is for the official rules to say.
//!
//! One file per business group of EN 16931: `header` (BT-1 and its like, BG-3), `attachments`
//! (BG-24), `parties` (BG-4, BG-7), `delivery` (BG-13), `payment` (BG-16), `tax` (BG-23), `totals`
//! (BG-22), `lines` (BG-25). What differs between documents is data: [`Profile`] and
//! [`DocumentType`].
//!
//! | to | begin with |
//! |---|---|
//! | write an invoice | [`build`] with [`Options::of`] |
//! | write one as XRechnung | [`build_by`] with [`Profile::XRECHNUNG`] |
//! | know its root element and type code | [`DocumentType`] |
//! | know its specification and process | [`Profile`] |
//!
//! The program in `docs/embedding.md` goes from a request to UBL.
#![warn(missing_docs)]
#![deny(clippy::disallowed_methods)]

mod attachments;
mod delivery;
mod document_type;
mod electronic_address;
mod header;
mod lines;
mod parties;
mod payment;
mod profile;
mod tax;
mod totals;
mod writer;

pub use document_type::{DocumentType, Syntax};
pub use electronic_address::{ElectronicAddress, electronic_address};
pub use profile::{Profile, Rules};

use access::Tier;
use invoicing::{Document, files::StoredFile};
use writer::UblWriter;

/// What is not in the document itself.
#[derive(Debug, Clone, Copy)]
pub struct Options<'a> {
    /// The network that the document is for: it decides the scheme of Slovak electronic addresses.
    pub network: Tier,
    /// The files to embed (BG-24); none in a preview.
    pub attachments: &'a [StoredFile],
}

impl Options<'_> {
    /// A document for this network that embeds no files.
    #[must_use]
    pub const fn of(network: Tier) -> Self {
        Self { network, attachments: &[] }
    }
}

/// A UBL document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ubl {
    /// The text, in UTF-8 with an XML declaration.
    pub xml: String,
    /// Its root element and type code (BT-3).
    pub document_type: DocumentType,
    /// The specification it is written by (BT-23, BT-24).
    pub profile: &'static Profile,
}

/// Writes a document as UBL by Peppol's specification for it.
#[must_use]
pub fn build(document: &Document, options: &Options<'_>) -> Ubl {
    build_by(document, options, Profile::of(document))
}

/// Writes a document as UBL by another specification.
#[must_use]
pub fn build_by(document: &Document, options: &Options<'_>, profile: &'static Profile) -> Ubl {
    let document_type = DocumentType::of(document.invoice_type, document.self_billed);
    let xml = UblWriter::document(document_type.syntax, |xml| {
        header::header(xml, document, document_type, profile);
        header::references(xml, document);
        header::proformas(xml, document);
        attachments::attachments(xml, options.attachments);
        header::project(xml, document, document_type.syntax);
        parties::seller(xml, document, options.network, profile.rules);
        parties::buyer(xml, document, options.network);
        delivery::delivery(xml, document);
        payment::payment_means(xml, document, document_type.syntax, profile.rules);
        tax::tax_totals(xml, document, profile.rules);
        totals::monetary_total(xml, document);
        lines::lines(xml, document, document_type.syntax);
    });
    Ubl { xml, document_type, profile }
}
