//! The business terms of EN 16931-1: what they are called and where they stand.

use std::sync::OnceLock;

/// A business term (BT-…) or group of terms (BG-…).
#[derive(Debug, PartialEq, Eq)]
pub struct Term {
    /// Its number, `BT-115`.
    pub id: &'static str,
    /// Its name in the standard.
    pub name: &'static str,
    /// Where it stands in a UBL invoice, from the document element.
    pub ubl: String,
    /// Where it stands in a Cross Industry Invoice.
    pub cii: String,
}

/// What the short beginnings of paths in the table stand for.
const BEGINNINGS: [(&str, &str); 8] = [
    ("$M", "$H/ram:SpecifiedTradeSettlementHeaderMonetarySummation"),
    ("$A", "rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeAgreement"),
    ("$D", "rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeDelivery"),
    ("$H", "rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeSettlement"),
    ("$L", "rsm:SupplyChainTradeTransaction/ram:IncludedSupplyChainTradeLineItem"),
    ("$S", "cac:AccountingSupplierParty/cac:Party"),
    ("$B", "cac:AccountingCustomerParty/cac:Party"),
    ("$l", "cac:InvoiceLine"),
];

impl Term {
    /// All of them, in the order of the standard.
    pub fn all() -> &'static [Self] {
        static TERMS: OnceLock<Vec<Term>> = OnceLock::new();
        TERMS.get_or_init(|| {
            let rows = include_str!("terms.txt").lines().filter(|line| !line.starts_with('#'));
            rows.filter_map(Self::of_row).collect()
        })
    }

    /// The term of this number, in any case of its letters.
    pub fn find(id: &str) -> Option<&'static Self> {
        Self::all().iter().find(|term| term.id.eq_ignore_ascii_case(id))
    }

    fn of_row(row: &'static str) -> Option<Self> {
        let mut cells = row.split(" | ");
        let (id, name) = (cells.next()?, cells.next()?);
        Some(Self { id, name, ubl: whole(cells.next()?), cii: whole(cells.next()?) })
    }
}

fn whole(path: &str) -> String {
    BEGINNINGS.iter().fold(path.to_owned(), |path, (short, long)| match path.strip_prefix(short) {
        Some(rest) => format!("{long}{rest}"),
        None => path,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::names::Name;
    use crate::{RuleSet, own_rules, rules};

    #[test]
    fn each_path_is_made_of_known_names() {
        assert_eq!(Term::all().len(), include_str!("terms.txt").lines().count() - 3);
        for term in Term::all() {
            for step in term.ubl.split('/').chain(term.cii.split('/')) {
                assert!(Name::of_path_step(step).is_some(), "{} {step}", term.id);
            }
        }
    }

    #[test]
    fn each_term_that_a_rule_speaks_of_is_known() {
        let all = RuleSet::ALL.into_iter().flat_map(rules);
        for rule in all.chain(own_rules()) {
            for term in rule.terms {
                // BT-125-1 is an attribute of BT-125
                let whole: Vec<_> = term.splitn(3, '-').take(2).collect();
                assert!(Term::find(&whole.join("-")).is_some(), "{} {term}", rule.id);
            }
        }
        assert_eq!(Term::find("bt-115").map(|term| term.name), Some("Amount due for payment"));
    }
}
