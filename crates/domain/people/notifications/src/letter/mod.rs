//! Mail about an invoice, in the reader's language: the invoice itself, or a reminder to pay it.

mod html;
mod texts;
mod write;

use crate::{EmailContent, Link, Subject, Text, sanitize};
pub use languages::DocumentKind;
use languages::Language;
use rust_decimal::Decimal;
use time::Date;

/// The content id by which the HTML shows the payment code (`cid:`).
pub const PAYMENT_QR: &str = "payment-qr@billhook";

/// The purpose of a letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// The invoice is sent.
    Invoice,
    /// It is open, and the reader is asked to pay it.
    Reminder,
}

/// The account that receives the payment.
#[derive(Debug, Clone, Copy)]
pub struct Payee<'a> {
    pub iban: &'a str,
    pub bic: Option<&'a str>,
    pub variable_symbol: Option<&'a str>,
}

/// Everything that a letter about an invoice says.
#[derive(Debug, Clone, Copy)]
pub struct InvoiceLetter<'a> {
    pub purpose: Purpose,
    pub language: Language,
    pub kind: DocumentKind,
    /// BT-1.
    pub number: &'a str,
    /// The name of the sending organization.
    pub sender: &'a str,
    /// How the sender is reached.
    pub email: Option<&'a str>,
    pub phone: Option<&'a str>,
    /// BT-112.
    pub total: Decimal,
    /// The outstanding amount; zero or less when nothing is outstanding.
    pub to_pay: Decimal,
    /// ISO 4217.
    pub currency: &'a str,
    /// BT-9.
    pub due_date: Option<Date>,
    /// The day on which the letter is written, in Bratislava.
    pub today: Date,
    /// The account of a bank transfer.
    pub payee: Option<Payee<'a>>,
    /// Whether the payment code goes with it.
    pub has_qr: bool,
    /// Whether the document goes with it as PDF.
    pub has_pdf: bool,
    /// The link to the document.
    pub link: Option<&'a Link>,
    /// Whether it comes from the test environment: then the customer does not get it.
    pub is_test: bool,
}

impl InvoiceLetter<'_> {
    /// Days since the due date; negative before it.
    #[must_use]
    pub fn days_overdue(&self) -> Option<i64> {
        self.due_date.map(|due| (self.today - due).whole_days())
    }

    /// The letter: subject, text and HTML say the same.
    #[must_use]
    pub fn write(&self) -> EmailContent {
        let parts = self.parts();
        let subject = Subject::ours(&self.subject());
        EmailContent { subject, text: Text::ours(parts.text()), html: Some(parts.html()) }
    }

    fn subject(&self) -> String {
        let texts = texts::of(self.language);
        let test = if self.is_test { "[TEST] " } else { "" };
        let reminder = match self.purpose {
            Purpose::Invoice => String::new(),
            Purpose::Reminder => format!("{}: ", texts.reminder),
        };
        let (kind, number) = (texts.kind(self.kind), sanitize::name(self.number));
        format!("{test}{reminder}{kind} {number} – {}", sanitize::name(self.sender))
    }
}
