//! The rules of the transaction.

use super::model::{CLOSED, IDENTIFIED, REFERENCE, REQUIRED, RESPONSE};
use super::values::{NUMBERS, is_day, is_document_type, is_icd};
use super::{
    INVOICE_RESPONSE_CUSTOMIZATION, INVOICE_RESPONSE_PROCESS, InvoiceStatus, StatusAction,
    StatusReason,
};
use crate::application_response::{CAC, CBC};
use crate::tree::{child, children, text, trimmed};
use party_identifiers::{fits_code_list, is_address_scheme};
use std::fmt;
use xml::Node;

/// A rule that a response breaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BrokenRule {
    /// Its official id.
    pub id: &'static str,
    /// The text of the rule.
    pub text: &'static str,
}

impl fmt::Display for BrokenRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}] {}", self.id, self.text)
    }
}

/// The rules that a response breaks, each once; empty when it breaks none. Warnings are left out.
#[must_use]
pub fn broken_rules(root: Node<'_, '_>) -> Vec<BrokenRule> {
    let mut pass = Pass { broken: Vec::new() };
    pass.shape(root);
    pass.header(root);
    pass.values(root);
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

    /// Checks which elements must and may occur.
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
        let fits = |name, fits: fn(&str) -> bool| {
            child(root, CBC, name).is_none_or(|node| fits(&trimmed(node)))
        };
        let begins = |text: &str| text.starts_with(INVOICE_RESPONSE_CUSTOMIZATION);
        let text = "CustomizationID begins otherwise.";
        self.assert("PEPPOL-T111-R003", text, fits("CustomizationID", begins));
        let profile = fits("ProfileID", |text| text == INVOICE_RESPONSE_PROCESS);
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

    /// Checks the values of codes, days and identifiers.
    fn values(&mut self, root: Node<'_, '_>) {
        let references = || at(root, REFERENCE).into_iter();
        let types = references().filter_map(|one| child(one, CBC, "DocumentTypeCode"));
        let known = types.map(trimmed).all(|code| is_document_type(&code));
        self.assert("PEPPOL-T111-B04201", "the type of the document is not of UNCL1001.", known);
        let mut days = references().chain([root]).filter_map(|one| child(one, CBC, "IssueDate"));
        let written = days.all(|day| is_day(&text(day)));
        self.assert("PEPPOL-COMMON-R030", "a day is not written YYYY-MM-DD.", written);
        for (scheme, id) in NUMBERS {
            let is_of_it = |node: &Node<'_, '_>| node.attribute("schemeID") == Some(scheme);
            let mut numbers = root.descendants().filter(is_identifier).filter(is_of_it);
            let fits = |number: Node<'_, '_>| {
                fits_code_list(&format!("{scheme}:{}", trimmed(number))).unwrap_or(true)
            };
            let text = "an identifier has not the form or the check digit of its scheme.";
            self.assert(id, text, numbers.all(fits));
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

/// The identifiers of parties.
fn is_identifier(node: &Node<'_, '_>) -> bool {
    let is_in = |name| node.parent().is_some_and(|parent| parent.has_tag_name((CAC, name)));
    node.has_tag_name((CBC, "EndpointID"))
        || (node.has_tag_name((CBC, "ID")) && is_in("PartyIdentification"))
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
