use serde::{Deserialize, Serialize};

/// A unit of measure (BT-130) as Slovak users write it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub enum Unit {
    /// Piece.
    #[default]
    #[serde(rename = "ks")]
    Piece,
    /// Hour.
    #[serde(rename = "hod")]
    Hour,
    /// Litre.
    #[serde(rename = "l")]
    Litre,
    /// Metre.
    #[serde(rename = "m")]
    Metre,
    /// Kilometre.
    #[serde(rename = "km")]
    Kilometre,
    /// A lot of things counted as one.
    #[serde(rename = "súbor")]
    Lot,
    /// Kilogram.
    #[serde(rename = "kg")]
    Kilogram,
    /// Tonne.
    #[serde(rename = "t")]
    Tonne,
    /// Gram.
    #[serde(rename = "g")]
    Gram,
    /// Centimetre.
    #[serde(rename = "cm")]
    Centimetre,
    /// Square metre.
    #[serde(rename = "m2")]
    SquareMetre,
    /// Cubic metre.
    #[serde(rename = "m3")]
    CubicMetre,
    /// Set.
    #[serde(rename = "set")]
    Set,
    /// Day.
    #[serde(rename = "deň")]
    Day,
    /// Package.
    #[serde(rename = "bal")]
    Package,
    /// Complete set.
    #[serde(rename = "kpl")]
    Complete,
}

impl Unit {
    /// Every unit.
    pub const ALL: [Unit; 16] = [
        Unit::Piece,
        Unit::Hour,
        Unit::Litre,
        Unit::Metre,
        Unit::Kilometre,
        Unit::Lot,
        Unit::Kilogram,
        Unit::Tonne,
        Unit::Gram,
        Unit::Centimetre,
        Unit::SquareMetre,
        Unit::CubicMetre,
        Unit::Set,
        Unit::Day,
        Unit::Package,
        Unit::Complete,
    ];

    /// The name in the API, on the page and in the database.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Unit::Piece => "ks",
            Unit::Hour => "hod",
            Unit::Litre => "l",
            Unit::Metre => "m",
            Unit::Kilometre => "km",
            Unit::Lot => "súbor",
            Unit::Kilogram => "kg",
            Unit::Tonne => "t",
            Unit::Gram => "g",
            Unit::Centimetre => "cm",
            Unit::SquareMetre => "m2",
            Unit::CubicMetre => "m3",
            Unit::Set => "set",
            Unit::Day => "deň",
            Unit::Package => "bal",
            Unit::Complete => "kpl",
        }
    }

    /// The code of UN/ECE Recommendation 20, with 21 for packages (BT-130).
    ///
    /// The specification shows six of them; the others are Billhook's choice of the field's usual
    /// ones: H87 piece, HUR hour, SET set, XPK package.
    #[must_use]
    pub const fn rec20(self) -> &'static str {
        match self {
            Unit::Piece => "H87",
            Unit::Hour => "HUR",
            Unit::Litre => "LTR",
            Unit::Metre => "MTR",
            Unit::Kilometre => "KMT",
            Unit::Lot => "C62",
            Unit::Kilogram => "KGM",
            Unit::Tonne => "TNE",
            Unit::Gram => "GRM",
            Unit::Centimetre => "CMT",
            Unit::SquareMetre => "MTK",
            Unit::CubicMetre => "MTQ",
            Unit::Set | Unit::Complete => "SET",
            Unit::Day => "DAY",
            Unit::Package => "XPK",
        }
    }
}
