//! Repairs of the electronic addresses of Slovak parties: a missing address, a wrong scheme, a DIČ with `SK`.

use super::Suggestion;
use super::change::{Change, Severity, Target};
use crate::{
    documents::{Endpoint, PartyFacts, Side},
    identifiers::{
        Network, is_dic,
        participant::{SLOVAK_DIC, TEST_DIC},
    },
};

/// The EAS code of the Slovak VAT number: valid, although the network's Slovak code is 0245.
const SLOVAK_VAT: &str = "9950";

/// The changes for a party's electronic address.
pub(super) fn suggest(side: Side, party: &PartyFacts, network: Network) -> Vec<Change> {
    match &party.endpoint {
        None => missing(side, party, network).into_iter().collect(),
        Some(endpoint) => wrong(side, party, endpoint, network),
    }
}

fn missing(side: Side, party: &PartyFacts, network: Network) -> Option<Change> {
    let dic = party.slovak_dic()?;
    let scheme = network.slovak_scheme();
    Some(Change {
        target: Target::NewEndpoint(side),
        code: "ENDPOINT_MISSING",
        message: Suggestion::NoAddress { scheme, dic: dic.to_owned() }.to_string(),
        severity: Severity::Error,
        before: None,
        after: format!("{scheme}:{dic}"),
    })
}

fn wrong(side: Side, party: &PartyFacts, endpoint: &Endpoint, network: Network) -> Vec<Change> {
    let scheme = endpoint.scheme.as_deref();
    let Some(dic) = addressed_dic(party, endpoint) else {
        return Vec::new();
    };
    let mut changes = Vec::new();
    if scheme != Some(network.slovak_scheme()) {
        changes.push(right_scheme(side, endpoint, dic, network));
    }
    if endpoint.value != dic {
        // when the scheme stays, the value also keeps the form of that scheme
        let severity = match changes.first() {
            Some(change) if scheme == Some(SLOVAK_VAT) => change.severity,
            _ => Severity::Error,
        };
        changes.push(right_value(side, endpoint, dic, severity));
    }
    changes
}

fn right_scheme(side: Side, endpoint: &Endpoint, dic: &str, network: Network) -> Change {
    let right = network.slovak_scheme();
    Change {
        target: Target::EndpointScheme(side),
        code: "ENDPOINT_SCHEME",
        message: Suggestion::OtherScheme {
            scheme: right,
            dic: dic.to_owned(),
            network: network.name(),
        }
        .to_string(),
        severity: scheme_severity(side, endpoint.scheme.as_deref(), network),
        before: endpoint.scheme.clone(),
        after: right.to_owned(),
    }
}

fn right_value(side: Side, endpoint: &Endpoint, dic: &str, severity: Severity) -> Change {
    Change {
        target: Target::Endpoint(side),
        code: "ENDPOINT_VALUE",
        message: Suggestion::NotTheDic { dic: dic.to_owned() }.to_string(),
        severity,
        before: Some(endpoint.value.clone()).filter(|value| !value.is_empty()),
        after: dic.to_owned(),
    }
}

/// The DIČ that an address stands for, if any. An address with an unrelated scheme counts only when the value equals
/// the DIČ that the party states.
fn addressed_dic<'a>(party: &'a PartyFacts, endpoint: &'a Endpoint) -> Option<&'a str> {
    let stated = party.slovak_dic();
    if endpoint.value.is_empty() {
        return stated;
    }
    let value = endpoint.value.as_str();
    let digits = value.strip_prefix("SK").or_else(|| value.strip_prefix("sk")).unwrap_or(value);
    if !is_dic(digits) {
        return None;
    }
    let meant = match endpoint.scheme.as_deref() {
        Some(SLOVAK_DIC | SLOVAK_VAT) => true,
        Some(TEST_DIC) => party.is_slovak(),
        _ => stated == Some(digits),
    };
    meant.then_some(digits)
}

/// Advice instead of an error where the document may arrive unchanged: a recipient under the Slovak VAT scheme, and a
/// production address in the sandbox.
fn scheme_severity(side: Side, scheme: Option<&str>, network: Network) -> Severity {
    match (scheme, network, side) {
        (Some(SLOVAK_DIC), Network::Test, _) | (Some(SLOVAK_VAT), _, Side::Customer) => {
            Severity::Warning
        }
        _ => Severity::Error,
    }
}
