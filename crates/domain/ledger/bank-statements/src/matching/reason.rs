//! Why a line is what it is.

/// Why a line is what it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Reason {
    /// Certain: of the open invoices with the symbol exactly so much is outstanding of one.
    SymbolAndAmount,
    /// Certain: one open invoice has the symbol, its customer has paid from this account before, and
    /// more is outstanding.
    SymbolAndPayer,
    /// The symbol is right, and less than outstanding came from an account that is not known.
    AmountBelow,
    /// The symbol is right, and more came than is outstanding.
    AmountAbove,
    /// Symbol and amount are right, but the account has only paid for another customer so far.
    PayerOfAnother,
    /// Several open invoices have the symbol.
    SeveralInvoices,
    /// No symbol: what was written names a number of an open invoice.
    NumberInMessage,
    /// No symbol: a customer who has paid from this account owes exactly so much.
    PayerAndAmount,
    /// No symbol and an unknown account: exactly so much is outstanding.
    AmountOnly,
    /// A line of the same day, amount and symbol came in a statement of another form.
    MayBeRepeat,
    /// Symbol and amount are right, and the statement does not say whether money came or went.
    DirectionUnknown,
    /// It was recorded, and its payment taken back.
    PaymentTakenBack,
    /// Symbol and amount are right, but the line is a part of a batch whose parts do not add up to what was booked.
    PartOfBatch,
    /// Symbol and amount are right, but the only part of the entry says another amount, direction or currency.
    DetailsDiffer,
    /// Symbol and amount are right, but what the file says of the state of the movement is not known.
    StateUnknown,
    /// Symbol and amount are right, but the money came long before the invoice was issued.
    LongBeforeInvoice,
    /// The bank takes money back that a payment was recorded for.
    TakesPaymentBack,
    /// Its payment was undone, or its proposals withdrawn, because the bank took the money back.
    Returned,
    /// The bank took back a movement that may be this one.
    MayBeReturned,
    /// A person chose the invoice.
    Chosen,
    /// Nothing fits.
    NoOpenInvoice,
    /// Money went out.
    Outgoing,
    /// Takes an earlier movement back.
    Reversal,
    /// Nothing moved.
    Zero,
}

impl Reason {
    /// Every reason.
    pub const ALL: [Reason; 24] = [
        Reason::SymbolAndAmount,
        Reason::SymbolAndPayer,
        Reason::AmountBelow,
        Reason::AmountAbove,
        Reason::PayerOfAnother,
        Reason::SeveralInvoices,
        Reason::NumberInMessage,
        Reason::PayerAndAmount,
        Reason::AmountOnly,
        Reason::MayBeRepeat,
        Reason::DirectionUnknown,
        Reason::PaymentTakenBack,
        Reason::PartOfBatch,
        Reason::DetailsDiffer,
        Reason::StateUnknown,
        Reason::LongBeforeInvoice,
        Reason::TakesPaymentBack,
        Reason::Returned,
        Reason::MayBeReturned,
        Reason::Chosen,
        Reason::NoOpenInvoice,
        Reason::Outgoing,
        Reason::Reversal,
        Reason::Zero,
    ];

    /// The name in the API and in the database.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Reason::SymbolAndAmount => "symbol_and_amount",
            Reason::SymbolAndPayer => "symbol_and_payer",
            Reason::AmountBelow => "amount_below",
            Reason::AmountAbove => "amount_above",
            Reason::PayerOfAnother => "payer_of_another_customer",
            Reason::SeveralInvoices => "several_invoices",
            Reason::NumberInMessage => "number_in_message",
            Reason::PayerAndAmount => "payer_and_amount",
            Reason::AmountOnly => "amount_only",
            Reason::MayBeRepeat => "may_be_repeat",
            Reason::DirectionUnknown => "direction_unknown",
            Reason::PaymentTakenBack => "payment_taken_back",
            Reason::PartOfBatch => "part_of_batch",
            Reason::DetailsDiffer => "details_differ",
            Reason::StateUnknown => "state_unknown",
            Reason::LongBeforeInvoice => "long_before_invoice",
            Reason::TakesPaymentBack => "takes_payment_back",
            Reason::Returned => "returned",
            Reason::MayBeReturned => "may_be_returned",
            Reason::Chosen => "chosen",
            Reason::NoOpenInvoice => "no_open_invoice",
            Reason::Outgoing => "outgoing",
            Reason::Reversal => "reversal",
            Reason::Zero => "zero",
        }
    }
}
