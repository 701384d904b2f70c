//! The contract that every store keeps: plain async functions over the ports, one file a matter.
//!
//! [`contract_suite!`](crate::contract_suite) makes a test of each. Every function sets up
//! organizations of its own.

// each function's name says what must hold

pub mod invoicing;
pub mod ledger;
pub mod people;
pub mod receiving;
pub mod reporting;

pub mod network;
mod network_suite;
mod people_suite;
mod random;
pub mod sending;
mod setup;
mod suite;
pub mod webhooks;
pub mod words;

use ::access::OrganizationId;
use ::invoicing::records::ProvisionStore;
use ::jobs::JobQueue;
use ::members::SeatBilling;
use ::organizations::OperatorStore;
use std::future::Future;
use use_cases::Database;

/// All ports together: also those that no use case reaches through.
pub trait Ports:
    Database + ProvisionStore + OperatorStore + JobQueue + SeatBilling + Clone + 'static
{
}

impl<S> Ports for S where
    S: Database + ProvisionStore + OperatorStore + JobQueue + SeatBilling + Clone + 'static
{
}

/// A store to try, empty at first.
pub trait StoreUnderTest: Sync {
    /// What implements the ports.
    type Store: Ports;

    /// The store.
    fn store(&self) -> &Self::Store;

    /// The payloads of an organization's events, the oldest first. No port reads them yet.
    fn events(&self, organization: OrganizationId) -> impl Future<Output = Vec<String>> + Send;
}
