//! How to fix what breaks a rule, in the order of the rules.

const ENDPOINT: &str = "Write the provider's identifier without the scheme: <cbc:EndpointID schemeID=\"0242\">000306</cbc:EndpointID>.";
const ZONE: &str = "Write the time with its zone: 12:30:00Z or 12:30:00+01:00.";
const REASONS: &str = "Give each issue its reason: BV for a broken rule, BW for a warning, FD for a failed delivery, SV for wrong syntax.";
const REJECTION: &str = "Say in cbc:Description of the response why the message is rejected.";

pub(crate) const HINTS: [&str; 31] = [
    "Write urn:peppol:edec:mls:1.0 into cbc:CustomizationID.",
    "Write urn:peppol:edec:mls into cbc:ProfileID.",
    "Give the status an id of its own, a UUID for example.",
    "Write the date alone, as 2026-11-22; the zone belongs to the time.",
    "Add cbc:IssueTime after cbc:IssueDate.",
    ZONE,
    ENDPOINT,
    ENDPOINT,
    ENDPOINT,
    ENDPOINT,
    ENDPOINT,
    ENDPOINT,
    ENDPOINT,
    ENDPOINT,
    ENDPOINT,
    ENDPOINT,
    "Answer one message with one status: keep one cac:DocumentResponse.",
    "Add cbc:ResponseCode: AP, AB or RE.",
    "Write AP for delivered, AB for accepted, RE for rejected.",
    REJECTION,
    REJECTION,
    "Name the one message that is answered: cac:DocumentReference with the InstanceIdentifier of its envelope.",
    "Add a cac:LineResponse for each reason of the rejection.",
    REASONS,
    "Reject the message (RE), or give the issue the reason BW.",
    "Write the InstanceIdentifier of the envelope that is answered into cbc:ID.",
    "Write the XPath of the place, or NA where there is none.",
    "Say in cbc:Description what is wrong there.",
    "Say in cbc:Description what is wrong there.",
    "Add cac:Status with cbc:StatusReasonCode.",
    REASONS,
];
