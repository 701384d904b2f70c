//! What requests, workers and commands share: the settings, the ports with their adapters ([`wiring::App`]), the
//! networks, PDFs, limits, metrics.

pub mod address_limit;
pub mod as4;
pub mod bodies;
pub mod certificates;
pub mod clock;
pub mod config;
mod database_metrics;
pub mod doctor;
pub mod gate;
mod gauges;
pub mod intake;
mod mail_attachments;
pub mod metrics;
pub mod networks;
mod notifier;
pub mod page;
pub mod password_hasher;
pub mod pdf;
mod pdf_cache;
mod pdfs;
pub mod peppol;
mod ports;
pub mod public_links;
mod rates;
pub mod readiness;
pub mod recorded_page;
mod render_error;
pub mod room;
pub mod secrets;
pub mod secrets_key;
pub mod set_off_pdf;
pub mod smp;
pub mod telemetry;
mod throughput;
mod timing;
pub mod verification;
pub mod wiring;

pub use notifier::{JobsPut, Notifier};
pub use throughput::ThroughputEstimate;
pub use timing::{Part, Timing};

refusals::list![gate::Busy, render_error::RenderError];
