//! The content of the invoices of a contract.

use crate::{Period, TaxPoint, placeholders::expand};
use invoicing::{
    BankAccountId, ContactId, DeliveryAddress, DeliveryAddressInput, InvoiceRequest, ItemInput,
    PaymentMethod, StockRef, Unit, terms::HeaderTexts,
};
use money::{Currency, Decimal};
use persistence::ids::ProjectId;
use serde::{Deserialize, Serialize};
use time::Date;
use vat_categories::{TaxTreatment, VatRate};

/// The content of each invoice. Texts may hold placeholders ([`crate::PLACEHOLDERS`]).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Terms {
    pub customer_id: ContactId,
    pub items: Vec<Item>,
    pub currency: Currency,
    pub payment_method: PaymentMethod,
    /// None: the default account of the currency on the day of issue.
    pub bank_account_id: Option<BankAccountId>,
    /// None: those of the organization on the day of issue.
    pub due_days: Option<i64>,
    #[serde(flatten)]
    pub texts: HeaderTexts,
    pub exemption_reason: Option<String>,
    pub delivery_address: Option<DeliveryAddress>,
    pub tax_point: TaxPoint,
    /// The project that its invoices belong to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub project_id: Option<ProjectId>,
}

/// A line of each invoice.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Item {
    pub description: String,
    pub quantity: Decimal,
    pub unit: Option<Unit>,
    /// Without VAT.
    pub unit_price: Decimal,
    pub vat_rate: VatRate,
    pub tax_treatment: Option<TaxTreatment>,
    /// What it takes of the stock when an invoice is issued.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stock: Option<StockRef>,
}

impl Item {
    /// The line as a request has it.
    #[must_use]
    pub fn input(&self) -> ItemInput {
        ItemInput {
            description: Some(self.description.clone()),
            quantity: Some(self.quantity),
            unit: self.unit,
            unit_price: Some(self.unit_price),
            vat_rate: Some(self.vat_rate),
            tax_treatment: self.tax_treatment,
            stock_item_id: self.stock.map(|stock| stock.item),
            warehouse_id: self.stock.map(|stock| stock.warehouse),
        }
    }

    /// The line of a request; `None` when something is missing.
    pub(crate) fn of(input: &ItemInput) -> Option<Self> {
        Some(Self {
            description: input.description.clone()?,
            quantity: input.quantity?,
            unit: input.unit,
            unit_price: input.unit_price?,
            vat_rate: input.vat_rate?,
            tax_treatment: input.tax_treatment,
            stock: input
                .stock_item_id
                .zip(input.warehouse_id)
                .map(|(item, warehouse)| StockRef { item, warehouse }),
        })
    }
}

/// A checked address as a request has it.
pub(crate) fn address_input(address: &DeliveryAddress) -> DeliveryAddressInput {
    DeliveryAddressInput {
        name: address.name.clone(),
        street: Some(address.street.clone()),
        city: Some(address.city.clone()),
        zip: Some(address.zip.clone()),
        country: Some(address.country.clone()),
    }
}

impl Terms {
    /// The request for the invoice of a period that is issued on a day.
    #[must_use]
    pub fn request(&self, period: &Period, issue_date: Date) -> InvoiceRequest {
        let request = InvoiceRequest {
            customer_id: Some(self.customer_id),
            items: Some(self.items.iter().map(Item::input).collect()),
            currency: Some(self.currency),
            payment_method: Some(self.payment_method),
            bank_account_id: self.bank_account_id,
            due_days: self.due_days,
            texts: self.texts.clone(),
            exemption_reason: self.exemption_reason.clone(),
            delivery_address: self.delivery_address.as_ref().map(address_input),
            ..InvoiceRequest::default()
        };
        for_period(request, self.tax_point, period, issue_date)
    }
}

/// A request with the dates of a period and its texts expanded.
pub(crate) fn for_period(
    request: InvoiceRequest,
    tax_point: TaxPoint,
    period: &Period,
    issue_date: Date,
) -> InvoiceRequest {
    let text = |text: Option<String>| text.map(|text| expand(&text, period));
    let items = request.items.map(|items| {
        let line = |item: ItemInput| ItemInput { description: text(item.description), ..item };
        items.into_iter().map(line).collect()
    });
    let delivery_date = match tax_point {
        TaxPoint::DueDay => period.due_on,
        TaxPoint::PeriodStart => period.first,
        TaxPoint::PeriodEnd => period.last,
    };
    InvoiceRequest {
        items,
        texts: request.texts.map(|_, text| Some(expand(&text, period))),
        issue_date: Some(issue_date),
        delivery_date: Some(delivery_date),
        ..request
    }
}
