//! Calls accounting programs over HTTP: [`HttpPrograms`] serves the port [`accounting_programs::AccountingProgram`].
//!
//! The owner of a link chooses where we connect to and what we are answered; neither may hurt. Therefore it goes
//! through `checked_http`: checked addresses, no redirects, bounded time and answers.

mod called;
mod kros;
mod pohoda;
mod programs;
mod superfaktura;

pub use checked_http::{Settings, SetupError};
pub use programs::{HttpPrograms, TIMEOUT};
