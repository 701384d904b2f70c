//! The texts of a document in Pohoda, and how long each may be: facets of Stormware's `data.xsd`, `invoice.xsd` and
//! `type.xsd` (dataPack 2.0, as of May 2026). Pohoda refuses a document with a longer one. Nothing is lost by them:
//! what does not fit stands whole in the note of the document, which has no limit.

use std::borrow::Cow;

/// What becomes of a text that is too long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Long {
    /// Its beginning stays: a street is found by it.
    Begins,
    /// It is left out: the beginning of a number is another number.
    LeftOut,
}

/// A text of a document.
#[derive(Debug, Clone, Copy)]
pub(super) struct Field {
    pub element: &'static str,
    /// Characters.
    pub most: usize,
    pub long: Long,
    /// What the note calls it.
    pub label: &'static str,
}

impl Field {
    const fn number(element: &'static str, most: usize, label: &'static str) -> Self {
        Self { element, most, long: Long::LeftOut, label }
    }

    const fn text(element: &'static str, most: usize, label: &'static str) -> Self {
        Self { element, most, long: Long::Begins, label }
    }

    /// What stands in the field, if anything, and what the note says beside it.
    pub fn fit<'a>(&self, text: &'a str) -> (Option<Cow<'a, str>>, Option<String>) {
        let line = one_line(text);
        if line.is_empty() {
            return (None, None);
        }
        if line.chars().count() <= self.most {
            return (Some(line), None);
        }
        let note = Some(format!("{}: {line}", self.label));
        match self.long {
            Long::LeftOut => (None, note),
            Long::Begins => {
                let begin: String = line.chars().take(self.most).collect();
                (Some(begin.trim_end().to_owned().into()), note)
            }
        }
    }
}

/// A field of Pohoda is one line.
fn one_line(text: &str) -> Cow<'_, str> {
    let is_plain = text.trim() == text && !text.contains(|c: char| c.is_control());
    if is_plain {
        return text.into();
    }
    let words = text.split(|c: char| c.is_control() || c == ' ').filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ").into()
}

/// Longest IČO that a request names, in characters.
pub const MAX_ICO: usize = 15;

pub(super) const NUMBER: Field = Field::number("typ:numberRequested", 20, "Číslo dokladu");
pub(super) const ORIGINAL: Field = Field::number("inv:originalDocument", 32, "Číslo dokladu");
pub(super) const SYMBOL: Field = Field::number("inv:symVar", 20, "Variabilný symbol");
pub(super) const TEXT: Field = Field::text("inv:text", 240, "Text");
pub(super) const ITEM_TEXT: Field = Field::text("inv:text", 90, "Položka");
pub(super) const COMPANY: Field = Field::text("typ:company", 255, "Firma");
pub(super) const CITY: Field = Field::text("typ:city", 45, "Mesto");
pub(super) const STREET: Field = Field::text("typ:street", 64, "Ulica");
pub(super) const ZIP: Field = Field::number("typ:zip", 15, "PSČ");
pub(super) const ICO: Field = Field::number("typ:ico", 15, "IČO");
pub(super) const DIC: Field = Field::number("typ:dic", 18, "DIČ");
pub(super) const IC_DPH: Field = Field::number("typ:icDph", 18, "IČ DPH");
