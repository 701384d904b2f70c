use crate::{
    call::app_of, client_address::client_address_of, error::ApiError, introduction::introduced,
};
use actix_web::{FromRequest, HttpMessage, HttpRequest, dev::Payload, http::header, web::Bytes};
use futures_util::StreamExt;
use refusals::FieldFault;
use runtime::{
    bodies::{BodyPlace, Sender, patience},
    gate::MAX_BODY,
    wiring::App,
};
use std::{future::Future, pin::Pin, time::Instant};

/// Bytes of a too large body that are read and discarded, so that a caller who is still sending gets to read the
/// answer.
const MAX_DISCARDED: usize = 64 * 1024 * 1024;

/// Largest body, in bytes, of a call whose caller is not authenticated yet.
pub const MAX_SMALL_BODY: usize = 64 * 1024;

/// The bytes of a request's body. Their number and the time to send them are bounded. On paths with authentication they
/// are read once the caller is known.
pub struct Body(pub Bytes);

/// The result of reading a body.
enum Read {
    Whole(Bytes),
    TooLarge,
}

impl FromRequest for Body {
    type Error = ApiError;
    type Future = Pin<Box<dyn Future<Output = Result<Self, ApiError>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let payload = payload.take();
        let (app, introduced) = (app_of(request), introduced(request));
        let request = request.clone();
        Box::pin(async move {
            let app = app?;
            let sender = match introduced.await {
                Some(whose) => Sender::Customer(whose),
                None => Sender::Stranger(client_address_of(&request, &app.config)),
            };
            whole(payload, &request, &app, (sender, MAX_BODY)).await
        })
    }
}

impl Body {
    /// Reads the body of a caller without an account, up to a maximum size.
    ///
    /// # Errors
    /// 413, 408, 503.
    pub async fn of_stranger(
        payload: Payload,
        request: &HttpRequest,
        app: &App,
        most: usize,
    ) -> Result<Self, ApiError> {
        let sender = Sender::Stranger(client_address_of(request, &app.config));
        whole(payload, request, app, (sender, most)).await
    }

    /// Reads the body of a message from another access point.
    ///
    /// # Errors
    /// 413, 408, 503.
    pub async fn of_access_point(
        payload: Payload,
        request: &HttpRequest,
        app: &App,
    ) -> Result<Self, ApiError> {
        let sender = Sender::AccessPoint(client_address_of(request, &app.config));
        whole(payload, request, app, (sender, MAX_BODY)).await
    }
}

async fn whole(
    payload: Payload,
    request: &HttpRequest,
    app: &App,
    (sender, most): (Sender, usize),
) -> Result<Body, ApiError> {
    match read(payload, request, app, sender, most).await? {
        Read::Whole(bytes) => Ok(Body(bytes)),
        Read::TooLarge => Err(ApiError::TooLarge(most)),
    }
}

/// The bytes of a small body: of an endpoint without authentication, or of a form. A larger body is not kept in memory.
pub struct SmallBody(
    /// `None` when the body is longer than [`MAX_SMALL_BODY`]: the endpoint chooses the error.
    pub Option<Bytes>,
);

impl SmallBody {
    /// The bytes.
    ///
    /// # Errors
    /// 413.
    pub fn bytes(self) -> Result<Bytes, ApiError> {
        self.0.ok_or(ApiError::TooLarge(MAX_SMALL_BODY))
    }
}

impl FromRequest for SmallBody {
    type Error = ApiError;
    type Future = Pin<Box<dyn Future<Output = Result<Self, ApiError>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let payload = payload.take();
        let app = app_of(request);
        let request = request.clone();
        Box::pin(async move {
            let app = app?;
            let sender = Sender::Stranger(client_address_of(&request, &app.config));
            Ok(match read(payload, &request, &app, sender, MAX_SMALL_BODY).await? {
                Read::Whole(bytes) => Self(Some(bytes)),
                Read::TooLarge => Self(None),
            })
        })
    }
}

fn unreadable(error: actix_web::error::PayloadError) -> ApiError {
    ApiError::InvalidField {
        field: "body",
        message: FieldFault::Unreadable { cause: error.to_string() }.into(),
    }
}

/// Reads a body of at most this many bytes. They take room of the shared memory for bodies from their arrival until the
/// request is answered. A request does not wait for room, because a caller that sends slowly would keep others waiting.
async fn read(
    mut payload: Payload,
    request: &HttpRequest,
    app: &App,
    sender: Sender,
    most: usize,
) -> Result<Read, ApiError> {
    let (whole, began) = (app.config.body_timeout(), Instant::now());
    let (mut body, mut received) = (Vec::new(), 0);
    let mut place = app.bodies.place(sender);
    loop {
        let wait = patience(received, began.elapsed(), whole);
        let next = tokio::time::timeout(wait, payload.next()).await;
        let Some(chunk) = next.map_err(|_| ApiError::TooSlow(whole))? else { break };
        let chunk = chunk.map_err(unreadable)?;
        received += chunk.len();
        if received > MAX_DISCARDED {
            break;
        }
        if received <= most {
            place.grow(chunk.len())?;
            reserve(&mut body, chunk.len(), length_of(request, most));
            body.extend_from_slice(&chunk);
        } else {
            body = Vec::new();
            place = app.bodies.place(sender);
        }
    }
    hold(request, place);
    Ok(if received > most { Read::TooLarge } else { Read::Whole(body.into()) })
}

/// Keeps the room of a body until the request is answered.
fn hold(request: &HttpRequest, place: BodyPlace) {
    request.extensions_mut().insert(place);
}

/// Grows the buffer to twice its size, and never beyond the announced length.
fn reserve(body: &mut Vec<u8>, more: usize, announced: usize) {
    let needed = body.len() + more;
    if needed > body.capacity() {
        let wanted = needed.max((needed * 2).min(announced));
        body.reserve_exact(wanted - body.len());
    }
}

/// The announced length of the body, in bytes; the allowed maximum when none is announced.
fn length_of(request: &HttpRequest, most: usize) -> usize {
    let length = request.headers().get(header::CONTENT_LENGTH);
    let length = length.and_then(|length| length.to_str().ok()?.parse::<usize>().ok());
    length.unwrap_or(most).min(most)
}
