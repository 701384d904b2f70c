//! Events: what the service promises to publish when something happens to an organization.
//!
//! The decision that issues, sends, receives or changes something returns its [`NewEvent`]s; a store
//! keeps them in the same transaction. How they reach the endpoints of receivers is the business of
//! the crate `webhooks`.
//!
//! | to | begin with |
//! |---|---|
//! | name an event | [`EventName`] |
//! | say what happened | [`Data`], a payload for each name |
//! | publish it | [`Event`], then [`NewEvent::of`] |
//! | publish it only once | [`EventId::once`] |
//!
//! Sections of the specification are named as in `agent-api.md`.

#![deny(clippy::disallowed_methods)]

mod data;
mod envelope;
mod id;
mod invoice;
mod name;
mod new_event;
mod participant;
mod peppol;
mod sample;
mod stock;
mod usage;

pub use data::Data;
pub use envelope::{AboutInvoice, Body, Event, Unwritable};
pub use id::{EventId, InvalidEventId};
pub use invoice::{InvoiceData, PaymentData, ReminderData};
pub use name::{Audience, EventName, UnknownEvent};
pub use new_event::{EventRef, NewEvent, SANDBOX_MARK};
pub use participant::{
    ParticipantActivated, ParticipantDeactivated, ParticipantFailed, ParticipantSource,
    SmpRegistration,
};
pub use peppol::{
    FailureData, ReceivedData, ReportData, ReportIssue, ReportedDocument, ResponseData,
    ResponseReason, TransportData,
};
pub use sample::sample;
pub use stock::{StockDocumentData, StockLevelData, StockLowData};
pub use usage::UsageData;

refusals::list![UnknownEvent];
