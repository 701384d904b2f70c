use super::{
    contract::DateOrNone,
    field::{Field, Link, Request, request},
    invoice::{DeliveryAddressBody, ExchangeRate, NumberOrText, vat_rates},
    json::{Found, Value},
    names::{PaymentMethodName, TaxTreatmentName, UnitName},
};
use invoicing::{BankAccountId, ContractId, ItemInput, drafts::InvoiceEdit};
use projects::ProjectId;
use stock::{StockItemId, WarehouseId};
use time::Date;
use vat_categories::VatRate;

request! {
    /// What shall be changed of an invoice: at least one. An empty text takes away, and so does `{}` at `deliveryAddress`. What was sent
    /// over Peppol, and what another system issued, takes `internalNote`, `contractId` and `projectId` only.
    #[schema(example = json!({"items": [{"description": "Práca", "quantity": 3, "unit": "hod", "unitPrice": "50.00", "vatRate": 23}], "dueDays": 30}), min_properties = 1)]
    pub struct InvoicePatch with texts in camel_case {
        /// That was read: 409 when it is another by now
        #[schema(minimum = 1)]
        version?: i64,
        /// Replaces all lines
        #[schema(min_items = 1, max_items = 1000)]
        items?: Vec<ItemPatch>,
        /// In the year of the number
        #[schema(format = Date)]
        issue_date as "issueDate"?: String => Date,
        /// An empty text: the issue date
        #[schema(pattern = r"^(\d{4}-\d{2}-\d{2})?$")]
        delivery_date as "deliveryDate"?: String => DateOrNone,
        #[schema(format = Date)]
        due_date as "dueDate"?: String => Date,
        /// From the issue date; not with dueDate
        #[schema(minimum = 0, maximum = 365)]
        due_days as "dueDays"?: i32 => i64,
        payment_method as "paymentMethod"?: PaymentMethodName,
        #[schema(example = "1.0855", pattern = r"^\d{1,7}(\.\d{1,8})?$")]
        exchange_rate as "exchangeRate"?: String => ExchangeRate,
        #[schema(max_length = 500)]
        exemption_reason as "exemptionReason"?: String,
        delivery_address as "deliveryAddress"?: DeliveryAddressBody,
        /// In the invoice's currency
        bank_account_id as "bankAccountId"?: Uuid => BankAccountId,
        /// The contract that the invoice belongs to; an empty text takes the link away
        #[schema(pattern = "^([0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})?$")]
        contract_id as "contractId"?: String => Link<ContractId>,
        /// The project that the invoice belongs to; an empty text takes the link away
        #[schema(pattern = "^([0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})?$")]
        project_id as "projectId"?: String => Link<ProjectId>,
    }
}

impl Request for InvoicePatch {
    type Value = InvoiceEdit;

    fn check(self, _: &Value<'_>, found: &mut Found) -> Option<InvoiceEdit> {
        let texts = self.texts();
        let edit = InvoiceEdit {
            version: self.version,
            items: self.items,
            issue_date: self.issue_date,
            delivery_date: self.delivery_date,
            due_date: self.due_date,
            due_days: self.due_days,
            texts,
            payment_method: self.payment_method,
            exchange_rate: self.exchange_rate,
            exemption_reason: self.exemption_reason,
            delivery_address: self.delivery_address,
            bank_account_id: self.bank_account_id,
            contract_id: self.contract_id,
            project_id: self.project_id,
        };
        let asked = InvoiceEdit { version: None, ..edit.clone() };
        super::records::names_something(&asked, Self::FIELDS, found);
        Some(edit)
    }
}

request! {
    /// A line.
    pub struct ItemPatch for ItemInput {
        #[schema(min_length = 1, max_length = 500)]
        description: String,
        /// Greater than 0, or below it in a credit note to an invoice that took an advance off; a numeric string keeps every digit too
        quantity: NumberOrText,
        /// ks by default
        unit?: UnitName,
        /// Without VAT
        unit_price as "unitPrice": NumberOrText,
        /// Per cent
        #[schema(schema_with = vat_rates)]
        vat_rate as "vatRate": i32 => VatRate,
        tax_treatment as "taxTreatment"?: TaxTreatmentName,
        /// An item of the stock: what is issued is taken off, what a credit note credits is given back
        stock_item_id as "stockItemId"?: Uuid => StockItemId,
        /// Where it is taken from or comes to; the oldest warehouse in use by default
        warehouse_id as "warehouseId"?: Uuid => WarehouseId,
    }
}
