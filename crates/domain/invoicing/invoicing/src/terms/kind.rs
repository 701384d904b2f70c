use crate::checks::TextShape;

/// What kind of text it is: how it may be written, and who sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TermKind {
    /// On one line: a reference, among the facts of a page.
    Line,
    /// Paragraphs, below a page.
    Prose,
    /// Paragraphs that nobody sees but the organization.
    Private,
}

impl TermKind {
    /// Whether it may have line breaks.
    #[must_use]
    pub const fn shape(self) -> TextShape {
        match self {
            Self::Line => TextShape::Line,
            Self::Prose | Self::Private => TextShape::Paragraphs,
        }
    }
}
