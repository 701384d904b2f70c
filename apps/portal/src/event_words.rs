//! Descriptions of the events, for people who choose among them.

use crate::words::Words;
use events::EventName;

impl Words {
    /// When the event is sent.
    pub(crate) const fn event(&self, name: EventName) -> &'static str {
        let t = self.t;
        match name {
            EventName::InvoiceCreated => t.event_invoice_created,
            EventName::InvoiceUpdated => t.event_invoice_updated,
            EventName::InvoiceDeleted => t.event_invoice_deleted,
            EventName::InvoiceSent => t.event_invoice_sent,
            EventName::InvoiceViewed => t.event_invoice_viewed,
            EventName::InvoicePaid => t.event_invoice_paid,
            EventName::InvoiceOverdue => t.event_invoice_overdue,
            EventName::PaymentReceived => t.event_payment_received,
            EventName::ReminderSent => t.event_reminder_sent,
            EventName::PeppolDocumentSent => t.event_peppol_document_sent,
            EventName::PeppolDocumentDelivered => t.event_peppol_document_delivered,
            EventName::PeppolDocumentFailed => t.event_peppol_document_failed,
            EventName::PeppolDocumentReceived => t.event_peppol_document_received,
            EventName::PeppolDocumentResponseReceived => t.event_peppol_document_response_received,
            EventName::PeppolDocumentFsReportAccepted => t.event_peppol_document_fs_report_accepted,
            EventName::PeppolDocumentFsReportRejected => t.event_peppol_document_fs_report_rejected,
            EventName::PeppolDocumentStatusChanged => t.event_peppol_document_status_changed,
            EventName::ParticipantActivated => t.event_participant_activated,
            EventName::ParticipantFailed => t.event_participant_failed,
            EventName::ParticipantDeactivated => t.event_participant_deactivated,
            EventName::StockLevelChanged => t.event_stock_level_changed,
            EventName::StockDocumentConfirmed => t.event_stock_document_confirmed,
            EventName::StockLow => t.event_stock_low,
            EventName::UsageLimitExceeded => t.event_usage_limit_exceeded,
        }
    }
}
