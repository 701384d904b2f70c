//! Contracts by which invoices recur.

use super::{
    field::{Field, Link, Request, request},
    invoice::{DeliveryAddressBody, ItemBody},
    json::{Found, Value},
    names::{
        BillingName, CurrencyCode, IntervalName, MissedName, PaymentMethodName, SendingName,
        TaxPointName,
    },
    records::names_something,
};
use contracts::{ContractChange, ContractInput, Missed};
use invoicing::{BankAccountId, ContactId};
use projects::ProjectId;
use time::Date;

request! {
    /// A contract to make. Texts of items, notes and references may hold {period}, {month} and {year}.
    #[schema(example = json!({"name": "Hosting", "customer_id": "01936f5e-7b60-7000-8000-000000000001", "items": [{"description": "Hosting, {period}", "quantity": 1, "unit_price": "20.00", "vat_rate": 23}], "interval": "monthly", "start_date": "2027-01-01"}))]
    pub struct ContractCreate for ContractInput with texts in snake_case {
        /// For the organization only
        #[schema(max_length = 200)]
        name?: String,
        customer_id: Uuid => ContactId,
        #[schema(min_items = 1, max_items = 1000)]
        items: Vec<ItemBody>,
        interval: IntervalName,
        /// The first day of the first period; periods that fell due before today are not invoiced
        #[schema(format = Date)]
        start_date: String => Date,
        /// The day on which invoices are issued, the last one of a shorter month; by default that of start_date
        #[schema(minimum = 1, maximum = 31)]
        day_of_month?: i32 => i64,
        /// in_advance (default): from the first day of the period; in_arrears: from the day behind it
        billing?: BillingName,
        /// The last period is the last one that begins on this day or before it
        #[schema(format = Date)]
        end_date?: String => Date,
        /// none (default), or peppol: each invoice is sent once it is issued
        send?: SendingName,
        /// delivery_date of the invoices: due_day (default), period_start or period_end
        tax_point?: TaxPointName,
        /// ISO 4217; the firm's own by default
        currency?: CurrencyCode,
        payment_method?: PaymentMethodName,
        bank_account_id?: Uuid => BankAccountId,
        #[schema(minimum = 0, maximum = 365)]
        due_days?: i32 => i64,
        #[schema(min_length = 1, max_length = 500)]
        exemption_reason?: String,
        delivery_address?: DeliveryAddressBody,
        /// The project that its invoices belong to, in use
        project_id?: Uuid => ProjectId,
    }
}

request! {
    /// What shall be changed of a contract, from its next invoice on: at least one. An empty text takes away.
    #[schema(min_properties = 1, example = json!({"name": "Hosting a doména", "end_date": "2027-12-31"}))]
    pub struct ContractChangeBody with texts in snake_case {
        /// That of the contract as it was read; another one is a 409
        version?: i32 => i64,
        #[schema(max_length = 200)]
        name?: String,
        #[schema(min_items = 1, max_items = 1000)]
        items?: Vec<ItemBody>,
        #[schema(minimum = 1, maximum = 31)]
        day_of_month?: i32 => i64,
        /// A date, or an empty text: without an end
        #[schema(pattern = r"^(\d{4}-\d{2}-\d{2})?$")]
        end_date?: String => DateOrNone,
        send?: SendingName,
        tax_point?: TaxPointName,
        payment_method?: PaymentMethodName,
        bank_account_id?: Uuid => BankAccountId,
        #[schema(minimum = 0, maximum = 365)]
        due_days?: i32 => i64,
        #[schema(max_length = 500)]
        exemption_reason?: String,
        /// The project that its next invoices belong to; an empty text takes the link away
        #[schema(pattern = "^([0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})?$")]
        project_id?: String => Link<ProjectId>,
    }
}

impl Request for ContractChangeBody {
    type Value = ContractChange;

    fn check(self, _: &Value<'_>, found: &mut Found) -> Option<ContractChange> {
        let texts = self.texts();
        let change = ContractChange {
            version: None,
            name: self.name,
            items: self.items,
            day_of_month: self.day_of_month,
            end_date: self.end_date,
            send: self.send,
            tax_point: self.tax_point,
            payment_method: self.payment_method,
            bank_account_id: self.bank_account_id,
            due_days: self.due_days,
            texts,
            exemption_reason: self.exemption_reason,
            project_id: self.project_id,
        };
        names_something(&change, Self::FIELDS, found);
        Some(ContractChange { version: self.version, ..change })
    }
}

request! {
    /// How a contract goes on.
    #[schema(example = json!({"missed": "skip"}))]
    pub struct ResumeBody {
        /// What is done with the periods that fell due in the pause: skip (default) or issue
        missed?: MissedName,
    }
}

impl Request for ResumeBody {
    type Value = Missed;

    fn check(self, _: &Value<'_>, _: &mut Found) -> Option<Missed> {
        Some(self.missed.unwrap_or_default())
    }
}

/// A date, or an empty text for none.
pub(super) enum DateOrNone {}

impl Field for DateOrNone {
    type Value = Option<Date>;

    fn read(value: &Value<'_>, found: &mut Found) -> Option<Option<Date>> {
        if value.is_string() && value.string(found)?.trim().is_empty() {
            return Some(None);
        }
        value.date(found).map(Some)
    }
}
