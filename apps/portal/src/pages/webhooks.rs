use super::deliveries;
use crate::{
    blocks::{Action, Badge, Cell, Choice, Field, FormBlock, Kind, Link, Section, Table, facts},
    error::{Page, PageError},
    form::Form,
    frame::see_other,
    view::{Shown, View},
    visit::{Visit, read},
};
use ::webhooks::{Endpoint, EndpointId, EndpointStore, Owner, Status};
use access::Scope;
use agent_requests::WebhookBody;
use api_http::Body;
use events::EventName;
use invoicing::Violations;
use serde_json::Value;
use use_cases::webhooks::{
    EndpointRequest, WebhookError, change_endpoint, create_endpoint, remove_endpoint,
    rotate_secret, test_send,
};

/// The endpoints of the company.
pub(super) async fn list(visit: Visit) -> Page {
    let (organization, t) = (visit.require(Scope::SettingsUpdate)?, visit.t());
    let owner = Owner::Organization(organization);
    let endpoints = visit.store.endpoints(owner).await.map_err(WebhookError::from)?;
    let row = |endpoint: &Endpoint| {
        vec![
            Cell::link(visit.path(&format!("webhooks/{}", endpoint.id)), endpoint.url.as_str()),
            Cell::Badge(badge(&visit, endpoint)),
            Cell::text(endpoint.events.iter().count().to_string()),
            Cell::text(endpoint.health.consecutive_failures.to_string()),
            visit.words.time(endpoint.created_at),
        ]
    };
    let table = Table {
        caption: t.webhooks.to_owned(),
        heads: vec![t.address, t.state, t.events, t.failures, t.made_at],
        rows: endpoints.iter().map(row).collect(),
        empty: t.no_webhooks,
        next: None,
    };
    let mut view = View::new(t.webhooks);
    view.lead = t.webhooks_lead;
    view.links = vec![Link::main(visit.path("webhooks/new"), t.new_webhook)];
    view.sections = vec![Section::table(t.list, table)];
    view.show(&visit)
}

fn badge(visit: &Visit, endpoint: &Endpoint) -> Badge {
    let t = visit.t();
    match endpoint.health.status {
        Status::Active => Badge { kind: Kind::Good, text: t.switched_on },
        Status::Deactivated { .. } => Badge { kind: Kind::Bad, text: t.switched_off },
    }
}

pub(super) async fn new(visit: Visit) -> Page {
    visit.require(Scope::SettingsUpdate)?;
    form_view(&visit, &Form::default(), &Violations::new()).show(&visit)
}

/// Registers an endpoint. Its secret is in this answer, and nowhere else.
pub(super) async fn create(visit: Visit, body: Body) -> Page {
    let form = visit.form(&body)?;
    let context = visit.context(Scope::SettingsUpdate)?;
    if visit.secrets_key.is_none() {
        return Err(api_http::error::no_secrets_key().into());
    }
    let mut object = form.object(&["url"]);
    let names: Vec<Value> = form.all("events").map(Value::from).collect();
    object.insert("events".to_owned(), names.into());
    let (asked, found) = read::<WebhookBody>(object);
    let asked =
        EndpointRequest { url: asked.url, events: asked.events, ..EndpointRequest::default() };
    let request = EndpointRequest { found, ..asked };
    match create_endpoint(&context, &request).await {
        Ok(created) => {
            let mut view = View::new(visit.t().new_webhook);
            let text = created.secret.expose().to_owned();
            view.secret = Some(Shown { label: visit.t().secret_made, text });
            let path = visit.path(&format!("webhooks/{}", created.endpoint.id));
            view.links = vec![Link::new(path, visit.t().back)];
            view.show(&visit)
        }
        Err(error) => View::refused(&visit, error, |found| form_view(&visit, &form, found)),
    }
}

fn form_view(visit: &Visit, form: &Form, found: &Violations) -> View {
    let t = visit.t();
    let fault = |name: &str| {
        let fault = found.as_slice().iter().find(|fault| fault.field.starts_with(name));
        fault.map(|fault| fault.message.clone())
    };
    let asked: Vec<_> = form.all("events").collect();
    let names = EventName::ALL.iter().filter(|name| name.for_companies());
    let events = names.map(|name| Choice {
        value: name.as_str().to_owned(),
        label: name.as_str().to_owned(),
        chosen: asked.contains(&name.as_str()),
    });
    let fields = vec![
        Field::new("url", t.address, form.text("url"))
            .kind("url")
            .required()
            .hint(t.webhook_hint)
            .fault(fault("url")),
        Field::new("events", t.events, "").checks(events.collect()).fault(fault("events")),
    ];
    let href = visit.path("webhooks/new");
    View { form: Some(FormBlock { href, fields, submit: t.save }), ..View::new(t.new_webhook) }
}

/// One of them with its deliveries.
pub(super) async fn page(visit: Visit) -> Page {
    let organization = visit.require(Scope::SettingsUpdate)?;
    let id = EndpointId(visit.id("id")?);
    let owner = Owner::Organization(organization);
    let endpoint = visit.store.endpoint(owner, id).await.map_err(WebhookError::from)?;
    let deliveries = deliveries::table(&visit, id).await?;
    let t = visit.t();
    let path = |rest: &str| visit.path(&format!("webhooks/{id}/{rest}"));
    let mut view = View::new(endpoint.url.as_str());
    view.badge = Some(badge(&visit, &endpoint));
    let is_on = endpoint.health.is_active();
    let switch = if is_on { t.switch_off } else { t.switch_on };
    let on = Field::hidden("on", if is_on { "false" } else { "true" });
    view.actions = vec![
        Action::new(path("test"), t.send_test).main(),
        Action::new(path("replay"), t.replay_failed),
        Action::new(path("switch"), switch).with(vec![on]),
        Action::new(path("rotate"), t.rotate_secret).danger(t.rotate_note),
        Action::new(path("remove"), t.remove).danger(t.remove_note),
    ];
    let names: Vec<_> = endpoint.events.iter().map(|name| name.as_str()).collect();
    view.facts = facts([
        (t.events, Cell::text(names.join(", "))),
        (t.failures, Cell::text(endpoint.health.consecutive_failures.to_string())),
        (t.made_at, visit.words.time(endpoint.created_at)),
    ]);
    view.sections = vec![Section::table(t.deliveries, deliveries)];
    view.show(&visit)
}

/// The endpoint of the path, for a form that was posted.
fn posted(visit: &Visit, body: &Body) -> Result<(EndpointId, Form), PageError> {
    let form = visit.form(body)?;
    visit.require(Scope::SettingsUpdate)?;
    Ok((EndpointId(visit.id("id")?), form))
}

/// Makes a new secret, which is in this answer and nowhere else.
pub(super) async fn rotate(visit: Visit, body: Body) -> Page {
    let (id, _) = posted(&visit, &body)?;
    let context = visit.context(Scope::SettingsUpdate)?;
    let (endpoint, secrets) = rotate_secret(&context, id).await?;
    let mut view = View::new(endpoint.url.as_str());
    let text = secrets.current.expose().to_owned();
    view.secret = Some(Shown { label: visit.t().secret_rotated, text });
    view.links = vec![Link::new(visit.path(&format!("webhooks/{id}")), visit.t().back)];
    view.show(&visit)
}

pub(super) async fn test(visit: Visit, body: Body) -> Page {
    let (id, _) = posted(&visit, &body)?;
    let record = test_send(&visit.context(Scope::SettingsUpdate)?, id, None).await?;
    visit.notifier.deliveries();
    let path = format!("webhooks/{id}/deliveries/{}?done=on-its-way", record.delivery.id);
    Ok(see_other(&visit.path(&path)))
}

pub(super) async fn switch(visit: Visit, body: Body) -> Page {
    let (id, form) = posted(&visit, &body)?;
    let enabled = Some(form.text("on") == "true");
    let request = EndpointRequest { enabled, ..EndpointRequest::default() };
    change_endpoint(&visit.context(Scope::SettingsUpdate)?, id, &request).await?;
    Ok(see_other(&visit.path(&format!("webhooks/{id}?done=saved"))))
}

pub(super) async fn remove(visit: Visit, body: Body) -> Page {
    let (id, _) = posted(&visit, &body)?;
    remove_endpoint(&visit.context(Scope::SettingsUpdate)?, id).await?;
    Ok(see_other(&visit.path("webhooks?done=deleted")))
}
