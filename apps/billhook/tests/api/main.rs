//! The service over real HTTP: each test starts a server of its own on a fresh database, embedded
//! and on PostgreSQL: ignored without `TEST_DATABASE_URL`.

mod browser;
mod examples;
mod invoicing;
mod isolation;
mod ledger;
mod network;
mod people;
mod portal;
mod receiving;
mod recorded;
mod reporting;
mod sending;
mod service;
mod support;
mod webhooks;
