//! The attributes that the rules speak of, as bits.

/// An attribute in no namespace.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Attribute {
    /// `characterSetCode`.
    CharacterSetCode,
    /// `currencyCodeListVersionID`.
    CurrencyCodeListVersionId,
    /// `currencyID`.
    CurrencyId,
    /// `encodingCode`.
    EncodingCode,
    /// `filename`.
    Filename,
    /// `format`.
    Format,
    /// `languageID`.
    LanguageId,
    /// `languageLocaleID`.
    LanguageLocaleId,
    /// `listAgencyID`.
    ListAgencyId,
    /// `listAgencyName`.
    ListAgencyName,
    /// `listID`.
    ListId,
    /// `listName`.
    ListName,
    /// `listSchemeURI`.
    ListSchemeUri,
    /// `listURI`.
    ListUri,
    /// `listVersionID`.
    ListVersionId,
    /// `metaSchemeID`.
    MetaSchemeId,
    /// `mimeCode`.
    MimeCode,
    /// `name`.
    Name,
    /// `schemeAgencyID`.
    SchemeAgencyId,
    /// `schemeAgencyName`.
    SchemeAgencyName,
    /// `schemeDataURI`.
    SchemeDataUri,
    /// `schemeID`.
    SchemeId,
    /// `schemeName`.
    SchemeName,
    /// `schemeURI`.
    SchemeUri,
    /// `schemeVersionID`.
    SchemeVersionId,
    /// `type`.
    Type,
    /// `unitCode`.
    UnitCode,
    /// `unitCodeListAgencyID`.
    UnitCodeListAgencyId,
    /// `unitCodeListAgencyIdentifier`.
    UnitCodeListAgencyIdentifier,
    /// `unitCodeListAgencyName`.
    UnitCodeListAgencyName,
    /// `unitCodeListID`.
    UnitCodeListId,
    /// `unitCodeListIdentifier`.
    UnitCodeListIdentifier,
    /// `uri`.
    Uri,
    /// Any other attribute, whatever its namespace.
    Other,
}

/// The attributes with their names, in the order of their bits.
const NAMES: [(Attribute, &str); 33] = [
    (Attribute::CharacterSetCode, "characterSetCode"),
    (Attribute::CurrencyCodeListVersionId, "currencyCodeListVersionID"),
    (Attribute::CurrencyId, "currencyID"),
    (Attribute::EncodingCode, "encodingCode"),
    (Attribute::Filename, "filename"),
    (Attribute::Format, "format"),
    (Attribute::LanguageId, "languageID"),
    (Attribute::LanguageLocaleId, "languageLocaleID"),
    (Attribute::ListAgencyId, "listAgencyID"),
    (Attribute::ListAgencyName, "listAgencyName"),
    (Attribute::ListId, "listID"),
    (Attribute::ListName, "listName"),
    (Attribute::ListSchemeUri, "listSchemeURI"),
    (Attribute::ListUri, "listURI"),
    (Attribute::ListVersionId, "listVersionID"),
    (Attribute::MetaSchemeId, "metaSchemeID"),
    (Attribute::MimeCode, "mimeCode"),
    (Attribute::Name, "name"),
    (Attribute::SchemeAgencyId, "schemeAgencyID"),
    (Attribute::SchemeAgencyName, "schemeAgencyName"),
    (Attribute::SchemeDataUri, "schemeDataURI"),
    (Attribute::SchemeId, "schemeID"),
    (Attribute::SchemeName, "schemeName"),
    (Attribute::SchemeUri, "schemeURI"),
    (Attribute::SchemeVersionId, "schemeVersionID"),
    (Attribute::Type, "type"),
    (Attribute::UnitCode, "unitCode"),
    (Attribute::UnitCodeListAgencyId, "unitCodeListAgencyID"),
    (Attribute::UnitCodeListAgencyIdentifier, "unitCodeListAgencyIdentifier"),
    (Attribute::UnitCodeListAgencyName, "unitCodeListAgencyName"),
    (Attribute::UnitCodeListId, "unitCodeListID"),
    (Attribute::UnitCodeListIdentifier, "unitCodeListIdentifier"),
    (Attribute::Uri, "uri"),
];

impl Attribute {
    /// The attribute of this name.
    pub fn of_name(name: &str) -> Self {
        // Those that stand on nearly every amount, identifier and key come first.
        match name {
            "currencyID" => Self::CurrencyId,
            "unitCode" => Self::UnitCode,
            "schemeID" => Self::SchemeId,
            "metaSchemeID" => Self::MetaSchemeId,
            _ => NAMES.iter().find(|known| known.1 == name).map_or(Self::Other, |known| known.0),
        }
    }

    /// The name; empty for [`Attribute::Other`].
    pub fn name(self) -> &'static str {
        NAMES.get(self as usize).map_or("", |known| known.1)
    }

    /// The bit in a set of attributes.
    pub const fn bit(self) -> u64 {
        1 << self as u8
    }

    /// How many of a set come before it.
    pub(super) const fn place_in(self, set: u64) -> usize {
        (set & (self.bit() - 1)).count_ones() as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_stands_in_the_order_of_the_bits() {
        for (place, (attribute, name)) in NAMES.iter().enumerate() {
            assert_eq!(*attribute as usize, place);
            assert_eq!(attribute.name(), *name);
            assert_eq!(Attribute::of_name(name), *attribute);
        }
        assert_eq!(Attribute::of_name("lang"), Attribute::Other);
    }
}
