//! Names of columns, folded: banks write the same name in many ways.

use money::{Currency, CurrencyCode};

/// The words of a name in lower case without diacritics: `#Dátum zaúčtovania:` is `datum`, `zauctovania`.
pub(super) fn words(text: &str) -> Vec<String> {
    let folded = vat_categories::folded(text);
    let words = folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_owned).collect()
}

/// Letters and digits alone: `Kredit / Debet` and `kredit/debet` are one name, as are `Var. symbol` and
/// `VarSymbol`.
pub(super) fn folded(text: &str) -> String {
    words(text).concat()
}

/// Whether a folded name is this one, which is written with spaces for people.
pub(super) fn is(folded: &str, name: &str) -> bool {
    folded.chars().eq(name.chars().filter(|c| *c != ' '))
}

/// `Suma v EUR`, `Betrag (EUR)`: the name without its currency, and the currency.
pub(super) fn with_currency(text: &str) -> Option<(String, CurrencyCode)> {
    let mut words = words(text);
    let currency: Currency = words.pop()?.to_uppercase().parse().ok()?;
    if words.last().is_some_and(|word| matches!(word.as_str(), "v" | "ve" | "in" | "w")) {
        words.pop();
    }
    (!words.is_empty()).then(|| (words.concat(), currency.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_one_however_they_are_written() {
        for (text, expected) in [
            ("Kredit / Debet", "kreditdebet"),
            ("kredit/debet", "kreditdebet"),
            (" #Dátum  zaúčtovania: ", "datumzauctovania"),
            ("Var.symbol", "varsymbol"),
            ("Var. symbol", "varsymbol"),
            ("ŠS", "ss"),
            ("Má dať/Dal", "madatdal"),
            ("\u{feff}Währung", "wahrung"),
            ("--", ""),
        ] {
            assert_eq!(folded(text), expected, "{text}");
        }
        assert!(is("datumzauctovania", "datum zauctovania"));
        assert!(!is("datumzauctovani", "datum zauctovania"));
    }

    #[test]
    fn a_name_may_say_its_currency() {
        let eur = money::Currency::Eur.into();
        assert_eq!(with_currency("Suma v EUR"), Some(("suma".to_owned(), eur)));
        assert_eq!(with_currency("Betrag (EUR)"), Some(("betrag".to_owned(), eur)));
        assert_eq!(with_currency("EUR"), None);
        assert_eq!(with_currency("Suma"), None);
    }
}
