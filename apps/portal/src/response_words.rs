//! Names of what Invoice Responses say.

use crate::{
    blocks::{Badge, Kind},
    words::Words,
};
use invoice_responses::{
    ClarificationCode, InvoiceStatus, NetworkStatus, ResponseState, StatusAction, StatusReason,
};

impl Words {
    /// The state of an invoice in the network: the buyer's response, or else the state of its newest send.
    pub(crate) const fn network(&self, standing: &NetworkStatus) -> Badge {
        match standing {
            NetworkStatus { answer: Some(answer), .. } => self.response(*answer),
            NetworkStatus { held: true, .. } => Badge { kind: Kind::Warn, text: self.t.send_held },
            NetworkStatus { state, .. } => self.sending(*state),
        }
    }

    pub(crate) const fn response(&self, status: InvoiceStatus) -> Badge {
        let (kind, text) = match status {
            InvoiceStatus::Acknowledged => (Kind::Quiet, self.t.answer_acknowledged),
            InvoiceStatus::InProcess => (Kind::Info, self.t.answer_in_process),
            InvoiceStatus::UnderQuery => (Kind::Warn, self.t.answer_under_query),
            InvoiceStatus::ConditionallyAccepted => (Kind::Warn, self.t.answer_conditionally),
            InvoiceStatus::Rejected => (Kind::Bad, self.t.answer_rejected),
            InvoiceStatus::Accepted => (Kind::Good, self.t.answer_accepted),
            InvoiceStatus::Paid => (Kind::Good, self.t.answer_paid),
        };
        Badge { kind, text }
    }

    /// How far a response is; on its way it is as documents are.
    pub(crate) const fn response_state(&self, state: ResponseState) -> Badge {
        let (kind, text) = match state {
            ResponseState::Queued => (Kind::Warn, self.t.send_queued),
            ResponseState::Sent => (Kind::Info, self.t.send_sent),
            ResponseState::Delivered => (Kind::Good, self.t.send_delivered),
            ResponseState::Failed => (Kind::Bad, self.t.send_failed),
            ResponseState::NotSupported => (Kind::Quiet, self.t.response_not_supported),
        };
        Badge { kind, text }
    }

    /// A reason or an action.
    pub(crate) const fn clarification(&self, code: ClarificationCode) -> &'static str {
        match code {
            ClarificationCode::Reason(reason) => self.status_reason(reason),
            ClarificationCode::Action(action) => self.status_action(action),
        }
    }

    pub(crate) const fn status_reason(&self, reason: StatusReason) -> &'static str {
        match reason {
            StatusReason::None => self.t.reason_none,
            StatusReason::References => self.t.reason_references,
            StatusReason::Legal => self.t.reason_legal,
            StatusReason::ReceiverUnknown => self.t.reason_receiver,
            StatusReason::Quality => self.t.reason_quality,
            StatusReason::Delivery => self.t.reason_delivery,
            StatusReason::Prices => self.t.reason_prices,
            StatusReason::Quantity => self.t.reason_quantity,
            StatusReason::Items => self.t.reason_items,
            StatusReason::PaymentTerms => self.t.reason_terms,
            StatusReason::NotRecognized => self.t.reason_unrecognized,
            StatusReason::Finance => self.t.reason_finance,
            StatusReason::PartlyPaid => self.t.reason_part,
            StatusReason::Other => self.t.reason_other,
        }
    }

    pub(crate) const fn status_action(&self, action: StatusAction) -> &'static str {
        match action {
            StatusAction::None => self.t.action_none,
            StatusAction::Inform => self.t.action_inform,
            StatusAction::NewInvoice => self.t.action_new,
            StatusAction::CreditFully => self.t.action_credit,
            StatusAction::CreditPartly => self.t.action_credit_part,
            StatusAction::CreditAmount => self.t.action_credit_amount,
            StatusAction::Other => self.t.action_other,
        }
    }
}
