use super::reader::{Found, Object, Value};
use webhooks::MAX_EVENTS;

/// Members of the body of a registration.
pub const WEBHOOK_FIELDS: &[&str] = &["url", "events"];

/// Members of the body of a change.
pub const WEBHOOK_CHANGE_FIELDS: &[&str] = &["url", "events", "enabled"];

/// An endpoint as it was asked for. What it may be the domain says.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct WebhookRequest {
    /// `url`.
    pub url: Option<String>,
    /// `events`.
    pub events: Option<Vec<String>>,
    /// `enabled`.
    pub enabled: Option<bool>,
}

/// Reads `POST …/webhooks`: `{"url":"https://…","events":["…"]}`.
pub fn webhook(body: &Value<'_>, found: &mut Found) -> WebhookRequest {
    let Some(mut o) = body.object(found) else { return WebhookRequest::default() };
    let request = WebhookRequest { enabled: None, ..members(&mut o, found) };
    o.finish(WEBHOOK_FIELDS, found);
    request
}

/// Reads `PATCH …/webhooks/{id}`: any of `url`, `events`, `enabled`, at least one.
pub fn webhook_change(body: &Value<'_>, found: &mut Found) -> WebhookRequest {
    let Some(mut o) = body.object(found) else { return WebhookRequest::default() };
    let mut request = members(&mut o, found);
    request.enabled = o.take("enabled").and_then(|value| value.boolean(found));
    o.finish(WEBHOOK_CHANGE_FIELDS, found);
    if request == WebhookRequest::default() && found.is_empty() {
        body.refuse(found, "names nothing to change: url, events or enabled");
    }
    request
}

fn members(o: &mut Object<'_>, found: &mut Found) -> WebhookRequest {
    let url = o.take("url").and_then(|value| value.string(found));
    let events = o.take("events").and_then(|value| names(&value, found));
    WebhookRequest { url, events, enabled: None }
}

/// One that is no text leaves an empty one, so that the others keep their places.
fn names(value: &Value<'_>, found: &mut Found) -> Option<Vec<String>> {
    let elements = value.array(found)?;
    if elements.len() > MAX_EVENTS {
        value.refuse(found, &format!("has more than {MAX_EVENTS} names"));
        return None;
    }
    Some(elements.iter().map(|name| name.string(found).unwrap_or_default()).collect())
}

/// Reads the body of a test send: nothing, or `{"event":"invoice.paid"}`.
pub fn webhook_test(body: &Value<'_>, found: &mut Found) -> Option<String> {
    let mut o = body.object(found)?;
    let event = o.take("event").and_then(|value| value.string(found));
    o.finish(&["event"], found);
    event
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::body::parse;

    fn read(
        text: &str,
        read: impl Fn(&Value<'_>, &mut Found) -> WebhookRequest,
    ) -> (WebhookRequest, Vec<String>) {
        let mut found = Found::new();
        let request = read(&parse(text.as_bytes()).expect("JSON"), &mut found);
        (request, found.as_slice().iter().map(|v| v.field.clone()).collect())
    }

    #[test]
    fn events_keep_their_places() {
        let (request, found) =
            read(r#"{"url":7,"events":["invoice.paid",1,"x"],"orgId":"y"}"#, webhook);
        assert_eq!(found, ["url", "events[1]", "orgId"]);
        let names = ["invoice.paid", "", "x"].map(str::to_owned).to_vec();
        assert_eq!(request.events, Some(names));
    }

    #[test]
    fn a_change_changes_something() {
        for (text, fields) in [
            ("{}", vec![""]),
            (r#"{"url":null}"#, vec![""]),
            (r#"{"enabled":"no"}"#, vec!["enabled"]),
            (r#"{"enabled":false}"#, vec![]),
            (r#"{"secret":"x"}"#, vec!["secret"]),
        ] {
            assert_eq!(read(text, webhook_change).1, fields, "{text}");
        }
    }
}
