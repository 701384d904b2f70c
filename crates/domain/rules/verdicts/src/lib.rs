//! What is said of a document and of a rule. The command `billhook validate`, the page `/validate` and the packages for
//! Python and JavaScript answer with these values: JSON has one form, whoever writes it.
//!
//! | to | begin with |
//! |---|---|
//! | say what was found in a document | [`Verdict::of`] |
//! | say what a rule or a business term is | [`Catalogue::page`] |
//! | show a document | [`View::of`] |
//! | know which release of the rules somebody asks for | [`Asked::read`] |

#![warn(missing_docs)]
#![deny(clippy::disallowed_methods)]

mod asked;
mod assessment;
mod catalogue;
mod notes;
mod pages;
mod verdict;
mod view;

pub use asked::Asked;
pub use assessment::Assessment;
pub use catalogue::Catalogue;
pub use notes::notes;
pub use pages::{Named, Page, RulePage, TermPage};
pub use verdict::{Finding, Verdict};
pub use view::{Entry, MAX_ROWS, MAX_TEXT, View};
