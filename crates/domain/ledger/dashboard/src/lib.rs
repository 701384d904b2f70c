//! What an owner looks at.
//!
//! Pure: a store sums up what it has by currency and exchange rate ([`Figures`]), and [`summary`] makes of
//! it what is shown, in each currency and in the firm's own.
//!
//! | to | begin with |
//! |---|---|
//! | show open, overdue and paid amounts, VAT and what was received | [`summary`] |
//! | show twelve months | [`year()`] |
//! | show what is missing before the first live send | [`onboarding`] |
//! | sum up what is kept | the port [`DashboardStore`] |

#![deny(clippy::disallowed_methods)]

mod figures;
mod onboarding;
mod store;
mod summary;
mod sums;
mod year;

pub use figures::{Amounts, Figures, Month, Owed, Payable, Vat, Window};
pub use onboarding::{Onboarding, Progress, Step, StepCode, onboarding};
pub use store::DashboardStore;
pub use summary::{Summary, VatRow, VatSum, summary};
pub use sums::{CurrencySum, Home, Sums, sums};
pub use year::{Flow, MONTHS, MonthAmounts, MonthRow, Span, Year, year};
