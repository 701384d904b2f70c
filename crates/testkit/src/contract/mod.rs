//! The contract that every store keeps: plain async functions over the ports, one file a matter.
//!
//! [`contract_suite!`](crate::contract_suite) makes a test of each. Every function sets up
//! organizations of its own.

// each function's name says what must hold

pub mod access;
pub mod accounts;
pub mod amounts;
pub mod atomicity;
pub mod cancelling;
pub mod claims;
pub mod contacts;
pub mod credit;
pub mod event_log;
pub mod idempotency;
pub mod inbox;
pub mod inbox_list;
pub mod issuing;
pub mod jobs;
pub mod leases;
pub mod lists;
pub mod moves;
pub mod numbering;
pub mod organizations;
pub mod overdue;
pub mod own_numbers;
pub mod provision;
pub mod rates;
pub mod records;
pub mod request_counts;
pub mod send_settings;
pub mod sends_atomicity;
pub mod staged;
pub mod submission_lists;
pub mod submissions;
pub mod tenancy;
pub mod trail;
pub mod webhook_attempts;
pub mod webhook_claims;
pub mod webhook_endpoints;
pub mod webhook_feed;
pub mod webhook_history;
pub mod webhook_secrets;

mod ground;
mod model;
mod network;
mod random;
mod sending;
mod suite;
mod webhook_ground;

use ::access::{AccessStore, OrganizationId};
use ::idempotency::IdempotencyStore;
use ::jobs::JobQueue;
use ::organizations::{ClaimStore, OrganizationStore};
use invoicing::{InvoiceStore, OverdueStore, ProvisionStore, RateCache};
use peppol_connector::{
    AccountStore, CreditStore, InboxStore, SendSettingsStore, SubmissionLists, SubmissionStore,
    TrailStore,
};
use std::future::Future;
use webhooks::{DeliveryStore, EndpointStore, EventLog, FeedStore};

/// All ports together.
pub trait Ports:
    InvoiceStore
    + OverdueStore
    + RateCache
    + ProvisionStore
    + IdempotencyStore
    + AccessStore
    + AccountStore
    + SendSettingsStore
    + InboxStore
    + TrailStore
    + OrganizationStore
    + ClaimStore
    + JobQueue
    + SubmissionStore
    + SubmissionLists
    + CreditStore
    + EndpointStore
    + DeliveryStore
    + FeedStore
    + EventLog
    + Clone
    + 'static
{
}

impl<S> Ports for S where
    S: InvoiceStore
        + OverdueStore
        + RateCache
        + ProvisionStore
        + IdempotencyStore
        + AccessStore
        + AccountStore
        + SendSettingsStore
        + InboxStore
        + TrailStore
        + OrganizationStore
        + ClaimStore
        + JobQueue
        + SubmissionStore
        + SubmissionLists
        + CreditStore
        + EndpointStore
        + DeliveryStore
        + FeedStore
        + EventLog
        + Clone
        + 'static
{
}

/// A store to try, empty at first.
pub trait Subject: Sync {
    /// What implements the ports.
    type Store: Ports;

    /// The store.
    fn store(&self) -> &Self::Store;

    /// The payloads of an organization's events, the oldest first. No port reads them yet.
    fn events(&self, organization: OrganizationId) -> impl Future<Output = Vec<String>> + Send;
}
