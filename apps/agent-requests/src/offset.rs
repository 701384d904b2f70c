use super::{
    field::{Field, request},
    json::{Found, Value},
    payment::Amount,
};
use expenses::ExpenseId;
use invoicing::InvoiceId;
use offsets::OffsetInput;
use time::Date;

request! {
    /// A mutual set-off of an issued invoice and an approved invoice of a supplier.
    #[schema(example = json!({"invoice_id": "01936f5e-7b60-7000-8000-000000000001", "expense_id": "01936f5e-7b60-7000-8000-000000000002", "amount": "100.00"}))]
    pub struct OffsetBody for OffsetInput {
        /// An issued invoice of type invoice
        invoice_id: Uuid => InvoiceId,
        /// An approved expense of type invoice, of the same firm
        expense_id: Uuid => ExpenseId,
        /// At most what is outstanding of either document
        #[schema(example = "100.00", max_length = 16, pattern = r"^(0*[1-9]\d*(\.\d{1,2})?|0+\.(0[1-9]|[1-9]\d?))$")]
        amount: String => Amount,
        /// Not in the future, not before either document was issued; today in Europe/Bratislava by default
        #[schema(format = Date)]
        offset_date?: String => Date,
        /// The number of the agreement; the next of a series of its own by default, ZAP20260001
        #[schema(max_length = 100, example = "Z-2026/004")]
        reference?: String,
        #[schema(max_length = 500)]
        note?: String,
    }
}
