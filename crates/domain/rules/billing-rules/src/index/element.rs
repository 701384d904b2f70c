//! An element as a number.

/// An element's place in document order; the document element is 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Element(pub(crate) u32);

impl Element {
    /// The document element.
    pub const ROOT: Self = Self(0);

    pub(super) const fn at(self) -> usize {
        self.0 as usize
    }
}
