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

#[cfg(test)]
mod tests {
    use super::*;
    use xml::Parsed;

    /// The rules by which a document is refused.
    fn rules(document: &str) -> Vec<&'static str> {
        let read = Parsed::read(document.as_bytes()).expect("read");
        refused(read.root()).into_iter().map(|one| one.rule).collect()
    }

    #[test]
    fn a_group_has_what_it_must() {
        for (group, required) in REQUIRED {
            let all = REQUIRED.iter().filter(|(other, _)| *other == group);
            let whole: String = all.clone().map(|(_, name)| format!("<{name}/>")).collect();
            assert_eq!(rules(&format!("<a><{group}>{whole}</{group}></a>")), [] as [&str; 0]);
            let less = whole.replacen(&format!("<{required}/>"), "", 1);
            assert_eq!(rules(&format!("<a><{group}>{less}</{group}></a>")), [MISSING], "{group}");
        }
        let file =
            |attributes: &str| rules(&format!("<a><AttachmentBinaryObject {attributes}/></a>"));
        assert_eq!(file("mimeCode='text/csv' filename='a'"), [] as [&str; 0]);
        assert_eq!(
            (file("mimeCode='text/csv'"), file("filename='a'")),
            (vec![MISSING], vec![MISSING])
        );
    }

    #[test]
    fn a_group_has_no_more_than_it_may() {
        for (group, name, most) in LIMITED {
            let of = |count| {
                let all = format!("<{name}/>").repeat(count);
                rules(&format!("<a><{group}>{all}</{group}></a>"))
            };
            assert_eq!((of(most), of(most + 2)), (vec![], vec![REPEATED; 2]), "{group}/{name}");
        }
    }
}
