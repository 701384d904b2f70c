use super::{
    field::{Field, Request, request},
    json::{Found, Value},
    names::InvoiceResponseName,
};
use invoice_responses::{AnswerInput, ReasonInput};

request! {
    /// What is made of a received document.
    #[schema(example = json!({"response": "rejected", "reasons": [{"code": "PRI", "text": "Cena nie je podľa zmluvy"}], "actions": [{"code": "NIN"}]}))]
    pub struct RespondBody for AnswerInput {
        response: InvoiceResponseName,
        /// Why: codes of OPStatusReason. rejected, under_query and conditionally_accepted need a reason or an action
        #[schema(max_items = 20)]
        reasons?: Vec<ReasonBody>,
        /// What the sender is asked to do: codes of OPStatusAction
        #[schema(max_items = 20)]
        actions?: Vec<ReasonBody>,
        #[schema(max_length = 1000)]
        note?: String,
    }
}

request! {
    /// A reason, or an action that is asked for.
    pub struct ReasonBody for ReasonInput {
        /// A code of the list
        #[schema(example = "OTH")]
        code: String,
        /// In words; required with OTH and PPD
        #[schema(max_length = 1000)]
        text?: String,
    }
}

request! {
    /// Whether the organization receives Invoice Responses.
    #[schema(example = json!({"receive": true}))]
    pub struct ReceiveResponsesBody {
        receive: bool,
    }
}

impl Request for ReceiveResponsesBody {
    type Value = bool;

    fn check(self, at: &Value<'_>, found: &mut Found) -> Option<bool> {
        at.required(self.receive, "receive", found)
    }
}
