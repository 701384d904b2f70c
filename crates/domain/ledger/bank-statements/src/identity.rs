//! By what a line is known again, so that none counts twice.

use crate::{Format, Line, ReadLine, Statement};
use std::collections::HashMap;

/// A statement whose lines are known by keys.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Incoming {
    /// In the order of the statement.
    pub lines: Vec<KeyedLine>,
}

/// A line and what it is known by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyedLine {
    /// The line.
    pub read: ReadLine,
    /// The same in each statement of the account that has this line: what the line says with the bank's reference,
    /// and how many of the same stood before it.
    pub key: String,
    /// The key that earlier versions gave a line with a reference: without its symbol and its counterparty.
    pub former: Option<String>,
    /// What the line says in whatever form it is written: day, amount and variable symbol.
    pub content: String,
}

impl Incoming {
    /// Gives each line its keys.
    #[must_use]
    pub fn of(statement: &Statement) -> Self {
        let mut seen: HashMap<String, u32> = HashMap::new();
        let mut counted = |known_by: String| {
            let count = seen.entry(known_by.clone()).or_default();
            *count += 1;
            format!("{known_by}|{count}")
        };
        let keyed = statement.lines.iter().map(|read| KeyedLine {
            read: read.clone(),
            key: counted(known_by(&read.line)),
            former: former(&read.line).map(&mut counted),
            content: content(&read.line),
        });
        Self { lines: keyed.collect() }
    }

    /// All keys, also former ones.
    #[must_use]
    pub fn keys(&self) -> Vec<String> {
        let keys = |line: &KeyedLine| [Some(line.key.clone()), line.former.clone()];
        self.lines.iter().flat_map(keys).flatten().collect()
    }

    /// What the lines say.
    #[must_use]
    pub fn contents(&self) -> Vec<String> {
        self.lines.iter().map(|line| line.content.clone()).collect()
    }
}

/// A line that is kept already.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownLine {
    pub key: String,
    pub content: String,
    /// Of its statement.
    pub format: Format,
    pub line: Line,
}

/// Lines that are kept already, each once.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct KnownLines(pub Vec<KnownLine>);

/// Whether a line came before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Seen {
    Never,
    /// In a statement of another form, or as it was read before: nobody can be sure.
    Perhaps,
    /// It is kept.
    Before,
}

impl KnownLines {
    /// Which of the lines came before. Each that is kept stands for one of them: first for the one with its key,
    /// then for one in the same form that says the same, then for one that may, then in another form.
    #[must_use]
    pub fn recognise(&self, incoming: &Incoming, format: Format) -> Vec<Seen> {
        let mut left = Left::of(&self.0);
        let lines = &incoming.lines;
        let mut seen: Vec<_> = lines.iter().map(|line| left.take_key(&line.key)).collect();
        let like = |wanted| {
            move |line: &KeyedLine, known: &KnownLine| {
                known.format == format && likeness(&line.read.line, &known.line) == wanted
            }
        };
        let elsewhere = |_: &KeyedLine, known: &KnownLine| known.format != format;
        left.pass(lines, &mut seen, like(Seen::Before), Seen::Before);
        left.pass(lines, &mut seen, like(Seen::Perhaps), Seen::Perhaps);
        left.pass(lines, &mut seen, elsewhere, Seen::Perhaps);
        for (line, seen) in lines.iter().zip(&mut seen).filter(|(_, s)| **s == Seen::Never) {
            if line.former.as_ref().is_some_and(|key| left.take_key(key) == Seen::Before) {
                *seen = Seen::Perhaps;
            }
        }
        seen
    }
}

/// Kept lines that stand for none of the lines yet.
struct Left<'a> {
    by_key: HashMap<&'a str, &'a KnownLine>,
    by_content: HashMap<&'a str, Vec<&'a KnownLine>>,
}

impl<'a> Left<'a> {
    fn of(known: &'a [KnownLine]) -> Self {
        let mut by_content: HashMap<&str, Vec<_>> = HashMap::new();
        for line in known {
            by_content.entry(&line.content).or_default().push(line);
        }
        Self { by_key: known.iter().map(|line| (line.key.as_str(), line)).collect(), by_content }
    }

    fn take_key(&mut self, key: &str) -> Seen {
        let Some(known) = self.by_key.remove(key) else { return Seen::Never };
        if let Some(alike) = self.by_content.get_mut(known.content.as_str()) {
            alike.retain(|line| line.key != known.key);
        }
        Seen::Before
    }

    /// Lines that were not found yet are those that fit and are left.
    fn pass(
        &mut self,
        lines: &[KeyedLine],
        seen: &mut [Seen],
        fits: impl Fn(&KeyedLine, &KnownLine) -> bool,
        found: Seen,
    ) {
        for (line, seen) in lines.iter().zip(seen).filter(|(_, seen)| **seen == Seen::Never) {
            if self.take_content(line, |known| fits(line, known)) {
                *seen = found;
            }
        }
    }

    fn take_content(&mut self, line: &KeyedLine, fits: impl Fn(&KnownLine) -> bool) -> bool {
        let Some(alike) = self.by_content.get_mut(line.content.as_str()) else { return false };
        let Some(at) = alike.iter().position(|known| fits(known)) else { return false };
        let known = alike.remove(at);
        self.by_key.remove(known.key.as_str());
        true
    }
}

/// Whether two lines of one day, amount and symbol are one. They are by one reference of the bank, or where both say the same
/// of the other side. What only one says is not known of the other: two people pay the same.
fn likeness(one: &Line, other: &Line) -> Seen {
    let references = (bank_reference(one), bank_reference(other));
    let said = [
        (&one.counterparty_account, &other.counterparty_account),
        (&one.counterparty_name, &other.counterparty_name),
        (&one.message, &other.message),
    ];
    let said = said.map(|(one, other)| (one.as_deref(), other.as_deref()));
    let differ = |pair: &(Option<&str>, Option<&str>)| match pair {
        (Some(one), Some(other)) => !same_text(one, other),
        _ => false,
    };
    let both = |pair: &(Option<&str>, Option<&str>)| pair.0.is_some() == pair.1.is_some();
    let is_other = one.reversal != other.reversal
        || said.iter().any(differ)
        || matches!(references, (Some(one), Some(other)) if one != other);
    let is_same = (references.0.is_some() && references.0 == references.1)
        || said.iter().chain([&references]).all(both);
    match (is_other, is_same) {
        (true, _) => Seen::Never,
        (false, true) => Seen::Before,
        (false, false) => Seen::Perhaps,
    }
}

/// The same letters and digits: white space and signs differ between downloads.
fn same_text(one: &str, other: &str) -> bool {
    let letters = |text: &str| -> Vec<char> {
        text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    };
    letters(one) == letters(other)
}

fn known_by(line: &Line) -> String {
    let account = line.counterparty_account.as_deref().unwrap_or_default();
    // a reversal is no payment, whatever else is the same
    let reversal = if line.reversal { "|r" } else { "" };
    let says = format!("{}|{account}{reversal}", content(line));
    match bank_reference(line) {
        // with what the line says: the parts of a batch have one reference, and some banks begin anew each day
        Some(reference) => format!("b|{says}|{reference}"),
        // nothing else tells two payers of one amount apart
        None => format!("c|{says}|{}", words(line)),
    }
}

/// Who paid and what for, in letters and digits.
fn words(line: &Line) -> String {
    let texts = [&line.counterparty_name, &line.message];
    let letters = texts.into_iter().flatten().flat_map(|text| text.chars());
    let letters = letters.filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase);
    letters.take(MAX_WORDS).collect()
}

fn former(line: &Line) -> Option<String> {
    let reference = bank_reference(line)?;
    Some(format!("r|{}|{}|{reference}", line.booked_on, line.amount.normalize()))
}

fn content(line: &Line) -> String {
    let symbol = line.variable_symbol.as_deref().unwrap_or_default();
    format!("{}|{}|{symbol}", line.booked_on, line.amount.normalize())
}

/// Letters by which lines without a reference are told apart, at most.
const MAX_WORDS: usize = 200;

/// Digits of a number that only counts the lines of a statement or of a day, at most.
const RUNNING_DIGITS: usize = 5;

/// What stands where there is no reference.
const PLACEHOLDERS: [&str; 10] = [
    "NONREF",
    "NOREF",
    "NOREFERENCE",
    "NOTPROVIDED",
    "NOTAVAILABLE",
    "NONE",
    "NULL",
    "NA",
    "UNKNOWN",
    "NEUVEDENE",
];

/// The bank's reference of a line, if it tells movements apart: no placeholder, and no number that only counts.
pub(crate) fn bank_reference(line: &Line) -> Option<&str> {
    line.bank_reference.as_deref().filter(|text| tells_apart(text))
}

/// Whether a text is a reference: neither a placeholder nor zeros nor a number that counts lines.
pub(crate) fn tells_apart(text: &str) -> bool {
    let letters = text.chars().filter(|c| c.is_alphanumeric());
    let plain: String = letters.flat_map(char::to_uppercase).collect();
    let counts = plain.bytes().all(|byte| byte.is_ascii_digit())
        && plain.trim_start_matches('0').len() <= RUNNING_DIGITS;
    !plain.is_empty() && !counts && !PLACEHOLDERS.contains(&plain.as_str())
}

#[cfg(test)]
mod tests;
