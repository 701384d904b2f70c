//! Sums of an invoice, its VAT by rate, and the number of invoices issued.

mod balance;
pub(crate) mod totals;
mod usage;
mod vat_figures;

pub use balance::Balance;
pub use totals::{totals, vat_breakdown};
pub use usage::{PlanLimitReached, Usage, UsageStore};
pub use vat_figures::{RateFigures, VatChange, VatFigures};
