//! The specifications that a document is written by.

use ubl_builder::Profile;

/// A specification of CII documents: BT-24, and BT-23 where it asks for one.
#[derive(Debug, PartialEq, Eq)]
pub struct Context {
    /// A short name, as in file names.
    pub name: &'static str,
    /// Specification identifier (BT-24), the guideline.
    pub guideline: &'static str,
    /// Business process type (BT-23) of documents that name none.
    pub process: Option<&'static str>,
}

impl Context {
    /// EN 16931 itself. It is the profile EN 16931 of Factur-X and ZUGFeRD, too.
    pub const EN16931: Context =
        Context { name: "en16931", guideline: "urn:cen.eu:en16931:2017", process: None };

    /// XRechnung 3.0.
    pub const XRECHNUNG: Context = Context::of(&Profile::XRECHNUNG);

    /// Peppol BIS Billing 3.0.
    pub const PEPPOL: Context = Context::of(&Profile::BILLING);

    /// Peppol BIS Self-Billing 3.0.
    pub const PEPPOL_SELF_BILLING: Context = Context::of(&Profile::SELF_BILLING);

    /// The specification of a UBL document, for CII.
    #[must_use]
    pub const fn of(profile: &Profile) -> Context {
        Context {
            name: profile.name,
            guideline: profile.customization_id,
            process: Some(profile.profile_id),
        }
    }
}
