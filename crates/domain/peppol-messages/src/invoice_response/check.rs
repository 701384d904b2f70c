//! The rules of the transaction.

use super::{
    INVOICE_RESPONSE_CUSTOMIZATION, INVOICE_RESPONSE_PROCESS, InvoiceStatus, StatusAction,
    StatusReason,
};
use crate::application_response::{CAC, CBC};
use crate::tree::{child, children, trimmed};
use party_identifiers::is_address_scheme;
use std::fmt;
use xml::Node;

/// A rule that a response breaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BrokenRule {
    /// Its official id.
    pub id: &'static str,
    /// What it asks, of what.
    pub text: &'static str,
}

impl fmt::Display for BrokenRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}] {}", self.id, self.text)
    }
}

/// Names of `cac` elements, from the root.
type Place = &'static [&'static str];

const RESPONSE: Place = &["DocumentResponse", "Response"];
const STATUS: Place = &["DocumentResponse", "Response", "Status"];
const CONDITION: Place = &["DocumentResponse", "Response", "Status", "Condition"];
const REFERENCE: Place = &["DocumentResponse", "DocumentReference"];
const SENDER_ID: Place = &["SenderParty", "PartyIdentification"];
const RECEIVER_ID: Place = &["ReceiverParty", "PartyIdentification"];
/// The seller and the buyer, where the parties of the message are others.
const ISSUER: Place = &["DocumentResponse", "IssuerParty"];
const RECIPIENT: Place = &["DocumentResponse", "RecipientParty"];
const ISSUER_ID: Place = &["DocumentResponse", "IssuerParty", "PartyIdentification"];
const RECIPIENT_ID: Place = &["DocumentResponse", "RecipientParty", "PartyIdentification"];

/// What must stand where.
const REQUIRED: &[(Place, &str, &str, &str)] = &[
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

/// Where identifications stand whose scheme, if they name one, is of the list ICD.
const IDENTIFIED: &[(Place, &str)] = &[
    (SENDER_ID, "PEPPOL-T111-B01201"),
    (RECEIVER_ID, "PEPPOL-T111-B02401"),
    (ISSUER_ID, "PEPPOL-T111-B04501"),
    (RECIPIENT_ID, "PEPPOL-T111-B05101"),
];

/// What may stand where, and nothing else.
const CLOSED: &[(Place, &[&str], &str)] = &[
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

/// What a response breaks, by its root, each rule once; nothing where all holds. Warnings are not among it.
#[must_use]
pub fn broken_rules(root: Node<'_, '_>) -> Vec<BrokenRule> {
    let mut pass = Pass { broken: Vec::new() };
    pass.shape(root);
    pass.header(root);
    for document in at(root, &["DocumentResponse"]) {
        let one = |name| children(document, CAC, name).count() <= 1;
        let single = one("Response") && one("DocumentReference");
        pass.assert("OP-BR111-R002", "one response to one document.", single);
    }
    for response in at(root, RESPONSE) {
        pass.response(response);
    }
    pass.broken
}

struct Pass {
    broken: Vec<BrokenRule>,
}

impl Pass {
    fn assert(&mut self, id: &'static str, text: &'static str, holds: bool) {
        if !holds && self.broken.iter().all(|known| known.id != id) {
            self.broken.push(BrokenRule { id, text });
        }
    }

    /// What must and may stand where.
    fn shape(&mut self, root: Node<'_, '_>) {
        for (place, namespace, name, id) in REQUIRED {
            let has = |node: Node<'_, '_>| child(node, namespace, name).is_some();
            self.assert(
                id,
                "a mandatory element is missing.",
                at(root, place).into_iter().all(has),
            );
        }
        for (place, allowed, id) in CLOSED {
            let fits = |node: Node<'_, '_>| {
                let names = node.children().filter(Node::is_element);
                names.map(|child| child.tag_name().name()).all(|name| allowed.contains(&name))
            };
            let text = "an element is not part of the data model.";
            self.assert(id, text, at(root, place).into_iter().all(fits));
        }
        let is_filled = |node: Node<'_, '_>| {
            node.children().any(|child| child.is_element()) || !trimmed(node).is_empty()
        };
        let filled = root.descendants().filter(Node::is_element).all(is_filled);
        self.assert("PEPPOL-COMMON-R001", "no element is empty.", filled);
    }

    fn header(&mut self, root: Node<'_, '_>) {
        let is = |name, value| child(root, CBC, name).is_none_or(|node| trimmed(node) == value);
        let customization = is("CustomizationID", INVOICE_RESPONSE_CUSTOMIZATION);
        self.assert("PEPPOL-T111-B00201", "CustomizationID is another.", customization);
        let profile = is("ProfileID", INVOICE_RESPONSE_PROCESS);
        self.assert("PEPPOL-T111-B00301", "ProfileID is another.", profile);
        let single = children(root, CAC, "DocumentResponse").count() <= 1;
        self.assert("OP-BR111-R002", "one response to one document.", single);
        for (role, missing, unknown) in [
            ("SenderParty", "PEPPOL-T111-B00901", "PEPPOL-T111-B00902"),
            ("ReceiverParty", "PEPPOL-T111-B02101", "PEPPOL-T111-B02102"),
        ] {
            let parties = children(root, CAC, role);
            let endpoints = parties.filter_map(|party| child(party, CBC, "EndpointID"));
            for endpoint in endpoints {
                let scheme = endpoint.attribute("schemeID");
                self.assert(missing, "the scheme of an EndpointID is missing.", scheme.is_some());
                let known = scheme.is_none_or(is_address_scheme);
                self.assert(unknown, "the scheme of an EndpointID is not of EAS.", known);
            }
        }
        for (place, id) in IDENTIFIED {
            let ids = at(root, place).into_iter().filter_map(|party| child(party, CBC, "ID"));
            let mut schemes = ids.filter_map(|id| id.attribute("schemeID"));
            self.assert(id, "the scheme of an identifier is not of ICD.", schemes.all(is_icd));
        }
    }

    fn response(&mut self, response: Node<'_, '_>) {
        let code = child(response, CBC, "ResponseCode").map(trimmed);
        let status = code.as_deref().map(InvoiceStatus::of_code);
        self.assert("PEPPOL-T111-B03001", "the status is none.", status != Some(None));
        let status = status.flatten();
        let reasons = || {
            let all = children(response, CAC, "Status");
            all.filter_map(|one| Some((one, child(one, CBC, "StatusReasonCode")?)))
        };
        let needs = status.is_some_and(InvoiceStatus::needs_reason);
        let text = "UQ, CA and RE need a clarification code.";
        self.assert("PEPPOL-T111-R001", text, !needs || reasons().next().is_some());
        for (clarification, code) in reasons() {
            let value = trimmed(code);
            let is_reason = StatusReason::of_code(&value).is_some();
            let is_action = StatusAction::of_code(&value).is_some();
            let known = is_reason || is_action;
            self.assert("PEPPOL-T111-B03301", "the clarification code is none.", known);
            let list = code.attribute("listID");
            self.assert("PEPPOL-T111-B03302", "the list is not named.", list.is_some());
            let known = list.is_none_or(|list| matches!(list, REASONS | ACTIONS));
            self.assert("PEPPOL-T111-B03303", "the list is none of clarifications.", known);
            let text = "the code is not of OPStatusAction.";
            self.assert("PEPPOL-T111-R006", text, list != Some(ACTIONS) || is_action);
            let text = "the code is not of OPStatusReason.";
            self.assert("PEPPOL-T111-R007", text, list != Some(REASONS) || is_reason);
            let is_explained = child(clarification, CBC, "StatusReason").is_some();
            let text = "PPD needs a clarification in words.";
            let is_partly = value == StatusReason::PartlyPaid.code();
            self.assert("PEPPOL-T111-R004", text, !is_partly || is_explained);
        }
    }
}

/// Whether a scheme is of the ISO 6523 ICD list, as EN 16931 code lists 1.3.16 (2026-04) have it.
fn is_icd(scheme: &str) -> bool {
    const LAST: u16 = 248;
    const LEFT_OUT: [u16; 4] = [92, 103, 181, 182];
    let is_number = scheme.len() == 4 && scheme.bytes().all(|byte| byte.is_ascii_digit());
    let number = scheme.parse::<u16>().ok().filter(|_| is_number);
    number.is_some_and(|number| (2..=LAST).contains(&number) && !LEFT_OUT.contains(&number))
}

/// `listID` of reasons.
pub(super) const REASONS: &str = "OPStatusReason";
/// `listID` of actions.
pub(super) const ACTIONS: &str = "OPStatusAction";

/// The elements at a place.
fn at<'a, 'i: 'a>(root: Node<'a, 'i>, place: &[&str]) -> Vec<Node<'a, 'i>> {
    place.iter().fold(vec![root], |nodes, name| {
        nodes.into_iter().flat_map(|node| children(node, CAC, name).collect::<Vec<_>>()).collect()
    })
}
