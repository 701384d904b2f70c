//! Lines (BG-25) with item (BG-31), price (BG-29) and VAT (BG-30).

use crate::{
    charges,
    conversion::Conversion,
    references, settlement,
    tree::{Element, at, children, value},
};
use rust_decimal::Decimal;

/// All lines, in their order.
pub(crate) fn write(c: &mut Conversion, root: Element<'_>) {
    let lines = ["InvoiceLine", "CreditNoteLine"];
    for line in lines.into_iter().flat_map(|name| children(Some(root), name)) {
        c.group("IncludedSupplyChainTradeLineItem", |c| write_line(c, Some(line)));
    }
}

fn write_line(c: &mut Conversion, line: Option<Element<'_>>) {
    c.group("AssociatedDocumentLineDocument", |c| {
        c.code("LineID", at(line, &["ID"]), &[]);
        c.group("IncludedNote", |c| c.text("Content", at(line, &["Note"])));
    });
    let item = at(line, &["Item"]);
    c.group("SpecifiedTradeProduct", |c| product(c, item));
    c.group("SpecifiedLineTradeAgreement", |c| {
        c.group("BuyerOrderReferencedDocument", |c| {
            c.code("LineID", at(line, &["OrderLineReference", "LineID"]), &[]);
        });
        prices(c, at(line, &["Price"]));
    });
    c.group("SpecifiedLineTradeDelivery", |c| {
        let quantity = at(line, &["InvoicedQuantity"]).or(at(line, &["CreditedQuantity"]));
        c.code("BilledQuantity", quantity, &["unitCode"]);
    });
    c.group("SpecifiedLineTradeSettlement", |c| {
        c.group("ApplicableTradeTax", |c| {
            settlement::category(c, at(item, &["ClassifiedTaxCategory"]));
        });
        settlement::period(c, at(line, &["InvoicePeriod"]));
        charges::write(c, line);
        c.group("SpecifiedTradeSettlementLineMonetarySummation", |c| {
            c.amount("LineTotalAmount", at(line, &["LineExtensionAmount"]));
        });
        references::invoiced_object(c, references::of_line(line)); // BT-128
        c.group("ReceivableSpecifiedTradeAccountingAccount", |c| {
            c.text("ID", at(line, &["AccountingCost"])); // BT-133
        });
    });
}

fn product(c: &mut Conversion, item: Option<Element<'_>>) {
    c.code("GlobalID", at(item, &["StandardItemIdentification", "ID"]), &["schemeID"]);
    c.code("SellerAssignedID", at(item, &["SellersItemIdentification", "ID"]), &[]);
    c.code("BuyerAssignedID", at(item, &["BuyersItemIdentification", "ID"]), &[]);
    c.text("Name", at(item, &["Name"]));
    c.text("Description", at(item, &["Description"]));
    for property in children(item, "AdditionalItemProperty") {
        c.group("ApplicableProductCharacteristic", |c| {
            c.text("Description", at(Some(property), &["Name"]));
            c.text("Value", at(Some(property), &["Value"]));
        });
    }
    for class in children(item, "CommodityClassification") {
        c.group("DesignatedProductClassification", |c| {
            let code = at(Some(class), &["ItemClassificationCode"]);
            c.code("ClassCode", code, &["listID", "listVersionID"]);
        });
    }
    c.group("OriginTradeCountry", |c| {
        c.code("ID", at(item, &["OriginCountry", "IdentificationCode"]), &[]);
    });
}

/// The gross price with its discount where there is one, and the net price.
fn prices(c: &mut Conversion, price: Option<Element<'_>>) {
    let (net, base) = (at(price, &["PriceAmount"]), at(price, &["BaseQuantity"]));
    let discount = at(price, &["AllowanceCharge"]);
    c.group("GrossPriceProductTradePrice", |c| {
        let (gross, amount) = (at(discount, &["BaseAmount"]), at(discount, &["Amount"]));
        match gross {
            Some(_) => c.amount("ChargeAmount", gross),
            None => c.fixed("ChargeAmount", &sum(net, amount).unwrap_or_default()),
        }
        if discount.is_none() {
            return;
        }
        c.code("BasisQuantity", base, &["unitCode"]);
        c.group("AppliedTradeAllowanceCharge", |c| {
            let indicator = at(discount, &["ChargeIndicator"]);
            charges::indicator(c, indicator);
            c.amount("ActualAmount", amount);
        });
    });
    c.group("NetPriceProductTradePrice", |c| {
        c.amount("ChargeAmount", net);
        c.code("BasisQuantity", base, &["unitCode"]);
    });
}

/// The gross price (BT-148) by its definition, where the document says the discount alone.
fn sum(net: Option<Element<'_>>, discount: Option<Element<'_>>) -> Option<String> {
    let number = |from| Decimal::from_str_exact(&value(from)).ok();
    Some(number(net)?.checked_add(number(discount)?)?.to_string())
}
