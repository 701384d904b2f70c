use super::{
    field::{Field, Request, request},
    json::{Found, Value},
    names::EventTypeName,
};
use crate::fault::RequestFault;
use events::EventName;
use utoipa::openapi::schema::{Array, ArrayBuilder, ObjectBuilder, Type};
use uuid::Uuid;
use webhooks::endpoints::MAX_EVENTS;

/// An endpoint as requested. What it may be the domain says.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct WebhookRequest {
    /// `url`.
    pub url: Option<String>,
    /// `events`.
    pub events: Option<Vec<String>>,
    /// `enabled`.
    pub enabled: Option<bool>,
    /// `orgId`, of a partner's endpoint.
    pub only: Option<Uuid>,
}

request! {
    /// An endpoint to register.
    #[schema(example = json!({"url": "https://hooks.example.com/billhook", "events": ["invoice.created", "peppol.document.received"]}))]
    pub struct WebhookBody {
        /// https, port 443 or 8443
        #[schema(max_length = 2048, format = "uri", example = "https://hooks.example.com/billhook")]
        url: String,
        /// Names of the catalogue
        #[schema(schema_with = company_events)]
        events: Vec<String> => EventNames,
    }
}

impl Request for WebhookBody {
    type Value = WebhookRequest;

    fn check(self, _: &Value<'_>, _: &mut Found) -> Option<WebhookRequest> {
        let WebhookBody { url, events } = self;
        Some(WebhookRequest { url, events, ..WebhookRequest::default() })
    }
}

request! {
    /// An endpoint of a partner to register.
    #[schema(example = json!({"url": "https://hooks.example.com/billhook"}))]
    pub struct PartnerWebhookBody {
        /// https, port 443 or 8443
        #[schema(max_length = 2048, format = "uri", example = "https://hooks.example.com/billhook")]
        url: String,
        /// Names of the catalogue; all that partners get by default
        events?: Vec<String> => EventNames,
        /// The only organization whose events it gets; all that the partner manages by default
        only as "orgId"?: Uuid,
    }
}

impl Request for PartnerWebhookBody {
    type Value = WebhookRequest;

    fn check(self, _: &Value<'_>, _: &mut Found) -> Option<WebhookRequest> {
        let PartnerWebhookBody { url, events, only } = self;
        Some(WebhookRequest { url, events, only, ..WebhookRequest::default() })
    }
}

request! {
    /// What shall be changed: at least one.
    #[schema(min_properties = 1, example = json!({"events": ["invoice.created"]}))]
    pub struct WebhookChangeBody {
        #[schema(max_length = 2048, format = "uri")]
        url?: String,
        /// Replaces all of them
        #[schema(schema_with = company_events)]
        events?: Vec<String> => EventNames,
        /// Switch it on (again) or off
        enabled?: bool,
    }
}

impl Request for WebhookChangeBody {
    type Value = WebhookRequest;

    fn check(self, at: &Value<'_>, found: &mut Found) -> Option<WebhookRequest> {
        let WebhookChangeBody { url, events, enabled } = self;
        let request = WebhookRequest { url, events, enabled, only: None };
        if request == WebhookRequest::default() && found.is_empty() {
            at.refuse(found, RequestFault::NothingOfEndpoint);
        }
        Some(request)
    }
}

/// The events that endpoints of companies may have.
fn company_events() -> Array {
    let names = EventName::ALL.iter().filter(|name| name.for_companies());
    let names = names.map(|name| name.as_str());
    let name = ObjectBuilder::new().schema_type(Type::String).enum_values(Some(names));
    ArrayBuilder::new().items(name).min_items(Some(1)).max_items(Some(MAX_EVENTS)).build()
}

/// A name that is no text leaves an empty one, so that the others keep their places.
enum EventNames {}

impl Field for EventNames {
    type Value = Vec<String>;

    fn read(value: &Value<'_>, found: &mut Found) -> Option<Vec<String>> {
        let elements = value.array(found)?;
        if elements.len() > MAX_EVENTS {
            value.refuse(found, RequestFault::TooManyNames { most: MAX_EVENTS });
            return None;
        }
        Some(elements.iter().map(|name| name.string(found).unwrap_or_default()).collect())
    }
}

request! {
    /// What a test send shall carry.
    #[schema(example = json!({"event": "invoice.created"}))]
    pub struct WebhookTestBody {
        /// The first of the endpoint's events by default
        event?: EventTypeName => String,
    }
}

impl Request for WebhookTestBody {
    type Value = Option<String>;

    fn check(self, _: &Value<'_>, _: &mut Found) -> Option<Option<String>> {
        Some(self.event)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::parse;

    fn read<R: Field<Value = WebhookRequest>>(text: &str) -> (WebhookRequest, Vec<String>) {
        let mut found = Found::new();
        let request = R::read(&parse(text.as_bytes()).expect("JSON"), &mut found);
        let fields = found.as_slice().iter().map(|v| v.field.clone()).collect();
        (request.expect("an object"), fields)
    }

    #[test]
    fn events_keep_their_places() {
        let text = r#"{"url":7,"events":["invoice.paid",1,"x"],"orgId":"y"}"#;
        let (request, found) = read::<WebhookBody>(text);
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
            assert_eq!(read::<WebhookChangeBody>(text).1, fields, "{text}");
        }
    }
}
