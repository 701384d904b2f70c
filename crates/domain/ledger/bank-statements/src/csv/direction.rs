//! Whether money came or went, as banks write it beside an amount.

use super::{
    heading::words,
    words::{Meaning, means},
};
use std::collections::BTreeSet;

/// Whether money came or went.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Direction {
    Credit,
    Debit,
}

/// Letters that only say something beside their other half: what came, what went. `D` is debet beside
/// `K`, and Dal, which is credit, beside `MD`.
const PAIRS: [(&str, &str); 8] = [
    ("k", "d"),
    ("c", "d"),
    ("cr", "d"),
    ("d", "md"),
    ("h", "s"),
    ("p", "v"),
    ("j", "t"),
    ("ma", "wn"),
];

/// A direction as it is compared: its words, folded.
pub(super) fn word(text: &str) -> String {
    match text.trim() {
        "+" => "plus".to_owned(),
        "-" | "\u{2212}" | "\u{2013}" => "minus".to_owned(),
        text => words(text).join(" ").replace("ma dat", "md"),
    }
}

/// What a word says in a column that has this name, and in which all of these words stand.
pub(super) fn direction(word: &str, name: &str, all: &BTreeSet<String>) -> Option<Direction> {
    word_direction(word).or_else(|| of_pair(word, name, all))
}

/// All its words say the same, beside those that say nothing.
fn word_direction(word: &str) -> Option<Direction> {
    let mut known = None;
    for word in word.split(' ') {
        let said = match word {
            _ if means(word, Meaning::Credit) => Some(Direction::Credit),
            _ if means(word, Meaning::Debit) => Some(Direction::Debit),
            _ if means(word, Meaning::Beside) => continue,
            _ => None,
        };
        if said.is_none() || known.is_some_and(|known| said != Some(known)) {
            return None;
        }
        known = said;
    }
    known
}

/// One letter, beside the other half of its pair or in a column that is named after the pair.
fn of_pair(word: &str, name: &str, all: &BTreeSet<String>) -> Option<Direction> {
    let mut said = PAIRS.iter().filter_map(|(credit, debit)| {
        let (said, other) = if word == *credit {
            (Direction::Credit, *debit)
        } else if word == *debit {
            (Direction::Debit, *credit)
        } else {
            return None;
        };
        let beside = all.iter().any(|word| short(word) == other);
        (beside || is_pair(name, credit, debit)).then_some(said)
    });
    let first = said.next()?;
    said.all(|other| other == first).then_some(first)
}

/// Whether the name of the column is this pair: `D/K`, `Debet / Kredit`, `MD/D`, `Má dať/Dal`.
fn is_pair(name: &str, credit: &str, debit: &str) -> bool {
    let words: Vec<_> = word(name).split(' ').map(str::to_owned).collect();
    let has = |letter: &str| words.iter().any(|word| short(word) == letter);
    words.len() == 2 && has(credit) && has(debit)
}

/// The letter that stands for a word.
fn short(word: &str) -> &str {
    match word {
        "kredit" => "k",
        "credit" => "c",
        "debet" | "debit" | "dal" => "d",
        "soll" => "s",
        "haben" => "h",
        "prijem" => "p",
        "vydaj" | "vydej" => "v",
        "jovairas" => "j",
        "terheles" => "t",
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Direction::{Credit, Debit};

    fn said(name: &str, words: &[&str]) -> Vec<Option<Direction>> {
        let words: Vec<_> = words.iter().map(|text| word(text)).collect();
        let all = words.iter().cloned().collect();
        words.iter().map(|word| direction(word, name, &all)).collect()
    }

    #[test]
    fn a_pair_of_words_says_the_direction_in_six_languages() {
        for (name, credit, debit) in [
            ("Typ", "Kredit", "Debet"),
            ("D/K", "K", "D"),
            ("Typ", "K", "D"),
            ("MD/D", "D", "MD"),
            ("Má dať/Dal", "Dal", "Má dať"),
            ("Strana", "D", "MD"),
            ("Smer", "Prichádzajúca", "Odchádzajúca"),
            ("Směr úhrady", "Příchozí", "Odchozí"),
            ("Typ pohybu", "Prijatá platba", "Odoslaná platba"),
            ("Druh", "Príjem", "Výdaj"),
            ("P/V", "P", "V"),
            ("CdtDbtInd", "CRDT", "DBIT"),
            ("Soll/Haben", "H", "S"),
            ("Umsatzart", "Gutschrift", "Lastschrift"),
            ("T/J", "J", "T"),
            ("Irány", "Jóváírás", "Terhelés"),
            ("Strona", "Uznanie", "Obciążenie"),
            ("Strona", "Ma", "Wn"),
            ("Znamienko", "+", "−"),
            ("Direction", "in", "OUT"),
        ] {
            assert_eq!(said(name, &[credit, debit]), [Some(Credit), Some(Debit)], "{name}");
        }
    }

    #[test]
    fn a_lonely_letter_says_what_the_name_says() {
        for (name, word, expected) in [
            ("D/K", "D", Some(Debit)),
            ("Debet / Kredit", "D", Some(Debit)),
            ("MD/D", "D", Some(Credit)),
            ("MD / Dal", "D", Some(Credit)),
            ("Má dať / Dal", "D", Some(Credit)),
            ("S/H", "S", Some(Debit)),
            ("Typ", "D", None),
            ("Typ", "S", None),
            ("Typ", "P", None),
            ("Smer", "X", None),
        ] {
            assert_eq!(said(name, &[word]), [expected], "{name} {word}");
        }
        assert_eq!(said("Typ", &["K", "D", "MD"])[1], None, "both at once");
    }
}
