//! Which official rules these are: the one place that knows the versions. `docs/rules-update.md` says
//! how a new release is taken in.

use std::fmt;

use crate::release::Release;

/// A release of official rules.
#[derive(Debug, PartialEq, Eq)]
pub struct Official {
    /// Publisher and name.
    pub name: &'static str,
    /// The version that is implemented here.
    pub version: &'static str,
    /// The release that it was published in, where it has a name of its own.
    pub release: &'static str,
    /// When it was published, or will be; `YYYY-MM-DD`.
    pub published: &'static str,
    /// Where the official rules are kept.
    pub repository: &'static str,
    /// The commit that they were read from.
    pub commit: &'static str,
    /// Where a single rule can be read; `{id}` stands for its id.
    pub page: &'static str,
}

const CEN: &str = "https://github.com/ConnectingEurope/eInvoicing-EN16931";
const KOSIT: &str = "https://github.com/itplr-kosit/xrechnung-schematron";
const PEPPOL: &str = "https://github.com/OpenPEPPOL/peppol-bis-invoice-3";

impl Official {
    /// EN 16931 over UBL.
    pub const CEN_UBL: Self = Self {
        name: "CEN EN 16931 over UBL",
        version: "1.3.16",
        release: "validation-1.3.16",
        published: "2026-04-13",
        repository: CEN,
        commit: "b6c9e06a",
        page: "https://github.com/ConnectingEurope/eInvoicing-EN16931/blob/validation-1.3.16/ubl/schematron/preprocessed/EN16931-UBL-validation-preprocessed.sch#:~:text={id}",
    };
    /// EN 16931 over the Cross Industry Invoice.
    pub const CEN_CII: Self = Self {
        name: "CEN EN 16931 over the Cross Industry Invoice",
        page: "https://github.com/ConnectingEurope/eInvoicing-EN16931/blob/validation-1.3.16/cii/schematron/preprocessed/EN16931-CII-validation-preprocessed.sch#:~:text={id}",
        ..Self::CEN_UBL
    };
    /// Peppol BIS Billing.
    pub const BILLING: Self = Self {
        name: "Peppol BIS Billing",
        version: "3.0.21",
        release: "OpenPeppol 2026.5",
        published: "2026-05-20",
        repository: PEPPOL,
        // of phax/phive-rules, which keeps each release compiled
        commit: "432f0e9a",
        page: "https://docs.peppol.eu/poacc/billing/3.0/rules/ubl-peppol/{id}/",
    };
    /// Peppol BIS Self-Billing.
    pub const SELF_BILLING: Self = Self {
        name: "Peppol BIS Self-Billing",
        version: "3.0.2",
        page: "https://docs.peppol.eu/poacc/self-billing/3.0/rules/ubl-peppol/{id}/",
        ..Self::BILLING
    };
    /// XRechnung 3.0.2 over UBL and CII, with the rules of Peppol that KoSIT builds in.
    pub const XRECHNUNG: Self = Self {
        name: "XRechnung 3.0.2, Schematron",
        version: "2.5.0",
        release: "Schematron 2.5.0, validator configuration of 2026-04-02",
        published: "2026-01-31",
        repository: KOSIT,
        // of phax/phive-rules, which keeps each release compiled
        commit: "432f0e9a",
        page: "https://github.com/itplr-kosit/xrechnung-schematron/tree/v2.5.0/src/validation/schematron#:~:text={id}",
    };
    /// Peppol BIS Billing, in the release after 3.0.21.
    pub const BILLING_2026_11: Self = Self {
        version: "3.0.22",
        release: "OpenPeppol 2026.11",
        published: "2026-11-23",
        // and the release notes at 0ba6fb50: the compiled rules could not be had yet
        commit: "802a1012",
        page: "https://github.com/OpenPEPPOL/peppol-bis-invoice-3/blob/master/rules/sch/PEPPOL-EN16931-UBL.sch#:~:text={id}",
        ..Self::BILLING
    };
    /// Peppol BIS Self-Billing, in the release after 3.0.2.
    pub const SELF_BILLING_2026_11: Self = Self {
        name: Self::SELF_BILLING.name,
        version: "3.0.3",
        commit: "251157c6",
        page: "https://github.com/OpenPEPPOL/peppol-bis-invoice-3/blob/master/rules/sch/PEPPOL-EN16931-UBL-SB.sch#:~:text={id}",
        ..Self::BILLING_2026_11
    };

    /// All that are implemented.
    pub const ALL: [&'static Self; 7] = [
        &Self::CEN_UBL,
        &Self::CEN_CII,
        &Self::BILLING,
        &Self::SELF_BILLING,
        &Self::BILLING_2026_11,
        &Self::SELF_BILLING_2026_11,
        &Self::XRECHNUNG,
    ];

    /// The same rules in a release of Peppol's; what does not follow Peppol's releases is the same in all of them.
    #[must_use]
    pub fn in_release(&'static self, release: Release) -> &'static Self {
        release.officials().into_iter().find(|other| other.name == self.name).unwrap_or(self)
    }

    /// CEN's release for a rule of CEN's, else the other.
    pub(crate) fn of_cen_or(rule: &str, other: &'static Self) -> &'static Self {
        let of_cen = ["BR-", "UBL-", "CII-"].iter().any(|begin| rule.starts_with(begin));
        if of_cen { &Self::CEN_UBL } else { other }
    }

    /// Where the rule can be read.
    pub fn link(&self, rule: &str) -> String {
        self.page.replace("{id}", rule)
    }
}

impl fmt::Display for Official {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} {}", self.name, self.version)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{RuleSet, rules};

    #[test]
    fn each_rule_has_its_publisher() {
        let cen = rules(RuleSet::En16931Ubl);
        for set in [RuleSet::PeppolUbl, RuleSet::PeppolSelfbillingUbl] {
            for rule in rules(set) {
                let of_cen = Official::of(rule.id, set).repository == CEN;
                assert_eq!(of_cen, cen.contains(&rule), "{}", rule.id);
            }
        }
        for (set, cen) in [
            (RuleSet::XrechnungUbl, RuleSet::En16931Ubl),
            (RuleSet::XrechnungCii, RuleSet::En16931Cii),
        ] {
            let cen = rules(cen);
            for rule in rules(set) {
                let of_cen = Official::of(rule.id, set).repository == CEN;
                assert_eq!(of_cen, cen.contains(&rule), "{}", rule.id);
            }
        }
        let link = Official::of("BR-CO-15", RuleSet::PeppolUbl).link("BR-CO-15");
        assert!(link.contains("1.3.16") && link.ends_with("BR-CO-15"), "{link}");
    }

    #[test]
    fn links_name_the_version_that_is_implemented() {
        for cen in [Official::CEN_UBL, Official::CEN_CII] {
            assert!(cen.page.contains(cen.version) && cen.release.ends_with(cen.version));
        }
    }
}
