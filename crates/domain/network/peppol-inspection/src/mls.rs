//! Message level statuses.

use crate::{Finding, Inspection, Kind};
use peppol_messages::mls::{Issue, MessageStatus, check_mls};
use serde_json::json;
use xml::Node;

pub(crate) fn inspect(bytes: &[u8], root: Node<'_, '_>) -> Inspection {
    let mut found = Inspection::new(Kind::Mls);
    let report = check_mls(root);
    for fault in &report.shape {
        found.error(Finding::shape(fault, bytes));
    }
    for hit in &report.hits {
        found.error(Finding::at(hit.rule.id, hit.rule.message, bytes, hit.offset));
    }
    if report.stopped {
        let message = "the official rules stop: something stands twice where they ask for one";
        found.error(Finding::new("rules-stopped", message));
    }
    if let Ok(status) = MessageStatus::read(bytes) {
        values(&mut found, &status);
    }
    found
}

fn values(found: &mut Inspection, status: &MessageStatus) {
    found.say("id", status.id.as_str());
    found.say("issued", peppol_messages::instant::write_instant(status.issued));
    found.say("sender", status.sender.as_str());
    found.say("receiver", status.receiver.as_str());
    found.say("response", status.response.code());
    found.say_some("description", status.description.clone());
    found.say("about", status.about.as_str());
    let issue = |one: &Issue| {
        json!({
            "location": one.location,
            "description": one.description,
            "reason": one.reason.code(),
        })
    };
    found.say("issues", status.issues.iter().map(issue).collect::<Vec<_>>());
}
