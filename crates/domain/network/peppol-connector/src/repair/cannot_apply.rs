/// Why a change cannot be made. The document is unchanged.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CannotApply {
    /// The XML declaration names another encoding than UTF-8.
    #[error("only documents in UTF-8 are repaired")]
    NotUtf8,
    /// The document is not UBL.
    #[error("only UBL invoices and credit notes are repaired")]
    NotUbl,
    /// The conversion of a CII document is not a text change.
    #[error("a conversion cannot be applied as a change of text")]
    NotText,
    /// The document lacks the element where the change belongs, or one to insert it next to.
    #[error("{0} has no place in this document")]
    NoPlace(String),
    /// More than one element matches.
    #[error("{0} stands in this document more than once")]
    Ambiguous(String),
    /// The element contains comments, CDATA or other elements.
    #[error("{0} holds more than plain text")]
    NotPlain(String),
    /// The document does not have the value to be replaced, or the changed value does not read back.
    #[error("{0} is not what the suggestion was made for")]
    Changed(String),
}
