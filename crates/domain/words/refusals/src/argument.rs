//! What fills the text of a refusal. The type of a field decides what it is: the derive asks for it by the first of three
//! traits that the type has, in the order refusal, text, name.

use crate::{Reason, Refusal};
use std::fmt;

/// A value in a refusal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Argument {
    /// A number, a date, or a name that the API has for something, such as a status.
    Name(String),
    /// What somebody wrote: it is no word to translate.
    Text(String),
    /// Another refusal, which this one gives as its reason.
    Reason(Box<Reason>),
}

impl fmt::Display for Argument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Argument::Name(text) | Argument::Text(text) => f.write_str(text),
            Argument::Reason(reason) => reason.fmt(f),
        }
    }
}

/// What says a reason: a refusal, or a reason itself.
pub trait Said {
    /// The reason.
    fn said(&self) -> Reason;
}

impl<T: Refusal> Said for T {
    fn said(&self) -> Reason {
        self.reason()
    }
}

impl Said for Reason {
    fn said(&self) -> Reason {
        self.clone()
    }
}

/// A value that a text is given, for the derive.
#[derive(Debug)]
pub struct Given<'a, T: ?Sized>(pub &'a T);

/// Of a refusal within another.
pub trait OfRefusal {
    /// The argument.
    fn argument(&self) -> Argument;
}

impl<T: Said> OfRefusal for &&Given<'_, T> {
    fn argument(&self) -> Argument {
        Argument::Reason(Box::new(self.0.said()))
    }
}

/// Of a text that somebody wrote.
pub trait OfText {
    /// The argument.
    fn argument(&self) -> Argument;
}

impl OfText for &Given<'_, String> {
    fn argument(&self) -> Argument {
        Argument::Text(self.0.clone())
    }
}

impl OfText for &Given<'_, &String> {
    fn argument(&self) -> Argument {
        Argument::Text((*self.0).clone())
    }
}

/// Of whatever has a text.
pub trait OfName {
    /// The argument.
    fn argument(&self) -> Argument;
}

impl<T: fmt::Display> OfName for Given<'_, T> {
    fn argument(&self) -> Argument {
        Argument::Name(self.0.to_string())
    }
}
