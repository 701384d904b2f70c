//! The service over real HTTP: each test starts a server of its own on a fresh database, embedded
//! and, with `TEST_DATABASE_URL`, on PostgreSQL too.

mod attachments;
mod bounded;
mod claims;
mod connector;
mod connector_input;
mod credit;
mod enrollment;
mod environments;
mod errors;
mod examples;
mod files;
mod fuzz;
mod idempotency;
mod inbox;
mod isolation;
mod issuing;
mod keys;
mod late_sends;
mod lists;
mod native_sends;
mod numbering;
mod operations;
mod organizations;
mod payments;
mod rates;
mod recorded;
mod recorded_invoices;
mod service;
mod settings;
mod support;
mod tenancy;
mod webhook_faults;
mod webhook_feed;
mod webhook_input;
mod webhooks;
