/// Why a change is not made. The document stays as it is.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CannotApply {
    /// Another encoding than UTF-8, by its own declaration.
    #[error("only documents in UTF-8 are repaired")]
    NotUtf8,
    /// The document is not UBL.
    #[error("only UBL invoices and credit notes are repaired")]
    NotUbl,
    /// The conversion of a document is no change of its text.
    #[error("a conversion cannot be applied as a change of text")]
    NotText,
    /// The document has no element where the change belongs, or none to put it beside.
    #[error("{0} has no place in this document")]
    NoPlace(String),
    /// More than one element could be meant.
    #[error("{0} stands in this document more than once")]
    Ambiguous(String),
    /// The element holds comments, CDATA or other elements.
    #[error("{0} holds more than plain text")]
    NotPlain(String),
    /// The document does not say what the change would replace, or the change did not take.
    #[error("{0} is not what the suggestion was made for")]
    Changed(String),
}
