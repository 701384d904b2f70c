//! Authenticated calls, and the participant that they are for.

use crate::refused::Refused;
use actix_web::{FromRequest, HttpMessage, HttpRequest, dev::Payload, http::header, web};
use api_http::{client_address_of, introduction};
use peppol_connector::identifiers::ParticipantId;
use runtime::{secrets, wiring::App};
use sapi_sk::{Code, SapiError, SapiScope};
use std::{future::Future, net::IpAddr, ops::Deref, pin::Pin};
use use_cases::{
    Context,
    sending::sapi::{SapiCaller, TokenError, of_participant, use_token},
};

/// The header that names the participant on whose behalf a call is made.
pub(crate) const PARTICIPANT: &str = "X-Peppol-Participant-Id";

/// A request before authentication, and the application that serves it.
pub(crate) struct Visit {
    pub(crate) http: HttpRequest,
    app: web::Data<App>,
}

impl Deref for Visit {
    type Target = App;

    fn deref(&self) -> &App {
        &self.app
    }
}

impl FromRequest for Visit {
    type Error = Refused;
    type Future = std::future::Ready<Result<Self, Refused>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let app = request.app_data::<web::Data<App>>().cloned();
        let visit = app.map(|app| Visit { http: request.clone(), app });
        std::future::ready(visit.ok_or_else(|| Refused::internal("the application is not wired")))
    }
}

impl Visit {
    /// The value of a header that appears at most once and is a text.
    pub(crate) fn header(&self, name: &'static str) -> Result<Option<&str>, SapiError> {
        let mut sent = self.http.headers().get_all(name);
        let Some(value) = sent.next() else { return Ok(None) };
        let wrong = |issue| SapiError::about(Code::INVALID_REQUEST, name, issue);
        if sent.next().is_some() {
            return Err(wrong("is given more than once"));
        }
        value.to_str().map(|text| Some(text.trim())).map_err(|_| wrong("is not text"))
    }

    /// The token of `Authorization: Bearer`.
    pub(crate) fn bearer(&self) -> Result<&str, SapiError> {
        let value = self.http.headers().get(header::AUTHORIZATION);
        let token = value.and_then(|value| value.to_str().ok()).and_then(|value| {
            let (scheme, token) = value.split_once(' ')?;
            scheme.eq_ignore_ascii_case("Bearer").then(|| token.trim())
        });
        let message = "a token is required: Authorization: Bearer <access_token>";
        token.ok_or_else(|| SapiError::new(Code::INVALID_TOKEN, message))
    }

    /// The client address of the request.
    pub(crate) fn address(&self) -> IpAddr {
        client_address_of(&self.http, &self.config)
    }

    /// Looks a secret up that the caller sent, unless its address has sent too many unknown ones.
    pub(crate) async fn try_secret<T>(
        &self,
        secret: &str,
        look: impl Future<Output = Result<T, TokenError>>,
    ) -> Result<T, Refused> {
        let hash = secrets::sha256(secret.as_bytes());
        let seconds = self.clock.now().unix_timestamp();
        let address = self.address();
        self.unknown_keys.admit(address, &hash, seconds)?;
        let found = look.await;
        match &found {
            Ok(_) => self.unknown_keys.knows(&hash),
            Err(TokenError::Refused(error)) if error.code.status == 401 => {
                self.unknown_keys.count(address, &hash, seconds);
            }
            Err(_) => {}
        }
        Ok(found?)
    }
}

/// A call with an access token.
pub(crate) struct Call {
    visit: Visit,
    caller: SapiCaller,
}

impl Deref for Call {
    type Target = Visit;

    fn deref(&self) -> &Visit {
        &self.visit
    }
}

impl FromRequest for Call {
    type Error = Refused;
    type Future = Pin<Box<dyn Future<Output = Result<Self, Refused>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let (visit, says) = (Visit::from_request(request, payload), introduction(request));
        Box::pin(async move {
            let visit = visit.await?;
            let token = visit.bearer()?;
            let base = visit.config.key_rate_per_minute;
            let caller = visit.try_secret(token, use_token(&*visit, token, base)).await?;
            visit.http.extensions_mut().insert(caller.tenant.organization);
            says.of(caller.tenant.organization.0);
            Ok(Call { visit, caller })
        })
    }
}

impl Call {
    /// The context for a use case, if the token has the scope.
    ///
    /// # Errors
    /// 403.
    pub(crate) fn context(&self, scope: SapiScope) -> Result<Context<'_, App>, SapiError> {
        self.caller.context(&*self.visit, scope)
    }

    /// The context for a call on behalf of the participant in the header, which must be that of the caller's
    /// organization.
    ///
    /// # Errors
    /// 400 for the header, 403.
    pub(crate) async fn context_of_participant(
        &self,
        scope: SapiScope,
    ) -> Result<(Context<'_, App>, ParticipantId), Refused> {
        let context = self.context(scope)?;
        let participant = of_participant(&context, &self.participant()?).await??;
        Ok((context, participant))
    }

    /// The participant that the header names.
    ///
    /// # Errors
    /// 400.
    pub(crate) fn participant(&self) -> Result<ParticipantId, SapiError> {
        let wrong = |issue: String| SapiError::about(Code::INVALID_REQUEST, PARTICIPANT, issue);
        let text = self.header(PARTICIPANT)?.ok_or_else(|| wrong("is required".to_owned()))?;
        text.parse::<ParticipantId>().map_err(|error| wrong(error.to_string()))
    }

    /// The tier of the client.
    pub(crate) const fn tier(&self) -> access::Tier {
        self.caller.tenant.tier
    }
}
