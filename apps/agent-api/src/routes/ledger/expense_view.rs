use crate::{
    requests::{ExpenseStatusName, PaymentStatusName},
    routes::invoicing::invoice_parts::{PaymentView, percent},
};
use ::expenses::{
    Expense, ExpenseStatus, ExpenseType, ExpenseVat, PaymentStatus, SettledExpense, StockLine,
};
use invoicing::Payment;
use money::{CurrencyCode, Decimal};
use serde::Serialize;
use time::{Date, OffsetDateTime};
use utoipa::ToSchema;
use uuid::Uuid;

/// What an expense brings of an item of the stock.
#[derive(Serialize, ToSchema)]
pub struct ExpenseStockView {
    pub stock_item_id: Uuid,
    pub warehouse_id: Uuid,
    #[schema(value_type = String, example = "10")]
    pub quantity: Decimal,
    /// Null: the average cost
    #[schema(value_type = Option<String>, example = "12.50")]
    pub unit_cost: Option<Decimal>,
}

impl ExpenseStockView {
    fn of(line: &StockLine) -> Self {
        Self {
            stock_item_id: line.stock.item.0,
            warehouse_id: line.stock.warehouse.0,
            quantity: line.quantity,
            unit_cost: line.unit_cost,
        }
    }
}

/// An invoice of a supplier.
#[derive(Serialize, ToSchema)]
pub struct ExpenseView<'a> {
    pub id: Uuid,
    /// manual or peppol
    pub origin: &'static str,
    #[schema(value_type = String, example = "invoice")]
    pub r#type: ExpenseType,
    /// processing, needs_review, pending_approval, approved, rejected
    #[schema(value_type = ExpenseStatusName, example = "pending_approval")]
    pub status: ExpenseStatus,
    /// unpaid, partially_paid, paid
    #[schema(value_type = PaymentStatusName, example = "unpaid")]
    pub payment_status: PaymentStatus,
    /// The supplier's (BT-1).
    pub number: &'a str,
    pub variable_symbol: Option<&'a str>,
    pub supplier: SupplierView<'a>,
    #[serde(with = "service_day::iso_date")]
    pub issue_date: Date,
    #[serde(with = "service_day::iso_date::option")]
    pub delivery_date: Option<Date>,
    #[serde(with = "service_day::iso_date::option")]
    pub due_date: Option<Date>,
    #[schema(value_type = String, example = "100.00")]
    pub subtotal: Decimal,
    #[schema(value_type = String, example = "23.00")]
    pub vat_total: Decimal,
    #[schema(value_type = String, example = "123.00")]
    pub total: Decimal,
    /// Empty where it is not known.
    pub vat_breakdown: Vec<ExpenseVatView<'a>>,
    /// Payments, and what the document says was paid before (BT-113).
    #[schema(value_type = String, example = "0.00")]
    pub paid_amount: Decimal,
    #[schema(value_type = String, example = "123.00")]
    pub outstanding: Decimal,
    #[schema(value_type = String, example = "EUR")]
    pub currency: CurrencyCode,
    pub note: Option<&'a str>,
    /// The project that it belongs to.
    pub project_id: Option<Uuid>,
    /// What of the stock it brings once it is approved.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stock_lines: Vec<ExpenseStockView>,
    /// Why it has to be looked at.
    pub review_reasons: &'a [String],
    pub rejection_reason: Option<&'a str>,
    /// When it was approved or rejected.
    #[serde(with = "time::serde::rfc3339::option")]
    pub decided_at: Option<OffsetDateTime>,
    /// The document that came over the network.
    pub received_document_id: Option<Uuid>,
    /// That document, byte for byte.
    pub document_url: Option<String>,
    /// The receipt that was given for it.
    pub evidence_url: Option<String>,
    /// The oldest first; left out in lists.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub payments: Option<Vec<PaymentView<'a>>>,
    pub version: i32,
    #[serde(with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
}

/// The supplier as the document has it, and the contact that it is.
#[derive(Serialize, ToSchema)]
pub struct SupplierView<'a> {
    pub id: Uuid,
    pub name: &'a str,
    pub ico: Option<&'a str>,
    pub dic: Option<&'a str>,
    pub ic_dph: Option<&'a str>,
}

/// VAT of a rate.
#[derive(Serialize, ToSchema)]
pub struct ExpenseVatView<'a> {
    /// Null of what was entered by hand.
    #[schema(example = "S")]
    pub vat_category: Option<&'a str>,
    #[serde(serialize_with = "percent")]
    #[schema(value_type = f64, example = 23)]
    pub vat_rate: Decimal,
    #[schema(value_type = String)]
    pub taxable_amount: Decimal,
    #[schema(value_type = String)]
    pub tax_amount: Decimal,
}

impl<'a> ExpenseView<'a> {
    /// The view of an expense in a list; links begin with `base_url`.
    pub(in crate::routes) fn of(expense: &'a Expense, base_url: &str) -> Self {
        let content = &expense.content;
        let document = expense.origin.document();
        let link = |what: &str| {
            document.map(|id| format!("{base_url}/v1/agent/peppol/received/{id}/{what}"))
        };
        Self {
            id: expense.id.0,
            origin: expense.origin.name(),
            r#type: content.expense_type,
            status: expense.status,
            payment_status: expense.payment_status(),
            number: &content.number,
            variable_symbol: content.variable_symbol.as_deref(),
            supplier: SupplierView {
                id: content.supplier_id.0,
                name: &content.supplier.name,
                ico: content.supplier.ico.as_deref(),
                dic: content.supplier.dic.as_deref(),
                ic_dph: content.supplier.ic_dph.as_deref(),
            },
            issue_date: content.issue_date,
            delivery_date: content.delivery_date,
            due_date: content.due_date,
            subtotal: content.totals.subtotal,
            vat_total: content.totals.vat_total,
            total: content.totals.total,
            vat_breakdown: content.vat.iter().map(vat).collect(),
            paid_amount: money::round(expense.paid_amount),
            outstanding: money::round(expense.outstanding()),
            currency: content.currency,
            note: content.note.as_deref(),
            project_id: content.project_id.map(Uuid::from),
            stock_lines: content.stock.iter().map(ExpenseStockView::of).collect(),
            review_reasons: &expense.review.reasons,
            rejection_reason: expense.review.rejected.as_deref(),
            decided_at: expense.review.decided_at,
            received_document_id: document.map(|id| id.0),
            document_url: link("xml"),
            evidence_url: link("evidence"),
            payments: None,
            version: expense.version,
            created_at: expense.created_at,
        }
    }

    /// With its payments.
    pub(in crate::routes) fn with(self, payments: &'a [Payment]) -> Self {
        Self { payments: Some(payments.iter().map(PaymentView::of).collect()), ..self }
    }

    /// The view of an expense with its payments.
    pub(in crate::routes) fn whole(settled: &'a SettledExpense, base_url: &str) -> Self {
        Self::of(&settled.expense, base_url).with(&settled.payments)
    }
}

fn vat(row: &ExpenseVat) -> ExpenseVatView<'_> {
    ExpenseVatView {
        vat_category: row.category.as_deref(),
        vat_rate: row.rate,
        taxable_amount: row.taxable_amount,
        tax_amount: row.tax_amount,
    }
}
