//! Who takes the UBL.

/// Who takes the UBL, which decides how much it may say.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Target {
    /// Peppol, which takes one note unless both parties are German (PEPPOL-EN16931-R002).
    #[default]
    Peppol,
    /// Whoever takes a document by EN 16931: as many notes as there are.
    En16931,
    /// The same by another specification than the document names, such as XRechnung.
    Specification {
        /// Specification identifier (BT-24).
        customization: &'static str,
        /// Business process type (BT-23) of documents that name none.
        process: &'static str,
    },
}
