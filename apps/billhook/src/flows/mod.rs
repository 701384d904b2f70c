//! Use cases: each asks the domain for a decision and the ports to keep it. No HTTP here.

mod exchange_rate;
mod issue_invoice;
mod render_invoice;

pub use exchange_rate::{CentralBankRates, RateLookup};
pub use issue_invoice::{Issue, IssueError, issue_invoice};
pub use render_invoice::{RenderError, RenderedFile, render_pdf, render_xml};
