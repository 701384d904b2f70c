//! The item of a line (BG-31, BG-30, BG-32).

use crate::conversion::Conversion;
use crate::taxes::category;
use crate::tree::{Element, children};

/// What was sold.
pub(crate) fn write(
    c: &mut Conversion,
    product: Option<Element<'_>>,
    settlement: Option<Element<'_>>,
) {
    let description = c.first(product, "Description");
    c.text("Description", description);
    let name = c.first(product, "Name");
    c.text("Name", name);
    let buyers = c.first(product, "BuyerAssignedID");
    c.group("BuyersItemIdentification", |c| c.code("ID", buyers));
    let sellers = c.first(product, "SellerAssignedID");
    c.group("SellersItemIdentification", |c| c.code("ID", sellers));
    let standard = c.first(product, "GlobalID");
    c.group("StandardItemIdentification", |c| c.code_with("ID", standard, &["schemeID"]));
    let origin = c.at(product, &["OriginTradeCountry", "ID"]);
    c.group("OriginCountry", |c| c.code("IdentificationCode", origin));
    for class in children(product, "DesignatedProductClassification") {
        c.group("CommodityClassification", |c| {
            let code = c.first(Some(class), "ClassCode");
            c.code_with("ItemClassificationCode", code, &["listID", "listVersionID"]);
        });
    }
    let tax = c.first(settlement, "ApplicableTradeTax");
    category(c, "ClassifiedTaxCategory", tax);
    for attribute in children(product, "ApplicableProductCharacteristic") {
        c.group("AdditionalItemProperty", |c| {
            let name = c.first(Some(attribute), "Description");
            c.text("Name", name);
            let value = c.first(Some(attribute), "Value");
            c.text("Value", value);
        });
    }
}
