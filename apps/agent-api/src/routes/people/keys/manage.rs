use super::view::{KeyList, KeyView};
use crate::{
    error::{ApiError, ConflictError, ErrorBody, NotFoundError},
    http::{Body, KeyCall, List, Reply, no_content, operations},
    requests::{KeyCreate, KeyRotate, KeyStateName, TierName, read_optional},
    routes::paging,
};
use access::{ApiKeyId, Grantor, KeyFilter, KeyState, Scope, Tier};
use actix_web::http::{StatusCode, header};
use persistence::StoreError;
use use_cases::people::keys::{
    IssuedKey, KeyError, create_key, revoke_key, rotate_key, visible_key, visible_keys,
};

operations![make_key, list_keys, get_key, rotate_api_key, revoke_api_key];

/// Makes a key for the owner of the one that is used, with no scope more, no higher tier and no longer
/// life. The answer carries its text, this once.
#[utoipa::path(
    post, path = "/v1/agent/keys", tag = "keys", operation_id = "createKey",
    request_body = Option<KeyCreate>,
    responses(
        (status = 201, description = "Made", body = KeyView<'static>),
        (status = 403, description = "FORBIDDEN or PLAN_LIMIT_REACHED", body = ErrorBody),
    ),
    security(("api_key" = [])),
)]
async fn make_key(call: KeyCall, Body(bytes): Body) -> Reply {
    let grantor = grantor(&call)?;
    let request = read_optional::<KeyCreate>(&bytes)?;
    let made = create_key(&*call, &grantor, call.caller.owner, request).await?;
    let view = KeyView::of(&made.record, call.clock.now());
    shown_once(&call, &made, view)
}

/// The keys of the organization or partner, the newest first; with a test key the test keys.
#[utoipa::path(
    get, path = "/v1/agent/keys", tag = "keys", operation_id = "listKeys",
    params(
        paging::Pages,
        ("tier" = Option<TierName>, Query, description = "Of this tier only"),
        ("state" = Option<KeyStateName>, Query, description = "In this state only"),
    ),
    responses((status = 200, description = "A page", body = KeyList<'static>)),
    security(("api_key" = [])),
)]
async fn list_keys(call: KeyCall) -> Reply {
    grantor(&call)?;
    let now = call.clock.now();
    let (mut query, after, limit) = call.page_query()?;
    let state = query.one_of("state", &KeyState::ALL, KeyState::name);
    let filter = KeyFilter {
        tier: query.one_of("tier", &Tier::ALL, Tier::name),
        state: state.map(|state| (state, now)),
    };
    query.finish()?;
    let page = visible_keys(&*call, &call.caller, filter, after, limit).await?;
    call.ok(List::of(&page, |record| KeyView::of(record, now)))
}

/// One key.
#[utoipa::path(
    get, path = "/v1/agent/keys/{id}", tag = "keys", operation_id = "getKey",
    params(("id" = String, Path, description = "The key's id")),
    responses((status = 200, description = "The key", body = KeyView<'static>), NotFoundError),
    security(("api_key" = [])),
)]
async fn get_key(call: KeyCall) -> Reply {
    let grantor = grantor(&call)?;
    let key = visible_key(&*call, &grantor, id(&call)?).await.map_err(not_found)?;
    call.ok(KeyView::of(&key, call.clock.now()))
}

/// Makes a successor with the same rights; the old key goes on for the overlap.
#[utoipa::path(
    post, path = "/v1/agent/keys/{id}/rotate", tag = "keys", operation_id = "rotateKey",
    params(("id" = String, Path, description = "The key's id")),
    request_body = Option<KeyRotate>,
    responses(
        (status = 201, description = "The successor", body = KeyView<'static>),
        (status = 403, description = "FORBIDDEN or PLAN_LIMIT_REACHED", body = ErrorBody),
        NotFoundError, ConflictError,
    ),
    security(("api_key" = [])),
)]
async fn rotate_api_key(call: KeyCall, Body(bytes): Body) -> Reply {
    let grantor = grantor(&call)?;
    let id = id(&call)?;
    let overlap = read_optional::<KeyRotate>(&bytes)?.0;
    let rotated = rotate_key(&*call, &grantor, id, overlap).await;
    let (made, ends_at) = rotated.map_err(|error| match error {
        KeyError::Add(access::AddKeyError::Store(error)) => not_found(error),
        error => error.into(),
    })?;
    let mut view = KeyView::of(&made.record, call.clock.now());
    view.old_key_ends_at = Some(ends_at);
    shown_once(&call, &made, view)
}

/// Revokes a key, at once: the next call with it is a 401. It may be the one that is used.
#[utoipa::path(
    delete, path = "/v1/agent/keys/{id}", tag = "keys", operation_id = "revokeKey",
    params(("id" = String, Path, description = "The key's id")),
    responses((status = 204, description = "Revoked"), NotFoundError),
    security(("api_key" = [])),
)]
async fn revoke_api_key(call: KeyCall) -> Reply {
    let grantor = grantor(&call)?;
    revoke_key(&*call, &grantor, id(&call)?).await.map_err(not_found)?;
    no_content()
}

/// An access token makes and sees no keys: they would outlast its connection.
fn grantor(call: &KeyCall) -> Result<Grantor, ApiError> {
    call.caller.credential.key()?;
    call.caller.require(Scope::SettingsUpdate)?;
    Ok(Grantor::Key(call.caller))
}

fn id(call: &KeyCall) -> Result<ApiKeyId, ApiError> {
    call.id("id", "key").map(ApiKeyId)
}

fn not_found(error: StoreError) -> ApiError {
    match error {
        StoreError::NotFound => ApiError::NotFound("key"),
        error => error.into(),
    }
}

/// 201 with the text of the key, which nothing on the way shall keep.
fn shown_once<'a>(call: &KeyCall, made: &'a IssuedKey, mut view: KeyView<'a>) -> Reply {
    view.key = Some(made.text.expose());
    let mut response = call.reply(StatusCode::CREATED, view)?;
    let no_store = header::HeaderValue::from_static("no-store");
    response.headers_mut().insert(header::CACHE_CONTROL, no_store);
    Ok(response)
}
