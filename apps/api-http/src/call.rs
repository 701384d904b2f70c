use super::{
    bearer, client_address::client_address_of, introduction::introduction, observe::timing_of,
    query::Query,
};
use crate::{error::ApiError, paging::Pages};
use access::{
    AccessError, AccessStore, ApiKey, ConnectionAccess, KeyHolder, KeyText, NewKeyOwner,
    OrganizationId, Scope, Tenant, Tier, authorize, authorize_connection, identify,
    identify_connection,
};
use actix_web::{
    FromRequest, HttpMessage, HttpRequest, dev::Payload, http::header::HeaderMap, web,
};
use persistence::Cursor;
use runtime::{Part, Timing, secrets, wiring::App};
use std::{future::Future, ops::Deref, pin::Pin};
use use_cases::Context;
use uuid::Uuid;

/// An authenticated call: who makes it, and the application that serves it.
pub struct Call<Caller = Tenant> {
    /// Who calls, and for whom.
    pub caller: Caller,
    /// Measures the time that the call spends on the database and elsewhere.
    pub timing: Timing,
    pub(super) http: HttpRequest,
    app: web::Data<App>,
}

/// A call that does not have to name an organization.
pub type KeyCall = Call<KeyHolder>;

impl<Caller> Deref for Call<Caller> {
    type Target = App;

    fn deref(&self) -> &App {
        &self.app
    }
}

impl Call {
    /// A call of a tenant whom a login session authenticates, instead of a key or a token.
    #[must_use]
    pub fn of(caller: Tenant, http: HttpRequest, app: web::Data<App>) -> Self {
        Self { caller, timing: timing_of(&http), http, app }
    }

    /// The base URL of links in answers: the address under which the caller reaches this interface.
    #[must_use]
    pub fn api_url(&self) -> String {
        let is_session = self.caller.credential.is_interactive();
        let api = if is_session { "/v1/portal" } else { "/v1/agent" };
        format!("{}{api}", self.config.base_url)
    }

    /// The organization of the call, if the caller has the scope.
    ///
    /// # Errors
    /// 403 naming the scope.
    pub fn require(&self, scope: Scope) -> Result<OrganizationId, ApiError> {
        self.caller.require(scope)?;
        Ok(self.caller.organization)
    }

    /// The organization of the call, if the caller has at least one of the scopes.
    ///
    /// # Errors
    /// 403 naming the first scope.
    pub fn require_any(&self, scopes: &[Scope]) -> Result<OrganizationId, ApiError> {
        self.caller.require_any(scopes)?;
        Ok(self.caller.organization)
    }

    /// The context for a use case, if the caller has the scope.
    ///
    /// # Errors
    /// 403 naming the scope.
    pub fn context(&self, scope: Scope) -> Result<Context<'_, App>, ApiError> {
        let context = Context::new(&**self, self.require(scope)?, self.caller.tier);
        Ok(context.by(self.caller.credential))
    }
}

impl<Caller> Call<Caller> {
    /// The parameters of the query.
    ///
    /// # Errors
    /// 400 when it cannot be parsed.
    pub fn query(&self) -> Result<Query, ApiError> {
        Query::of(&self.http)
    }

    /// The query of a list, with its `after` and `limit` taken: see [`Pages`].
    ///
    /// # Errors
    /// 400 when it cannot be parsed.
    pub fn page_query(&self) -> Result<(Query, Option<Cursor>, u16), ApiError> {
        let mut query = self.query()?;
        let (after, limit) = Pages::read(&mut query);
        Ok((query, after, limit))
    }

    /// An id in the path. A text that is not a UUID is the id of no record.
    ///
    /// # Errors
    /// 404.
    pub fn id(&self, parameter: &str, what: &'static str) -> Result<Uuid, ApiError> {
        let text = self.http.match_info().query(parameter);
        Uuid::try_parse(text).map_err(|_| ApiError::NotFound(what))
    }

    /// The headers of the request.
    pub fn headers(&self) -> &HeaderMap {
        self.http.headers()
    }
}

/// A caller that is derived from a key and the organization that the call names.
pub trait Authorized: Sized {
    /// The id under which the sizes of request bodies are counted: that of the organization, or of the key holder.
    fn counted_as(&self) -> Uuid;

    /// The caller of a key.
    ///
    /// # Errors
    /// 403; 400 when the call must name an organization.
    fn of(key: &ApiKey, named: Option<OrganizationId>, managed: bool) -> Result<Self, AccessError>;

    /// The caller of an access token.
    ///
    /// # Errors
    /// 403.
    fn of_connection(
        access: &ConnectionAccess,
        named: Option<OrganizationId>,
    ) -> Result<Self, AccessError>;

    /// The organization in the log line.
    fn organization(&self) -> Option<OrganizationId>;

    /// The tier of the key.
    fn tier(&self) -> Tier;
}

impl Authorized for Tenant {
    fn counted_as(&self) -> Uuid {
        self.organization.0
    }

    fn of(key: &ApiKey, named: Option<OrganizationId>, managed: bool) -> Result<Self, AccessError> {
        authorize(key, named, managed)
    }

    fn of_connection(
        access: &ConnectionAccess,
        named: Option<OrganizationId>,
    ) -> Result<Self, AccessError> {
        authorize_connection(access, named)
    }

    fn organization(&self) -> Option<OrganizationId> {
        Some(self.organization)
    }

    fn tier(&self) -> Tier {
        self.tier
    }
}

impl Authorized for KeyHolder {
    fn counted_as(&self) -> Uuid {
        match self.owner {
            NewKeyOwner::User { organization, .. } => organization.0,
            NewKeyOwner::Partner(partner) => partner.0,
        }
    }

    fn of(key: &ApiKey, named: Option<OrganizationId>, managed: bool) -> Result<Self, AccessError> {
        identify(key, named, managed)
    }

    fn of_connection(
        access: &ConnectionAccess,
        named: Option<OrganizationId>,
    ) -> Result<Self, AccessError> {
        identify_connection(access, named)
    }

    fn organization(&self) -> Option<OrganizationId> {
        None
    }

    fn tier(&self) -> Tier {
        self.tier
    }
}

impl<Caller: Authorized> FromRequest for Call<Caller> {
    type Error = ApiError;
    type Future = Pin<Box<dyn Future<Output = Result<Self, ApiError>>>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let (http, says) = (request.clone(), introduction(request));
        Box::pin(async move {
            let app = app_of(&http)?;
            let timing = timing_of(&http);
            let authenticated = authenticate::<Caller>(&http, &app);
            let caller = timing.wait(Part::Auth, authenticated).await?;
            if let Some(organization) = caller.organization() {
                http.extensions_mut().insert(organization);
            }
            says.of(caller.counted_as());
            Ok(Call { caller, timing, http, app })
        })
    }
}

/// The application that serves a request.
///
/// # Errors
/// 500 when the server was built without it.
pub fn app_of(request: &HttpRequest) -> Result<web::Data<App>, ApiError> {
    let app = request.app_data::<web::Data<App>>().cloned();
    app.ok_or_else(|| ApiError::internal("the application is not wired"))
}

async fn authenticate<Caller: Authorized>(
    http: &HttpRequest,
    app: &App,
) -> Result<Caller, ApiError> {
    let text = |name: &str| http.headers().get(name).and_then(|value| value.to_str().ok());
    let unauthorized = || ApiError::Unauthorized;
    let named = text("X-Organization-Id").map(|id| Uuid::try_parse(id.trim()).map(OrganizationId));
    let Some(key) = text("X-API-Key").map(str::trim) else {
        let access = bearer::access(http, app).await?;
        if matches!(named, Some(Err(_))) {
            return Err(AccessError::TokenOfAnother.into());
        }
        let named = named.and_then(Result::ok);
        return Ok(Caller::of_connection(&access, named)?);
    };
    let key = KeyText::parse(key).map_err(|_| unauthorized())?;
    let hash = secrets::sha256(key.expose().as_bytes());
    let known = named.as_ref().and_then(|id| id.as_ref().ok()).copied();
    let now = app.clock.now();
    let address = client_address_of(http, &app.config);
    let seconds = now.unix_timestamp();
    app.unknown_keys.admit(address, &hash, seconds).map_err(ApiError::RateLimited)?;
    let Some(found) = app.store.use_key(&hash, known, now).await? else {
        app.unknown_keys.count(address, &hash, seconds);
        return Err(unauthorized());
    };
    app.unknown_keys.knows(&hash);
    let limit = found.key.requests_per_minute(app.config.key_rate_per_minute);
    found.window.check(seconds, limit).map_err(ApiError::RateLimited)?;
    if matches!(named, Some(Err(_))) {
        // a text that is not a UUID names no organization that the key may act for
        return Err(AccessError::OtherOrganization.into());
    }
    Ok(Caller::of(&found.key, known, found.managed)?)
}
