//! What happened: one variant per emitted event, with its payload (specification, Payload).

use crate::{
    EventName, FailureData, InvoiceData, ParticipantActivated, ParticipantDeactivated,
    ParticipantFailed, PaymentData, ReceivedData, ReminderData, ReportData, ResponseData,
    StockDocumentData, StockLevelData, StockLowData, TransportData, UsageData,
};
use persistence::Tier;
use serde::Serialize;

/// The data of an event, without `orgId`.
///
/// There is no variant for `peppol.document.status_changed`: it is in the catalogue and never
/// emitted.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Data {
    InvoiceCreated(InvoiceData),
    InvoiceUpdated(InvoiceData),
    InvoiceDeleted(InvoiceData),
    InvoiceSent(InvoiceData),
    InvoiceViewed(InvoiceData),
    InvoicePaid(InvoiceData),
    InvoiceOverdue(InvoiceData),
    PaymentReceived(PaymentData),
    ReminderSent(ReminderData),
    PeppolDocumentSent(TransportData),
    PeppolDocumentDelivered(TransportData),
    PeppolDocumentFailed(FailureData),
    PeppolDocumentReceived(ReceivedData),
    PeppolDocumentResponseReceived(ResponseData),
    PeppolDocumentFsReportAccepted(ReportData),
    PeppolDocumentFsReportRejected(ReportData),
    ParticipantActivated(ParticipantActivated),
    ParticipantFailed(ParticipantFailed),
    ParticipantDeactivated(ParticipantDeactivated),
    StockLevelChanged(StockLevelData),
    StockDocumentConfirmed(StockDocumentData),
    StockLow(StockLowData),
    UsageLimitExceeded(UsageData),
}

impl Data {
    #[must_use]
    pub const fn name(&self) -> EventName {
        match self {
            Data::InvoiceCreated(_) => EventName::InvoiceCreated,
            Data::InvoiceUpdated(_) => EventName::InvoiceUpdated,
            Data::InvoiceDeleted(_) => EventName::InvoiceDeleted,
            Data::InvoiceSent(_) => EventName::InvoiceSent,
            Data::InvoiceViewed(_) => EventName::InvoiceViewed,
            Data::InvoicePaid(_) => EventName::InvoicePaid,
            Data::InvoiceOverdue(_) => EventName::InvoiceOverdue,
            Data::PaymentReceived(_) => EventName::PaymentReceived,
            Data::ReminderSent(_) => EventName::ReminderSent,
            Data::PeppolDocumentSent(_) => EventName::PeppolDocumentSent,
            Data::PeppolDocumentDelivered(_) => EventName::PeppolDocumentDelivered,
            Data::PeppolDocumentFailed(_) => EventName::PeppolDocumentFailed,
            Data::PeppolDocumentReceived(_) => EventName::PeppolDocumentReceived,
            Data::PeppolDocumentResponseReceived(_) => EventName::PeppolDocumentResponseReceived,
            Data::PeppolDocumentFsReportAccepted(_) => EventName::PeppolDocumentFsReportAccepted,
            Data::PeppolDocumentFsReportRejected(_) => EventName::PeppolDocumentFsReportRejected,
            Data::ParticipantActivated(_) => EventName::ParticipantActivated,
            Data::ParticipantFailed(_) => EventName::ParticipantFailed,
            Data::ParticipantDeactivated(_) => EventName::ParticipantDeactivated,
            Data::StockLevelChanged(_) => EventName::StockLevelChanged,
            Data::StockDocumentConfirmed(_) => EventName::StockDocumentConfirmed,
            Data::StockLow(_) => EventName::StockLow,
            Data::UsageLimitExceeded(_) => EventName::UsageLimitExceeded,
        }
    }

    /// The `mode` among its own fields, where the event has one.
    #[must_use]
    pub const fn mode(&self) -> Option<Tier> {
        match self {
            Data::PeppolDocumentSent(data) | Data::PeppolDocumentDelivered(data) => Some(data.mode),
            Data::PeppolDocumentFailed(data) => Some(data.mode),
            Data::PeppolDocumentReceived(data) => Some(data.mode),
            Data::PeppolDocumentResponseReceived(data) => Some(data.mode),
            Data::PeppolDocumentFsReportAccepted(data)
            | Data::PeppolDocumentFsReportRejected(data) => Some(data.mode),
            Data::ReminderSent(data) => Some(data.mode),
            Data::ParticipantActivated(data) => Some(data.registration.mode),
            Data::ParticipantFailed(data) => Some(data.registration.mode),
            Data::ParticipantDeactivated(data) => Some(data.registration.mode),
            _ => None,
        }
    }
}
