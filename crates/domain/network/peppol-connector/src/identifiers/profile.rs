//! The Peppol specifications that documents are sent under.

/// A specification of the Peppol network, with its CustomizationID (BT-24) and ProfileID (BT-23).
#[derive(Debug, PartialEq, Eq)]
pub struct Profile {
    /// A short name for people.
    pub name: &'static str,
    /// Specification identifier (BT-24).
    pub customization_id: &'static str,
    /// Business process type (BT-23) that this service writes.
    pub profile_id: &'static str,
    /// All values of BT-23 that the specification allows.
    pub processes: [&'static str; 4],
    /// Type codes (BT-3) that only this specification uses.
    pub own_type_codes: &'static [&'static str],
}

const WITH_RESPONSE: &str = "urn:peppol:bis:billing_with_response";
const FRANCE_REGULATED: &str = "urn:peppol:france:billing:regulated";
const FRANCE_OTHER: &str = "urn:peppol:france:billing:non-regulated";

impl Profile {
    /// BIS Billing 3.0.
    pub const BILLING: Profile = Profile {
        name: "BIS Billing 3.0",
        customization_id: "urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0",
        profile_id: "urn:fdc:peppol.eu:2017:poacc:billing:01:1.0",
        processes: [
            "urn:fdc:peppol.eu:2017:poacc:billing:01:1.0",
            WITH_RESPONSE,
            FRANCE_REGULATED,
            FRANCE_OTHER,
        ],
        own_type_codes: &[],
    };

    /// BIS Self-Billing 3.0, invoices and credit notes: the buyer issues the document.
    pub const SELF_BILLING: Profile = Profile {
        name: "BIS Self-Billing 3.0",
        customization_id: "urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:selfbilling:3.0",
        profile_id: "urn:fdc:peppol.eu:2017:poacc:selfbilling:01:1.0",
        processes: [
            "urn:fdc:peppol.eu:2017:poacc:selfbilling:01:1.0",
            WITH_RESPONSE,
            FRANCE_REGULATED,
            FRANCE_OTHER,
        ],
        own_type_codes: &["389", "527", "261"],
    };

    /// The specification for a type code: self-billing for its own codes, else BIS Billing.
    #[must_use]
    pub(crate) fn for_type_code(code: Option<&str>) -> &'static Profile {
        let is_own = |code: &str| Profile::SELF_BILLING.own_type_codes.contains(&code);
        if code.map(str::trim).is_some_and(is_own) {
            &Profile::SELF_BILLING
        } else {
            &Profile::BILLING
        }
    }

    /// The specification with this CustomizationID, compared exactly.
    #[must_use]
    pub(crate) fn of_customization(id: &str) -> Option<&'static Profile> {
        [&Profile::BILLING, &Profile::SELF_BILLING].into_iter().find(|p| p.customization_id == id)
    }

    /// Whether the specification allows this process.
    #[must_use]
    pub(crate) fn has_process(&self, id: &str) -> bool {
        self.processes.contains(&id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn type_codes_choose_the_specification() {
        for (code, name) in [
            (Some("380"), "BIS Billing 3.0"),
            (Some("381"), "BIS Billing 3.0"),
            (None, "BIS Billing 3.0"),
            (Some("389"), "BIS Self-Billing 3.0"),
            (Some(" 261 "), "BIS Self-Billing 3.0"),
            (Some("527"), "BIS Self-Billing 3.0"),
        ] {
            assert_eq!(Profile::for_type_code(code).name, name, "{code:?}");
        }
    }
}
