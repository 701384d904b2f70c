use serde::{Deserialize, Serialize};

/// The language of every word that the caller did not write.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    /// Slovak, the default.
    #[default]
    Sk,
    /// Czech.
    Cs,
    /// English.
    En,
    /// German.
    De,
    /// Hungarian.
    Hu,
}

impl Language {
    /// Every language, in the order of the documentation.
    pub const ALL: [Self; 5] = [Self::Sk, Self::Cs, Self::En, Self::De, Self::Hu];

    /// The two-letter code of ISO 639-1.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::Sk => "sk",
            Self::Cs => "cs",
            Self::En => "en",
            Self::De => "de",
            Self::Hu => "hu",
        }
    }

    /// The language with this two-letter code.
    #[must_use]
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|language| language.code() == code)
    }

    /// The language that readers in a country (ISO 3166-1, two letters) expect; English elsewhere.
    #[must_use]
    pub fn of_country(country: &str) -> Self {
        match country.to_ascii_uppercase().as_str() {
            "SK" => Self::Sk,
            "CZ" => Self::Cs,
            "DE" | "AT" | "CH" | "LI" => Self::De,
            "HU" => Self::Hu,
            _ => Self::En,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_language_is_known_by_its_code() {
        for language in Language::ALL {
            assert_eq!(Language::from_code(language.code()), Some(language));
        }
        assert_eq!(Language::from_code("SK"), None);
    }

    #[test]
    fn readers_expect_the_language_of_their_country() {
        for (country, language) in [
            ("SK", Language::Sk),
            ("cz", Language::Cs),
            ("AT", Language::De),
            ("HU", Language::Hu),
            ("FR", Language::En),
            ("", Language::En),
        ] {
            assert_eq!(Language::of_country(country), language, "{country}");
        }
    }
}
