//! The specifications that documents are written by.

use invoicing::Document;

/// A Peppol specification (BT-23, BT-24).
#[derive(Debug, PartialEq, Eq)]
pub struct Profile {
    /// A short name, as in file names.
    pub name: &'static str,
    /// Specification identifier (BT-24, `CustomizationID`).
    pub customization_id: &'static str,
    /// Business process type (BT-23, `ProfileID`).
    pub profile_id: &'static str,
}

impl Profile {
    /// Peppol BIS Billing 3.0.
    pub const BILLING: Profile = Profile {
        name: "bis-billing-3",
        customization_id: "urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0",
        profile_id: "urn:fdc:peppol.eu:2017:poacc:billing:01:1.0",
    };

    /// Peppol BIS Self-Billing 3.0: the buyer writes the invoice.
    pub const SELF_BILLING: Profile = Profile {
        name: "bis-self-billing-3",
        customization_id: "urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:selfbilling:3.0",
        profile_id: "urn:fdc:peppol.eu:2017:poacc:selfbilling:01:1.0",
    };

    /// The specification for a document.
    #[must_use]
    pub const fn of(document: &Document) -> &'static Profile {
        if document.self_billed { &Profile::SELF_BILLING } else { &Profile::BILLING }
    }
}
