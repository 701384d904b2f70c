use std::fmt;

/// One place where a document does not have the shape of its vocabulary.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShapeFault {
    /// The byte of the text at which the element begins.
    pub offset: usize,
    /// The element, as `smp:Endpoint`, without a prefix where it is of no known namespace.
    pub element: String,
    /// The text of the fault.
    pub what: String,
}

impl fmt::Display for ShapeFault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}: {}", self.element, self.what)
    }
}
