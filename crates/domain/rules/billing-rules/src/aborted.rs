//! That the official engine gives up.

use crate::index::element::Element;

/// Why the official engine gives up on a document, and with it on a whole stylesheet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StylesheetAborted {
    /// Why.
    pub cause: Cause,
    /// The element that it could not deal with.
    pub element: Option<Element>,
}

/// The official engine's error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cause {
    /// FORG0001: a value cannot be cast to a number, date or boolean.
    BadCast,
    /// XPTY0004: several values where a rule can deal with one.
    TooMany,
    /// FOAR0001, FOAR0002: a division by zero or an impossible number.
    Arithmetic,
    /// Not the engine's error but ours: a number so long that counting with it is an attack.
    TooLong,
}

impl StylesheetAborted {
    /// A value that cannot be cast.
    pub const fn bad_cast(element: Element) -> Self {
        Self { cause: Cause::BadCast, element: Some(element) }
    }

    /// A second value where one is expected.
    pub const fn too_many(element: Element) -> Self {
        Self { cause: Cause::TooMany, element: Some(element) }
    }

    /// A division by zero or an impossible number.
    pub const fn arithmetic(element: Element) -> Self {
        Self { cause: Cause::Arithmetic, element: Some(element) }
    }

    /// A number that is too long for us.
    pub const fn too_long(element: Element) -> Self {
        Self { cause: Cause::TooLong, element: Some(element) }
    }
}
