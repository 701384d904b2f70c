//! The formats as data.

use billing_rules::RuleSet;
use cii_builder::Context;
use factur_x::Level;

persistence::named! {
    /// A format of XML that an invoice can be had in.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
    pub enum XmlFormat {
        /// UBL as it goes over Peppol, or as it came.
        #[default]
        Ubl = "ubl",
        /// CII by EN 16931.
        Cii = "cii",
        /// XRechnung 3.0 in UBL.
        XrechnungUbl = "xrechnung-ubl",
        /// XRechnung 3.0 in CII.
        XrechnungCii = "xrechnung-cii",
    }
}

persistence::named! {
    /// What the PDF of an invoice carries.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
    pub enum PdfFormat {
        /// Its UBL.
        #[default]
        Ubl = "ubl",
        /// Its CII, which makes it a hybrid invoice: Factur-X, ZUGFeRD.
        FacturX = "factur-x",
    }
}

impl XmlFormat {
    /// The XML in a hybrid PDF of a profile.
    pub(crate) const fn of_profile(profile: Level) -> Self {
        match profile {
            Level::Xrechnung => Self::XrechnungCii,
            _ => Self::Cii,
        }
    }

    /// The specification of those in CII.
    pub(crate) const fn context(self) -> Option<&'static Context> {
        match self {
            Self::Cii => Some(&Context::EN16931),
            Self::XrechnungCii => Some(&Context::XRECHNUNG),
            Self::Ubl | Self::XrechnungUbl => None,
        }
    }

    /// The rules that it has to obey. What Peppol asks of UBL besides, a send judges.
    pub(crate) const fn rules(self) -> RuleSet {
        match self {
            Self::Ubl => RuleSet::En16931Ubl,
            Self::Cii => RuleSet::En16931Cii,
            Self::XrechnungUbl => RuleSet::XrechnungUbl,
            Self::XrechnungCii => RuleSet::XrechnungCii,
        }
    }
}
