//! Why a line is what it is.

persistence::named! {
    /// Why a line is what it is.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum Reason {
        /// Certain: of the open invoices with the symbol exactly so much is outstanding of one.
        SymbolAndAmount = "symbol_and_amount",
        /// Certain: one open invoice has the symbol, its customer has paid from this account before, and
        /// more is outstanding.
        SymbolAndPayer = "symbol_and_payer",
        /// The symbol is right, and less than outstanding came from an account that is not known.
        AmountBelow = "amount_below",
        /// The symbol is right, and more came than is outstanding.
        AmountAbove = "amount_above",
        /// Symbol and amount are right, but the account has only paid for another customer so far.
        PayerOfAnother = "payer_of_another_customer",
        /// Several open invoices have the symbol.
        SeveralInvoices = "several_invoices",
        /// No symbol: what was written names a number of an open invoice.
        NumberInMessage = "number_in_message",
        /// No symbol: a customer who has paid from this account owes exactly so much.
        PayerAndAmount = "payer_and_amount",
        /// No symbol and an unknown account: exactly so much is outstanding.
        AmountOnly = "amount_only",
        /// A line of the same day, amount and symbol came in a statement of another form.
        MayBeRepeat = "may_be_repeat",
        /// Symbol and amount are right, and the statement does not say whether money came or went.
        DirectionUnknown = "direction_unknown",
        /// It was recorded, and its payment taken back.
        PaymentTakenBack = "payment_taken_back",
        /// Symbol and amount are right, but the line is a part of a batch whose parts do not add up to what was booked.
        PartOfBatch = "part_of_batch",
        /// Symbol and amount are right, but the only part of the entry says another amount, direction or currency.
        DetailsDiffer = "details_differ",
        /// Symbol and amount are right, but what the file says of the state of the movement is not known.
        StateUnknown = "state_unknown",
        /// Symbol and amount are right, but the money came long before the invoice was issued.
        LongBeforeInvoice = "long_before_invoice",
        /// The bank takes money back that a payment was recorded for.
        TakesPaymentBack = "takes_payment_back",
        /// Its payment was undone, or its proposals withdrawn, because the bank took the money back.
        Returned = "returned",
        /// The bank took back a movement that may be this one.
        MayBeReturned = "may_be_returned",
        /// A person chose the invoice.
        Chosen = "chosen",
        /// Nothing fits.
        NoOpenInvoice = "no_open_invoice",
        /// Money went out.
        Outgoing = "outgoing",
        /// Takes an earlier movement back.
        Reversal = "reversal",
        /// Nothing moved.
        Zero = "zero",
    }
}
