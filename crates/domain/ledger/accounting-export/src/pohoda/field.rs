//! The texts of a document in Pohoda and their maximum lengths: facets of Stormware's `data.xsd`, `invoice.xsd` and
//! `type.xsd` (dataPack 2.0, as of May 2026). Pohoda refuses a document with a longer text. Nothing is lost: a text
//! that does not fit is written whole into the note of the document, which has no limit.

use std::borrow::Cow;

/// How a text that is too long is treated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Long {
    /// It is cut: a street is still found by its beginning.
    Begins,
    /// It is left out: a cut number would be another number.
    LeftOut,
}

/// A text of a document.
#[derive(Debug, Clone, Copy)]
pub(super) struct Field {
    pub element: &'static str,
    /// The maximum length, in characters.
    pub most: usize,
    pub long: Long,
    /// The label in the note.
    pub label: &'static str,
}

impl Field {
    const fn number(element: &'static str, most: usize, label: &'static str) -> Self {
        Self { element, most, long: Long::LeftOut, label }
    }

    const fn text(element: &'static str, most: usize, label: &'static str) -> Self {
        Self { element, most, long: Long::Begins, label }
    }

    /// The text for the field, if any, and the text for the note, if it does not fit.
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

/// The text on one line: a field of Pohoda has only one.
fn one_line(text: &str) -> Cow<'_, str> {
    let is_plain = text.trim() == text && !text.contains(|c: char| c.is_control());
    if is_plain {
        return text.into();
    }
    let words = text.split(|c: char| c.is_control() || c == ' ').filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ").into()
}

/// The maximum length of an IČO in a request, in characters.
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
