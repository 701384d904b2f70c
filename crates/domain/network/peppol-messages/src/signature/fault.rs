/// Why a signature does not hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SignatureFault {
    /// An element is missing, stands twice, or holds no Base64.
    #[error("the signature is not complete")]
    Malformed,
    /// An algorithm that is not allowed here.
    #[error("the signature uses an algorithm that is not allowed")]
    Algorithm,
    /// Other transforms than are allowed here.
    #[error("the signature transforms what it signs otherwise than is allowed")]
    Transforms,
    /// The signature has more references, prefixes or elements than any real one.
    #[error("the signature asks for more work than is done for one")]
    TooMuch,
    /// A reference to something else than it must sign.
    #[error("the signature does not cover what it must")]
    Reference,
    /// The signed content was changed.
    #[error("what was signed has been changed: its digest differs")]
    Digest,
    /// The signature is not of this key over these digests.
    #[error("the signature is not the one of its certificate")]
    Value,
}

impl From<xml::TooManySteps> for SignatureFault {
    fn from(_: xml::TooManySteps) -> Self {
        Self::TooMuch
    }
}
