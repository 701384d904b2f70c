//! The answers of SMPs.

use crate::certificate::certificate_view;
use crate::{Finding, Inspection, Kind, Options};
use peppol_messages::Identifier;
use peppol_messages::instant::write_instant;
use peppol_messages::smp::{
    AS4_TRANSPORT, AnswerFault, Endpoint, NotPublished, Question, ServiceGroup, ServiceInformation,
    ServiceMetadata, Trust, check_answer, signer,
};
use peppol_messages::trust::Certificate;
use serde_json::{Value, json};

pub(crate) fn group(bytes: &[u8], options: &Options<'_>) -> Inspection {
    let mut found = Inspection::new(Kind::ServiceGroup);
    let group = match ServiceGroup::read(bytes) {
        Ok(group) => group,
        Err(error) => return failed(Kind::ServiceGroup, &error, bytes),
    };
    let types: Vec<_> = group.document_types().iter().map(ToString::to_string).collect();
    if types.len() < group.references.len() {
        let message = "an address of the list names no document type";
        found.warning(Finding::new("reference", message));
    }
    found.say("participant", group.participant.to_string());
    found.say("document_types", types);
    let asked = options.asked.as_ref();
    if asked.is_some_and(|asked| !asked.participant.is_same_participant(&group.participant)) {
        let message = AnswerFault::Participant;
        found.error(Finding::new(message.name(), &message));
    }
    found
}

pub(crate) fn unsigned(bytes: &[u8], options: &Options<'_>) -> Inspection {
    let mut found = Inspection::new(Kind::ServiceMetadata);
    if options.asked.is_some() {
        // it is how metadata is sent to an SMP, and never what one answers
        let fault = AnswerFault::Root;
        found.error(Finding::new(fault.name(), &fault));
    }
    match ServiceMetadata::read(bytes) {
        Ok(metadata) => add_metadata(&mut found, &metadata, options),
        Err(error) => return failed(Kind::ServiceMetadata, &error, bytes),
    }
    found
}

pub(crate) fn signed(bytes: &[u8], options: &Options<'_>) -> Inspection {
    let mut found = Inspection::new(Kind::SignedServiceMetadata);
    let metadata = ServiceMetadata::read_unverified(bytes);
    match &metadata {
        Ok(metadata) => add_metadata(&mut found, metadata, options),
        Err(NotPublished::Shape(fault)) => found.error(Finding::shape(fault, bytes)),
        Err(error) => found.error(Finding::new("not-readable", error)),
    }
    match signer(bytes, options.accept_old_algorithms) {
        Ok(signer) => found.say("signer", certificate_view(&signer, options.trust, options.at)),
        Err(fault) => found.error(Finding::new(fault.name(), &fault)),
    }
    if options.trust.is_none() {
        let message = "no authorities were given: who signed was not checked";
        found.warning(Finding::new("trust-not-checked", message));
    }
    if let Ok(metadata) = &metadata
        && found.valid
    {
        check(&mut found, bytes, metadata, options);
    }
    found
}

fn failed(kind: Kind, error: &NotPublished, bytes: &[u8]) -> Inspection {
    let finding = match error {
        NotPublished::Shape(fault) => Finding::shape(fault, bytes),
        NotPublished::Unreadable(_) => Finding::new("not-readable", error),
        NotPublished::Root { .. } => Finding::new("wrong-root", error),
    };
    Inspection::of_error(kind, finding)
}

/// Checks a signed answer as a sender would, for each process that it names.
fn check(found: &mut Inspection, bytes: &[u8], metadata: &ServiceMetadata, options: &Options<'_>) {
    let asked = options.asked.as_ref().map(|asked| (&asked.participant, &asked.document_type));
    let (own, processes) = match metadata {
        ServiceMetadata::Information(own) => {
            let all: Vec<_> = own.processes.iter().map(|one| one.process.clone()).collect();
            // one without processes is checked all the same
            let all = if all.is_empty() { vec![Identifier::process("")] } else { all };
            (Some((&own.participant, &own.document_type)), all)
        }
        // a redirect has no processes
        ServiceMetadata::Redirect(_) => (None, vec![Identifier::process("")]),
    };
    let Some(store) = options.trust else {
        return identity(found, asked, own);
    };
    let trust = Trust {
        publishers: &store.publishers,
        access_points: &store.access_points,
        accept_old_algorithms: options.accept_old_algorithms,
    };
    for process in processes {
        let question = question(asked.or(own), process, options);
        if let Err(fault) = check_answer(bytes, &question, trust) {
            found.error(Finding::new(fault.name(), &fault));
        }
    }
}

/// The query of a sender over AS4 that would get this answer.
fn question(about: About<'_>, process: Identifier, options: &Options<'_>) -> Question {
    let nobody = Identifier::participant("");
    let (participant, document_type) = about.unwrap_or((&nobody, &nobody));
    Question {
        participant: participant.clone(),
        document_type: document_type.clone(),
        process,
        transport: AS4_TRANSPORT.to_owned(),
        at: options.at,
        redirected: None,
    }
}

/// Participant and document type.
type About<'a> = Option<(&'a Identifier, &'a Identifier)>;

fn identity(found: &mut Inspection, asked: About<'_>, own: About<'_>) {
    let (Some(asked), Some(own)) = (asked, own) else { return };
    if !asked.0.is_same_participant(own.0) {
        let fault = AnswerFault::Participant;
        found.error(Finding::new(fault.name(), &fault));
    }
    if asked.1 != own.1 {
        let fault = AnswerFault::DocumentType;
        found.error(Finding::new(fault.name(), &fault));
    }
}

fn add_metadata(found: &mut Inspection, metadata: &ServiceMetadata, options: &Options<'_>) {
    match metadata {
        ServiceMetadata::Redirect(to) => {
            let value = json!({"href": to.href, "certificate_uid": to.certificate_uid});
            found.say("redirect", value);
        }
        ServiceMetadata::Information(own) => {
            found.say("participant", own.participant.to_string());
            found.say("document_type", own.document_type.to_string());
            found.say("processes", processes(own, options));
        }
    }
}

fn processes(own: &ServiceInformation, options: &Options<'_>) -> Vec<Value> {
    let shown = own.processes.iter().map(|one| {
        let endpoints: Vec<_> = one.endpoints.iter().map(|one| endpoint(one, options)).collect();
        json!({"process": one.process.to_string(), "endpoints": endpoints})
    });
    shown.collect()
}

fn endpoint(one: &Endpoint, options: &Options<'_>) -> Value {
    let certificate = Certificate::of_text(&one.certificate).ok();
    json!({
        "transport": one.transport,
        "address": one.address,
        "active": one.is_active(options.at),
        "active_from": one.active_from.map(write_instant),
        "expires": one.expires.map(write_instant),
        "certificate": certificate.map(|one| certificate_view(&one, options.trust, options.at)),
        "description": one.description,
        "contact": one.contact,
    })
}
