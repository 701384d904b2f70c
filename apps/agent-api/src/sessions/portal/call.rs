//! A call of a member of a company, by the login session.

use access::{AccessError, Credential, OrganizationId, Tenant, Tier};
use actix_web::dev::Payload;
use actix_web::http::Method;
use actix_web::{FromRequest, HttpMessage, HttpRequest};
use api_http::error::ApiError;
use api_http::visitors::session_caller;
use api_http::{Call, app_of, introduction};
use refusals::FieldFault;
use runtime::wiring::App;
use sign_in::{Membership, SignInStore};
use std::future::Future;
use std::pin::Pin;

/// Names the company, for those who belong to several.
const ORGANIZATION_HEADER: &str = "X-Organization-Id";

/// The header that selects the sandbox or production, as a key does by its tier.
const MODE_HEADER: &str = "X-Mode";

/// A call of a member of a company who signed in.
pub(crate) struct PortalCall(pub(crate) Call);

impl FromRequest for PortalCall {
    type Error = ApiError;
    type Future = Pin<Box<dyn Future<Output = Result<Self, ApiError>>>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let (http, says) = (request.clone(), introduction(request));
        Box::pin(async move {
            let app = app_of(&http)?;
            let a_minute = app.config.key_rate_per_minute;
            let user = session_caller(&http, &app, says, a_minute).await?.signed_in.session.user;
            let member = chosen(&http, app.store.memberships(user).await?)?;
            let tier = mode(&http, &app)?;
            let (organization, scopes) = (member.organization, member.role.scopes());
            let credential = Credential::Person(user);
            http.extensions_mut().insert(organization);
            if !matches!(*http.method(), Method::GET | Method::HEAD) {
                tracing::info!(
                    user.id = %user,
                    org.id = %organization,
                    http.path = http.path(),
                    "change of a company requested by a person"
                );
            }
            let tenant = Tenant { organization, tier, scopes, credential, partner: None };
            Ok(Self(Call::of(tenant, http, app)))
        })
    }
}

/// The company that the header names, or the only one.
fn chosen(http: &HttpRequest, mut companies: Vec<Membership>) -> Result<Membership, ApiError> {
    if let Some(id) = header(http, ORGANIZATION_HEADER) {
        let known = id.parse::<OrganizationId>().ok();
        let known = companies.into_iter().find(|it| known == Some(it.organization));
        return known.ok_or(ApiError::NotFound("organization"));
    }
    match (companies.pop(), companies.is_empty()) {
        (Some(only), true) => Ok(only),
        (Some(_), false) => Err(AccessError::NoOrganization.into()),
        (None, _) => Err(ApiError::NotFound("organization")),
    }
}

/// `test` or `live` by the header. The default is the tier that the portal opens with.
fn mode(http: &HttpRequest, app: &App) -> Result<Tier, ApiError> {
    let Some(name) = header(http, MODE_HEADER) else {
        return Ok(app.config.live_network.usual_tier());
    };
    let wrong = || ApiError::InvalidField {
        field: MODE_HEADER,
        message: FieldFault::NotOneOf { names: "test, live".to_owned() }.into(),
    };
    Tier::of_name(name).ok_or_else(wrong)
}

/// A header, trimmed; what is no text is none that anything is called.
fn header<'a>(http: &'a HttpRequest, name: &str) -> Option<&'a str> {
    http.headers().get(name).map(|value| value.to_str().unwrap_or_default().trim())
}
