//! The specifications that documents are written by.

use invoicing::Document;

/// Whose rules a specification has above those of EN 16931.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rules {
    /// Peppol's: a document names a buyer reference or an order, so that the variable symbol may stand in.
    Peppol,
    /// Germany's (`BR-DE-*`): the buyer reference is the buyer's own word, the seller has a contact, each means of
    /// payment its details, and each row of VAT a rate.
    German,
}

/// A specification (BT-23, BT-24).
#[derive(Debug, PartialEq, Eq)]
pub struct Profile {
    /// A short name, as in file names.
    pub name: &'static str,
    /// Specification identifier (BT-24, `CustomizationID`).
    pub customization_id: &'static str,
    /// Business process type (BT-23, `ProfileID`).
    pub profile_id: &'static str,
    /// Whose rules it has.
    pub rules: Rules,
}

/// The process of billing, which XRechnung takes over.
const BILLING_PROCESS: &str = "urn:fdc:peppol.eu:2017:poacc:billing:01:1.0";

impl Profile {
    /// Peppol BIS Billing 3.0.
    pub const BILLING: Profile = Profile {
        name: "bis-billing-3",
        customization_id: "urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0",
        profile_id: BILLING_PROCESS,
        rules: Rules::Peppol,
    };

    /// Peppol BIS Self-Billing 3.0: the buyer writes the invoice.
    pub const SELF_BILLING: Profile = Profile {
        name: "bis-self-billing-3",
        customization_id: "urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:selfbilling:3.0",
        profile_id: "urn:fdc:peppol.eu:2017:poacc:selfbilling:01:1.0",
        rules: Rules::Peppol,
    };

    /// XRechnung 3.0, also for what the buyer writes: it has no specification of its own for that.
    pub const XRECHNUNG: Profile = Profile {
        name: "xrechnung-3",
        customization_id: "urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0",
        profile_id: BILLING_PROCESS,
        rules: Rules::German,
    };

    /// Peppol's specification for a document.
    #[must_use]
    pub const fn of(document: &Document) -> &'static Profile {
        if document.self_billed { &Profile::SELF_BILLING } else { &Profile::BILLING }
    }
}
