use serde::{Deserialize, Serialize};

persistence::named! {
    /// A unit of measure (BT-130) as Slovak users write it.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
    pub enum Unit {
        /// Piece.
        #[default]
        #[serde(rename = "ks")]
        Piece = "ks",
        /// Hour.
        #[serde(rename = "hod")]
        Hour = "hod",
        /// Litre.
        #[serde(rename = "l")]
        Litre = "l",
        /// Metre.
        #[serde(rename = "m")]
        Metre = "m",
        /// Kilometre.
        #[serde(rename = "km")]
        Kilometre = "km",
        /// A lot of things counted as one.
        #[serde(rename = "súbor")]
        Lot = "súbor",
        /// Kilogram.
        #[serde(rename = "kg")]
        Kilogram = "kg",
        /// Tonne.
        #[serde(rename = "t")]
        Tonne = "t",
        /// Gram.
        #[serde(rename = "g")]
        Gram = "g",
        /// Centimetre.
        #[serde(rename = "cm")]
        Centimetre = "cm",
        /// Square metre.
        #[serde(rename = "m2")]
        SquareMetre = "m2",
        /// Cubic metre.
        #[serde(rename = "m3")]
        CubicMetre = "m3",
        /// Set.
        #[serde(rename = "set")]
        Set = "set",
        /// Day.
        #[serde(rename = "deň")]
        Day = "deň",
        /// Package.
        #[serde(rename = "bal")]
        Package = "bal",
        /// Complete set.
        #[serde(rename = "kpl")]
        Complete = "kpl",
    }
}

impl Unit {
    /// The code of UN/ECE Recommendation 20, with 21 for packages (BT-130).
    ///
    /// The specification shows six of them; the others are Billhook's choice of the usual ones: H87 piece, HUR hour,
    /// SET set, XPK package.
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
