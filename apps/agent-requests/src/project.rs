//! Projects that documents belong to.

use super::{
    field::{Field, request},
    json::{Found, Value},
    names::{CurrencyCode, ProjectStatusName},
    payment::Amount,
};
use invoicing::ContactId;
use projects::{BudgetInput, ProjectInput};
use time::Date;

request! {
    /// A project, all of it: what is left out is as by default.
    #[schema(example = json!({"code": "P-2026-07", "name": "Rekonštrukcia strechy", "start_date": "2026-11-01", "budget": {"amount": "15000.00"}}))]
    pub struct ProjectBody for ProjectInput {
        /// Of a change: that of the project as it was read; another one is a 409
        version?: i32 => i64,
        /// The organization's own code, which no other project has; it goes out as project reference (BT-11) on invoices
        /// that name the project and give no other
        #[schema(min_length = 1, max_length = 50, example = "P-2026-07")]
        code: String,
        #[schema(min_length = 1, max_length = 200, example = "Rekonštrukcia strechy")]
        name: String,
        /// The customer that it is done for
        customer_id?: Uuid => ContactId,
        #[schema(format = Date)]
        start_date?: String => Date,
        /// Not before start_date
        #[schema(format = Date)]
        end_date?: String => Date,
        budget?: BudgetBody,
        #[schema(max_length = 2000)]
        note?: String,
        /// open (default), or closed: new documents may not name it
        status?: ProjectStatusName,
        /// Whether lists leave it out, and new documents may not name it
        #[schema(default = false)]
        archived?: bool,
    }
}

request! {
    /// How much a project may cost.
    pub struct BudgetBody for BudgetInput {
        #[schema(example = "15000.00", pattern = r"^\d{1,13}(\.\d{1,2})?$")]
        amount: String => Amount,
        /// ISO 4217; the firm's own by default
        currency?: CurrencyCode,
    }
}
