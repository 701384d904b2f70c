//! The VAT categories of EN 16931 (BT-118, BT-151) with their codes and texts.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A VAT category: the codes of UNCL5305 that EN 16931 admits and Billhook uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum VatCategory {
    /// `S`: VAT is charged at a rate above zero (BR-S-01).
    #[serde(rename = "S")]
    Standard,
    /// `AE`: the customer accounts for the VAT (BR-AE-01).
    #[serde(rename = "AE")]
    ReverseCharge,
    /// `K`: intra-community supply (BR-IC-01).
    #[serde(rename = "K")]
    IntraCommunity,
    /// `G`: export outside the EU (BR-G-01).
    #[serde(rename = "G")]
    Export,
    /// `E`: exempt supply, with its reason (BR-E-01).
    #[serde(rename = "E")]
    Exempt,
    /// `Z`: zero rated supply, without a reason (BR-Z-01).
    #[serde(rename = "Z")]
    ZeroRated,
    /// `O`: outside the scope of VAT, the supplier is not a VAT payer (BR-O-01).
    #[serde(rename = "O")]
    OutsideScope,
}

/// The language of a default exemption text (BT-120).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ReasonLanguage {
    /// Slovak, the service's first language.
    Slovak,
    /// English.
    English,
}

impl VatCategory {
    /// All categories, in the order of the specification's table, taxed first.
    pub const ALL: [Self; 7] = [
        Self::Standard,
        Self::ReverseCharge,
        Self::IntraCommunity,
        Self::Export,
        Self::Exempt,
        Self::ZeroRated,
        Self::OutsideScope,
    ];

    /// The UNCL5305 code, as written to BT-118 and BT-151.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Standard => "S",
            Self::ReverseCharge => "AE",
            Self::IntraCommunity => "K",
            Self::Export => "G",
            Self::Exempt => "E",
            Self::ZeroRated => "Z",
            Self::OutsideScope => "O",
        }
    }

    /// The VATEX code (BT-121) that the category fixes.
    ///
    /// `None` for S and Z, which have no reason, and for E, whose code is derived from
    /// its text: see [`crate::exempt_vatex`].
    #[must_use]
    pub const fn vatex(self) -> Option<&'static str> {
        match self {
            Self::ReverseCharge => Some("VATEX-EU-AE"),
            Self::IntraCommunity => Some("VATEX-EU-IC"),
            Self::Export => Some("VATEX-EU-G"),
            Self::OutsideScope => Some("VATEX-EU-O"),
            Self::Standard | Self::Exempt | Self::ZeroRated => None,
        }
    }

    /// The exemption text (BT-120) used when the caller gave none.
    ///
    /// `None` for S and Z, which must not have one (BR-S-10, BR-Z-10), and for E, where the
    /// caller's text is what makes the category (BR-E-10).
    #[must_use]
    pub const fn default_reason(self, language: ReasonLanguage) -> Option<&'static str> {
        use ReasonLanguage::{English, Slovak};
        match (self, language) {
            (Self::ReverseCharge, Slovak) => Some("Prenesenie daňovej povinnosti"),
            (Self::ReverseCharge, English) => Some("Reverse charge"),
            (Self::IntraCommunity, Slovak) => {
                Some("Dodanie oslobodené od dane: dodanie tovaru do iného členského štátu")
            }
            (Self::IntraCommunity, English) => Some("Intra-community supply"),
            (Self::Export, Slovak) => Some("Dodanie oslobodené od dane: vývoz tovaru"),
            (Self::Export, English) => Some("Export outside the EU"),
            (Self::OutsideScope, Slovak) => Some("Dodávateľ nie je platiteľom DPH"),
            (Self::OutsideScope, English) => Some("The supplier is not a VAT payer"),
            (Self::Standard | Self::Exempt | Self::ZeroRated, _) => None,
        }
    }

    /// Whether the document must have a deliver-to country (BT-80): rule 2, BR-IC-12.
    #[must_use]
    pub const fn requires_delivery_country(self) -> bool {
        matches!(self, Self::IntraCommunity)
    }

    /// Whether the supplier must have a VAT id: rule 4 (BR-AE-02, BR-IC-02, BR-G-02, BR-E-02).
    ///
    /// On a self-invoice the supplier is the contact, whose VAT id may well be missing.
    #[must_use]
    pub const fn requires_supplier_vat_id(self) -> bool {
        matches!(self, Self::ReverseCharge | Self::IntraCommunity | Self::Export | Self::Exempt)
    }
}

/// A category code that Billhook does not use.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown VAT category {found:?}; known are S, AE, K, G, E, Z and O")]
pub struct UnknownCategory {
    /// The beginning of what stood in place of the code.
    pub found: String,
}

impl FromStr for VatCategory {
    type Err = UnknownCategory;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|category| category.code() == text)
            .ok_or_else(|| UnknownCategory { found: text.chars().take(8).collect() })
    }
}

impl fmt::Display for VatCategory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}
