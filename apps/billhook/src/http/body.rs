use crate::error::ApiError;
use actix_web::{FromRequest, HttpRequest, dev::Payload, web::Bytes};
use futures_util::StreamExt;
use std::{future::Future, pin::Pin};

/// Bytes of a body at most: 10 MiB of attachments in base64, and 2 MiB for the rest.
const MAX_BODY: usize = (10 * 1024 * 1024 / 3 + 1) * 4 + 2 * 1024 * 1024;

/// Bytes of a too large body that are read and thrown away, so that the caller, who is still
/// sending, gets to see the answer.
const MAX_DISCARDED: usize = 64 * 1024 * 1024;

/// The bytes of a request's body, bounded.
pub struct Body(pub Bytes);

impl FromRequest for Body {
    type Error = ApiError;
    type Future = Pin<Box<dyn Future<Output = Result<Self, ApiError>>>>;

    fn from_request(_: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let mut payload = payload.take();
        Box::pin(async move {
            let mut body = Vec::new();
            let mut received = 0;
            while let Some(chunk) = payload.next().await {
                let chunk = chunk.map_err(|error| ApiError::InvalidField {
                    field: "body",
                    message: format!("cannot be read: {error}"),
                })?;
                received += chunk.len();
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
        })
    }
}
