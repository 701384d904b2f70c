#![doc = include_str!("../README.md")]

#[cfg(feature = "pdf")]
mod compact;
mod error;
#[cfg(feature = "pdf")]
mod font_folder;
#[cfg(feature = "pdf")]
mod fonts;
mod model;
mod qr;
#[cfg(feature = "pdf")]
mod render;
mod set_off;
mod sheet;
#[cfg(feature = "pdf")]
mod text;
#[cfg_attr(not(feature = "pdf"), expect(dead_code, reason = "the typesetter needs some alone"))]
mod texts;
#[cfg(feature = "pdf")]
mod world;

#[cfg(not(feature = "pdf"))]
mod without;

refusals::list![PdfError];

#[cfg(test)]
extern crate self as invoice_pdf;
#[cfg(test)]
#[path = "../tests/samples/mod.rs"]
mod samples;

pub use attachments::{LogoError, MAX_LOGO_BYTES, MAX_LOGO_SIDE, check_logo};
pub use error::PdfError;
pub use factur_x::Level;
#[cfg(feature = "pdf")]
pub use font_folder::FontFolder;
pub use model::{
    BankAccount, DeliveryAddress, DocumentKind, EmbeddedXml, HomeAmounts, InvoicePage, Language,
    Line, MAX_LINES, OriginalInvoice, PaidAdvance, Party, PaymentMethod, Pdf, VatRemark, VatRow,
};
pub use qr::{PaymentQr, QrStandard, payment_qr, qr_png, qr_svg};
#[cfg(feature = "pdf")]
pub use render::{render, render_set_off, renderer};
pub use set_off::{Claim, SET_OFF_LANGUAGES, SetOffPage};
pub use sheet::{
    Fact, HomeBlock, LineTable, PartyBlock, PaymentPanel, QrBlock, Running, Sheet, SumRow,
    VatTable, sheet,
};
#[cfg(not(feature = "pdf"))]
pub use without::{FontFolder, render, render_set_off, renderer};
