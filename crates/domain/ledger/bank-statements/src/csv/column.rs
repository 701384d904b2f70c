//! What columns hold.

use crate::MappedColumn;

/// What a column holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Column {
    BookedOn,
    /// In the account's currency, where there is another amount too.
    AccountAmount,
    /// Signed, or beside a direction.
    Amount,
    Credit,
    Debit,
    Direction,
    /// What kind of movement it is, which may be the direction.
    Kind,
    AccountCurrency,
    TransactionCurrency,
    Currency,
    VariableSymbol,
    ConstantSymbol,
    SpecificSymbol,
    CounterpartyAccount,
    CounterpartyPrefix,
    /// The bank's code, where the account is written without it.
    CounterpartyBank,
    CounterpartyName,
    Message,
    /// `/VS…/SS…/KS…`
    PayerReference,
    BankReference,
    OwnAccount,
    /// The own account or that of the other side.
    SomeAccount,
}

impl From<MappedColumn> for Column {
    fn from(column: MappedColumn) -> Self {
        match column {
            MappedColumn::Date => Self::BookedOn,
            MappedColumn::Amount => Self::Amount,
            MappedColumn::Credit => Self::Credit,
            MappedColumn::Debit => Self::Debit,
            MappedColumn::Direction => Self::Direction,
            MappedColumn::Currency => Self::Currency,
            MappedColumn::VariableSymbol => Self::VariableSymbol,
            MappedColumn::ConstantSymbol => Self::ConstantSymbol,
            MappedColumn::SpecificSymbol => Self::SpecificSymbol,
            MappedColumn::CounterpartyAccount => Self::CounterpartyAccount,
            MappedColumn::CounterpartyBank => Self::CounterpartyBank,
            MappedColumn::CounterpartyName => Self::CounterpartyName,
            MappedColumn::Message => Self::Message,
            MappedColumn::Reference => Self::PayerReference,
            MappedColumn::BankReference => Self::BankReference,
            MappedColumn::OwnAccount => Self::OwnAccount,
        }
    }
}

impl Column {
    /// Whether it holds amounts.
    pub(super) const fn is_money(self) -> bool {
        matches!(self, Self::AccountAmount | Self::Amount | Self::Credit | Self::Debit)
    }
}
