//! The service over real HTTP: each test starts a server of its own on a fresh database, embedded
//! and, with `TEST_DATABASE_URL`, on PostgreSQL too.

mod attachments;
mod claims;
mod connector;
mod connector_input;
mod credit;
mod enrollment;
mod errors;
mod files;
mod fuzz;
mod idempotency;
mod inbox;
mod issuing;
mod lists;
mod native_sends;
mod numbering;
mod organizations;
mod rates;
mod recorded;
mod service;
mod support;
mod tenancy;
mod webhook_faults;
mod webhook_feed;
mod webhook_input;
mod webhooks;
