//! Requests to the SML and its answers.

use crate::{Finding, Inspection, Kind};
use peppol_messages::Identifier;
use peppol_messages::discovery::{is_migration_key, label};
use peppol_messages::sml::{NotSml, Publisher, SmlAnswer, SmlFaultKind, SmlRequest};
use serde_json::{Value, json};

pub(crate) fn inspect(bytes: &[u8]) -> Inspection {
    match SmlRequest::read(bytes) {
        Ok(request) => of_request(&request),
        // an element that no request has may be an answer's, and an empty body is one
        Err(NotSml::Element(_) | NotSml::Empty) => of_answer(bytes),
        Err(error) => failed(Kind::SmlRequest, &error, bytes),
    }
}

fn failed(kind: Kind, error: &NotSml, bytes: &[u8]) -> Inspection {
    let finding = match error {
        NotSml::Shape(fault) => Finding::shape(fault, bytes),
        NotSml::Unreadable(_) => Finding::new("not-readable", error),
        NotSml::Empty | NotSml::Element(_) => Finding::new("wrong-root", error),
    };
    Inspection::of_error(kind, finding)
}

fn of_request(request: &SmlRequest) -> Inspection {
    let mut found = Inspection::new(Kind::SmlRequest);
    found.say("operation", operation(request));
    found.say("path", request.path());
    found.say("soap_action", request.soap_action());
    match request {
        SmlRequest::CreatePublisher(smp)
        | SmlRequest::ReadPublisher(smp)
        | SmlRequest::UpdatePublisher(smp) => publisher(&mut found, smp),
        SmlRequest::DeletePublisher(smp) => found.say("publisher", smp.as_str()),
        SmlRequest::CreateParticipant(smp, id) | SmlRequest::DeleteParticipant(smp, id) => {
            found.say("publisher", smp.as_str());
            participants(&mut found, std::slice::from_ref(id));
        }
        SmlRequest::CreateList(smp, ids) | SmlRequest::DeleteList(smp, ids) => {
            found.say("publisher", smp.as_str());
            participants(&mut found, ids);
        }
        SmlRequest::List(smp, page) => {
            found.say("publisher", smp.as_str());
            found.say_some("page", page.clone());
        }
        SmlRequest::PrepareToMigrate(migration) | SmlRequest::Migrate(migration) => {
            found.say("publisher", migration.publisher.as_str());
            participants(&mut found, std::slice::from_ref(&migration.participant));
            migration_key(&mut found, &migration.key);
        }
    }
    found
}

/// The key itself is a secret between two SMPs, and is not shown.
fn migration_key(found: &mut Inspection, key: &str) {
    if !is_migration_key(key) {
        let message = "a migration key has 8 to 24 characters, at least two each of lower case, upper case, \
                       digits and special characters";
        found.error(Finding::new("migration-key", message));
    }
}

const fn operation(request: &SmlRequest) -> &'static str {
    match request {
        SmlRequest::CreatePublisher(_) => "ManageServiceMetadata.Create",
        SmlRequest::ReadPublisher(_) => "ManageServiceMetadata.Read",
        SmlRequest::UpdatePublisher(_) => "ManageServiceMetadata.Update",
        SmlRequest::DeletePublisher(_) => "ManageServiceMetadata.Delete",
        SmlRequest::CreateParticipant(..) => "ManageBusinessIdentifier.Create",
        SmlRequest::DeleteParticipant(..) => "ManageBusinessIdentifier.Delete",
        SmlRequest::CreateList(..) => "ManageBusinessIdentifier.CreateList",
        SmlRequest::DeleteList(..) => "ManageBusinessIdentifier.DeleteList",
        SmlRequest::List(..) => "ManageBusinessIdentifier.List",
        SmlRequest::PrepareToMigrate(_) => "ManageBusinessIdentifier.PrepareToMigrate",
        SmlRequest::Migrate(_) => "ManageBusinessIdentifier.Migrate",
    }
}

fn publisher(found: &mut Inspection, smp: &Publisher) {
    found.say("publisher", smp.id.as_str());
    found.say("logical_address", smp.logical_address.as_str());
    found.say("physical_address", smp.physical_address.as_str());
}

fn participants(found: &mut Inspection, ids: &[Identifier]) {
    let shown = |id: &Identifier| -> Value {
        json!({"participant": id.to_string(), "dns_label": label(id).to_lowercase()})
    };
    found.say("participants", ids.iter().map(shown).collect::<Vec<_>>());
    for id in ids.iter().filter(|id| !id.is_participant()) {
        found.error(Finding::new("participant", format!("{id} is no participant of the network")));
    }
}

fn of_answer(bytes: &[u8]) -> Inspection {
    let mut found = Inspection::new(Kind::SmlAnswer);
    match SmlAnswer::read(bytes) {
        Ok(SmlAnswer::Done) => found.say("answer", "done"),
        Ok(SmlAnswer::Publisher(smp)) => {
            found.say("answer", "publisher");
            publisher(&mut found, &smp);
        }
        Ok(SmlAnswer::Page(page)) => {
            found.say("answer", "page");
            found.say_some("publisher", page.publisher);
            found.say_some("next", page.next);
            participants(&mut found, &page.participants);
        }
        Ok(SmlAnswer::Fault(fault)) => {
            let element = (fault.kind != SmlFaultKind::Other).then(|| fault.kind.element());
            found.say("answer", "fault");
            found.say("fault", element.unwrap_or("Fault"));
            found.say("message", fault.message);
        }
        Err(error) => return failed(Kind::SmlAnswer, &error, bytes),
    }
    found
}
