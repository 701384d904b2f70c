//! XRechnung 3.0.2 (Schematron 2.5.0) over UBL and CII: what it asks beyond CEN's rules, and what KoSIT's validator
//! makes of the whole.
//!
//! Germany's rules (BR-DE-…) are those that Peppol has taken over, and some of Peppol's are taken over in turn
//! (PEPPOL-EN16931-R…): both stand once, in [`crate::german`] and [`crate::peppol`]. The extension (BR-DEX-…) and clean
//! vehicles (BR-DE-CVD-…) are asked of documents that name them.

pub(crate) mod cii;
mod extension;
mod identifiers;
mod rules;
mod rules_on_parties;
mod scenario;
mod schemes;
pub(crate) mod ubl;
mod vehicles;

use crate::official::Official;

pub(crate) use scenario::{scenario_of_cii, scenario_of_ubl};

/// A part of the specification identifiers (BT-24) of XRechnung from 3.0 on.
pub(crate) const PART_OF_IDENTIFIER: &str = "urn:xeinkauf.de:kosit:xrechnung";

/// Whether the rule is one of XRechnung's own stylesheets, not of CEN's.
pub(crate) fn is_own(rule: &str) -> bool {
    ["BR-DE-", "BR-DEX-", "BR-TMP-", "PEPPOL-"].iter().any(|begin| rule.starts_with(begin))
}

/// XRechnung's release for a rule of its own, else CEN's.
pub(crate) fn official(rule: &str, cen: &'static Official) -> &'static Official {
    if is_own(rule) { &Official::XRECHNUNG } else { cen }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn each_official_id_has_one_rule() {
        for (rules, count) in
            [(ubl::rules().collect::<Vec<_>>(), 76), (cii::rules().collect::<Vec<_>>(), 71)]
        {
            let ids: BTreeSet<_> = rules.iter().map(|rule| rule.id).collect();
            assert_eq!((ids.len(), rules.len()), (count, count));
            assert!(rules.iter().all(|rule| is_own(rule.id)));
        }
    }
}
