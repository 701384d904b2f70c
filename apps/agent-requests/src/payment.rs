use super::{
    field::{Field, Request, request},
    json::{Found, Value},
    names::RecordedMethodName,
};
use invoicing::paying::PaymentRequest;
use money::Decimal;
use time::Date;

request! {
    /// A payment that was made.
    #[schema(example = json!({"amount": "100.00", "method": "bank_transfer"}))]
    pub struct PaymentBody {
        /// In the invoice's currency, as a decimal string; at most what is outstanding
        #[schema(example = "100.00", max_length = 16, pattern = r"^(0*[1-9]\d*(\.\d{1,2})?|0+\.(0[1-9]|[1-9]\d?))$")]
        amount: String => Amount,
        /// The day on which it was made, not later than today; today by default
        #[schema(format = Date)]
        date?: String => Date,
        method: RecordedMethodName,
    }
}

impl Request for PaymentBody {
    type Value = PaymentRequest;

    fn check(self, at: &Value<'_>, found: &mut Found) -> Option<PaymentRequest> {
        let amount = at.required(self.amount, "amount", found);
        let method = at.required(self.method, "method", found);
        Some(PaymentRequest { amount: amount?, date: self.date, method: method? })
    }
}

/// An amount as a decimal string.
pub(super) enum Amount {}

impl Field for Amount {
    type Value = Decimal;

    fn read(value: &Value<'_>, found: &mut Found) -> Option<Decimal> {
        value.amount(found)
    }
}
