//! The blocks that pages are made of. Texts of others are plain text in them, which the templates escape.

pub(crate) use crate::fields::{Choice, Choices, Field, Finder, Input};
use crate::{chart::Bars, fields::has_file};
use askama::Template;

/// The meaning of a badge, which decides its colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Quiet,
    Info,
    Good,
    Warn,
    Bad,
}

impl Kind {
    pub(crate) const fn class(self) -> &'static str {
        match self {
            Kind::Quiet => "quiet",
            Kind::Info => "info",
            Kind::Good => "good",
            Kind::Warn => "warn",
            Kind::Bad => "bad",
        }
    }
}

/// A short text about the state of something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Badge {
    pub(crate) kind: Kind,
    pub(crate) text: &'static str,
}

/// A word and what it means.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Term {
    pub(crate) badge: Badge,
    pub(crate) meaning: &'static str,
}

/// Characters of a name in a list.
const MAX_SHORT: usize = 80;

/// A value in a table or a list of facts.
#[derive(Debug, Clone, Template)]
#[template(path = "cell.html")]
pub(crate) enum Cell {
    Nothing,
    Text(String),
    Code(String),
    Amount(String),
    /// Groups of characters: a line may end between them at most, as in an IBAN.
    Groups(String),
    Badge(Badge),
    /// The state of a document, and its state in the network.
    Badges(Vec<Badge>),
    Link {
        href: String,
        text: String,
    },
    Image {
        src: String,
        alt: &'static str,
    },
    Time {
        machine: String,
        shown: String,
    },
}

impl Cell {
    pub(crate) fn text(text: impl Into<String>) -> Self {
        Cell::Text(text.into())
    }

    /// The beginning of a name that may be long: a list has many, and each has a page.
    pub(crate) fn short(text: &str) -> Self {
        match text.char_indices().nth(MAX_SHORT) {
            Some((end, _)) => Cell::Text(format!("{}…", &text[..end])),
            None => Cell::text(text),
        }
    }

    /// An account number as people read it; what is no IBAN stays as it is.
    pub(crate) fn iban(iban: &str) -> Self {
        Cell::Groups(groups(&languages::iban(iban)))
    }

    pub(crate) fn maybe(text: Option<impl Into<String>>) -> Self {
        text.map_or(Cell::Nothing, |text| Cell::Text(text.into()))
    }

    pub(crate) fn link(href: String, text: impl Into<String>) -> Self {
        Cell::Link { href, text: text.into() }
    }

    const fn is_amount(&self) -> bool {
        matches!(self, Cell::Amount(_))
    }
}

/// The text with spaces where a line may break.
pub(crate) fn groups(text: &str) -> String {
    text.replace('\u{a0}', " ")
}

/// A label and its value.
#[derive(Debug, Clone)]
pub(crate) struct Fact {
    pub(crate) label: &'static str,
    pub(crate) cell: Cell,
}

/// The facts that have a value.
pub(crate) fn facts(all: impl IntoIterator<Item = (&'static str, Cell)>) -> Vec<Fact> {
    let all = all.into_iter().filter(|(_, cell)| !matches!(cell, Cell::Nothing));
    all.map(|(label, cell)| Fact { label, cell }).collect()
}

/// A table; the first cell of a row names it.
#[derive(Debug, Clone, Template)]
#[template(path = "table.html")]
pub(crate) struct Table {
    pub(crate) caption: String,
    pub(crate) heads: Vec<&'static str>,
    pub(crate) rows: Vec<Vec<Cell>>,
    /// The text of a table without rows.
    pub(crate) empty: &'static str,
    /// The address of the next page of rows, and the label of the link to it.
    pub(crate) next: Option<(String, &'static str)>,
}

impl Table {
    /// A table of these rows, with the text for an empty one.
    pub(crate) fn of<T>(
        caption: &str,
        heads: Vec<&'static str>,
        (rows, empty): (&[T], &'static str),
        row: impl Fn(&T) -> Vec<Cell>,
    ) -> Self {
        let (caption, rows) = (caption.to_owned(), rows.iter().map(row).collect());
        Self { caption, heads, rows, empty, next: None }
    }

    fn has_amounts(&self, column: &usize) -> bool {
        self.rows.iter().any(|row| row.get(*column).is_some_and(Cell::is_amount))
    }
}

/// A button that does something, with the fields that it needs.
#[derive(Debug, Clone)]
pub(crate) struct Action {
    pub(crate) href: String,
    pub(crate) label: &'static str,
    pub(crate) class: &'static str,
    /// An explanation, if the label is not enough.
    pub(crate) note: &'static str,
    pub(crate) fields: Vec<Field>,
    /// Whether its fields are shown at once: what was typed into them was refused.
    pub(crate) open: bool,
}

impl Action {
    pub(crate) const fn new(href: String, label: &'static str) -> Self {
        Self { href, label, class: "second", note: "", fields: Vec::new(), open: false }
    }

    pub(crate) fn main(self) -> Self {
        Self { class: "main", ..self }
    }

    /// Marks an action that cannot be undone.
    pub(crate) fn danger(self, note: &'static str) -> Self {
        Self { class: "danger", note, ..self }
    }

    pub(crate) fn with(self, fields: Vec<Field>) -> Self {
        Self { fields, ..self }
    }

    /// How browsers send it where a file comes with it.
    pub(crate) fn brings_file(&self) -> bool {
        has_file(&self.fields)
    }

    /// Whether it is only a button. An action with fields, or one that needs a second thought, is folded.
    pub(crate) fn is_plain(&self) -> bool {
        let visible = self.fields.iter().any(|field| !matches!(field.input, Input::Hidden));
        !visible && self.note.is_empty()
    }
}

/// A link that looks like a button.
#[derive(Debug, Clone)]
pub(crate) struct Link {
    pub(crate) href: String,
    pub(crate) label: &'static str,
    pub(crate) class: &'static str,
}

impl Link {
    pub(crate) const fn new(href: String, label: &'static str) -> Self {
        Self { href, label, class: "second" }
    }

    pub(crate) const fn main(href: String, label: &'static str) -> Self {
        Self { href, label, class: "main" }
    }
}

/// A part of a page under a heading.
#[derive(Clone)]
pub(crate) struct Section {
    pub(crate) title: &'static str,
    pub(crate) lead: String,
    pub(crate) facts: Vec<Fact>,
    pub(crate) chart: Option<Bars>,
    pub(crate) table: Option<Table>,
    pub(crate) code: Option<String>,
    pub(crate) links: Vec<Link>,
    pub(crate) actions: Vec<Action>,
}

impl Section {
    pub(crate) const fn new(title: &'static str) -> Self {
        Self {
            title,
            lead: String::new(),
            facts: Vec::new(),
            chart: None,
            table: None,
            code: None,
            links: Vec::new(),
            actions: Vec::new(),
        }
    }

    pub(crate) fn table(title: &'static str, table: Table) -> Self {
        Self { table: Some(table), ..Self::new(title) }
    }
}

/// A form of a page of its own.
#[derive(Debug, Clone)]
pub(crate) struct FormBlock {
    pub(crate) href: String,
    pub(crate) fields: Vec<Field>,
    pub(crate) submit: &'static str,
}

impl FormBlock {
    /// Whether another button comes before its own: that of the keyboard is its own.
    pub(crate) fn finds(&self) -> bool {
        self.fields.iter().any(|field| matches!(field.input, Input::Find(_)))
    }

    /// How browsers send it where a file comes with it.
    pub(crate) fn brings_file(&self) -> bool {
        has_file(&self.fields)
    }
}
