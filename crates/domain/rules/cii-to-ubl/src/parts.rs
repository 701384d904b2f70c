//! The parts of the document that the mapping starts from.

use crate::conversion::Conversion;
use crate::tree::Element;

/// The parts of the document that the mapping starts from.
#[derive(Clone, Copy)]
pub(crate) struct Parts<'a> {
    pub(crate) context: Option<Element<'a>>,
    pub(crate) head: Option<Element<'a>>,
    pub(crate) transaction: Option<Element<'a>>,
    pub(crate) agreement: Option<Element<'a>>,
    pub(crate) delivery: Option<Element<'a>>,
    pub(crate) settlement: Option<Element<'a>>,
}

impl<'a> Parts<'a> {
    pub(crate) fn of(c: &mut Conversion, root: Element<'a>) -> Self {
        let transaction = c.first(Some(root), "SupplyChainTradeTransaction");
        Self {
            context: c.first(Some(root), "ExchangedDocumentContext"),
            head: c.first(Some(root), "ExchangedDocument"),
            transaction,
            agreement: c.first(transaction, "ApplicableHeaderTradeAgreement"),
            delivery: c.first(transaction, "ApplicableHeaderTradeDelivery"),
            settlement: c.first(transaction, "ApplicableHeaderTradeSettlement"),
        }
    }
}
