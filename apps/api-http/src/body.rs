use crate::{call::app_of, error::ApiError};
use actix_web::{FromRequest, HttpMessage, HttpRequest, dev::Payload, http::header, web::Bytes};
use futures_util::StreamExt;
use runtime::{
    gate::{Gate, MAX_BODY, Pass},
    wiring::App,
};
use std::{future::Future, pin::Pin};

/// Bytes of a too large body that are read and thrown away, so that the caller, who is still
/// sending, gets to see the answer.
const MAX_DISCARDED: usize = 64 * 1024 * 1024;

/// Bodies longer than this are large: only so many bytes of them are in memory at once.
const LARGE: usize = 256 * 1024;

/// Bytes of the body of a call that nobody answers for yet, at most.
pub const MAX_SMALL_BODY: usize = 64 * 1024;

/// The bytes of a request's body, bounded in size and in the time that they take to come.
pub struct Body(pub Bytes);

impl FromRequest for Body {
    type Error = ApiError;
    type Future = Pin<Box<dyn Future<Output = Result<Self, ApiError>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let payload = payload.take();
        let app = app_of(request);
        let request = request.clone();
        Box::pin(async move {
            let app = app?;
            in_time(&app, read(payload, &request, &app.bodies)).await
        })
    }
}

/// The bytes of a small body: of an endpoint that anybody may call, of a form. No more of it is ever kept.
pub struct SmallBody(
    /// None when it is longer than [`MAX_SMALL_BODY`]: the endpoint says so in its own words.
    pub Option<Bytes>,
);

impl FromRequest for SmallBody {
    type Error = ApiError;
    type Future = Pin<Box<dyn Future<Output = Result<Self, ApiError>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let payload = payload.take();
        let app = app_of(request);
        Box::pin(async move {
            let app = app?;
            in_time(&app, read_small(payload)).await.map(Self)
        })
    }
}

/// Waits for a body as long as the service does.
async fn in_time<T>(
    app: &App,
    read: impl Future<Output = Result<T, ApiError>>,
) -> Result<T, ApiError> {
    let limit = app.config.body_timeout();
    let read = tokio::time::timeout(limit, read).await;
    read.unwrap_or(Err(ApiError::TooSlow(limit)))
}

fn unreadable(error: actix_web::error::PayloadError) -> ApiError {
    ApiError::InvalidField { field: "body", message: format!("cannot be read: {error}") }
}

async fn read_small(mut payload: Payload) -> Result<Option<Bytes>, ApiError> {
    let (mut body, mut received) = (Vec::new(), 0);
    while let Some(chunk) = payload.next().await {
        let chunk = chunk.map_err(unreadable)?;
        received += chunk.len();
        if received > MAX_DISCARDED {
            break;
        }
        if received <= MAX_SMALL_BODY {
            body.extend_from_slice(&chunk);
        } else {
            body = Vec::new();
        }
    }
    Ok((received <= MAX_SMALL_BODY).then(|| body.into()))
}

async fn read(mut payload: Payload, request: &HttpRequest, room: &Gate) -> Result<Body, ApiError> {
    let mut body = Vec::new();
    let mut received = 0;
    while let Some(chunk) = payload.next().await {
        let chunk = chunk.map_err(unreadable)?;
        received += chunk.len();
        if received > LARGE && !request.extensions().contains::<Pass>() {
            // nobody waits here: a caller that is slow to send would keep others waiting
            let pass = room.enter(expected(request)).await?;
            request.extensions_mut().insert(pass);
            body.reserve_exact(length_of(request).saturating_sub(body.len()));
        }
        if received > MAX_DISCARDED {
            break;
        }
        if received <= MAX_BODY {
            body.extend_from_slice(&chunk);
        } else {
            body = Vec::new();
        }
    }
    if received > MAX_BODY {
        return Err(ApiError::TooLarge(MAX_BODY));
    }
    Ok(Body(body.into()))
}

/// Kilobytes of the body, as far as the caller says; the most otherwise.
fn expected(request: &HttpRequest) -> u32 {
    u32::try_from(length_of(request) / 1024).unwrap_or(u32::MAX)
}

/// Bytes of the body that are kept, as far as the caller says; the most otherwise.
fn length_of(request: &HttpRequest) -> usize {
    let length = request.headers().get(header::CONTENT_LENGTH);
    let length = length.and_then(|length| length.to_str().ok()?.parse::<usize>().ok());
    length.unwrap_or(MAX_BODY).min(MAX_BODY)
}
