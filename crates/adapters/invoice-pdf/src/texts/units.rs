//! Units that are words, in each language. Symbols such as `kg` stay.

use super::column;
use crate::model::Language;

/// The unit of the interface, then Slovak, Czech, English, German and Hungarian.
type Row = (&'static str, [&'static str; 5]);

const UNITS: &[Row] = &[
    ("ks", ["ks", "ks", "pcs", "Stk.", "db"]),
    ("hod", ["hod", "hod", "h", "Std.", "óra"]),
    ("deň", ["deň", "den", "day", "Tag", "nap"]),
    ("súbor", ["súbor", "soubor", "set", "Satz", "készlet"]),
    ("set", ["set", "sada", "set", "Satz", "készlet"]),
    ("bal", ["bal", "bal", "pack", "Pkg.", "csomag"]),
    ("kpl", ["kpl", "kpl", "set", "Satz", "készlet"]),
    ("m2", ["m²"; 5]),
    ("m3", ["m³"; 5]),
];

/// The unit in a language; as given when it is not listed.
pub(crate) fn unit_name(unit: &str, language: Language) -> &str {
    let names = UNITS.iter().find(|(listed, _)| *listed == unit).map(|(_, names)| names);
    names.map_or(unit, |names| names[column(language)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_translated_and_symbols_stay() {
        assert_eq!(unit_name("deň", Language::Sk), "deň");
        assert_eq!(unit_name("deň", Language::De), "Tag");
        assert_eq!(unit_name("m2", Language::Sk), "m²");
        assert_eq!(unit_name("kg", Language::Hu), "kg");
    }
}
