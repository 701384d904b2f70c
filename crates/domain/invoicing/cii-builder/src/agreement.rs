//! The agreement: buyer reference (BT-10), parties, orders, contract, supporting documents, project.

use crate::{
    conversion::Conversion,
    parties::{self, Whose},
    references,
    tree::{Element, at, value},
};

/// What stands in the place of an order's number that UBL wants and there is none.
const NO_ORDER: &str = "NA";

/// The obligatory `ApplicableHeaderTradeAgreement`.
pub(crate) fn write(c: &mut Conversion, root: Element<'_>) {
    let from = Some(root);
    c.obligatory("ApplicableHeaderTradeAgreement", |c| {
        c.text("BuyerReference", at(from, &["BuyerReference"]));
        let seller = at(from, &["AccountingSupplierParty", "Party"]);
        c.group("SellerTradeParty", |c| parties::trading(c, seller, Whose::Seller));
        let buyer = at(from, &["AccountingCustomerParty", "Party"]);
        c.group("BuyerTradeParty", |c| parties::trading(c, buyer, Whose::Buyer));
        let representative = at(from, &["TaxRepresentativeParty"]);
        c.group("SellerTaxRepresentativeTradeParty", |c| {
            parties::representative(c, representative)
        });
        let sales = at(from, &["OrderReference", "SalesOrderID"]);
        c.group("SellerOrderReferencedDocument", |c| c.code("IssuerAssignedID", sales, &[]));
        order(c, at(from, &["OrderReference", "ID"]), sales.is_some());
        let contract = at(from, &["ContractDocumentReference", "ID"]);
        c.group("ContractReferencedDocument", |c| c.code("IssuerAssignedID", contract, &[]));
        references::additional(c, root);
        references::project(c, root);
    });
}

/// BT-13, unless it only stands there for the sales order's sake.
fn order(c: &mut Conversion, number: Option<Element<'_>>, beside_sales_order: bool) {
    match number {
        Some(element) if beside_sales_order && value(number) == NO_ORDER => c.carried(element),
        _ => c.group("BuyerOrderReferencedDocument", |c| c.code("IssuerAssignedID", number, &[])),
    }
}
