use refusals::Refusal;
use thiserror::Error;

/// What a repair changes, and why: the text of a finding.
#[derive(Debug, Clone, PartialEq, Eq, Error, Refusal)]
pub(crate) enum Suggestion {
    #[error("Peppol BIS Billing 3.0 is sent as UBL; autoRepair converts the document")]
    Syntax,
    #[error("the electronic address is missing; the DIČ gives {scheme}:{dic}")]
    NoAddress { scheme: &'static str, dic: String },
    #[error("a Slovak DIČ is addressed as {scheme}:{dic} in the {network} network")]
    OtherScheme { scheme: &'static str, dic: String, network: &'static str },
    #[error("the address of a Slovak firm is its DIČ, ten digits: {dic}")]
    NotTheDic { dic: String },
    #[error("the document names {origin}; over Peppol it is sent under {profile}")]
    Specification { origin: SpecificationFound, profile: &'static str },
    #[error("{profile} does not know this business process")]
    UnknownProcess { profile: &'static str },
    #[error("the business process of {profile} is missing")]
    NoProcess { profile: &'static str },
    #[error("{before} is {after}, and has to be written so")]
    Indicator { before: &'static str, after: &'static str },
    #[error("added {value}")]
    Added { value: String },
    #[error("{count} more findings are not listed")]
    More { count: usize },
    #[error("the document cannot be repaired automatically: {reason}")]
    Refused { reason: super::CannotApply },
}

/// Which specification a document names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error, Refusal)]
#[refusal("specification")]
pub(crate) enum SpecificationFound {
    #[error("no specification")]
    Nothing,
    #[error("EN 16931 alone")]
    En16931,
    #[error("XRechnung")]
    XRechnung,
    #[error("an older BIS")]
    OlderBis,
    #[error("BIS 3.0 inexactly")]
    Misspelt,
}
