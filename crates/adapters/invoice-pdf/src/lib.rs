#![doc = include_str!("../README.md")]

mod compact;
mod error;
mod format;
mod logo;
mod model;
mod qr;
mod render;
mod sheet;
mod text;
mod texts;
mod world;

#[cfg(test)]
extern crate self as invoice_pdf;
#[cfg(test)]
#[path = "../tests/samples/mod.rs"]
mod samples;

pub use error::{LogoError, PdfError};
pub use logo::{MAX_LOGO_BYTES, MAX_LOGO_SIDE, check_logo};
pub use model::{
    BankAccount, DeliveryAddress, DocumentKind, EmbeddedUbl, HomeAmounts, InvoicePage, Language,
    Line, OriginalInvoice, Party, PaymentMethod, VatRemark, VatRow,
};
pub use qr::{PaymentQr, QrStandard, payment_qr};
pub use render::{MAX_LINES, Pdf, render};
