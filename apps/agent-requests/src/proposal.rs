use super::{
    field::{Field, Request, request},
    json::{Found, Value},
};
use invoicing::InvoiceId;

request! {
    /// Which invoice a proposal is for.
    #[schema(example = json!({"invoice_id": "01936f5e-7b60-7000-8000-000000000001"}))]
    pub struct ProposalInvoiceBody {
        /// An open invoice in the currency of the account
        invoice_id: Uuid => InvoiceId,
    }
}

impl Request for ProposalInvoiceBody {
    type Value = InvoiceId;

    fn check(self, at: &Value<'_>, found: &mut Found) -> Option<InvoiceId> {
        at.required(self.invoice_id, "invoice_id", found)
    }
}
