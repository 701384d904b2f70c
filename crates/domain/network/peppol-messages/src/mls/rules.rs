//! The rules of the official Schematron 1.0.1, all of them fatal.

/// A rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MlsRule {
    /// The id, such as `SCH-MLS-01`.
    pub id: &'static str,
    /// The text of the rule.
    pub message: &'static str,
}

macro_rules! rules {
    ($($number:literal $message:literal)+) => {
        /// All rules: `SCH-MLS-01` is the first.
        pub const RULES: [MlsRule; 31] =
            [$(MlsRule { id: concat!("SCH-MLS-", $number), message: $message }),+];
    };
}

rules! {
    "01" "CustomizationID must be urn:peppol:edec:mls:1.0."
    "02" "ProfileID must be urn:peppol:edec:mls."
    "03" "The ID must not be empty."
    "04" "The IssueDate must have no time zone."
    "05" "There must be an IssueTime."
    "06" "The IssueTime must have a time zone."
    "07" "The sender must have an EndpointID."
    "08" "The sender's EndpointID must not be empty."
    "09" "The sender's EndpointID must be a service provider's identifier, without 0242:."
    "10" "The sender's EndpointID must have a schemeID."
    "11" "The schemeID of the sender's EndpointID must be 0242."
    "12" "The receiver must have an EndpointID."
    "13" "The receiver's EndpointID must not be empty."
    "14" "The receiver's EndpointID must be a service provider's identifier, without 0242:."
    "15" "The receiver's EndpointID must have a schemeID."
    "16" "The schemeID of the receiver's EndpointID must be 0242."
    "17" "There must be exactly one DocumentResponse."
    "18" "The DocumentResponse must have a ResponseCode."
    "19" "The ResponseCode must be AP, AB or RE."
    "20" "A rejection must have a Description."
    "21" "The Description of a rejection must not be empty."
    "22" "There must be exactly one DocumentReference."
    "23" "A rejection must have a LineResponse."
    "24" "A rejection must have an issue with the reason BV, FD or SV."
    "25" "Only a rejection may have an issue with the reason BV, FD or SV."
    "26" "The ID of the DocumentReference must not be empty."
    "27" "The LineID of an issue must not be empty; NA where there is no place."
    "28" "An issue must have a Description."
    "29" "The Description of an issue must not be empty."
    "30" "An issue must have a Status."
    "31" "The StatusReasonCode must be BV, BW, FD or SV."
}
