//! Where the profile's schema is narrower than D16B, in what CII of ours can have: it is written in the profile's order, and each
//! group but these has what it must by the rules of EN 16931.

use super::{Refused, children, named};
use xml::Node;

const MISSING: &str = "FACTUR_X_MISSING";
const REPEATED: &str = "FACTUR_X_REPEATED";

/// Groups, and what must be in them.
const REQUIRED: [(&str, &str); 6] = [
    ("ApplicableTradeSettlementFinancialCard", "ID"),
    ("ApplicableTradeTax", "TypeCode"),
    ("AppliedTradeAllowanceCharge", "ChargeIndicator"),
    ("AppliedTradeAllowanceCharge", "ActualAmount"),
    ("SpecifiedTradeAllowanceCharge", "ChargeIndicator"),
    ("GrossPriceProductTradePrice", "ChargeAmount"),
];

/// Groups, and what may be in them so many times.
const LIMITED: [(&str, &str, usize); 7] = [
    ("BuyerTradeParty", "ID", 1),
    ("BuyerTradeParty", "GlobalID", 1),
    ("BuyerTradeParty", "SpecifiedTaxRegistration", 1),
    ("PayeeTradeParty", "ID", 1),
    ("PayeeTradeParty", "GlobalID", 1),
    ("SellerTradeParty", "SpecifiedTaxRegistration", 2),
    ("SellerTaxRepresentativeTradeParty", "SpecifiedTaxRegistration", 1),
];

/// What the schema of the profile refuses.
pub(super) fn refused(root: Node<'_, '_>) -> Vec<Refused> {
    let mut all = Vec::new();
    for (group, required) in REQUIRED {
        let lacking = named(root, group).filter(|it| children(*it, required).next().is_none());
        all.extend(lacking.map(|it| {
            let why = format!("Factur-X asks for {required} in {group}.");
            Refused::at(it, MISSING, None, why)
        }));
    }
    for (group, name, most) in LIMITED {
        let further = named(root, group).flat_map(|group| children(group, name).skip(most));
        all.extend(further.map(|element| {
            let why = format!("Factur-X takes {name} in {group} {most} times at most.");
            Refused::at(element, REPEATED, None, why)
        }));
    }
    all.extend(named(root, "AttachmentBinaryObject").filter_map(unnamed));
    all
}

/// An embedded file whose name or type is not said (BT-125-2, BT-125-1).
fn unnamed(file: Node<'_, '_>) -> Option<Refused> {
    let lacks =
        ["mimeCode", "filename"].into_iter().find(|name| file.attribute(*name).is_none())?;
    let why = format!("Factur-X asks for {lacks} of an embedded file (BT-125).");
    Some(Refused::at(file, MISSING, None, why))
}
