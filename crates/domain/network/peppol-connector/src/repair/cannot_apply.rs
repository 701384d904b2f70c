/// Why a change cannot be made. The document is unchanged.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, refusals::Refusal)]
#[refusal("repair")]
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
    #[error("{path} has no place in this document", path = .0)]
    NoPlace(String),
    /// More than one element matches.
    #[error("{path} stands in this document more than once", path = .0)]
    Ambiguous(String),
    /// The element contains comments, CDATA or other elements.
    #[error("{path} holds more than plain text", path = .0)]
    NotPlain(String),
    /// The document does not have the value to be replaced, or the changed value does not read back.
    #[error("{path} is not what the suggestion was made for", path = .0)]
    Changed(String),
}
