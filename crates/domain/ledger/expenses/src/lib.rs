//! Invoices of suppliers: what an organization owes.
//!
//! An expense is entered by hand or made of a document that came over the network. Its figures are reviewed, it is
//! approved for the accounts or rejected, and it is paid. Every change is a pure decision over the expense as it is
//! read under its lock ([`ExpenseStore::change_expense`]).
//!
//! | to | begin with |
//! |---|---|
//! | enter one by hand | [`ExpenseInput`], [`check_expense`] |
//! | make one of a received document | [`of_document`] |
//! | approve, reject, correct, delete | [`SettledExpense::approve`], [`SettledExpense::correct`] |
//! | pay | [`SettledExpense::record`], [`SettledExpense::take_back`] |
//! | store it | the port [`ExpenseStore`] |
#![warn(missing_docs)]
#![deny(clippy::disallowed_methods)]

mod change;
mod decisions;
mod document;
mod expense;
mod fault;
mod figures;
mod input;
mod names;
mod payments;
mod stock_lines;
mod store;

pub use change::ExpenseCorrection;
pub use decisions::{ExpenseChange, ExpenseError, ExpenseRefused, MAX_REASON};
pub use document::{NotAnExpense, ReadExpense, of_document};
pub use expense::{
    Expense, ExpenseContent, ExpenseId, ExpenseOrigin, ExpenseVat, Review, SettledExpense,
    StockLine,
};
pub use fault::StateFault;
pub use figures::MAX_VAT_ROWS;
pub use input::{
    CheckedExpense, ExpenseInput, StockLineInput, VatInput, check_expense, check_note,
};
pub use names::{ExpenseStatus, ExpenseType, PaymentStatus};
pub use stock_lines::check_stock_lines;
pub use store::{ExpenseFilter, ExpenseStore, NewExpense};

refusals::list![fault::ExpenseFault, StateFault, ExpenseRefused, NotAnExpense,];
