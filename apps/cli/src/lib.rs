//! The commands of the binary that serve nothing: those of operators (organizations, users, jobs, the SMP), `seed`, `convert`,
//! `webhooks listen`, and what the demonstration calls once its server runs. `billhook` names them, and adds those that start
//! the server or answer as the Agent API does.

pub mod convert;
pub mod demo_after;
pub mod demo_client;
pub mod demo_invoices;
pub mod demo_pages;
pub mod demo_settings;
pub mod demo_year;
mod doctor;
pub mod jobs;
mod local_keys;
pub mod local_world;
mod network_name;
pub mod oauth;
pub mod organizations;
pub mod partners;
pub mod pdf;
pub mod peppol;
mod peppol_reports;
pub mod plans;
pub mod result;
pub mod seed;
pub mod smp;
pub mod users;
pub mod webhooks_listen;
pub mod with_settings;
