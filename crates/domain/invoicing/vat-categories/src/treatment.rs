//! How the caller says a line is to be taxed (`tax_treatment`).

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::VatCategory;

/// The tax treatment of a line; absent in a request means [`Self::Domestic`].
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum TaxTreatment {
    /// Taxed, exempt or zero rated at home.
    #[default]
    Domestic,
    /// The customer accounts for the VAT (Art. 194 to 199a and 202 of Directive 2006/112/EC).
    ReverseChargeService,
    /// Supply of goods to a VAT payer in another member state (Art. 138).
    IntraEuGoods,
    /// Transfer of own goods to another member state (Art. 138(2)(c)).
    IntraEuTransfer,
    /// Supply by the middle party of a triangular trade (Art. 141 and 197).
    IntraEuTriangulation,
    /// Export of goods out of the EU (Art. 146).
    ExportGoods,
}

impl TaxTreatment {
    /// All treatments, in the order of the specification.
    pub const ALL: [Self; 6] = [
        Self::Domestic,
        Self::ReverseChargeService,
        Self::IntraEuGoods,
        Self::IntraEuTransfer,
        Self::IntraEuTriangulation,
        Self::ExportGoods,
    ];

    /// The name used in requests and answers.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Domestic => "domestic",
            Self::ReverseChargeService => "reverse_charge_service",
            Self::IntraEuGoods => "intra_eu_goods",
            Self::IntraEuTransfer => "intra_eu_transfer",
            Self::IntraEuTriangulation => "intra_eu_triangulation",
            Self::ExportGoods => "export_goods",
        }
    }

    /// Whether the supply crosses the border of the home tax: any treatment but domestic.
    #[must_use]
    pub const fn is_cross_border(self) -> bool {
        !matches!(self, Self::Domestic)
    }

    /// The category the treatment fixes by itself (rule 1); `None` for domestic, where rate,
    /// reason and supplier decide.
    #[must_use]
    pub const fn cross_border_category(self) -> Option<VatCategory> {
        match self {
            Self::Domestic => None,
            Self::ReverseChargeService => Some(VatCategory::ReverseCharge),
            Self::IntraEuGoods | Self::IntraEuTransfer | Self::IntraEuTriangulation => {
                Some(VatCategory::IntraCommunity)
            }
            Self::ExportGoods => Some(VatCategory::Export),
        }
    }

    /// Whether the document must have a delivery address with a country (BG-15, BT-80):
    /// rule 2 and BR-IC-12.
    #[must_use]
    pub const fn requires_delivery_country(self) -> bool {
        matches!(self.cross_border_category(), Some(VatCategory::IntraCommunity))
    }
}

/// A treatment name that does not exist.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "unknown tax treatment {found:?}; use domestic, reverse_charge_service, intra_eu_goods, \
     intra_eu_transfer, intra_eu_triangulation or export_goods"
)]
pub struct UnknownTreatment {
    /// The beginning of what stood in place of the name.
    pub found: String,
}

impl FromStr for TaxTreatment {
    type Err = UnknownTreatment;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|treatment| treatment.as_str() == text)
            .ok_or_else(|| UnknownTreatment { found: text.chars().take(40).collect() })
    }
}

impl fmt::Display for TaxTreatment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
