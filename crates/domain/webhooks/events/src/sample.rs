//! Invented data for test sends and documentation.

use crate::*;
use money::{Currency, Decimal};
use persistence::{
    Tier,
    ids::{
        InvoiceId, PaymentId, ReceivedId, StockDocumentId, StockItemId, SubmissionId, WarehouseId,
    },
};
use time::{Date, Duration, OffsetDateTime};
use uuid::Uuid;

/// An event of this name with invented data, as a test send carries it.
///
/// `None` for `peppol.document.status_changed`, which never happens.
#[must_use]
pub fn sample(name: EventName, now: OffsetDateTime) -> Option<Data> {
    let today = now.date();
    Some(match name {
        EventName::InvoiceCreated => Data::InvoiceCreated(invoice("issued", None, today)),
        EventName::InvoiceUpdated => Data::InvoiceUpdated(invoice("issued", None, today)),
        EventName::InvoiceDeleted => Data::InvoiceDeleted(deleted(today)),
        EventName::InvoiceSent => Data::InvoiceSent(invoice("sent", Some("issued"), today)),
        EventName::InvoiceViewed => Data::InvoiceViewed(invoice("sent", None, today)),
        EventName::InvoicePaid => Data::InvoicePaid(paid(today)),
        EventName::InvoiceOverdue => Data::InvoiceOverdue(overdue(today)),
        EventName::PaymentReceived => Data::PaymentReceived(payment(today)),
        EventName::ReminderSent => Data::ReminderSent(reminder(today)),
        EventName::PeppolDocumentSent => Data::PeppolDocumentSent(transport("SENT")),
        EventName::PeppolDocumentDelivered => Data::PeppolDocumentDelivered(transport("DELIVERED")),
        EventName::PeppolDocumentFailed => Data::PeppolDocumentFailed(failure()),
        EventName::PeppolDocumentReceived => Data::PeppolDocumentReceived(received()),
        EventName::PeppolDocumentResponseReceived => {
            Data::PeppolDocumentResponseReceived(response(today))
        }
        EventName::PeppolDocumentFsReportAccepted => {
            Data::PeppolDocumentFsReportAccepted(report("accepted", Vec::new(), now))
        }
        EventName::PeppolDocumentFsReportRejected => {
            Data::PeppolDocumentFsReportRejected(report("rejected", vec![issue()], now))
        }
        EventName::PeppolDocumentStatusChanged => return None,
        EventName::ParticipantActivated => Data::ParticipantActivated(ParticipantActivated {
            registration: registration(ParticipantSource::ApiEnroll),
            activated_at: now,
        }),
        EventName::ParticipantFailed => Data::ParticipantFailed(ParticipantFailed {
            registration: registration(ParticipantSource::ApiEnroll),
            failed_at: now,
            code: "PARTICIPANT_HELD_ELSEWHERE".into(),
            message: "The participant is registered with another access point".into(),
        }),
        EventName::ParticipantDeactivated => Data::ParticipantDeactivated(ParticipantDeactivated {
            registration: registration(ParticipantSource::ApiDeactivate),
            deactivated_at: now,
        }),
        EventName::StockLevelChanged => Data::StockLevelChanged(stock_level()),
        EventName::StockDocumentConfirmed => Data::StockDocumentConfirmed(stock_document(now)),
        EventName::StockLow => Data::StockLow(stock_low()),
        EventName::UsageLimitExceeded => Data::UsageLimitExceeded(usage(today)),
    })
}

/// An id that is recognisably invented.
const fn id(n: u128) -> Uuid {
    Uuid::from_u128(0x0000_0000_0000_4000_8000_0000_0000_0000 + n)
}

const INVOICE: InvoiceId = InvoiceId(id(1));
const ITEM: StockItemId = StockItemId(id(4));
const WAREHOUSE: WarehouseId = WarehouseId(id(5));
const STOCK_DOCUMENT: StockDocumentId = StockDocumentId(id(6));
const NUMBER: &str = "FA20260001";
const CUSTOMER: &str = "Nábytok a syn, a.s.";

fn euros(cents: i64) -> Decimal {
    Decimal::new(cents, 2)
}

fn invoice(status: &'static str, previous: Option<&'static str>, today: Date) -> InvoiceData {
    InvoiceData {
        invoice_id: INVOICE,
        invoice_number: Some(NUMBER.into()),
        r#type: "invoice",
        status,
        previous_status: previous,
        total: euros(41_820),
        currency: Currency::Eur.into(),
        issue_date: today,
        due_date: Some(today.saturating_add(Duration::days(14))),
        paid_date: None,
        customer_name: CUSTOMER.into(),
        pdf_url: Some(format!("https://example.com/v1/agent/invoices/{INVOICE}/pdf")),
    }
}

fn deleted(today: Date) -> InvoiceData {
    InvoiceData { invoice_number: None, pdf_url: None, ..invoice("draft", None, today) }
}

fn paid(today: Date) -> InvoiceData {
    InvoiceData { paid_date: Some(today), ..invoice("paid", Some("sent"), today) }
}

fn overdue(today: Date) -> InvoiceData {
    let before = |days| today.saturating_sub(Duration::days(days));
    InvoiceData {
        issue_date: before(15),
        due_date: Some(before(1)),
        ..invoice("overdue", Some("sent"), today)
    }
}

fn payment(today: Date) -> PaymentData {
    PaymentData {
        payment_id: PaymentId(id(2)),
        invoice_id: INVOICE,
        invoice_number: NUMBER.into(),
        amount: euros(20_000),
        currency: Currency::Eur.into(),
        date: today,
        method: "bank_transfer".into(),
        paid_amount: euros(20_000),
        outstanding: euros(21_820),
        status: "partially_paid",
        previous_status: Some("sent"),
        customer_name: CUSTOMER.into(),
    }
}

fn reminder(today: Date) -> ReminderData {
    ReminderData {
        invoice_id: INVOICE,
        invoice_number: NUMBER.into(),
        customer_name: CUSTOMER.into(),
        recipient: "uctovnictvo@example.com".into(),
        language: "sk",
        outstanding: euros(41_820),
        currency: Currency::Eur.into(),
        due_date: Some(today.saturating_sub(Duration::days(3))),
        days_overdue: Some(3),
        automatic: false,
        mode: Tier::Test,
    }
}

fn transport(state: &str) -> TransportData {
    TransportData {
        invoice_id: INVOICE,
        invoice_number: NUMBER.into(),
        document_type: "invoice".into(),
        mode: Tier::Test,
        state: state.into(),
        message_id: "5b2f2f6e-0d0f-4c6e-9b0e-3f1f0a5f7c11@billhook.example".into(),
        transaction_id: Some(id(3).to_string()),
    }
}

fn failure() -> FailureData {
    FailureData {
        invoice_id: INVOICE,
        invoice_number: NUMBER.into(),
        document_type: "invoice".into(),
        error: "The recipient's access point did not answer".into(),
        mode: Tier::Test,
    }
}

fn received() -> ReceivedData {
    ReceivedData {
        sender_name: Some("Píla Orava s.r.o.".into()),
        sender_participant_id: "9915:2020317068".into(),
        document_number: Some("2026-0117".into()),
        document_type: "invoice".into(),
        total: Some(euros(12_300)),
        amount_due: Some(euros(2_300)),
        currency: Some("EUR".into()),
        mode: Tier::Test,
    }
}

fn response(today: Date) -> ResponseData {
    let reason = |code: &str, message: Option<&str>| ResponseReason {
        code: Some(code.into()),
        message: message.map(Into::into),
    };
    ResponseData {
        response_id: ReceivedId(id(7)),
        document_id: SubmissionId(id(8)),
        invoice_id: INVOICE,
        invoice_number: NUMBER.into(),
        response: "rejected".into(),
        reasons: vec![reason("PRI", Some("Cena nie je podľa zmluvy")), reason("NIN", None)],
        note: None,
        effective_date: Some(today),
        sender_participant_id: "9915:2020876550".into(),
        mode: Tier::Test,
    }
}

fn report(state: &str, issues: Vec<ReportIssue>, decided_at: OffsetDateTime) -> ReportData {
    ReportData {
        document: ReportedDocument::Sent { invoice_id: INVOICE },
        original_document_id: NUMBER.into(),
        state: state.into(),
        issues,
        decided_at,
        deletes: false,
        mode: Tier::Test,
    }
}

fn issue() -> ReportIssue {
    ReportIssue {
        code: Some("BR-CO-15".into()),
        message: "The total is not the sum".into(),
        rules: None,
    }
}

fn registration(source: ParticipantSource) -> SmpRegistration {
    SmpRegistration {
        participant_id: "9915:2023227894".into(),
        scheme: "iso6523-actorid-upis".into(),
        mode: Tier::Test,
        source,
    }
}

fn stock_level() -> StockLevelData {
    StockLevelData {
        item_id: ITEM,
        sku: Some("STOL-01".into()),
        name: "Dubová stolička".into(),
        warehouse_id: WAREHOUSE,
        unit: "ks".into(),
        quantity: Decimal::new(8, 0),
        previous_quantity: Decimal::new(12, 0),
        document_id: Some(STOCK_DOCUMENT),
        invoice_id: None,
    }
}

fn stock_document(confirmed_at: OffsetDateTime) -> StockDocumentData {
    StockDocumentData {
        document_id: STOCK_DOCUMENT,
        document_number: "VY20260007".into(),
        document_type: "issue",
        warehouse_id: WAREHOUSE,
        confirmed_at,
    }
}

fn stock_low() -> StockLowData {
    StockLowData {
        item_id: ITEM,
        sku: Some("STOL-01".into()),
        name: "Dubová stolička".into(),
        warehouse_id: WAREHOUSE,
        unit: "ks".into(),
        quantity: Decimal::new(2, 0),
        minimum: Decimal::new(5, 0),
    }
}

fn usage(today: Date) -> UsageData {
    let first = today.replace_day(1).unwrap_or(today);
    let days = i64::from(today.month().length(today.year())) - 1;
    UsageData {
        plan: "pro",
        period_start: first,
        period_end: first.saturating_add(Duration::days(days)),
        included: 500,
        used: 501,
    }
}
