//! What an organization keeps: bank accounts, vehicles, customers.

use super::{
    field::{Field, Request, request},
    json::{Found, Value},
    names::{CurrencyCode, MailProfileName},
    party::AddressBody,
};
use crate::fault::RequestFault;
use invoicing::{
    ContactId, CustomerInput,
    records::{BankAccountInput, VehicleInput},
};

request! {
    /// A bank account to make.
    #[schema(example = json!({"iban": "SK71 0900 0000 0051 1234 5604", "bic": "GIBASKBX"}))]
    pub struct BankAccountBody for BankAccountInput {
        #[schema(example = "SK71 0900 0000 0051 1234 5604", pattern = r"^\s*[A-Za-z]{2}(\s*[A-Za-z0-9]){13,32}\s*$")]
        iban: String,
        #[schema(example = "GIBASKBX", pattern = r"^(\s*[A-Za-z0-9]){8}((\s*[A-Za-z0-9]){3})?\s*$")]
        bic?: String,
        #[schema(max_length = 100)]
        bank_name?: String,
        /// The firm's own by default
        currency?: CurrencyCode,
        /// Of its currency; by default true for the first one
        is_default?: bool,
    }
}

request! {
    /// What shall be changed of an account: at least one. An empty text takes away.
    #[schema(min_properties = 1, example = json!({"bank_name": "Banka"}))]
    pub struct BankAccountChange {
        #[schema(pattern = r"^\s*[A-Za-z]{2}(\s*[A-Za-z0-9]){13,32}\s*$")]
        iban?: String,
        #[schema(pattern = r"^((\s*[A-Za-z0-9]){8}((\s*[A-Za-z0-9]){3})?\s*)?$")]
        bic?: String,
        #[schema(max_length = 100)]
        bank_name?: String,
        /// Another default of its currency is none any more
        is_default?: bool,
    }
}

impl Request for BankAccountChange {
    type Value = BankAccountInput;

    fn check(self, _: &Value<'_>, found: &mut Found) -> Option<BankAccountInput> {
        let BankAccountChange { iban, bic, bank_name, is_default } = self;
        let input = BankAccountInput { iban, bic, bank_name, currency: None, is_default };
        names_something(&input, Self::FIELDS, found);
        Some(input)
    }
}

request! {
    /// A vehicle.
    #[schema(example = json!({"plate": "BA 123 XY"}))]
    pub struct VehicleBody for VehicleInput {
        #[schema(min_length = 1, max_length = 20, example = "BA 123 XY")]
        plate: String,
    }
}

request! {
    /// What shall be changed of a customer: at least one. An empty text takes away.
    #[schema(min_properties = 1, example = json!({"email": "odberatel@firma.example"}))]
    pub struct CustomerChange {
        #[schema(min_length = 1, max_length = 300)]
        name?: String,
        ico?: String,
        dic?: String,
        ic_dph?: String,
        #[schema(pattern = r"^(\s*(iso6523-actorid-upis::)?\d{4}:[A-Za-z0-9._~-]{1,130}\s*)?$")]
        peppol_id?: String,
        /// Replaces all of it
        address?: AddressBody,
        #[schema(max_length = 254)]
        email?: String,
        phone?: String,
        /// What it gets by mail beside the PDF; factur-x makes the PDF a hybrid invoice
        profile?: MailProfileName,
    }
}

impl Request for CustomerChange {
    type Value = CustomerInput;

    fn check(self, _: &Value<'_>, found: &mut Found) -> Option<CustomerInput> {
        let CustomerChange { name, ico, dic, ic_dph, peppol_id, address, email, .. } = self;
        let (phone, profile) = (self.phone, self.profile);
        let input =
            CustomerInput { name, ico, dic, ic_dph, peppol_id, address, email, phone, profile };
        names_something(&input, Self::FIELDS, found);
        Some(input)
    }
}

request! {
    /// Which customer another one is merged into.
    #[schema(example = json!({"customer_id": "01936f5e-7b60-7000-8000-000000000001"}))]
    pub struct CustomerMerge {
        /// The customer that stays
        customer_id: Uuid => ContactId,
    }
}

impl Request for CustomerMerge {
    type Value = ContactId;

    fn check(self, at: &Value<'_>, found: &mut Found) -> Option<ContactId> {
        at.required(self.customer_id, "customer_id", found)
    }
}

/// A change changes something.
pub(super) fn names_something<T: Default + PartialEq>(
    input: &T,
    fields: &[&str],
    found: &mut Found,
) {
    if *input == T::default() && found.is_empty() {
        let fields: Vec<_> = fields.iter().copied().filter(|name| *name != "version").collect();
        found.add("", RequestFault::NothingToChange { fields: fields.join(", ") });
    }
}
