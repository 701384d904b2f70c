use super::deliveries;
use crate::pages::choices;
use crate::{
    answer::see_other,
    blocks::{Action, Badge, Cell, Choice, Field, FormBlock, Kind, Link, Section, Table, facts},
    error::{Page, PageError},
    form::{Form, fault_below},
    view::{Shown, View, already_made},
    visit::{Visit, once, read},
    workspace::Workspace,
};
use access::{Credential, OrganizationId, Scope, Tier};
use agent_requests::{PartnerWebhookBody, WebhookBody, WebhookRequest};
use api_http::Body;
use events::EventName;
use invoicing::Violations;
use runtime::wiring::App;
use serde_json::Value;
use use_cases::webhooks::{
    EndpointRequest, Owned, WebhookError, change_endpoint, create_endpoint, maker_name,
    marked_endpoint, remove_endpoint, rotate_secret, test_send,
};
use webhooks::{Endpoint, EndpointId, Owner, endpoints::Status, ports::EndpointStore};

/// An endpoint gets the events of both environments, whatever the address of the page says.
const ANY_TIER: Tier = Tier::Live;

/// The field of a form that rotates: the mark of the secret that is replaced.
const REPLACES: &str = "replaces";

/// The endpoints of the company.
pub(in crate::pages) async fn list<At: Workspace>(visit: Visit<At>) -> Page {
    let (owner, t) = (visit.webhooks()?.owner, visit.t());
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
    let heads = vec![t.address, t.state, t.events, t.failures, t.made_at];
    let table = Table::of(t.webhooks, heads, (&endpoints, t.no_webhooks), row);
    let mut view = View::new(t.webhooks);
    view.lead = t.webhooks_lead;
    view.links = vec![Link::main(visit.path("webhooks/new"), t.new_webhook)];
    view.sections = vec![Section::table(t.list, table)];
    view.show(&visit)
}

fn badge(visit: &Visit<impl Workspace>, endpoint: &Endpoint) -> Badge {
    let t = visit.t();
    match endpoint.health.status {
        Status::Active => Badge { kind: Kind::Good, text: t.switched_on },
        Status::Deactivated { .. } => Badge { kind: Kind::Bad, text: t.switched_off },
    }
}

pub(in crate::pages) async fn new<At: Workspace>(visit: Visit<At>) -> Page {
    visit.allow(Scope::SettingsUpdate)?;
    form_view(&visit, None, &Form::default(), &Violations::new()).show(&visit)
}

/// Registers an endpoint. Its secret is in this answer, and nowhere else.
pub(in crate::pages) async fn create<At: Workspace>(visit: Visit<At>, body: Body) -> Page {
    let form = visit.form(&body)?;
    let of = visit.webhooks()?;
    if visit.secrets_key.is_none() {
        return Err(api_http::error::no_secrets_key().into());
    }
    let request = endpoint_request(&form, of.owner);
    let created = async {
        let proven = visit.prove(ANY_TIER, &form).await?;
        match create_endpoint(of.proven(Some(proven)), &request).await {
            Err(WebhookError::AlreadyMade) => Ok(None),
            created => Ok::<_, PageError>(Some(created?)),
        }
    };
    match created.await {
        Ok(None) => already_made(&visit, visit.t().new_webhook, visit.path("webhooks")),
        Ok(Some(created)) => {
            let text = created.secrets.current.expose().to_owned();
            let secret = Shown { label: visit.t().secret_made, text };
            let back = visit.path(&format!("webhooks/{}", created.endpoint.id));
            View::of_secret(&visit, visit.t().new_webhook, secret, back).show(&visit)
        }
        Err(error) => View::refused(&visit, error, |found| form_view(&visit, None, &form, found)),
    }
}

/// The body of the API that creates the endpoint. A partner that chooses no organization gets the events of all of
/// them.
fn endpoint_request(form: &Form, owner: Owner) -> EndpointRequest {
    let mut object = form.object(&["url", "orgId"]);
    let names: Vec<Value> = form.all("events").map(Value::from).collect();
    if !names.is_empty() || matches!(owner, Owner::Organization(_)) {
        object.insert("events".to_owned(), names.into());
    }
    let (asked, found) = match owner {
        Owner::Organization(_) => read::<WebhookBody>(object),
        Owner::Partner(_) => read::<PartnerWebhookBody>(object),
    };
    let WebhookRequest { url, events, enabled, only } = asked;
    let once = form.filled("once").map(str::to_owned);
    EndpointRequest { url, events, enabled, only: only.map(OrganizationId), found, once }
}

/// A form of a new endpoint, or of one that is changed.
fn form_view(
    visit: &Visit<impl Workspace>,
    changed: Option<EndpointId>,
    form: &Form,
    found: &Violations,
) -> View {
    let t = visit.t();
    let fault = |name: &str| fault_below(found, name);
    let (owner, events) = (visit.member.owner(), event_choices(visit, form));
    let mut fields = vec![
        once(form),
        Field::new("url", t.address, form.text("url"))
            .kind("url")
            .required()
            .hint(t.webhook_hint)
            .fault(fault("url")),
        Field::new("events", t.events, "").checks(events).fault(fault("events")),
    ];
    if let (Owner::Partner(_), None) = (owner, changed) {
        let only = Field::new("orgId", t.only_organization, form.text("orgId"));
        fields.push(only.hint(t.only_organization_hint).fault(fault("orgId")));
    }
    let (title, href) = match changed {
        None => (t.new_webhook, visit.path("webhooks/new")),
        Some(id) => (t.change, visit.path(&format!("webhooks/{id}/edit"))),
    };
    fields.extend(visit.proof(ANY_TIER, found));
    View { form: Some(FormBlock { href, fields, submit: t.save }), ..View::new(title) }
}

/// The events that the owner may hear of.
fn event_choices(visit: &Visit<impl Workspace>, form: &Form) -> Vec<Choice> {
    let owner = visit.member.owner();
    let asked: Vec<_> = form.all("events").collect();
    let names = EventName::ALL.iter().filter(|name| owner.may_subscribe(**name));
    let choices = names.map(|name| Choice {
        value: name.as_str().to_owned(),
        label: format!("{} ({name})", visit.words.event(*name)),
        chosen: asked.contains(&name.as_str()),
    });
    choices.collect()
}

/// The form for the events and the URL of an endpoint.
pub(in crate::pages) async fn edit<At: Workspace>(visit: Visit<At>) -> Page {
    let owner = visit.webhooks()?.owner;
    let id = EndpointId(visit.id("id")?);
    let endpoint = visit.store.endpoint(owner, id).await.map_err(WebhookError::from)?;
    let mut known = vec![("url", endpoint.url.as_str().to_owned())];
    known.extend(endpoint.events.iter().map(|name| ("events", name.as_str().to_owned())));
    form_view(&visit, Some(id), &Form::of(known), &Violations::new()).show(&visit)
}

pub(in crate::pages) async fn save<At: Workspace>(visit: Visit<At>, body: Body) -> Page {
    let (id, form) = posted(&visit, &body)?;
    let of = visit.webhooks()?;
    let before = visit.store.endpoint(of.owner, id).await.map_err(WebhookError::from)?;
    let EndpointRequest { url, events, found, .. } = endpoint_request(&form, of.owner);
    let is_moved = url.as_deref() != Some(before.url.as_str());
    let request = EndpointRequest { url, events, found, ..EndpointRequest::default() };
    let changed = async {
        let of = if is_moved { with_proof(&visit, of, &form).await? } else { of };
        Ok::<_, PageError>(change_endpoint(of, id, &request).await?)
    };
    match changed.await {
        Ok(_) => Ok(see_other(&visit.path(&format!("webhooks/{id}?done=saved")))),
        Err(error) => {
            View::refused(&visit, error, |found| form_view(&visit, Some(id), &form, found))
        }
    }
}

/// The owner for a person who signed in a moment ago or has repeated the password, because the receiver of an endpoint
/// gets all events.
async fn with_proof<'a>(
    visit: &Visit<impl Workspace>,
    of: Owned<'a, App>,
    form: &Form,
) -> Result<Owned<'a, App>, PageError> {
    Ok(of.proven(Some(visit.prove(ANY_TIER, form).await?)))
}

/// One of them with its deliveries.
pub(in crate::pages) async fn page<At: Workspace>(visit: Visit<At>) -> Page {
    endpoint_view(&visit).await?.show(&visit)
}

async fn endpoint_view<At: Workspace>(visit: &Visit<At>) -> Result<View, PageError> {
    let id = EndpointId(visit.id("id")?);
    let (endpoint, secret_mark) = marked_endpoint(visit.webhooks()?, id).await?;
    let (deliveries, filters) = deliveries::table(visit, id).await?;
    let maker = made_by(visit, &endpoint).await?;
    let t = visit.t();
    let path = |rest: &str| visit.path(&format!("webhooks/{id}/{rest}"));
    let mut view = View::new(endpoint.url.as_str());
    view.badges = vec![badge(visit, &endpoint)];
    view.actions = actions(visit, &endpoint, secret_mark);
    let names: Vec<_> = endpoint.events.iter().map(|name| name.as_str()).collect();
    view.facts = facts([
        (t.only_organization, endpoint.only.map_or(Cell::Nothing, |id| Cell::Code(id.to_string()))),
        (t.events, Cell::text(names.join(", "))),
        (t.failures, Cell::text(endpoint.health.consecutive_failures.to_string())),
        (t.made_by, maker),
        (t.made_at, visit.words.time(endpoint.created_at)),
    ]);
    if endpoint.health.access_ended() {
        view.lead = t.access_ended;
    }
    view.filters = filters;
    let verify = format!("/docs/guides/{}/webhooks", t.lang);
    view.links = vec![Link::new(path("edit"), t.change), Link::new(verify, t.how_to_verify)];
    view.sections = vec![Section::table(t.deliveries, deliveries)];
    Ok(view)
}

/// The maker of an endpoint: for an application with the environment that it may use.
async fn made_by(visit: &Visit<impl Workspace>, endpoint: &Endpoint) -> Result<Cell, PageError> {
    let t = visit.t();
    let Some(by) = endpoint.made_by else { return Ok(Cell::Nothing) };
    let name = maker_name(&**visit, endpoint).await?.unwrap_or_default();
    let what = match by.who {
        Credential::Key(_) => t.key,
        Credential::Connection(_) if by.is_limited_to_sandbox() => t.sandbox_application,
        Credential::Connection(_) => t.application,
        Credential::Person(_) => t.person,
    };
    Ok(Cell::text(format!("{what}: {name}")))
}

fn actions(visit: &Visit<impl Workspace>, endpoint: &Endpoint, secret_mark: String) -> Vec<Action> {
    let t = visit.t();
    let path = |rest: &str| visit.path(&format!("webhooks/{}/{rest}", endpoint.id));
    let is_on = endpoint.health.is_active();
    let switch = if is_on { t.switch_off } else { t.switch_on };
    let on = Field::hidden("on", if is_on { "false" } else { "true" });
    let takes_over = endpoint.health.access_ended();
    let switch_proof = proof_if(visit, takes_over);
    let mark = Field::hidden(REPLACES, secret_mark);
    let proof = visit.proof(ANY_TIER, &Violations::new());
    vec![
        Action::new(path("test"), t.send_test).main().with(vec![test_event(visit, endpoint)]),
        Action::new(path("replay"), t.replay_failed),
        Action::new(path("switch"), switch).with(std::iter::once(on).chain(switch_proof).collect()),
        Action::new(path("rotate"), t.rotate_secret)
            .danger(t.rotate_note)
            .with(std::iter::once(mark).chain(proof).collect()),
        Action::new(path("remove"), t.remove).danger(t.remove_note),
    ]
}

fn proof_if(visit: &Visit<impl Workspace>, needed: bool) -> Option<Field> {
    visit.proof(ANY_TIER, &Violations::new()).filter(|_| needed)
}

/// The event to send as a test; those of the endpoint are listed first.
fn test_event(visit: &Visit<impl Workspace>, endpoint: &Endpoint) -> Field {
    let t = visit.t();
    let names: Vec<_> = endpoint.events.iter().map(|name| name.as_str()).collect();
    let events = choices::named(Some(t.first_event), &names, |name| name, |name| name, "");
    Field::new("event", t.event, "").choice(events).within("test")
}

/// The endpoint of the path, for a form that was posted.
fn posted(visit: &Visit<impl Workspace>, body: &Body) -> Result<(EndpointId, Form), PageError> {
    let form = visit.form(body)?;
    visit.allow(Scope::SettingsUpdate)?;
    Ok((EndpointId(visit.id("id")?), form))
}

/// The page of an endpoint with a form that was refused. A conflict remains one.
async fn form_again<At: Workspace>(
    visit: &Visit<At>,
    id: EndpointId,
    form: &Form,
    error: PageError,
) -> Page {
    if error.is_conflict() {
        return Err(error);
    }
    endpoint_view(visit).await?.refused_at(visit, &format!("webhooks/{id}"), form, error)
}

/// Makes a new secret, which is in this answer and nowhere else.
pub(in crate::pages) async fn rotate<At: Workspace>(visit: Visit<At>, body: Body) -> Page {
    let (id, form) = posted(&visit, &body)?;
    let of = visit.webhooks()?;
    let rotated = async {
        let of = with_proof(&visit, of, &form).await?;
        Ok::<_, PageError>(rotate_secret(of, id, form.filled(REPLACES)).await?)
    };
    let (endpoint, secrets) = match rotated.await {
        Ok(rotated) => rotated,
        Err(error) => return form_again(&visit, id, &form, error).await,
    };
    let text = secrets.current.expose().to_owned();
    let secret = Shown { label: visit.t().secret_rotated, text };
    let back = visit.path(&format!("webhooks/{id}"));
    View::of_secret(&visit, endpoint.url.as_str(), secret, back).show(&visit)
}

pub(in crate::pages) async fn test<At: Workspace>(visit: Visit<At>, body: Body) -> Page {
    let (id, form) = posted(&visit, &body)?;
    let record = match test_send(visit.webhooks()?, id, form.filled("event")).await {
        Ok(record) => record,
        Err(error) => return form_again(&visit, id, &form, error.into()).await,
    };
    visit.notifier.deliveries();
    let path = format!("webhooks/{id}/deliveries/{}?done=on-its-way", record.delivery.id);
    Ok(see_other(&visit.path(&path)))
}

pub(in crate::pages) async fn switch<At: Workspace>(visit: Visit<At>, body: Body) -> Page {
    let (id, form) = posted(&visit, &body)?;
    let enabled = Some(form.text("on") == "true");
    let request = EndpointRequest { enabled, ..EndpointRequest::default() };
    let of = visit.webhooks()?;
    let before = visit.store.endpoint(of.owner, id).await.map_err(WebhookError::from)?;
    let takes_over = enabled == Some(true) && before.health.access_ended();
    let switched = async {
        let of = if takes_over { with_proof(&visit, of, &form).await? } else { of };
        Ok::<_, PageError>(change_endpoint(of, id, &request).await?)
    };
    match switched.await {
        Ok(_) => Ok(see_other(&visit.path(&format!("webhooks/{id}?done=saved")))),
        Err(error) => form_again(&visit, id, &form, error).await,
    }
}

pub(in crate::pages) async fn remove<At: Workspace>(visit: Visit<At>, body: Body) -> Page {
    let (id, _) = posted(&visit, &body)?;
    remove_endpoint(visit.webhooks()?, id).await?;
    Ok(see_other(&visit.path("webhooks?done=deleted")))
}
