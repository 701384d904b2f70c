//! Recurring invoices. A contract defines the invoice, the customer and the periods; each due period becomes one
//! invoice.
//!
//! Pure: the day and the time are arguments. The contract and the first day of the period are a unique key, stored in
//! the transaction of the invoice: so a clock that jumps, concurrent workers and killed processes do not issue a
//! period twice.
//!
//! | to | begin with |
//! |---|---|
//! | know the periods of a contract and when each falls due | [`Schedule`] |
//! | make or change a contract | [`check_contract`], [`Contract::changed`] |
//! | know what is to be done today | [`Contract::step`] |
//! | make the invoice of a period | [`Contract::draft`], then [`Contract::issued`] |
//! | pause, resume, cancel | [`Contract::paused`], [`Contract::resumed`], [`Contract::cancelled`] |
//! | keep contracts | the port [`ContractStore`] |

#![deny(clippy::disallowed_methods)]

mod change;
mod check;
mod contract;
mod draft;
mod fault;
mod input;
mod issue;
mod names;
mod placeholders;
mod ports;
mod problem;
mod schedule;
mod terms;

pub use change::Missed;
pub use check::{Moment, check_contract};
pub use contract::{Contract, ContractState};
pub use draft::Obstacle;
pub use input::{ContractChange, ContractInput};
pub use invoicing::ContractId;
pub use issue::{
    CONTRACT_SEND_JOB, CONTRACT_SEND_MAIL_JOB, PeriodInvoice, PeriodIssued, SendState, Step, Stuck,
};
pub use names::{Billing, Sending, TaxPoint};
pub use placeholders::PLACEHOLDERS;
pub use ports::{ContractCursor, ContractFilter, ContractStore, DueContracts, ListedPeriod};
pub use problem::{CONTRACT_MAIL_JOB, LONGEST_WAIT, Problem, ProblemCode};
pub use schedule::{Interval, Period, Schedule};
pub use terms::{Item, Terms};

refusals::list![fault::ContractFault];
