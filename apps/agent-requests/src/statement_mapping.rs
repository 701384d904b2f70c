use super::{
    field::{Field, Request, request},
    json::{Found, Value},
};
use bank_statements::{ChosenColumns, MappedColumn};

/// The names of all columns, and which of them is which.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MappingRequest {
    pub headings: Vec<String>,
    pub columns: ChosenColumns,
}

request! {
    /// Which column is which in files whose columns have these names. Each kind names one of the headings.
    #[schema(example = json!({"headings": ["Tag", "Wert", "Kennung", "Zweck"], "date": "Tag", "amount": "Wert", "variable_symbol": "Kennung", "message": "Zweck"}))]
    pub struct MappingBody {
        /// The names of all columns, in their order, as the refusal of the statement lists them
        #[schema(min_items = 2, max_items = 200)]
        headings: Vec<String>,
        /// The day of booking
        date: String,
        /// Signed, or beside a direction; or credit and debit
        amount?: String,
        /// What came
        credit?: String,
        /// What went out
        debit?: String,
        /// Whether money came or went
        direction?: String,
        currency?: String,
        variable_symbol?: String,
        constant_symbol?: String,
        specific_symbol?: String,
        counterparty_account?: String,
        counterparty_bank?: String,
        counterparty_name?: String,
        message?: String,
        /// The payer's reference, such as /VS1/SS/KS
        reference?: String,
        /// By which the bank knows the movement
        bank_reference?: String,
        own_account?: String,
    }
}

impl Request for MappingBody {
    type Value = MappingRequest;

    fn check(self, at: &Value<'_>, found: &mut Found) -> Option<MappingRequest> {
        let date = at.required(self.date, "date", found);
        let headings = at.required(self.headings, "headings", found)?;
        let chosen = [
            (MappedColumn::Date, date),
            (MappedColumn::Amount, self.amount),
            (MappedColumn::Credit, self.credit),
            (MappedColumn::Debit, self.debit),
            (MappedColumn::Direction, self.direction),
            (MappedColumn::Currency, self.currency),
            (MappedColumn::VariableSymbol, self.variable_symbol),
            (MappedColumn::ConstantSymbol, self.constant_symbol),
            (MappedColumn::SpecificSymbol, self.specific_symbol),
            (MappedColumn::CounterpartyAccount, self.counterparty_account),
            (MappedColumn::CounterpartyBank, self.counterparty_bank),
            (MappedColumn::CounterpartyName, self.counterparty_name),
            (MappedColumn::Message, self.message),
            (MappedColumn::Reference, self.reference),
            (MappedColumn::BankReference, self.bank_reference),
            (MappedColumn::OwnAccount, self.own_account),
        ];
        let chosen = chosen.into_iter().filter_map(|(column, name)| Some((column, name?)));
        Some(MappingRequest { headings, columns: chosen.collect() })
    }
}
