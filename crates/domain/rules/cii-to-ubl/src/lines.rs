//! Lines (BG-25).

use crate::conversion::Conversion;
use crate::loss::REPEATED;
use crate::period::period_of_line;
use crate::tree::{Element, children, own_text};
use crate::{item, notes, price, references, taxes};
use xml::white_space::trimmed;

/// All lines, in their order.
pub(crate) fn write(c: &mut Conversion, transaction: Option<Element<'_>>) {
    for line in children(transaction, "IncludedSupplyChainTradeLineItem") {
        c.group(c.kind.line(), |c| write_line(c, Some(line)));
    }
}

fn write_line(c: &mut Conversion, line: Option<Element<'_>>) {
    let document = c.first(line, "AssociatedDocumentLineDocument");
    let agreement = c.first(line, "SpecifiedLineTradeAgreement");
    let settlement = c.first(line, "SpecifiedLineTradeSettlement");
    let number = c.first(document, "LineID");
    c.code("ID", number);
    notes::write_of_line(c, document);
    let quantity = c.at(line, &["SpecifiedLineTradeDelivery", "BilledQuantity"]);
    c.code_with(c.kind.quantity(), quantity, &["unitCode"]);
    let amount =
        c.at(settlement, &["SpecifiedTradeSettlementLineMonetarySummation", "LineTotalAmount"]);
    c.amount("LineExtensionAmount", amount);
    let account = c.at(settlement, &["ReceivableSpecifiedTradeAccountingAccount", "ID"]);
    c.text("AccountingCost", account);
    period_of_line(c, settlement);
    let order_line = c.at(agreement, &["BuyerOrderReferencedDocument", "LineID"]);
    c.group("OrderLineReference", |c| c.code("LineID", order_line));
    invoiced_object(c, settlement);
    taxes::write_charges_of_line(c, settlement);
    let product = c.first(line, "SpecifiedTradeProduct");
    c.group("Item", |c| item::write(c, product, settlement));
    c.group("Price", |c| price::write(c, agreement));
}

/// BT-128: the first additional document of type 130. Others have no term.
fn invoiced_object(c: &mut Conversion, settlement: Option<Element<'_>>) {
    let mut found = false;
    for document in children(settlement, "AdditionalReferencedDocument") {
        let code = c.first(Some(document), "TypeCode");
        if code.is_none_or(|code| trimmed(&own_text(code)) != "130") {
            continue;
        }
        if found {
            c.note(Some(document), REPEATED);
            continue;
        }
        found = true;
        c.group("DocumentReference", |c| references::invoiced_object(c, document, code));
    }
}
