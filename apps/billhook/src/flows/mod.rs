//! Use cases: each asks the domain for a decision and the ports to keep it. No HTTP here.

pub mod connector;
mod deliver;
mod exchange_rate;
mod issue_invoice;
mod maintenance;
mod native_send;
mod once;
pub mod organizations;
mod overdue;
mod render_invoice;
mod viewed;
pub mod webhooks;

pub use deliver::{Courier, DeliverError, Delivered};
pub use exchange_rate::{CentralBankRates, RateLookup};
pub use issue_invoice::{Issue, IssueError, issue_invoice};
pub use maintenance::{expire_staged_documents, purge_answers, purge_events};
pub use native_send::{InvoicePreflight, NativeSendError, Sender, preflight_invoice, send_invoice};
pub use once::{OnceError, once};
pub use overdue::{OverdueError, make_overdue};
pub use render_invoice::{RenderError, RenderedFile, UblSource, archived_or_preview, render_pdf};
pub use viewed::{ViewedError, viewed};
