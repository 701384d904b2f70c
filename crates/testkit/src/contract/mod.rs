//! The contract that every store keeps: plain async functions over the ports, one file a matter.
//!
//! [`contract_suite!`](crate::contract_suite) makes a test of each. Every function sets up
//! organizations of its own.

// each function's name says what must hold

pub mod access;
pub mod accounts;
pub mod advances;
pub mod amounts;
pub mod atomicity;
pub mod audit;
pub mod bank_accounts;
pub mod bank_statements;
pub mod cancelling;
pub mod cards;
pub mod certificate_notices;
pub mod claims;
pub mod connections;
pub mod contacts;
pub mod contracts;
pub mod correspondence;
pub mod credit;
pub mod customers;
pub mod dashboard;
pub mod drafts;
pub mod entries;
pub mod event_log;
pub mod expenses;
pub mod exports;
pub mod filing;
pub mod idempotency;
pub mod inbox;
pub mod inbox_list;
pub mod invoice_changes;
pub mod issuing;
pub mod jobs;
pub mod keys;
pub mod leases;
pub mod lists;
pub mod members;
pub mod moves;
pub mod notes;
pub mod notices;
pub mod numbering;
pub mod oauth;
pub mod offsets;
pub mod operator;
pub mod organization_settings;
pub mod organizations;
pub mod overdue;
pub mod own_numbers;
pub mod payables;
pub mod payments;
pub mod pdf_log;
pub mod proposals;
pub mod provider_reports;
pub mod provision;
pub mod rates;
pub mod received_messages;
pub mod received_statuses;
pub mod recorded_invoices;
pub mod records;
pub mod releases;
pub mod reopened_lines;
pub mod request_counts;
pub mod responses;
pub mod sapi;
pub mod second_factors;
pub mod send_settings;
pub mod sends_atomicity;
pub mod sign_in;
pub mod staged;
pub mod statement_mappings;
pub mod submission_lists;
pub mod submissions;
pub mod taken_back;
pub mod tax_reports;
pub mod tenancy;
pub mod usage;
pub mod vehicles;
pub mod views;
pub mod webhook_attempts;
pub mod webhook_claims;
pub mod webhook_endpoints;
pub mod webhook_feed;
pub mod webhook_history;
pub mod webhook_secrets;
pub mod whole_life;

mod model;
mod network;
mod network_suite;
mod random;
mod sending;
mod setup;
mod suite;
mod webhook_setup;

use ::access::OrganizationId;
use ::database::Database;
use ::jobs::JobQueue;
use ::organizations::OperatorStore;
use invoicing::records::ProvisionStore;
use std::future::Future;

/// All ports together: also those that no use case reaches through.
pub trait Ports: Database + ProvisionStore + OperatorStore + JobQueue + Clone + 'static {}

impl<S: Database + ProvisionStore + OperatorStore + JobQueue + Clone + 'static> Ports for S {}

/// A store to try, empty at first.
pub trait StoreUnderTest: Sync {
    /// What implements the ports.
    type Store: Ports;

    /// The store.
    fn store(&self) -> &Self::Store;

    /// The payloads of an organization's events, the oldest first. No port reads them yet.
    fn events(&self, organization: OrganizationId) -> impl Future<Output = Vec<String>> + Send;
}
