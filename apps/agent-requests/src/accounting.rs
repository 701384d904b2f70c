use super::{
    field::{Field, request},
    json::{Found, Value},
    names::ProgramKindName,
};
use accounting_programs::LinkInput;
use time::Date;

request! {
    /// An accounting program to link, or what is changed of the linked one.
    #[schema(example = json!({"kind": "sapi_sk"}))]
    pub struct AccountingProgramBody for LinkInput {
        kind: ProgramKindName,
        /// Where the program is: https, any port. Required of pohoda_mserver; superfaktura has moja.superfaktura.sk by default,
        /// kros api-economy.kros.sk
        #[schema(max_length = 2048, format = "uri", example = "https://pohoda.example.com:5336")]
        url?: String,
        /// The user name in Pohoda, the e-mail address in SuperFaktúra
        #[schema(max_length = 200)]
        user?: String,
        /// The password, API key or token; required of a new link and where the url changes, else the stored one stays when it
        /// is left out
        #[schema(max_length = 1000)]
        secret?: String,
        /// SuperFaktúra: the id of the company
        #[schema(max_length = 200)]
        company_id?: String,
        /// Pohoda: the abbreviation of the bank account to which payments are posted
        #[schema(max_length = 19, example = "TB")]
        bank_account?: String,
        /// Pohoda: the abbreviation of the cash register to which payments in cash are posted
        #[schema(max_length = 19, example = "HP")]
        cash_register?: String,
        /// Pohoda: the account assignment (predkontácia) of set-offs
        #[schema(max_length = 19)]
        set_off_assignment?: String,
        /// Documents issued on this day or later are exported; today by default
        #[schema(format = Date)]
        from_date?: String => Date,
    }
}
