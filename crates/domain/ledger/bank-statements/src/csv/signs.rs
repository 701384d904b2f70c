//! Whether the amounts of a file have signs.

use super::amounts::{Point, Written, written};

/// The signs of the amounts that were seen; zeros have none.
#[derive(Debug, Default)]
pub(super) struct Signs {
    /// An amount is negative.
    pub(super) negative: bool,
    /// An amount has a sign.
    signed: bool,
    /// An amount has none.
    bare: bool,
}

/// The sign of one amount.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sign {
    Minus,
    Plus,
    None,
}

impl Signs {
    /// Looks at an amount; None if it is none, or zero.
    pub(super) fn look(&mut self, text: &str) -> Option<Sign> {
        let read = whatever(text).filter(|read| !read.amount.is_zero())?;
        self.negative |= read.is_negative();
        self.signed |= read.signed;
        self.bare |= !read.signed;
        Some(match (read.is_negative(), read.signed) {
            (true, _) => Sign::Minus,
            (false, true) => Sign::Plus,
            (false, false) => Sign::None,
        })
    }

    /// Whether they say the direction: something went out, or each amount has a sign.
    pub(super) const fn say_it(&self) -> bool {
        self.negative || (self.signed && !self.bare)
    }

    /// Some amounts have a plus and others nothing, which may be what tells them apart.
    pub(super) const fn are_mixed(&self) -> bool {
        !self.negative && self.signed && self.bare
    }
}

/// An amount, whatever its point means.
pub(super) fn whatever(text: &str) -> Option<Written> {
    let read = written(text, Some(Point::Comma)).or_else(|_| written(text, Some(Point::Dot)));
    read.ok()
}
