//! XML namespaces of UBL.

/// `CommonBasicComponents`: elements that hold text.
pub(crate) const CBC: &str = "urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2";

/// `CommonAggregateComponents`: elements that hold other elements.
pub(crate) const CAC: &str =
    "urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2";
