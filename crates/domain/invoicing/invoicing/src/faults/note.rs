use money::{Currency, CurrencyCode, Decimal};
use refusals::Refusal;
use thiserror::Error;
use time::Date;
use vat_categories::VatRate;

/// What is wrong with a credit or debit note, given its original, and with a document, given its notes.
#[derive(Debug, Clone, PartialEq, Eq, Error, Refusal)]
pub(crate) enum NoteFault {
    #[error("is for credit_note and debit_note only")]
    NotANote,
    #[error("invoice not found")]
    NoOriginal,
    #[error("a proforma is no tax document: there is nothing to credit or debit")]
    OfProforma,
    #[error("a credit note is not credited: cancel it, or make a debit note to its invoice")]
    OfCreditNote,
    #[error("the original is not issued yet")]
    OfDraft,
    #[error(
        "the original is an advance that a document settles: credit or debit that, and this once nothing is \
         left of it"
    )]
    OfSettledAdvance,
    #[error("the original is cancelled: there is nothing to credit or debit")]
    OfCancelled,
    #[error("must be {currency}, the currency of the original invoice")]
    OtherCurrency { currency: CurrencyCode },
    #[error(
        "come to {total} {currency}, and of {number} only {left} {currency} are left to credit"
    )]
    Beyond { total: Decimal, currency: CurrencyCode, number: String, left: Decimal },
    #[error("come to {total} {currency}: nothing is taken back by that")]
    TakesNothingBack { total: Decimal, currency: CurrencyCode },
    #[error(
        "{rate} % was the rate of supplies from {first} to {last}: only a credit or debit note to such a \
         supply has it (original_invoice_id, else delivery_date)"
    )]
    FormerRate { rate: VatRate, first: Date, last: Date },
    #[error(
        "{rate} % was the rate of supplies from {first} to {last}: only a credit or debit note to such a \
         supply has it"
    )]
    FormerRateOfNotes { rate: VatRate, first: Date, last: Date },
    #[error("must not precede that of {number}, which it corrects ({day})")]
    BeforeOriginal { number: String, day: Date },
    #[error("must not precede that of {number}, which it settles ({day})")]
    BeforeAdvance { number: String, day: Date },
    #[error("must not lie after that of {number}, which corrects it ({day})")]
    AfterNote { number: String, day: Date },
    #[error("come to less at {rate} % than credit notes take back, {base}")]
    LessThanCreditedAtRate { rate: VatRate, base: Decimal },
    #[error("must come to the same: the advance {advance} is credited or settled since")]
    AdvanceSpent { advance: String },
    #[error("come to less than what is credited, {credited} {currency}")]
    LessThanCredited { credited: Decimal, currency: Currency },
}
