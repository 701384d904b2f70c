//! The profiles of Factur-X and ZUGFeRD.

/// A profile: how much of an invoice the XML says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// The totals alone.
    Minimum,
    /// Without lines.
    BasicWl,
    /// A part of EN 16931.
    Basic,
    /// EN 16931.
    En16931,
    /// EN 16931 and more.
    Extended,
    /// XRechnung.
    Xrechnung,
}

impl Level {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::Minimum, Self::BasicWl, Self::Basic, Self::En16931, Self::Extended, Self::Xrechnung];

    /// `fx:ConformanceLevel` in the metadata of the PDF.
    #[must_use]
    pub const fn conformance_level(self) -> &'static str {
        match self {
            Self::Minimum => "MINIMUM",
            Self::BasicWl => "BASIC WL",
            Self::Basic => "BASIC",
            Self::En16931 => "EN 16931",
            Self::Extended => "EXTENDED",
            Self::Xrechnung => "XRECHNUNG",
        }
    }

    /// The profile of a `fx:ConformanceLevel`; `COMFORT` is what ZUGFeRD 1 called EN 16931.
    #[must_use]
    pub fn of_conformance_level(name: &str) -> Option<Self> {
        if name == "COMFORT" {
            return Some(Self::En16931);
        }
        Self::ALL.into_iter().find(|level| level.conformance_level() == name)
    }

    /// The profile of a specification identifier (BT-24) of CII.
    #[must_use]
    pub fn of_guideline(guideline: &str) -> Option<Self> {
        let last = guideline.rsplit(':').next().unwrap_or_default();
        match last {
            "minimum" => Some(Self::Minimum),
            "basicwl" => Some(Self::BasicWl),
            "basic" => Some(Self::Basic),
            "extended" => Some(Self::Extended),
            _ if guideline.contains(":xrechnung_") => Some(Self::Xrechnung),
            _ if guideline.starts_with("urn:cen.eu:en16931:2017") => Some(Self::En16931),
            _ => None,
        }
    }

    /// The name that the XML has in the PDF.
    #[must_use]
    pub const fn file_name(self) -> &'static str {
        match self {
            Self::Xrechnung => "xrechnung.xml",
            _ => "factur-x.xml",
        }
    }

    /// Whether it is an invoice in the sense of EN 16931.
    #[must_use]
    pub const fn is_invoice(self) -> bool {
        !matches!(self, Self::Minimum | Self::BasicWl)
    }
}

#[cfg(test)]
mod tests {
    use super::Level;

    #[test]
    fn a_guideline_has_its_level() {
        for (guideline, level) in [
            ("urn:factur-x.eu:1p0:minimum", Some(Level::Minimum)),
            ("urn:factur-x.eu:1p0:basicwl", Some(Level::BasicWl)),
            ("urn:cen.eu:en16931:2017#compliant#urn:factur-x.eu:1p0:basic", Some(Level::Basic)),
            ("urn:cen.eu:en16931:2017", Some(Level::En16931)),
            (
                "urn:cen.eu:en16931:2017#conformant#urn:factur-x.eu:1p0:extended",
                Some(Level::Extended),
            ),
            (
                "urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0",
                Some(Level::Xrechnung),
            ),
            ("", None),
            ("urn:something:else", None),
        ] {
            assert_eq!(Level::of_guideline(guideline), level, "{guideline}");
        }
    }

    #[test]
    fn a_name_in_the_metadata_is_that_of_one_level() {
        for level in Level::ALL {
            assert_eq!(Level::of_conformance_level(level.conformance_level()), Some(level));
        }
        assert_eq!(Level::of_conformance_level("EN16931"), None);
    }
}
