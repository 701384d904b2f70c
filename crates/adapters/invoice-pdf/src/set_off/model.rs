use crate::{Language, Party};
use rust_decimal::Decimal;
use time::{Date, OffsetDateTime};

/// The languages in which an agreement is written; any other gets English.
pub const SET_OFF_LANGUAGES: [Language; 2] = [Language::Sk, Language::En];

/// Everything that the agreement on a mutual set-off shows.
#[derive(Debug, Clone, PartialEq)]
pub struct SetOffPage {
    /// Language of all words that the caller did not write.
    pub language: Language,
    /// The number of the agreement, where it has one.
    pub reference: Option<String>,
    /// The day on which the claims are set off.
    pub date: Date,
    /// The amount by which both claims are reduced.
    pub amount: Decimal,
    /// The currency of both claims, ISO 4217.
    pub currency: String,
    /// The firm that issued the invoice.
    pub first: Party,
    /// The firm that issued the other one.
    pub second: Party,
    /// The claim of the first party against the second.
    pub claim_of_first: Claim,
    /// The claim of the second party against the first.
    pub claim_of_second: Claim,
    /// A text of the parties, whose lines are kept.
    pub note: Option<String>,
    /// Colour of headings and lines; the page's own without one.
    pub accent: Option<String>,
    /// The time written into the PDF as its creation.
    pub created_at: OffsetDateTime,
}

/// An invoice that is set off.
#[derive(Debug, Clone, PartialEq)]
pub struct Claim {
    /// The number (BT-1).
    pub number: String,
    /// Up to ten digits.
    pub variable_symbol: Option<String>,
    /// The issue date (BT-2).
    pub issue_date: Date,
    /// The due date (BT-9).
    pub due_date: Option<Date>,
    /// The total without VAT (BT-109).
    pub net: Decimal,
    /// The VAT (BT-110).
    pub vat: Decimal,
    /// The total with VAT (BT-112).
    pub total: Decimal,
    /// The outstanding amount before the set-off.
    pub outstanding: Decimal,
}
