//! The codes of a response.

use crate::codes::codes;

codes! {
    /// The status that a buyer gives an invoice (UNCL4343, subset of T111). Statuses may follow each other in this
    /// order (rule OP-BR111-R012).
    InvoiceStatus {
        /// It was received and can be read.
        Acknowledged "AB",
        /// Its processing has begun.
        InProcess "IP",
        /// It is not processed until the seller has answered.
        UnderQuery "UQ",
        /// It is accepted under conditions that the response states.
        ConditionallyAccepted "CA",
        /// It will not be processed. This status is final.
        Rejected "RE",
        /// It is approved, and payment is next.
        Accepted "AP",
        /// The payment has been initiated. It is final, unless the invoice is paid in part.
        Paid "PD",
    }
}

impl InvoiceStatus {
    /// The name of the status in this service.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Acknowledged => "acknowledged",
            Self::InProcess => "in_process",
            Self::UnderQuery => "under_query",
            Self::ConditionallyAccepted => "conditionally_accepted",
            Self::Rejected => "rejected",
            Self::Accepted => "accepted",
            Self::Paid => "paid",
        }
    }

    /// The position in the order.
    #[must_use]
    pub const fn rank(self) -> u8 {
        self as u8
    }

    /// Whether a reason with a code is required (rule PEPPOL-T111-R001).
    #[must_use]
    pub const fn needs_reason(self) -> bool {
        matches!(self, Self::UnderQuery | Self::ConditionallyAccepted | Self::Rejected)
    }
}

codes! {
    /// The reason for a status (code list OPStatusReason).
    StatusReason {
        /// No issue.
        None "NON",
        /// References are incorrect.
        References "REF",
        /// Legal information is incorrect.
        Legal "LEG",
        /// The receiver is unknown.
        ReceiverUnknown "REC",
        /// The quality of items is insufficient.
        Quality "QUA",
        /// Something is wrong with the delivery.
        Delivery "DEL",
        /// Prices are incorrect.
        Prices "PRI",
        /// Quantities are incorrect.
        Quantity "QTY",
        /// Items are incorrect.
        Items "ITM",
        /// The payment terms are incorrect.
        PaymentTerms "PAY",
        /// The invoice is not recognized.
        NotRecognized "UNR",
        /// Financial information is incorrect.
        Finance "FIN",
        /// It is paid in part. The code is only allowed with the status paid.
        PartlyPaid "PPD",
        /// Another reason, which the text explains.
        Other "OTH",
    }
}

codes! {
    /// The action that the buyer asks of the seller (code list OPStatusAction).
    StatusAction {
        /// No action.
        None "NOA",
        /// To provide information.
        Inform "PIN",
        /// To issue a new invoice.
        NewInvoice "NIN",
        /// To credit the invoice in full.
        CreditFully "CNF",
        /// To credit a part of it.
        CreditPartly "CNP",
        /// To credit the amount.
        CreditAmount "CNA",
        /// Another action, which the text explains.
        Other "OTH",
    }
}
