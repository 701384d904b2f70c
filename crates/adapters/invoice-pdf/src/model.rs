//! The input of the renderer: plain data, already decided by the domain.
//!
//! Nothing here is computed twice. Amounts arrive final; the renderer only places them.
//! `BT-…` and `BG-…` are the terms of EN 16931.

use factur_x::Level;
use invoicing::terms::HeaderTexts;
pub use languages::{DocumentKind, Language};
use rust_decimal::Decimal;
use serde::Serialize;
use time::{Date, OffsetDateTime};

/// How the buyer pays (BT-81).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum PaymentMethod {
    /// Transfer to the bank account shown.
    BankTransfer,
    /// Cash.
    Cash,
    /// Payment card.
    Card,
    /// Online payment service.
    Online,
    /// Mutual set-off.
    Offset,
}

/// Everything that one document shows, and what is embedded in it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct InvoicePage {
    /// Language of labels, remarks, numbers and dates.
    pub language: Language,
    /// Document kind (BT-3).
    pub kind: DocumentKind,
    /// Document number (BT-1).
    pub number: String,
    /// Issue date (BT-2).
    pub issue_date: Date,
    /// Tax point or delivery date (BT-7, BT-72); `None` on a proforma.
    pub delivery_date: Option<Date>,
    /// Due date (BT-9).
    pub due_date: Option<Date>,
    /// Variable symbol, up to ten digits (part of BT-83).
    pub variable_symbol: Option<String>,
    /// Constant symbol, four digits (Slovak and Czech banks).
    pub constant_symbol: Option<String>,
    /// The header texts of the document. Texts of one line are shown as facts, and the note (BT-22) keeps its lines.
    pub texts: HeaderTexts,
    /// The vehicle the supply belongs to, as its plate.
    pub vehicle_plate: Option<String>,
    /// Supplier (BG-4).
    pub seller: Party,
    /// Customer (BG-7).
    pub buyer: Party,
    /// Deliver-to address (BG-15).
    pub delivery_address: Option<DeliveryAddress>,
    /// Payment method (BT-81); `None` for a means that is none of these.
    pub payment_method: Option<PaymentMethod>,
    /// The account to pay to (BG-17).
    pub bank_account: Option<BankAccount>,
    /// Lines in their order (BG-25).
    pub lines: Vec<Line>,
    /// Totals per VAT category and rate (BG-23).
    pub vat_rows: Vec<VatRow>,
    /// Sum without VAT (BT-109).
    pub subtotal: Decimal,
    /// VAT (BT-110).
    pub vat_total: Decimal,
    /// Sum with VAT (BT-112).
    pub total: Decimal,
    /// Already paid (BT-113).
    pub paid_amount: Decimal,
    /// The amount that credit notes take back.
    pub credited_amount: Decimal,
    /// Left to pay (BT-115). What it differs by from the total less what was paid and credited is shown as
    /// rounding (BT-114).
    pub to_pay: Decimal,
    /// Document currency, ISO 4217 (BT-5).
    pub currency: String,
    /// Amounts in the home currency, for a document in a foreign one.
    pub home: Option<HomeAmounts>,
    /// Legal remarks about VAT, in the order they are printed.
    pub vat_remarks: Vec<VatRemark>,
    /// The document that a credit or debit note corrects (BG-3).
    pub original: Option<OriginalInvoice>,
    /// The advances that are included in `paid_amount`.
    pub advances: Vec<PaidAdvance>,
    /// Paid before it was issued: the page asks not to pay again and has no payment code.
    pub already_paid: bool,
    /// Colour of headings and lines, `#17604A`; the page's own without one.
    pub accent: Option<String>,
    /// The seller's logo, PNG or JPEG; see [`crate::check_logo`].
    #[serde(skip)]
    pub logo: Option<Vec<u8>>,
    /// The document that is embedded in the PDF.
    #[serde(skip)]
    pub xml: Option<EmbeddedXml>,
    /// The time written into the PDF as its creation; never the clock's, so that the same
    /// input gives the same bytes.
    #[serde(with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
}

/// A seller or a buyer.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct Party {
    /// Name (BT-27, BT-44).
    pub name: String,
    /// Street and number (BT-35, BT-50).
    pub street: Option<String>,
    /// City (BT-37, BT-52).
    pub city: Option<String>,
    /// Postal code (BT-38, BT-53).
    pub zip: Option<String>,
    /// Country, two letters of ISO 3166-1 (BT-40, BT-55).
    pub country: Option<String>,
    /// IČO, the registration number (BT-30, BT-47).
    pub ico: Option<String>,
    /// DIČ, the tax number (BT-32). For a Czech party the VAT number may be here or in `ic_dph`.
    pub dic: Option<String>,
    /// IČ DPH, the VAT number (BT-31, BT-48).
    pub ic_dph: Option<String>,
    /// E-mail (BT-43, BT-58).
    pub email: Option<String>,
    /// Telephone (BT-42, BT-57).
    pub phone: Option<String>,
    /// Where the party is registered, as the law wants it printed (BT-33).
    pub registration: Option<String>,
}

/// Where the goods went (BG-13, BG-15).
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct DeliveryAddress {
    /// Name of the recipient (BT-70).
    pub name: Option<String>,
    /// Street and number (BT-75).
    pub street: String,
    /// City (BT-77).
    pub city: String,
    /// Postal code (BT-78).
    pub zip: String,
    /// Country, two letters (BT-80).
    pub country: String,
}

/// The payee's account (BG-17).
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct BankAccount {
    /// IBAN, with or without spaces (BT-84).
    pub iban: String,
    /// BIC (BT-86).
    pub bic: Option<String>,
    /// Name of the bank.
    pub bank_name: Option<String>,
}

/// One invoice line (BG-25).
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Line {
    /// What was supplied (BT-153).
    pub description: String,
    /// Quantity (BT-129).
    pub quantity: Decimal,
    /// Unit: `ks`, `hod`, … (BT-130). Known Slovak words are translated, others printed as is.
    pub unit: String,
    /// Price of one unit without VAT (BT-146).
    pub unit_price: Decimal,
    /// VAT rate in percent (BT-152).
    pub vat_rate: Decimal,
    /// Net amount of the line (BT-131).
    pub net_amount: Decimal,
}

/// Totals of one VAT category and rate (BG-23).
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct VatRow {
    /// Category code of UNCL 5305: `S`, `Z`, `E`, `AE`, `K`, `G`, `O` (BT-118).
    /// When every row is `O`, the page shows no VAT columns at all.
    pub category: String,
    /// Rate in percent (BT-119).
    pub rate: Decimal,
    /// Taxable amount (BT-116).
    pub taxable: Decimal,
    /// Tax (BT-117).
    pub tax: Decimal,
    /// Taxable amount and tax together.
    pub total: Decimal,
}

/// The document's amounts in the seller's home currency.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct HomeAmounts {
    /// Home currency, ISO 4217 (BT-6).
    pub currency: String,
    /// Units of the document currency per one unit of the home currency.
    pub exchange_rate: Decimal,
    /// The VAT rows in the home currency.
    pub vat_rows: Vec<VatRow>,
    /// Sum without VAT.
    pub subtotal: Decimal,
    /// VAT (BT-111).
    pub vat_total: Decimal,
    /// Sum with VAT.
    pub total: Decimal,
}

/// A remark that VAT law wants on the page. Give the legal one, and after it
/// [`VatRemark::Text`] for words of the issuer's own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum VatRemark {
    /// „Prenesenie daňovej povinnosti“ (category AE).
    ReverseCharge,
    /// Supply of goods to another member state (category K).
    IntraEuSupply,
    /// Transfer of own goods to another member state (category K).
    IntraEuTransfer,
    /// Triangular trade (category K).
    Triangulation,
    /// Export out of the European Union (category G).
    Export,
    /// Exempt for the reason given (category E, BT-120).
    Exempt(String),
    /// The supplier is no VAT payer (category O), in the default words.
    NotVatPayer,
    /// A text of the issuer, printed as it is, in place of the default or next to it.
    Text(String),
}

/// The document that a note corrects (BG-3).
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct OriginalInvoice {
    /// The number (BT-25).
    pub number: String,
    /// The issue date (BT-26).
    pub issue_date: Option<Date>,
}

/// A proforma that was paid before.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PaidAdvance {
    /// The number.
    pub number: String,
    /// The issue date.
    pub issue_date: Date,
    /// The amount that was paid.
    pub amount: Decimal,
}

/// The document carried inside the PDF: UBL, or the CII of a hybrid invoice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EmbeddedXml {
    /// File name shown by PDF readers, such as `20260001.xml`; a hybrid invoice has that of its profile.
    pub file_name: String,
    /// The profile of Factur-X that it makes the PDF one of; `None` for UBL.
    pub profile: Option<Level>,
    /// The document, byte for byte.
    pub bytes: Vec<u8>,
}

/// The most lines one document may have.
pub const MAX_LINES: usize = 1_000;

/// A finished document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pdf {
    /// The PDF file.
    pub bytes: Vec<u8>,
    /// Number of pages.
    pub pages: usize,
    /// The characters that no font contains, in order. Each is printed as `□`, and the page says so.
    pub lacking: Vec<char>,
}
