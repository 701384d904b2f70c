//! The data model of the transaction: which elements must and which may occur.

use crate::application_response::{CAC, CBC};

/// Names of `cac` elements, from the root.
pub(super) type Place = &'static [&'static str];

pub(super) const RESPONSE: Place = &["DocumentResponse", "Response"];
const STATUS: Place = &["DocumentResponse", "Response", "Status"];
const CONDITION: Place = &["DocumentResponse", "Response", "Status", "Condition"];
pub(super) const REFERENCE: Place = &["DocumentResponse", "DocumentReference"];
const SENDER_ID: Place = &["SenderParty", "PartyIdentification"];
const RECEIVER_ID: Place = &["ReceiverParty", "PartyIdentification"];
/// The seller and the buyer, if they are not the parties of the message.
const ISSUER: Place = &["DocumentResponse", "IssuerParty"];
const RECIPIENT: Place = &["DocumentResponse", "RecipientParty"];
const ISSUER_ID: Place = &["DocumentResponse", "IssuerParty", "PartyIdentification"];
const RECIPIENT_ID: Place = &["DocumentResponse", "RecipientParty", "PartyIdentification"];

/// The required elements.
pub(super) const REQUIRED: &[(Place, &str, &str, &str)] = &[
    (&[], CBC, "CustomizationID", "PEPPOL-T111-B00101"),
    (&[], CBC, "ProfileID", "PEPPOL-T111-B00102"),
    (&[], CBC, "ID", "PEPPOL-T111-B00103"),
    (&[], CBC, "IssueDate", "PEPPOL-T111-B00104"),
    (&[], CAC, "SenderParty", "PEPPOL-T111-B00105"),
    (&[], CAC, "ReceiverParty", "PEPPOL-T111-B00106"),
    (&[], CAC, "DocumentResponse", "PEPPOL-T111-B00107"),
    (&["SenderParty"], CBC, "EndpointID", "PEPPOL-T111-B00801"),
    (&["SenderParty"], CAC, "PartyLegalEntity", "PEPPOL-T111-B00802"),
    (&["SenderParty", "PartyLegalEntity"], CBC, "RegistrationName", "PEPPOL-T111-B01401"),
    (&["ReceiverParty"], CBC, "EndpointID", "PEPPOL-T111-B02001"),
    (&["ReceiverParty"], CAC, "PartyLegalEntity", "PEPPOL-T111-B02002"),
    (&["ReceiverParty", "PartyLegalEntity"], CBC, "RegistrationName", "PEPPOL-T111-B02601"),
    (&["DocumentResponse"], CAC, "Response", "PEPPOL-T111-B02801"),
    (&["DocumentResponse"], CAC, "DocumentReference", "PEPPOL-T111-B02802"),
    (RESPONSE, CBC, "ResponseCode", "PEPPOL-T111-B02901"),
    (CONDITION, CBC, "AttributeID", "PEPPOL-T111-B03601"),
    (REFERENCE, CBC, "ID", "PEPPOL-T111-B03901"),
    (REFERENCE, CBC, "DocumentTypeCode", "PEPPOL-T111-B03902"),
    (SENDER_ID, CBC, "ID", "PEPPOL-T111-B01101"),
    (RECEIVER_ID, CBC, "ID", "PEPPOL-T111-B02301"),
    (ISSUER, CAC, "PartyName", "PEPPOL-T111-B04301"),
    (ISSUER_ID, CBC, "ID", "PEPPOL-T111-B04401"),
    (&["DocumentResponse", "IssuerParty", "PartyName"], CBC, "Name", "PEPPOL-T111-B04701"),
    (RECIPIENT, CAC, "PartyName", "PEPPOL-T111-B04901"),
    (RECIPIENT_ID, CBC, "ID", "PEPPOL-T111-B05001"),
    (&["DocumentResponse", "RecipientParty", "PartyName"], CBC, "Name", "PEPPOL-T111-B05301"),
];

/// The elements with identifications whose scheme, if they have one, must be in the ICD list.
pub(super) const IDENTIFIED: &[(Place, &str)] = &[
    (SENDER_ID, "PEPPOL-T111-B01201"),
    (RECEIVER_ID, "PEPPOL-T111-B02401"),
    (ISSUER_ID, "PEPPOL-T111-B04501"),
    (RECIPIENT_ID, "PEPPOL-T111-B05101"),
];

/// The elements with a closed list of children.
pub(super) const CLOSED: &[(Place, &[&str], &str)] = &[
    (
        &[],
        &[
            "CustomizationID",
            "ProfileID",
            "ID",
            "IssueDate",
            "IssueTime",
            "Note",
            "SenderParty",
            "ReceiverParty",
            "DocumentResponse",
        ],
        "PEPPOL-T111-B00109",
    ),
    (
        &["SenderParty"],
        &["EndpointID", "PartyIdentification", "PartyLegalEntity", "Contact"],
        "PEPPOL-T111-B00803",
    ),
    (
        &["ReceiverParty"],
        &["EndpointID", "PartyIdentification", "PartyLegalEntity"],
        "PEPPOL-T111-B02003",
    ),
    (
        &["DocumentResponse"],
        &["Response", "DocumentReference", "IssuerParty", "RecipientParty"],
        "PEPPOL-T111-B02803",
    ),
    (RESPONSE, &["ResponseCode", "EffectiveDate", "Status"], "PEPPOL-T111-B02902"),
    (STATUS, &["StatusReasonCode", "StatusReason", "Condition"], "PEPPOL-T111-B03201"),
    (CONDITION, &["AttributeID", "Description"], "PEPPOL-T111-B03602"),
    (REFERENCE, &["ID", "IssueDate", "DocumentTypeCode"], "PEPPOL-T111-B03903"),
    (&["SenderParty", "PartyLegalEntity"], &["RegistrationName"], "PEPPOL-T111-B01402"),
    (&["SenderParty", "Contact"], &["Name", "Telephone", "ElectronicMail"], "PEPPOL-T111-B01601"),
    (&["ReceiverParty", "PartyLegalEntity"], &["RegistrationName"], "PEPPOL-T111-B02602"),
    (ISSUER, &["PartyIdentification", "PartyName"], "PEPPOL-T111-B04302"),
    (RECIPIENT, &["PartyIdentification", "PartyName"], "PEPPOL-T111-B04902"),
];
