use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};

/// Longest part of an unknown name that is repeated in an error.
const SHOWN: usize = 60;

/// A text that names no event (specification, Events).
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, refusals::Refusal)]
pub enum UnknownEvent {
    /// No event has nearly that name.
    #[error("\"{shown}\" is not an event")]
    Unlike {
        /// The text, or its beginning.
        shown: String,
    },
    /// An event has nearly that name.
    #[error("\"{shown}\" is not an event, did you mean {nearest}?")]
    Mistyped {
        /// The text, or its beginning.
        shown: String,
        /// The event.
        nearest: EventName,
    },
}

/// The owners whose endpoints may subscribe to an event (specification, Delivery for companies and partners).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Audience {
    /// Endpoints of companies.
    Company,
    /// Endpoints of partners.
    Partner,
    /// Both.
    Both,
}

macro_rules! catalogue {
    ($($(#[$doc:meta])* $variant:ident = $name:literal for $audience:ident;)*) => {
        /// An event of the catalogue (specification, Events).
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        pub enum EventName {
            $($(#[$doc])* #[serde(rename = $name)] $variant,)*
        }

        impl EventName {
            /// Every event, in the order of the specification.
            pub const ALL: &[EventName] = &[$(EventName::$variant,)*];

            /// The name on the wire, for example `invoice.created`.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(EventName::$variant => $name,)* }
            }

            /// The owners whose endpoints may subscribe to it.
            #[must_use]
            pub const fn audience(self) -> Audience {
                match self { $(EventName::$variant => Audience::$audience,)* }
            }
        }
    };
}

catalogue! {
    /// A document is created (app, API, import, recurring invoice, e-shop).
    InvoiceCreated = "invoice.created" for Company;
    /// Status, number, total or due date changed.
    InvoiceUpdated = "invoice.updated" for Company;
    /// Document deleted.
    InvoiceDeleted = "invoice.deleted" for Company;
    /// Invoice status is sent.
    InvoiceSent = "invoice.sent" for Company;
    /// The customer opened the link.
    InvoiceViewed = "invoice.viewed" for Company;
    /// Invoice paid (bank or manual).
    InvoicePaid = "invoice.paid" for Company;
    /// Invoice overdue.
    InvoiceOverdue = "invoice.overdue" for Company;
    /// A payment was matched to an invoice.
    PaymentReceived = "payment.received" for Company;
    /// A payment reminder went out.
    ReminderSent = "reminder.sent" for Company;
    /// The network accepted the document (AS4 receipt).
    PeppolDocumentSent = "peppol.document.sent" for Both;
    /// Delivered to the recipient (delivery receipt).
    PeppolDocumentDelivered = "peppol.document.delivered" for Both;
    /// Sending failed for good.
    PeppolDocumentFailed = "peppol.document.failed" for Both;
    /// An inbound document arrived.
    PeppolDocumentReceived = "peppol.document.received" for Both;
    /// The buyer said what it makes of a sent document (Invoice Response); not in the specification.
    PeppolDocumentResponseReceived = "peppol.document.response_received" for Both;
    /// The tax authority accepted the report of a sent or received document.
    PeppolDocumentFsReportAccepted = "peppol.document.fs_report_accepted" for Partner;
    /// The tax authority rejected the report; reasons in `data.issues`.
    PeppolDocumentFsReportRejected = "peppol.document.fs_report_rejected" for Partner;
    /// In the catalogue, but never emitted: no [`crate::Data`] has this name.
    PeppolDocumentStatusChanged = "peppol.document.status_changed" for Both;
    /// Organization registered in the SMP and receives documents.
    ParticipantActivated = "participant.activated" for Partner;
    /// Registration failed (invalid token, SMP error, collision, deactivated organization).
    ParticipantFailed = "participant.failed" for Partner;
    /// Organization de-registered from the SMP.
    ParticipantDeactivated = "participant.deactivated" for Partner;
    /// A level of stock changed.
    StockLevelChanged = "stock.level_changed" for Company;
    /// A stock document was confirmed.
    StockDocumentConfirmed = "stock.document_confirmed" for Company;
    /// Stock fell to its minimum.
    StockLow = "stock.low" for Company;
    /// Organization exceeded its included monthly transaction volume.
    UsageLimitExceeded = "usage.limit_exceeded" for Partner;
}

impl EventName {
    /// Whether endpoints of companies may subscribe to it.
    #[must_use]
    pub const fn for_companies(self) -> bool {
        matches!(self.audience(), Audience::Company | Audience::Both)
    }

    /// Whether endpoints of partners may subscribe to it.
    #[must_use]
    pub const fn for_partners(self) -> bool {
        matches!(self.audience(), Audience::Partner | Audience::Both)
    }

    /// Whether it ever happens: all but `peppol.document.status_changed`.
    #[must_use]
    pub const fn is_emitted(self) -> bool {
        !matches!(self, EventName::PeppolDocumentStatusChanged)
    }
}

impl fmt::Display for EventName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for EventName {
    type Err = UnknownEvent;

    fn from_str(text: &str) -> Result<Self, UnknownEvent> {
        Self::ALL.iter().copied().find(|name| name.as_str() == text).ok_or_else(|| {
            match (printable_start(text), nearest(text)) {
                (shown, Some(nearest)) => UnknownEvent::Mistyped { shown, nearest },
                (shown, None) => UnknownEvent::Unlike { shown },
            }
        })
    }
}

/// The beginning of a text, without control characters.
fn printable_start(text: &str) -> String {
    let mut shown: String =
        text.chars().take(SHOWN).map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
    if text.chars().nth(SHOWN).is_some() {
        shown.push('…');
    }
    shown
}

/// The event whose letters are those of the text: `Invoice.Created`, `invoice_created`.
fn nearest(text: &str) -> Option<EventName> {
    let letters = |text: &str| {
        text.chars()
            .take(SHOWN)
            .filter(|c| c.is_ascii_alphabetic())
            .map(|c| c.to_ascii_lowercase())
            .collect::<String>()
    };
    let wanted = letters(text);
    EventName::ALL.iter().copied().find(|name| letters(name.as_str()) == wanted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        assert_eq!(EventName::ALL.len(), 24);
        for &name in EventName::ALL {
            assert_eq!(name.as_str().parse(), Ok(name));
            assert_eq!(serde_json::to_string(&name).ok(), Some(format!("\"{name}\"")));
            assert!(name.for_companies() || name.for_partners());
        }
    }

    #[test]
    fn unknown_names_teach() {
        for (text, message) in [
            (
                "Invoice_Created",
                "\"Invoice_Created\" is not an event, did you mean invoice.created?",
            ),
            ("invoice.*", "\"invoice.*\" is not an event"),
            ("", "\"\" is not an event"),
            ("a\nb", "\"a\u{fffd}b\" is not an event"),
        ] {
            let error = text.parse::<EventName>().expect_err(text);
            assert_eq!(error.to_string(), message);
        }
        let long = "e".repeat(10_000).parse::<EventName>().expect_err("long");
        assert!(long.to_string().len() < 100, "{long}");
    }
}
