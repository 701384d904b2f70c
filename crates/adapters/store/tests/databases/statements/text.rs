//! The texts of statements as far as the sources say them.

use std::{
    collections::{BTreeSet, HashMap},
    rc::Rc,
};

/// Stands for a value that is sent beside the text.
pub const VALUE: &str = "\u{1}";
/// Stands before a [`VALUE`] in a list of `VALUES`.
pub const IN_TUPLE: &str = "\u{3}";
/// Stands before the word that joins the row of the mutation before.
pub const BEFORE: &str = "\u{2}";

/// Macros of the store: see `sources::origin`.
pub type Origins = BTreeSet<Rc<str>>;

/// The most variants of a text, which branches make.
const MOST: usize = 40;

/// A text, and the macros that it is made of.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Text {
    pub sql: String,
    pub of: Origins,
}

impl Text {
    /// A text that belongs to no macro.
    pub fn of_words(sql: impl Into<String>) -> Self {
        Self { sql: sql.into(), of: Origins::new() }
    }

    fn then(&self, more: &Self) -> Self {
        let of = self.of.union(&more.of).cloned().collect();
        Self { sql: format!("{}{}", self.sql, more.sql), of }
    }
}

/// Each variant of the one before a variant of the other; none when one of them has none.
pub fn joined(first: &[Text], second: &[Text]) -> Vec<Text> {
    let (before, after) = (first.iter().cycle(), second.iter().cycle());
    let count = match (first.len(), second.len()) {
        (0, _) | (_, 0) => 0,
        (first, second) => first.max(second),
    };
    before.zip(after).take(count.min(MOST)).map(|(one, other)| one.then(other)).collect()
}

/// What an expression of the store stands for.
#[derive(Clone, Default)]
pub enum Value {
    /// What is no text, and is sent beside one where it fills a hole.
    #[default]
    Sent,
    /// A text of which only a run knows how it reads.
    Unknown,
    /// The variants of a `&str`: a value in a hole, the text of a fragment elsewhere.
    Words(Vec<String>),
    /// The variants of a `Fragment`, whose holes are still open.
    Fragment(Vec<Text>),
    /// The variants of a `Statement` or a `Mutation`.
    Sql(Vec<Text>),
    /// The variants of a `NewRow`.
    Rows(Vec<Row>),
    Tuple(Vec<Value>),
    /// The elements of an array.
    List(Vec<Value>),
    Closure(Rc<Closure>),
    /// A function of the store, by its number.
    Function(Vec<usize>),
}

/// A closure with what is known where it stands.
pub struct Closure {
    pub closure: syn::ExprClosure,
    pub file: String,
    pub owner: Option<String>,
    pub values: HashMap<String, Value>,
}

/// `table (a, b)`, how many columns that is, and the macro.
#[derive(Clone)]
pub struct Row {
    pub into: String,
    pub columns: usize,
    pub of: Origins,
}

impl Row {
    /// `word`, the table, `between`, its values, `end`.
    pub fn text(&self, (word, between, end): (&str, &str, &str)) -> Text {
        let values = vec![VALUE; self.columns].join(", ");
        Text { sql: format!("{word}{}{between}{values}{end}", self.into), of: self.of.clone() }
    }
}

impl Value {
    /// Either of the two, as branches give them. A text wins over what is none.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        match (self, other) {
            (Self::Words(one), Self::Words(more)) => Self::Words(both(one, more)),
            (Self::Fragment(one), Self::Fragment(more)) => Self::Fragment(both(one, more)),
            (Self::Sql(one), Self::Sql(more)) => Self::Sql(both(one, more)),
            (Self::Rows(one), Self::Rows(more)) => Self::Rows(both(one, more)),
            (Self::Tuple(one), Self::Tuple(more)) if one.len() == more.len() => {
                Self::Tuple(one.into_iter().zip(more).map(|(one, other)| one.or(other)).collect())
            }
            (Self::Sent, other) | (Self::Unknown, other @ (Self::Sql(_) | Self::Rows(_))) => other,
            (one, _) => one,
        }
    }

    /// Any element of an array; of what is none, itself.
    #[must_use]
    pub fn element(self) -> Self {
        match self {
            Self::List(elements) => elements.into_iter().reduce(Self::or).unwrap_or_default(),
            one => one,
        }
    }

    /// Whether it is a text of SQL, or could be one.
    pub const fn is_sql(&self) -> bool {
        matches!(self, Self::Unknown | Self::Fragment(_) | Self::Sql(_) | Self::Rows(_))
    }
}

fn both<T>(mut one: Vec<T>, more: Vec<T>) -> Vec<T> {
    one.extend(more);
    one.truncate(MOST);
    one
}
