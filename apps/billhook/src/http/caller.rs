use super::{Part, Timing};
use crate::{error::ApiError, secrets, wiring::App};
use access::{
    AccessStore, FoundKey, KeyHolder, KeyText, OrganizationId, Scope, Tenant, authorize, identify,
};
use actix_web::{FromRequest, HttpMessage, HttpRequest, dev::Payload, http::header, web};
use std::{future::Future, pin::Pin};
use use_cases::Context;
use uuid::Uuid;

/// The authenticated caller and the organization that the request acts for.
#[derive(Debug, Clone, Copy)]
pub struct Caller(pub Tenant);

impl Caller {
    /// # Errors
    /// 403 naming the scope.
    pub fn require(&self, scope: Scope) -> Result<OrganizationId, ApiError> {
        self.0.require(scope)?;
        Ok(self.0.organization)
    }

    /// What a use case runs in, if the caller has the scope.
    ///
    /// # Errors
    /// 403 naming the scope.
    pub fn context<'a>(&self, app: &'a App, scope: Scope) -> Result<Context<'a, App>, ApiError> {
        Ok(Context::new(app, self.require(scope)?, self.0.tier))
    }
}

impl FromRequest for Caller {
    type Error = ApiError;
    type Future = Pin<Box<dyn Future<Output = Result<Self, ApiError>>>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let request = request.clone();
        Box::pin(async move {
            let timing = Timing::of(&request);
            let (found, named) = timing.wait(Part::Auth, authenticate(&request)).await?;
            let tenant = authorize(&found.key, named, found.managed)?;
            request.extensions_mut().insert(tenant.organization);
            Ok(Caller(tenant))
        })
    }
}

/// The authenticated holder of a key, where no organization need be named.
#[derive(Debug, Clone, Copy)]
pub struct KeyCaller(pub KeyHolder);

impl FromRequest for KeyCaller {
    type Error = ApiError;
    type Future = Pin<Box<dyn Future<Output = Result<Self, ApiError>>>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let request = request.clone();
        Box::pin(async move {
            let timing = Timing::of(&request);
            let (found, named) = timing.wait(Part::Auth, authenticate(&request)).await?;
            Ok(KeyCaller(identify(&found.key, named, found.managed)?))
        })
    }
}

/// The key, and the organization that the request names.
async fn authenticate(
    request: &HttpRequest,
) -> Result<(FoundKey, Option<OrganizationId>), ApiError> {
    let app = request
        .app_data::<web::Data<App>>()
        .ok_or_else(|| ApiError::internal("the application is not wired"))?;
    let text = |name: &str| request.headers().get(name).and_then(|value| value.to_str().ok());
    let bearer = request.headers().contains_key(header::AUTHORIZATION);
    let unauthorized = || ApiError::Unauthorized { bearer };
    let key = text("X-API-Key").map(str::trim).ok_or_else(unauthorized)?;
    let key = KeyText::parse(key).map_err(|_| unauthorized())?;
    // an id that is no UUID names no organization that the key reaches
    let named = text("X-Organization-Id")
        .map(|id| OrganizationId(Uuid::try_parse(id.trim()).unwrap_or(Uuid::nil())));
    let hash = secrets::sha256(key.expose().as_bytes());
    let found = app.store.key(&hash, named).await?.ok_or_else(unauthorized)?;
    Ok((found, named))
}
