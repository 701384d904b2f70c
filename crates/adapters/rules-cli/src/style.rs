//! Colours on a terminal.

use clap::ValueEnum;
use std::{env, fmt, io, io::IsTerminal};

/// When findings are coloured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// How texts are set off, or that they are not.
#[derive(Debug, Clone, Copy)]
pub struct Style {
    coloured: bool,
}

impl Style {
    /// The style for the user's choice.
    pub fn of(color: Color) -> Self {
        let terminal = || {
            io::stdout().is_terminal() && env::var_os("NO_COLOR").is_none_or(|set| set.is_empty())
        };
        Self { coloured: color == Color::Always || (color == Color::Auto && terminal()) }
    }

    /// The style of errors, which make a document invalid.
    pub const fn error<T>(self, text: T) -> Painted<T> {
        self.painted("1;31", text)
    }

    /// The style of warnings.
    pub const fn warning<T>(self, text: T) -> Painted<T> {
        self.painted("1;33", text)
    }

    /// The style of other remarks.
    pub const fn mention<T>(self, text: T) -> Painted<T> {
        self.painted("1;36", text)
    }

    /// The style of success.
    pub const fn good<T>(self, text: T) -> Painted<T> {
        self.painted("1;32", text)
    }

    /// The style of frames.
    pub const fn frame<T>(self, text: T) -> Painted<T> {
        self.painted("1;34", text)
    }

    const fn painted<T>(self, code: &'static str, text: T) -> Painted<T> {
        Painted { code: if self.coloured { code } else { "" }, text }
    }
}

/// A text in a colour.
pub struct Painted<T> {
    code: &'static str,
    text: T,
}

impl<T: fmt::Display> fmt::Display for Painted<T> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.code.is_empty() {
            return self.text.fmt(out);
        }
        write!(out, "\u{1b}[{}m{}\u{1b}[0m", self.code, self.text)
    }
}
