//! Names of columns, folded: banks write the same name in many ways.

use money::{Currency, CurrencyCode};

/// The words of a name in lower case without diacritics: `#Dátum zaúčtovania:` is `datum`, `zauctovania`.
pub(super) fn words(text: &str) -> Vec<String> {
    let folded = vat_categories::folded(text);
    let words = folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_owned).collect()
}

/// Letters and digits alone: `Kredit / Debet` and `kredit/debet` are one name, as are `Var. symbol` and
/// `VarSymbol`. `+/-` is `Plus/Minus`.
pub(super) fn folded(text: &str) -> String {
    if is_of_signs(text) { PLUS_MINUS.to_owned() } else { words(text).concat() }
}

/// The name of a column whose name is a plus and a minus.
const PLUS_MINUS: &str = "plusminus";

/// Whether a name has no letters, and both signs.
fn is_of_signs(text: &str) -> bool {
    let minus = ['-', '\u{2212}', '\u{2013}'];
    let both = text.contains('\u{b1}') || (text.contains('+') && text.contains(minus));
    both && !text.chars().any(char::is_alphanumeric)
}

/// Whether a folded name is this one, which is written with spaces for people.
pub(super) fn is(folded: &str, name: &str) -> bool {
    folded.chars().eq(name.chars().filter(|c| *c != ' '))
}

/// Whether a folded name is this one of a day: `Deň zaúčtovania` is `Dátum zaúčtovania`.
pub(super) fn is_day(folded: &str, name: &str) -> bool {
    let rests = || Some((folded.strip_prefix("den")?, name.strip_prefix("datum")?));
    is(folded, name) || rests().is_some_and(|(folded, name)| is(folded, name))
}

/// `Suma v EUR`, `Betrag (EUR)`, `EUR Amount`: the name without its currency, and the currency.
pub(super) fn with_currency(text: &str) -> Option<(String, CurrencyCode)> {
    let words = words(text);
    let currency = |word: &String| word.to_uppercase().parse::<Currency>().ok();
    let (currency, rest) = match &words[..] {
        [rest @ .., last] if currency(last).is_some() => (currency(last)?, rest),
        [first, rest @ ..] => (currency(first)?, rest),
        [] => return None,
    };
    let rest = match rest {
        [rest @ .., last] if matches!(last.as_str(), "v" | "ve" | "in" | "w") => rest,
        rest => rest,
    };
    (!rest.is_empty()).then(|| (rest.concat(), currency.into()))
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
            ("+/-", "plusminus"),
            ("(+ / −)", "plusminus"),
            ("±", "plusminus"),
            ("Plus / Mínus", "plusminus"),
            ("+", ""),
            ("+1-2", "12"),
        ] {
            assert_eq!(folded(text), expected, "{text}");
        }
        assert!(is("datumzauctovania", "datum zauctovania"));
        assert!(!is("datumzauctovani", "datum zauctovania"));
        for (folded, expected) in [
            ("datumzauctovania", true),
            ("denzauctovania", true),
            ("den", false),
            ("dnizauctovania", false),
        ] {
            assert_eq!(is_day(folded, "datum zauctovania"), expected, "{folded}");
        }
    }

    #[test]
    fn a_name_may_say_its_currency() {
        let eur = money::Currency::Eur.into();
        assert_eq!(with_currency("Suma v EUR"), Some(("suma".to_owned(), eur)));
        assert_eq!(with_currency("Betrag (EUR)"), Some(("betrag".to_owned(), eur)));
        assert_eq!(with_currency("EUR Amount"), Some(("amount".to_owned(), eur)));
        assert_eq!(with_currency("EUR"), None);
        assert_eq!(with_currency("Suma"), None);
    }
}
