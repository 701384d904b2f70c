//! Contracts as callers send them. Nothing is required here: [`crate::check_contract`] reports what is missing, so
//! that all violations are reported at once.

use crate::{Billing, Contract, Interval, Sending, TaxPoint, terms::address_input};
use invoicing::{
    BankAccountId, ContactId, DeliveryAddressInput, InvoiceRequest, ItemInput, PaymentMethod,
    References, terms::HeaderTexts,
};
use money::Currency;
use persistence::ids::ProjectId;
use time::Date;

/// A new contract.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ContractInput {
    pub name: Option<String>,
    pub customer_id: Option<ContactId>,
    pub items: Option<Vec<ItemInput>>,
    pub interval: Option<Interval>,
    pub start_date: Option<Date>,
    pub day_of_month: Option<i64>,
    pub billing: Option<Billing>,
    pub end_date: Option<Date>,
    pub send: Option<Sending>,
    pub tax_point: Option<TaxPoint>,
    pub currency: Option<Currency>,
    pub payment_method: Option<PaymentMethod>,
    pub bank_account_id: Option<BankAccountId>,
    pub due_days: Option<i64>,
    pub texts: HeaderTexts,
    pub exemption_reason: Option<String>,
    pub delivery_address: Option<DeliveryAddressInput>,
    pub project_id: Option<ProjectId>,
}

/// A change of a contract: `None` keeps a value, an empty text removes it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ContractChange {
    /// The version that the change was decided on.
    pub version: Option<i64>,
    pub name: Option<String>,
    pub items: Option<Vec<ItemInput>>,
    pub day_of_month: Option<i64>,
    /// The new end; `Some(None)` removes it.
    pub end_date: Option<Option<Date>>,
    pub send: Option<Sending>,
    pub tax_point: Option<TaxPoint>,
    pub payment_method: Option<PaymentMethod>,
    pub bank_account_id: Option<BankAccountId>,
    pub due_days: Option<i64>,
    pub texts: HeaderTexts,
    pub exemption_reason: Option<String>,
    /// Another project, or none.
    pub project_id: Option<Option<ProjectId>>,
}

impl ContractInput {
    /// The records that the check needs.
    #[must_use]
    pub fn references(&self) -> References {
        let (customer_id, project_id) = (self.customer_id, self.project_id);
        References { customer_id, project_id, ..References::default() }
    }

    /// The request for each invoice.
    pub(crate) fn request(&self) -> InvoiceRequest {
        InvoiceRequest {
            customer_id: self.customer_id,
            items: self.items.clone(),
            currency: self.currency,
            payment_method: self.payment_method,
            bank_account_id: self.bank_account_id,
            due_days: self.due_days,
            texts: self.texts.clone(),
            exemption_reason: self.exemption_reason.clone(),
            delivery_address: self.delivery_address.clone(),
            ..InvoiceRequest::default()
        }
    }

    /// A stored contract as input, to be checked again with a change.
    #[must_use]
    pub fn of(contract: &Contract) -> Self {
        let Contract { terms, schedule, .. } = contract;
        Self {
            name: contract.name.clone(),
            customer_id: Some(terms.customer_id),
            items: Some(terms.items.iter().map(crate::Item::input).collect()),
            interval: Some(schedule.interval),
            start_date: Some(schedule.start),
            day_of_month: Some(schedule.day_of_month.into()),
            billing: Some(schedule.billing),
            end_date: contract.end_date,
            send: Some(contract.send),
            tax_point: Some(terms.tax_point),
            currency: Some(terms.currency),
            payment_method: Some(terms.payment_method),
            bank_account_id: terms.bank_account_id,
            due_days: terms.due_days,
            texts: terms.texts.clone(),
            exemption_reason: terms.exemption_reason.clone(),
            delivery_address: terms.delivery_address.as_ref().map(address_input),
            project_id: terms.project_id,
        }
    }

    /// The same with a change.
    #[must_use]
    pub fn with(self, change: ContractChange) -> Self {
        Self {
            name: text(change.name, self.name),
            items: change.items.or(self.items),
            day_of_month: change.day_of_month.or(self.day_of_month),
            end_date: change.end_date.unwrap_or(self.end_date),
            send: change.send.or(self.send),
            tax_point: change.tax_point.or(self.tax_point),
            payment_method: change.payment_method.or(self.payment_method),
            bank_account_id: change.bank_account_id.or(self.bank_account_id),
            due_days: change.due_days.or(self.due_days),
            texts: change.texts.merge(self.texts, text),
            exemption_reason: text(change.exemption_reason, self.exemption_reason),
            project_id: change.project_id.unwrap_or(self.project_id),
            ..self
        }
    }
}

/// Applies a change of a text: `None` keeps it, an empty text removes it.
fn text(named: Option<String>, before: Option<String>) -> Option<String> {
    match named {
        None => before,
        Some(text) => (!text.trim().is_empty()).then_some(text),
    }
}
