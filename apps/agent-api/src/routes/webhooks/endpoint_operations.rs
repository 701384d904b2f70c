//! Webhook endpoints of a company and of a partner are created, read, changed and removed in the same way.

use crate::{
    error::{ApiError, no_secrets_key},
    http::{Call, Reply},
    requests::WebhookRequest,
};
use access::{OrganizationId, Scope};
use actix_web::http::StatusCode;
use invoicing::Violations;
use runtime::wiring::App;
use serde::Serialize;
use std::ops::Deref;
use use_cases::webhooks::{EndpointRequest, Owned};
use webhooks::EndpointId;

/// A call about the webhook endpoints of its owner, which is a company or a partner.
pub trait EndpointCall: Deref<Target = App> {
    /// The owner of the endpoints, if the caller may manage them.
    ///
    /// # Errors
    /// 403.
    fn owned(&self) -> Result<Owned<'_, App>, ApiError>;

    /// The endpoint of the path.
    ///
    /// # Errors
    /// 404.
    fn endpoint(&self) -> Result<EndpointId, ApiError>;

    /// An answer with a JSON body.
    ///
    /// # Errors
    /// 500 when the body cannot be serialized.
    fn answer(&self, status: StatusCode, body: impl Serialize) -> Reply;
}

impl EndpointCall for Call {
    fn owned(&self) -> Result<Owned<'_, App>, ApiError> {
        Ok(Owned::from(&self.context(Scope::SettingsUpdate)?))
    }

    fn endpoint(&self) -> Result<EndpointId, ApiError> {
        Ok(EndpointId(self.id("id", "webhook")?))
    }

    fn answer(&self, status: StatusCode, body: impl Serialize) -> Reply {
        self.reply(status, body)
    }
}

/// The request for a use case, with the violations that parsing found.
pub fn endpoint_request(
    WebhookRequest { url, events, enabled, only }: WebhookRequest,
    found: Violations,
) -> EndpointRequest {
    EndpointRequest { url, events, enabled, only: only.map(OrganizationId), found, once: None }
}

/// Checks that the installation can store secrets, which are only stored encrypted.
///
/// # Errors
/// 503 when no key for secrets is configured.
pub fn require_secrets_key(app: &App) -> Result<(), ApiError> {
    app.secrets_key.as_ref().map(|_| ()).ok_or_else(no_secrets_key)
}

/// Declares the six operations that both kinds of owners have. `$Call` implements [`EndpointCall`]; `$View` has the
/// functions `of` and `with_secrets`, and `$List` has the member `data`.
#[macro_export]
macro_rules! endpoint_operations {
    (
        $path:literal, $tag:literal: $Call:ty, $View:ident, $List:ident;
        $(#[$create_doc:meta])*
        create $create:ident $create_id:literal, $New:ty, forbidden $create_forbidden:literal;
        $(#[$list_doc:meta])*
        list $list:ident $list_id:literal;
        $(#[$get_doc:meta])*
        get $get:ident $get_id:literal;
        $(#[$change_doc:meta])*
        change $change:ident $change_id:literal, ($($change_body:tt)*) $(, forbidden $change_forbidden:literal)?;
        $(#[$rotate_doc:meta])*
        rotate $rotate:ident $rotate_id:literal, $rotated:literal, forbidden $rotate_forbidden:literal;
        $(#[$remove_doc:meta])*
        remove $remove:ident $remove_id:literal;
    ) => {
        $(#[$create_doc])*
        #[utoipa::path(
            post, path = $path, tag = $tag, operation_id = $create_id,
            request_body = $New,
            responses(
                (status = 201, description = "Registered", body = $View<'static>),
                (status = 403, description = $create_forbidden, body = api_http::error::ErrorBody),
                (status = 503, description = "SERVICE_UNAVAILABLE: no BILLHOOK_SECRETS_KEY", body = api_http::error::ErrorBody),
                api_http::error::ConflictError,
            ),
        )]
        async fn $create(call: $Call, api_http::Body(bytes): api_http::Body) -> api_http::Reply {
            use $crate::routes::views::{EndpointCall, endpoint_request, require_secrets_key};
            let owned = EndpointCall::owned(&call)?;
            require_secrets_key(&call)?;
            let (request, found) = agent_requests::read_with_violations::<$New>(&bytes);
            let request = endpoint_request(request, found);
            let created = use_cases::webhooks::create_endpoint(owned, &request).await?;
            let view = $View::with_secrets(&created.endpoint, &created.secrets);
            call.answer(actix_web::http::StatusCode::CREATED, view)
        }

        $(#[$list_doc])*
        #[utoipa::path(
            get, path = $path, tag = $tag, operation_id = $list_id,
            responses((status = 200, description = "All of them", body = $List<'static>)),
        )]
        async fn $list(call: $Call) -> api_http::Reply {
            use $crate::routes::views::EndpointCall;
            let owned = EndpointCall::owned(&call)?;
            let endpoints = use_cases::webhooks::endpoints(owned).await?;
            let list = $List { data: endpoints.iter().map($View::of).collect() };
            call.answer(actix_web::http::StatusCode::OK, list)
        }

        $(#[$get_doc])*
        #[utoipa::path(
            get, path = concat!($path, "/{id}"), tag = $tag, operation_id = $get_id,
            params(("id" = String, Path, description = "The endpoint's id")),
            responses(
                (status = 200, description = "The endpoint", body = $View<'static>),
                api_http::error::NotFoundError,
            ),
        )]
        async fn $get(call: $Call) -> api_http::Reply {
            use $crate::routes::views::EndpointCall;
            let (owned, id) = (EndpointCall::owned(&call)?, EndpointCall::endpoint(&call)?);
            let endpoint = use_cases::webhooks::known_endpoint(owned, id).await?;
            call.answer(actix_web::http::StatusCode::OK, $View::of(&endpoint))
        }

        $(#[$change_doc])*
        #[utoipa::path(
            patch, path = concat!($path, "/{id}"), tag = $tag, operation_id = $change_id,
            params(("id" = String, Path, description = "The endpoint's id")),
            request_body($($change_body)*),
            responses(
                (status = 200, description = "Changed", body = $View<'static>),
                $((status = 403, description = $change_forbidden, body = api_http::error::ErrorBody),)?
                api_http::error::NotFoundError, api_http::error::ConflictError,
            ),
        )]
        async fn $change(call: $Call, api_http::Body(bytes): api_http::Body) -> api_http::Reply {
            use $crate::routes::views::{EndpointCall, endpoint_request};
            let (owned, id) = (EndpointCall::owned(&call)?, EndpointCall::endpoint(&call)?);
            let (request, found) =
                agent_requests::read_with_violations::<agent_requests::WebhookChangeBody>(&bytes);
            let request = endpoint_request(request, found);
            let endpoint = use_cases::webhooks::change_endpoint(owned, id, &request).await?;
            call.answer(actix_web::http::StatusCode::OK, $View::of(&endpoint))
        }

        $(#[$rotate_doc])*
        #[utoipa::path(
            post, path = concat!($path, "/{id}/rotate-secret"), tag = $tag,
            operation_id = $rotate_id,
            params(("id" = String, Path, description = "The endpoint's id")),
            responses(
                (status = 200, description = $rotated, body = $View<'static>),
                (status = 403, description = $rotate_forbidden, body = api_http::error::ErrorBody),
                (status = 503, description = "SERVICE_UNAVAILABLE: no BILLHOOK_SECRETS_KEY", body = api_http::error::ErrorBody),
                api_http::error::NotFoundError, api_http::error::ConflictError,
            ),
        )]
        async fn $rotate(call: $Call) -> api_http::Reply {
            use $crate::routes::views::{EndpointCall, require_secrets_key};
            let (owned, id) = (EndpointCall::owned(&call)?, EndpointCall::endpoint(&call)?);
            require_secrets_key(&call)?;
            let (endpoint, secrets) = use_cases::webhooks::rotate_secret(owned, id, None).await?;
            call.answer(actix_web::http::StatusCode::OK, $View::with_secrets(&endpoint, &secrets))
        }

        $(#[$remove_doc])*
        #[utoipa::path(
            delete, path = concat!($path, "/{id}"), tag = $tag, operation_id = $remove_id,
            params(("id" = String, Path, description = "The endpoint's id")),
            responses((status = 204, description = "Removed"), api_http::error::NotFoundError),
        )]
        async fn $remove(call: $Call) -> api_http::Reply {
            use $crate::routes::views::EndpointCall;
            let (owned, id) = (EndpointCall::owned(&call)?, EndpointCall::endpoint(&call)?);
            use_cases::webhooks::remove_endpoint(owned, id).await?;
            api_http::no_content()
        }
    };
}
