//! Business cards.

use crate::{Finding, Inspection, Kind};
use peppol_messages::card::{BusinessCard, BusinessEntity, NotACard};
use serde_json::json;

pub(crate) fn inspect(bytes: &[u8]) -> Inspection {
    let mut found = Inspection::new(Kind::BusinessCard);
    match BusinessCard::read(bytes) {
        Ok(card) => {
            found.say("participant", card.participant.to_string());
            found.say("entities", card.entities.iter().map(entity).collect::<Vec<_>>());
            if !card.participant.is_participant() {
                let message = "it is no participant of the network";
                found.error(Finding::new("participant", message));
            }
        }
        Err(NotACard::Shape(fault)) => found.error(Finding::shape(&fault, bytes)),
        Err(NotACard::Root) => found.error(Finding::new("wrong-root", NotACard::Root)),
        Err(error) => found.error(Finding::new("not-readable", error)),
    }
    found
}

fn entity(one: &BusinessEntity) -> serde_json::Value {
    let identifiers = one.identifiers.iter().map(ToString::to_string);
    json!({
        "names": one.names.iter().map(|(_, name)| name).collect::<Vec<_>>(),
        "country": one.country,
        "geographical_information": one.geographical_information,
        "identifiers": identifiers.collect::<Vec<_>>(),
        "websites": one.websites,
        "registered": one.registered,
    })
}
