//! Projects: what documents belong together, and what they come to.
//!
//! Invoices, expenses and contracts name a project by its id. Pure: a store sums up the documents of a project by
//! month, currency and exchange rate ([`ProjectAmounts`]), and [`ProjectTotals::of`] adds them up as the dashboard does.
//!
//! | to | begin with |
//! |---|---|
//! | make or change a project | [`ProjectInput::check`], [`ProjectInput::change`] |
//! | know how a document counts | [`InvoiceSums::amounts`], [`ExpenseSums::amounts`] |
//! | add up what its documents come to | [`ProjectTotals::of`] |
//! | keep it | the port [`ProjectStore`] |
#![warn(missing_docs)]
#![deny(clippy::disallowed_methods)]

mod amounts;
mod budget;
mod fault;
mod input;
mod project;
mod store;
mod totals;

pub use amounts::{Cost, ExpenseSums, InvoiceSums, Part, ProjectAmounts, ProjectFlow};
pub use budget::{Budget, BudgetInput, BudgetUse};
pub use input::ProjectInput;
pub use persistence::ids::ProjectId;
pub use project::{Project, ProjectStatus};
pub use store::{ProjectFilter, ProjectSpan, ProjectStore};
pub use totals::{CurrencyMargin, Margin, ProjectMonth, ProjectTotals};

refusals::list![fault::ProjectFault];
