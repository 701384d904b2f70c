//! Codes of EN 16931 that the profile does not have.

use super::{Refused, is, named, parent_name, value};
use xml::{Node, white_space::trimmed};

const RULE: &str = "FACTUR_X_CODE";

/// Values that a list of EN 16931 has and that of the profile has not.
struct Missing {
    /// The element that has one.
    element: &'static str,
    /// The elements that it stands in; any where there are none.
    within: &'static [&'static str],
    /// The attribute that has the value; the element itself where there is none.
    attribute: Option<&'static str>,
    codes: &'static [&'static str],
    /// What they are codes of.
    list: &'static str,
}

/// Lists 7, 10, 15, 17, 24, 31 and 32 of the profile beside those of EN 16931. All others have the same codes.
static MISSING: [Missing; 8] = [
    missing("CategoryCode", &[], None, &["B"], "VAT categories"),
    missing("CountryID", &[], None, &["AN"], "countries"),
    missing("ID", &["OriginTradeCountry"], None, &["AN"], "countries"),
    missing("InvoiceCurrencyCode", &[], None, &["STD"], "currencies"),
    missing("TaxCurrencyCode", &[], None, &["STD"], "currencies"),
    missing("TaxTotalAmount", &[], Some("currencyID"), &["STD"], "currencies"),
    missing(
        "URIID",
        &["URIUniversalCommunication"],
        Some("schemeID"),
        &["0219", "0220"],
        "schemes of electronic addresses",
    ),
    missing(
        "GlobalID",
        &["SellerTradeParty", "BuyerTradeParty", "PayeeTradeParty", "ShipToTradeParty"],
        Some("schemeID"),
        &["0241", "0242", "0243", "0244", "0245", "0246", "0247", "0248"],
        "schemes of parties' identifiers",
    ),
];

const fn missing(
    element: &'static str,
    within: &'static [&'static str],
    attribute: Option<&'static str>,
    codes: &'static [&'static str],
    list: &'static str,
) -> Missing {
    Missing { element, within, attribute, codes, list }
}

/// The codes of a document that the profile does not have.
pub(super) fn refused(root: Node<'_, '_>) -> Vec<Refused> {
    let missing = MISSING.iter().flat_map(|one| one.of(root));
    missing.chain(other_taxes(root)).collect()
}

impl Missing {
    fn of<'t>(&'static self, root: Node<'t, 't>) -> impl Iterator<Item = Refused> {
        let elements = named(root, self.element).filter(|element| {
            self.within.is_empty() || self.within.contains(&parent_name(*element))
        });
        elements.filter_map(|element| {
            let code = match self.attribute {
                Some(name) => trimmed(element.attribute(name)?).to_owned(),
                None => value(element),
            };
            self.codes.contains(&&*code).then(|| {
                let list = self.list;
                let why = format!("The profile EN 16931 of Factur-X has no {code} among its {list}; take the invoice as UBL or CII.");
                Refused::at(element, RULE, None, why)
            })
        })
    }
}

/// Taxes that are not named `VAT` in capitals. EN 16931 takes any case.
fn other_taxes<'t>(root: Node<'t, 't>) -> impl Iterator<Item = Refused> {
    let taxes = root
        .descendants()
        .filter(|node| is(*node, "ApplicableTradeTax") || is(*node, "CategoryTradeTax"));
    let types = taxes.flat_map(|tax| super::children(tax, "TypeCode"));
    types.filter(|code| value(*code) != "VAT").map(|code| {
        let why = format!("The tax is called {}; Factur-X knows VAT alone.", value(code));
        Refused::at(code, RULE, None, why)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use xml::Parsed;

    /// How many values are refused of a document.
    fn refusals(document: &str) -> usize {
        let read = Parsed::read(document.as_bytes()).expect("read");
        refused(read.root()).len()
    }

    #[test]
    fn each_code_that_a_list_lacks_is_refused_in_its_place() {
        for Missing { element, within, attribute, codes, .. } in &MISSING {
            let parents: &[&str] = if within.is_empty() { &["AnyGroup"] } else { within };
            for (parent, code) in
                parents.iter().flat_map(|it| codes.iter().map(move |code| (it, code)))
            {
                let of = |parent: &str, code: &str| match attribute {
                    Some(name) => {
                        format!("<a><{parent}><{element} {name}=' {code} '/></{parent}></a>")
                    }
                    None => format!("<a><{parent}><{element}> {code} </{element}></{parent}></a>"),
                };
                assert_eq!(refusals(&of(parent, code)), 1, "{parent}/{element} {code}");
                assert_eq!(refusals(&of(parent, "0088")), 0, "{parent}/{element}");
                let elsewhere = usize::from(within.is_empty());
                assert_eq!(refusals(&of("Elsewhere", code)), elsewhere, "{element} {code}");
            }
        }
    }

    #[test]
    fn a_tax_is_called_vat_in_capitals() {
        let of = |name: &str| {
            format!("<a><ApplicableTradeTax><TypeCode>{name}</TypeCode></ApplicableTradeTax></a>")
        };
        let found = ["VAT", " VAT ", "vat", "GST"].map(|name| refusals(&of(name)));
        assert_eq!(found, [0, 0, 1, 1]);
    }
}
