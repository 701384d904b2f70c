//! What the XML says that a page can be compared with.

use xml::{Parsed, white_space::trimmed};

/// Number and sums of an invoice, CII or UBL, and its specification.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Facts {
    /// BT-24.
    pub(crate) guideline: String,
    /// BT-1.
    pub(crate) number: String,
    /// BT-112.
    pub(crate) total: String,
    /// BT-115.
    pub(crate) due: String,
}

/// The facts; `None` for what is no XML, or none of an invoice.
pub(crate) fn of(bytes: &[u8]) -> Option<Facts> {
    let document = Parsed::read(bytes).ok()?;
    let at = |path: &[&str]| trimmed(&document.text_at(path).unwrap_or_default()).to_owned();
    match document.root_name().1 {
        "CrossIndustryInvoice" | "CrossIndustryDocument" => {
            let sums = [
                "SupplyChainTradeTransaction",
                "ApplicableHeaderTradeSettlement",
                "SpecifiedTradeSettlementHeaderMonetarySummation",
            ];
            let sum = |name| at(&[&sums[..], &[name]].concat());
            Some(Facts {
                guideline: at(&[
                    "ExchangedDocumentContext",
                    "GuidelineSpecifiedDocumentContextParameter",
                    "ID",
                ]),
                number: at(&["ExchangedDocument", "ID"]),
                total: sum("GrandTotalAmount"),
                due: sum("DuePayableAmount"),
            })
        }
        "Invoice" | "CreditNote" => Some(Facts {
            guideline: at(&["CustomizationID"]),
            number: at(&["ID"]),
            total: at(&["LegalMonetaryTotal", "TaxInclusiveAmount"]),
            due: at(&["LegalMonetaryTotal", "PayableAmount"]),
        }),
        _ => None,
    }
}
