//! Expenses: entered, made of a received document, corrected, rejected.

use super::{
    field::{Field, Link, OrNull, Request, request},
    invoice::NumberOrText,
    json::{Found, Value},
    names::{ExpenseTypeName, OpenExpenseStatusName},
    party::CustomerBody,
    payment::Amount,
};
use crate::fault::RequestFault;
use expenses::{ExpenseCorrection, ExpenseInput, StockLineInput, VatInput};
use invoicing::ContactId;
use money::CurrencyCode;
use peppol_connector::identifiers::ReceivedId;
use projects::ProjectId;
use stock::{StockItemId, WarehouseId};
use time::Date;
use uuid::Uuid;

/// What an expense is made of.
#[derive(Debug, Clone)]
pub enum ExpenseRequest {
    /// A document that came over the network.
    Received {
        /// The document.
        document: ReceivedId,
        /// For the organization's own people.
        note: Option<String>,
        /// The project that it belongs to.
        project_id: Option<ProjectId>,
        /// What of the stock it brings.
        stock_lines: Option<Vec<StockLineInput>>,
    },
    /// What the caller says.
    Entered(Box<ExpenseInput>),
}

impl Default for ExpenseRequest {
    fn default() -> Self {
        Self::Entered(Box::default())
    }
}

request! {
    /// A supplier's invoice: either `received_document_id`, with nothing but `note`, `project_id` and `stock_lines` beside it, or
    /// what it says: a supplier, its number, its issue date and its total at least.
    #[schema(example = json!({"supplier": {"name": "Dodávateľ s. r. o.", "dic": "2023456787", "address": {"street": "Hlavná 1", "city": "Žilina", "postalCode": "010 01", "country": "SK"}}, "number": "2026/0452", "issue_date": "2025-11-20", "due_date": "2025-12-04", "total": "123.00", "vat_breakdown": [{"vat_rate": 23, "taxable_amount": "100.00", "tax_amount": "23.00"}]}), min_properties = 1)]
    pub struct ExpenseCreate {
        /// A document of `GET /v1/agent/peppol/received`, UBL or CII: everything is read from it
        received_document_id?: Uuid,
        /// invoice by default
        expense_type as "type"?: ExpenseTypeName,
        /// A contact; either this or supplier
        supplier_id?: Uuid => ContactId,
        supplier?: CustomerBody,
        /// The supplier's number (BT-1)
        #[schema(max_length = 200, example = "2026/0452")]
        number?: String,
        /// The number's digits by default
        #[schema(pattern = r"^\d{1,10}$")]
        variable_symbol?: String,
        #[schema(format = Date)]
        issue_date?: String => Date,
        #[schema(format = Date)]
        delivery_date?: String => Date,
        #[schema(format = Date)]
        due_date?: String => Date,
        /// With VAT (BT-112)
        #[schema(example = "123.00", pattern = r"^\d{1,13}(\.\d{1,2})?$")]
        total?: String => Amount,
        /// The VAT in total; the sum of vat_breakdown by default, else 0
        #[schema(example = "23.00", pattern = r"^\d{1,13}(\.\d{1,2})?$")]
        vat_total?: String => Amount,
        vat_breakdown?: Vec<VatRowBody>,
        /// ISO 4217; the firm's own by default
        #[schema(example = "EUR", pattern = "^[A-Z]{3}$")]
        currency?: String => AnyCurrency,
        #[schema(max_length = 2000)]
        note?: String,
        /// pending_approval by default; processing while its figures are still being read
        status?: OpenExpenseStatusName,
        /// The project that it belongs to, in use
        project_id?: Uuid => ProjectId,
        /// What of the stock it brings: received when the expense is approved, for good
        #[schema(max_items = 1000)]
        stock_lines?: Vec<ExpenseStockBody>,
    }
}

request! {
    /// What an expense brings of an item of the stock.
    pub struct ExpenseStockBody for StockLineInput {
        stock_item_id: Uuid => StockItemId,
        /// Where to; the oldest warehouse in use by default
        warehouse_id?: Uuid => WarehouseId,
        /// In the item's unit, greater than 0
        quantity: NumberOrText,
        /// Of one without VAT, in the firm's own currency; the average cost by default
        unit_cost?: NumberOrText,
    }
}

impl Request for ExpenseCreate {
    type Value = ExpenseRequest;

    fn check(self, _: &Value<'_>, found: &mut Found) -> Option<ExpenseRequest> {
        let document = self.received_document_id.map(ReceivedId);
        let input = ExpenseInput {
            expense_type: self.expense_type,
            supplier_id: self.supplier_id,
            supplier: self.supplier,
            number: self.number,
            variable_symbol: self.variable_symbol,
            issue_date: self.issue_date,
            delivery_date: self.delivery_date,
            due_date: self.due_date,
            total: self.total,
            vat_total: self.vat_total,
            vat_breakdown: self.vat_breakdown,
            currency: self.currency,
            note: self.note,
            status: self.status,
            project_id: self.project_id,
            stock_lines: self.stock_lines,
        };
        let Some(document) = document else {
            return Some(ExpenseRequest::Entered(Box::new(input)));
        };
        let ExpenseInput { note, project_id, stock_lines, .. } = input.clone();
        let rest = ExpenseInput { note: None, project_id: None, stock_lines: None, ..input };
        if rest != ExpenseInput::default() {
            found.add("received_document_id", RequestFault::OnlyOwnFields);
        }
        Some(ExpenseRequest::Received { document, note, project_id, stock_lines })
    }
}

request! {
    /// VAT of a rate.
    pub struct VatRowBody for VatInput {
        /// Per cent
        vat_rate: NumberOrText,
        #[schema(example = "100.00", pattern = r"^\d{1,13}(\.\d{1,2})?$")]
        taxable_amount: String => Amount,
        #[schema(example = "23.00", pattern = r"^\d{1,13}(\.\d{1,2})?$")]
        tax_amount: String => Amount,
    }
}

request! {
    /// Changes an expense that is neither approved nor rejected. An empty text removes the value.
    #[schema(min_properties = 1, example = json!({"number": "2026/0453", "status": "pending_approval"}))]
    pub struct ExpenseChangeBody {
        /// That was read: 409 when it is another by now
        #[schema(minimum = 1)]
        version?: i64,
        #[schema(max_length = 200)]
        number?: String,
        variable_symbol?: String,
        #[schema(format = Date)]
        issue_date?: String => Date,
        #[schema(format = Date)]
        delivery_date?: String => Date,
        #[schema(format = Date)]
        due_date?: String => Date,
        #[schema(example = "123.00", pattern = r"^\d{1,13}(\.\d{1,2})?$")]
        total?: String => Amount,
        #[schema(example = "23.00", pattern = r"^\d{1,13}(\.\d{1,2})?$")]
        vat_total?: String => Amount,
        /// With a total that it no longer fits another one comes too; null drops it
        #[schema(nullable)]
        vat_breakdown?: Vec<VatRowBody> => OrNull<Vec<VatRowBody>>,
        #[schema(max_length = 2000)]
        note?: String,
        /// pending_approval: it was reviewed
        status?: OpenExpenseStatusName,
        /// The project that it belongs to, also of an approved expense; an empty text takes the link away
        #[schema(pattern = "^([0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})?$")]
        project_id?: String => Link<ProjectId>,
    }
}

impl Request for ExpenseChangeBody {
    type Value = ExpenseCorrection;

    fn check(self, _: &Value<'_>, _: &mut Found) -> Option<ExpenseCorrection> {
        Some(ExpenseCorrection {
            version: self.version,
            number: self.number,
            variable_symbol: self.variable_symbol,
            issue_date: self.issue_date,
            delivery_date: self.delivery_date,
            due_date: self.due_date,
            total: self.total,
            vat_total: self.vat_total,
            vat_breakdown: self.vat_breakdown,
            note: self.note,
            status: self.status,
            project_id: self.project_id,
        })
    }
}

request! {
    /// Why an expense is rejected.
    #[schema(example = json!({"reason": "Tovar neprišiel"}))]
    pub struct RejectBody {
        #[schema(min_length = 1, max_length = 500)]
        reason: String,
    }
}

impl Request for RejectBody {
    type Value = String;

    fn check(self, at: &Value<'_>, found: &mut Found) -> Option<String> {
        at.required(self.reason, "reason", found)
    }
}

enum AnyCurrency {}

impl Field for AnyCurrency {
    type Value = CurrencyCode;

    fn read(value: &Value<'_>, found: &mut Found) -> Option<CurrencyCode> {
        let text = value.string(found)?;
        let code = text.parse();
        code.map_err(|_| value.refuse(found, RequestFault::NotACurrency)).ok()
    }
}
