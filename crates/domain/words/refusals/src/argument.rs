//! The values in the text of a refusal. The type of a field decides which kind of argument it becomes: a refusal, a text or,
//! for every other type, a name.

use crate::{Reason, Refusal};
use std::fmt;

/// A value in the text of a refusal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Argument {
    /// A number, a date, or a name that the API has for something, such as a status.
    Name(String),
    /// A text that a person or another program wrote. It is not translated.
    Text(String),
    /// Another refusal, which is the reason of this one.
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

/// A refusal, or a reason itself.
pub trait AsReason {
    /// The reason.
    fn as_reason(&self) -> Reason;
}

impl<T: Refusal> AsReason for T {
    fn as_reason(&self) -> Reason {
        self.reason()
    }
}

impl AsReason for Reason {
    fn as_reason(&self) -> Reason {
        self.clone()
    }
}

/// The value of a field, wrapped so that the derive finds its trait by the depth of references.
#[derive(Debug)]
pub struct Given<'a, T: ?Sized>(pub &'a T);

/// Makes an argument of a value. It is implemented for [`Given`] behind fewer and fewer references, and a method call takes
/// the first of them that fits the type of the value.
pub trait ToArgument {
    /// The argument.
    fn argument(&self) -> Argument;
}

impl<T: AsReason> ToArgument for &&Given<'_, T> {
    fn argument(&self) -> Argument {
        Argument::Reason(Box::new(self.0.as_reason()))
    }
}

impl ToArgument for &Given<'_, String> {
    fn argument(&self) -> Argument {
        Argument::Text(self.0.clone())
    }
}

impl ToArgument for &Given<'_, &String> {
    fn argument(&self) -> Argument {
        Argument::Text((*self.0).clone())
    }
}

impl<T: fmt::Display> ToArgument for Given<'_, T> {
    fn argument(&self) -> Argument {
        Argument::Name(self.0.to_string())
    }
}
