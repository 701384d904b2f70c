//! The service over real HTTP: each test starts a server of its own on a fresh database, embedded
//! and on PostgreSQL: ignored without `TEST_DATABASE_URL`.

mod advances;
mod browser;
mod examples;
mod invoicing;
mod isolation;
mod ledger;
mod log_messages;
mod network;
mod oauth_client;
mod people;
mod portal;
mod portal_finding;
mod portal_forms;
mod portal_standing;
mod receiving;
mod recorded;
mod reporting;
mod sending;
mod service;
mod support;
mod webhooks;
