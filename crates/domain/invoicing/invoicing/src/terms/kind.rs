use crate::checks::TextShape;

/// The kind of a header text: how it may be written, and who may see it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TermKind {
    /// A single line: a reference, shown among the facts of a page.
    Line,
    /// Paragraphs, shown below the lines of a page.
    Prose,
    /// Paragraphs that only the organization sees.
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
