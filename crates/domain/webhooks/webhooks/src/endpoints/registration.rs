use super::{EndpointUrl, Maker, UrlError};
use crate::endpoints::endpoint::{Endpoint, Owner};
use crate::endpoints::subscription::Subscription;
use access::{OrganizationId, Plan};
use events::{EventName, UnknownEvent};
use network_addresses::AddressPolicy;
use time::OffsetDateTime;

/// The most endpoints of a company or partner (specification, Limits).
pub const MAX_ENDPOINTS: usize = 20;

/// The most names in `events`, repeated ones included.
pub const MAX_EVENTS: usize = 100;

/// The rule that a field breaks.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, refusals::Refusal)]
#[refusal("endpoint")]
pub enum FaultKind {
    /// The URL is not allowed.
    #[error(transparent)]
    Url(UrlError),
    /// No event is named.
    #[error("must name at least one event")]
    NoEvents,
    /// There are more names than events exist.
    #[error("has more than {most} names", most = MAX_EVENTS)]
    TooManyEvents,
    /// A name that is not in the catalogue.
    #[error(transparent)]
    UnknownEvent(UnknownEvent),
    /// A company cannot subscribe to this event.
    #[error("{event} is sent to endpoints of partners only", event = .0)]
    NotForCompanies(EventName),
    /// A partner cannot subscribe to this event.
    #[error("{event} is sent to endpoints of companies only", event = .0)]
    NotForPartners(EventName),
    /// `orgId` at a company's own endpoint.
    #[error("is for endpoints of partners; yours receives the events of your own organization")]
    OnlyForPartners,
    /// `orgId` of an organization that the partner does not manage.
    #[error("is not an organization that you manage")]
    NotManaged,
}

impl FaultKind {
    /// The fault of an event that endpoints of this owner may not subscribe to.
    #[must_use]
    pub const fn not_for(owner: Owner, name: EventName) -> Self {
        match owner {
            Owner::Organization(_) => FaultKind::NotForCompanies(name),
            Owner::Partner(_) => FaultKind::NotForPartners(name),
        }
    }
}

/// An invalid field (`url`, `events[2]`, `orgId`) and the rule that it breaks.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{field}: {kind}")]
pub struct Fault {
    /// The JSON path.
    pub field: String,
    /// The rule that the value breaks.
    #[source]
    pub kind: FaultKind,
}

/// Why an endpoint is not registered or changed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, refusals::Refusal)]
#[refusal("endpoints")]
pub enum Refused {
    /// 403 `PLAN_FEATURE_UNAVAILABLE`: the plan of the organization has no webhooks.
    #[error("webhooks need the plan pro or higher; yours is {plan}", plan = .0)]
    Plan(Plan),
    /// 400: all invalid fields.
    #[error("the endpoint cannot be registered: {faults}", faults = .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    Invalid(Vec<Fault>),
    /// 409: [`MAX_ENDPOINTS`] are registered.
    #[error("at most {most} endpoints can be registered: delete one first", most = MAX_ENDPOINTS)]
    TooMany,
}

/// A request to register an endpoint, with the facts about its owner that decide on it.
#[derive(Debug, Clone, Copy)]
pub struct Registration<'a> {
    /// The organization or partner that will own the endpoint.
    pub owner: Owner,
    /// The plan of the organization; partners have none.
    pub plan: Option<Plan>,
    /// The field `url`.
    pub url: &'a str,
    /// The field `events`. Partners may leave it out: they get all events for partners.
    pub events: Option<&'a [String]>,
    /// The field `orgId`, and whether the partner manages that organization.
    pub only: Option<(OrganizationId, bool)>,
    /// The number of endpoints that the owner has.
    pub existing: usize,
    /// The key, connection or person that registers it.
    pub made_by: Option<Maker>,
}

/// An endpoint to register.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewEndpoint {
    /// The owner of the endpoint.
    pub owner: Owner,
    /// For a partner's endpoint: the only organization whose events it receives.
    pub only: Option<OrganizationId>,
    /// The URL that deliveries are sent to.
    pub url: EndpointUrl,
    /// The events that the endpoint is subscribed to.
    pub events: Subscription,
    /// The key, connection or person that registered it.
    pub made_by: Option<Maker>,
}

/// Decides on a registration (specification, Webhook management and Limits).
///
/// The store checks [`MAX_ENDPOINTS`] again when it inserts, because two requests may arrive at once.
///
/// # Errors
/// [`Refused`]: first because of the plan, then because of invalid fields, then because of the number of endpoints.
pub fn register(request: &Registration<'_>, reach: AddressPolicy) -> Result<NewEndpoint, Refused> {
    check_plan(request.owner, request.plan)?;
    let mut faults = Vec::new();
    let url = read_url(request.url, reach, &mut faults);
    let events = match (request.events, request.owner) {
        (None, Owner::Partner(_)) => Subscription::all_for_partners(),
        (names, owner) => read_events(names.unwrap_or_default(), owner, &mut faults),
    };
    let only = read_only(request, &mut faults);
    let Some(url) = url.filter(|_| faults.is_empty()) else { return Err(Refused::Invalid(faults)) };
    if request.existing >= MAX_ENDPOINTS {
        return Err(Refused::TooMany);
    }
    Ok(NewEndpoint { owner: request.owner, only, url, events, made_by: request.made_by })
}

/// The changes that an owner asks for; `None` leaves a field as it is.
#[derive(Debug, Clone, Copy, Default)]
pub struct Changes<'a> {
    /// The field `url`.
    pub url: Option<&'a str>,
    /// The field `events`, which replaces the whole subscription.
    pub events: Option<&'a [String]>,
    /// Enables or deactivates it.
    pub enabled: Option<bool>,
    /// The key, connection or person that changes it.
    pub by: Option<Maker>,
}

impl Changes<'_> {
    /// Whether the changes make the caller the endpoint's maker: they change its URL, or enable an endpoint whose
    /// maker has lost the access. That has the same power as registering one.
    #[must_use]
    pub fn take_over(&self, endpoint: &Endpoint) -> bool {
        let moves = self.url.is_some_and(|url| url != endpoint.url.as_str());
        moves || (self.enabled == Some(true) && endpoint.health.access_ended())
    }
}

/// Applies changes to an endpoint.
///
/// Deactivating is always allowed; everything else needs the plan. A caller that changes the URL, or enables it after
/// its maker lost the access, is its maker from then on. Changing the URL alone does not enable it.
///
/// # Errors
/// [`Refused::Plan`] and [`Refused::Invalid`].
pub fn change(
    endpoint: &Endpoint,
    changes: &Changes<'_>,
    plan: Option<Plan>,
    reach: AddressPolicy,
    now: OffsetDateTime,
) -> Result<Endpoint, Refused> {
    let only_off =
        changes.url.is_none() && changes.events.is_none() && changes.enabled != Some(true);
    if !only_off {
        check_plan(endpoint.owner, plan)?;
    }
    let (mut changed, mut faults) = (endpoint.clone(), Vec::new());
    if changes.take_over(endpoint) {
        changed.made_by = changes.by;
    }
    if let Some(url) = changes.url.and_then(|text| read_url(text, reach, &mut faults)) {
        changed.url = url;
    }
    if let Some(names) = changes.events {
        changed.events = read_events(names, endpoint.owner, &mut faults);
    }
    match changes.enabled {
        Some(true) => changed.health = endpoint.health.enabled(),
        Some(false) => changed.health = endpoint.health.disabled(now),
        None => {}
    }
    if faults.is_empty() { Ok(changed) } else { Err(Refused::Invalid(faults)) }
}

/// A partner has no plan of its own; an organization without a known plan has no webhooks.
fn check_plan(owner: Owner, plan: Option<Plan>) -> Result<(), Refused> {
    match (owner, plan) {
        (Owner::Partner(_), _) => Ok(()),
        (Owner::Organization(_), Some(plan)) if plan.has_webhooks() => Ok(()),
        (Owner::Organization(_), plan) => Err(Refused::Plan(plan.unwrap_or(Plan::Free))),
    }
}

fn read_url(text: &str, reach: AddressPolicy, faults: &mut Vec<Fault>) -> Option<EndpointUrl> {
    EndpointUrl::parse(text, reach)
        .map_err(|error| faults.push(Fault { field: "url".into(), kind: FaultKind::Url(error) }))
        .ok()
}

fn read_only(request: &Registration<'_>, faults: &mut Vec<Fault>) -> Option<OrganizationId> {
    let (organization, managed) = request.only?;
    let kind = match request.owner {
        Owner::Organization(_) => FaultKind::OnlyForPartners,
        Owner::Partner(_) if !managed => FaultKind::NotManaged,
        Owner::Partner(_) => return Some(organization),
    };
    faults.push(Fault { field: "orgId".into(), kind });
    None
}

fn read_events(names: &[String], owner: Owner, faults: &mut Vec<Fault>) -> Subscription {
    let whole = match names.len() {
        0 => Some(FaultKind::NoEvents),
        n if n > MAX_EVENTS => Some(FaultKind::TooManyEvents),
        _ => None,
    };
    if let Some(kind) = whole {
        faults.push(Fault { field: "events".into(), kind });
        return Subscription::default();
    }
    let mut read = |(index, text): (usize, &String)| {
        let kind = match text.parse::<EventName>() {
            Ok(name) if owner.may_subscribe(name) => return Some(name),
            Ok(name) => FaultKind::not_for(owner, name),
            Err(error) => FaultKind::UnknownEvent(error),
        };
        faults.push(Fault { field: format!("events[{index}]"), kind });
        None
    };
    names.iter().enumerate().filter_map(&mut read).collect()
}
