//! VAT categories of EN 16931 for invoices of Slovak and Czech suppliers.
//!
//! The crate answers five questions and knows nothing else:
//!
//! 1. Which VAT category (BT-151) has a line? [`categorise`]
//! 2. Which VATEX code (BT-121) and which default text (BT-120) go with it?
//!    [`VatCategory::vatex`], [`VatCategory::default_reason`], [`exempt_vatex`]
//! 3. Does a free exemption text really describe a cross-border supply?
//!    [`detect_cross_border`]
//! 4. Do the lines of one document go together? [`same_rate_same_treatment`],
//!    [`outside_scope_stands_alone`], [`VatCategory::requires_delivery_country`],
//!    [`VatCategory::requires_supplier_vat_id`]
//! 5. Which rates has a country had, and when? [`statutory_rates`]
//!
//! Rule numbers in the documentation are those of the section "VAT category of
//! 0 % lines" of the Agent API specification; `BR-…` are rules of EN 16931.
//!
//! It is pure: no input or output, no clock, no floating point.
#![warn(missing_docs)]
#![deny(clippy::disallowed_methods)]

mod categorise;
mod category;
mod citations;
mod cross_border;
mod document;
mod exempt_vatex;
mod rate;
mod statutory;
mod treatment;
mod words;

pub use categorise::{CategoryError, SellerVat, categorise};
pub use category::{ReasonLanguage, UnknownCategory, VatCategory};
pub use cross_border::{CrossBorderHint, detect_cross_border};
pub use document::{
    OutsideScopeMixed, TreatmentConflict, outside_scope_stands_alone, same_rate_same_treatment,
};
pub use exempt_vatex::exempt_vatex;
pub use rate::{UnknownVatRate, VatRate};
pub use statutory::{RateLevel, StatutoryRate, statutory_rates};
pub use treatment::{TaxTreatment, UnknownTreatment};
pub use words::folded;

refusals::list![CategoryError, TreatmentConflict, OutsideScopeMixed, UnknownVatRate,];
