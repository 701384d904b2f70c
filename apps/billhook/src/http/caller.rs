use super::{Part, Timing};
use crate::{error::ApiError, secrets, wiring::App};
use access::{AccessStore, FoundKey, KeyText, OrganizationId, Scope, Tenant, authorize};
use actix_web::{FromRequest, HttpMessage, HttpRequest, dev::Payload, http::header, web};
use std::{future::Future, pin::Pin, time::Instant};
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
}

impl FromRequest for Caller {
    type Error = ApiError;
    type Future = Pin<Box<dyn Future<Output = Result<Self, ApiError>>>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let request = request.clone();
        Box::pin(async move {
            let timing = Timing::of(&request);
            let began = Instant::now();
            let tenant = authenticate(&request).await;
            timing.add(Part::Auth, began);
            let tenant = tenant?;
            request.extensions_mut().insert(tenant.organization);
            Ok(Caller(tenant))
        })
    }
}

async fn authenticate(request: &HttpRequest) -> Result<Tenant, ApiError> {
    // an id that is no UUID names no organization that the key reaches
    let named = header_text(request, "X-Organization-Id")
        .map(|id| OrganizationId(Uuid::try_parse(id.trim()).unwrap_or(Uuid::nil())));
    let found = find_key(request, named).await?;
    Ok(authorize(&found.key, named, found.managed)?)
}

/// The key of a request, as it is kept.
pub(super) async fn find_key(
    request: &HttpRequest,
    named: Option<OrganizationId>,
) -> Result<FoundKey, ApiError> {
    let app = request
        .app_data::<web::Data<App>>()
        .ok_or_else(|| ApiError::internal("the application is not wired"))?;
    let bearer = request.headers().contains_key(header::AUTHORIZATION);
    let unauthorized = || ApiError::Unauthorized { bearer };
    let key = header_text(request, "X-API-Key").map(str::trim).ok_or_else(unauthorized)?;
    let key = KeyText::parse(key).map_err(|_| unauthorized())?;
    let hash = secrets::sha256(key.expose().as_bytes());
    app.store.key(&hash, named).await?.ok_or_else(unauthorized)
}

fn header_text<'a>(request: &'a HttpRequest, name: &str) -> Option<&'a str> {
    request.headers().get(name).and_then(|value| value.to_str().ok())
}
