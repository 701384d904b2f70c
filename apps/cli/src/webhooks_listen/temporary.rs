//! Registers an endpoint for the time being, and receives what is delivered to it.

use super::{
    super::result::{CommandResult, Failure},
    fetch_json::fetch_json,
    forward::Forward,
    listen::Listen,
    listen_error::ListenError,
};
use actix_web::{App, HttpRequest, HttpResponse, HttpServer, web};
use events::EventName;
use reqwest::Client;
use std::net::TcpListener;
use time::OffsetDateTime;
use webhooks::{
    endpoints::Secret,
    signing::{HEADER_EVENT, HEADER_ID, HEADER_SIGNATURE, HEADER_TIMESTAMP, TOLERANCE, verify},
};

/// The state of the local receiver.
#[derive(Clone)]
struct Local {
    secret: Secret,
    forward: Option<Forward>,
}

/// Prints deliveries until the process is asked to stop; then the endpoint is removed.
pub(super) async fn receive(listen: &Listen, client: &Client) -> CommandResult {
    let listener = TcpListener::bind(&listen.receive_at)?;
    let url = match &listen.public_url {
        Some(url) => url.clone(),
        None => format!("http://{}/", listener.local_addr()?),
    };
    let events = match &*listen.events {
        [] => EventName::ALL
            .iter()
            .filter(|name| name.for_companies())
            .map(ToString::to_string)
            .collect(),
        named => named.to_vec(),
    };
    let (id, secret) = registered(listen, client, &url, &events).await?;
    eprintln!("registered {url} as {id} with the secret {}; Ctrl-C removes it", secret.expose());
    let local = web::Data::new(Local { secret, forward: listen.forward(client) });
    let server = HttpServer::new(move || {
        App::new().app_data(local.clone()).default_service(web::post().to(delivered))
    });
    // Ctrl-C stops the server
    let served = server.workers(1).shutdown_timeout(1).listen(listener)?.run().await;
    let removal = client.delete(listen.path(&format!("/v1/agent/webhooks/{id}")));
    let answer = listen.signed_in(removal).send().await?;
    if !answer.status().is_success() {
        let status = answer.status().as_u16();
        let text = format!("the endpoint {id} was not removed");
        return Err(ListenError::Refused { status, text }.into());
    }
    eprintln!("removed {id}");
    Ok(served?)
}

/// Registers an endpoint at this address: its id and secret.
async fn registered(
    listen: &Listen,
    client: &Client,
    url: &str,
    events: &[String],
) -> Result<(String, Secret), Failure> {
    let body = serde_json::json!({"url": url, "events": events});
    let request = client.post(listen.path("/v1/agent/webhooks")).body(body.to_string());
    let answer = fetch_json(listen.signed_in(request)).await.map_err(|error| match error {
        ListenError::Refused { status: 400, text }
            if listen.public_url.is_none() && text.contains("\"url\"") =>
        {
            ListenError::Loopback { url: url.to_owned(), text }
        }
        error => error,
    })?;
    let text = |name: &str| answer[name].as_str().ok_or(ListenError::Answer);
    Ok((text("id")?.to_owned(), Secret::parse(text("secret")?)?))
}

/// Verifies a delivery, prints it, and forwards it unchanged. The answer to it is returned.
async fn delivered(http: HttpRequest, local: web::Data<Local>, body: web::Bytes) -> HttpResponse {
    let header = |name: &str| {
        let value = http.headers().get(name).and_then(|value| value.to_str().ok());
        value.unwrap_or_default().to_owned()
    };
    let signature = header(HEADER_SIGNATURE);
    let now = OffsetDateTime::now_utc();
    if let Err(error) = verify(&signature, &body, &local.secret, now, TOLERANCE) {
        eprintln!("refused: {error}");
        return HttpResponse::BadRequest().finish();
    }
    println!("{}", String::from_utf8_lossy(&body));
    let Some(forward) = &local.forward else { return HttpResponse::NoContent().finish() };
    let names = [HEADER_EVENT, HEADER_ID, HEADER_TIMESTAMP, HEADER_SIGNATURE];
    let mut headers: Vec<_> = names.iter().map(|name| (*name, header(name))).collect();
    headers.push(("Content-Type", "application/json".to_owned()));
    let status = forward.post(&headers, body.to_vec()).await;
    let status = actix_web::http::StatusCode::from_u16(status);
    HttpResponse::build(status.unwrap_or(actix_web::http::StatusCode::BAD_GATEWAY)).finish()
}
