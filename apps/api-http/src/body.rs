use crate::error::ApiError;
use actix_web::{
    FromRequest, HttpMessage, HttpRequest,
    dev::Payload,
    http::header,
    web::{self, Bytes},
};
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

/// The bytes of a request's body, bounded in size and in the time that they take to come.
pub struct Body(pub Bytes);

impl FromRequest for Body {
    type Error = ApiError;
    type Future = Pin<Box<dyn Future<Output = Result<Self, ApiError>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let payload = payload.take();
        let app = request.app_data::<web::Data<App>>().cloned();
        let request = request.clone();
        Box::pin(async move {
            let app = app.ok_or_else(|| ApiError::internal("the application is not wired"))?;
            let limit = app.config.body_timeout();
            let read = tokio::time::timeout(limit, read(payload, &request, &app.bodies)).await;
            read.unwrap_or(Err(ApiError::TooSlow(limit)))
        })
    }
}

async fn read(mut payload: Payload, request: &HttpRequest, room: &Gate) -> Result<Body, ApiError> {
    let mut body = Vec::new();
    let mut received = 0;
    while let Some(chunk) = payload.next().await {
        let chunk = chunk.map_err(|error| ApiError::InvalidField {
            field: "body",
            message: format!("cannot be read: {error}"),
        })?;
        received += chunk.len();
        if received > LARGE && !request.extensions().contains::<Pass>() {
            // nobody waits here: a caller that is slow to send would keep others waiting
            let pass = room.enter(expected(request)).await?;
            request.extensions_mut().insert(pass);
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
    let length = request.headers().get(header::CONTENT_LENGTH);
    let length = length.and_then(|length| length.to_str().ok()?.parse::<usize>().ok());
    u32::try_from(length.unwrap_or(MAX_BODY).min(MAX_BODY) / 1024).unwrap_or(u32::MAX)
}
