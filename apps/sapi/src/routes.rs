use crate::{
    auth, received,
    refused::{Refused, Reply},
    send,
};
use actix_web::{
    Resource, ResponseError, Route,
    http::header::{ALLOW, HeaderValue},
    web,
};
use sapi_sk::{Code, SapiError};

/// The base paths: the official file has `/sapi`, and some providers add the version. The longer one is matched first.
const BASES: [&str; 2] = ["/sapi/v1", "/sapi"];

/// Registers the interface on the application.
pub fn configure(config: &mut web::ServiceConfig) {
    for base in BASES {
        let scope = web::scope(base)
            .service(only("/auth/token", web::post().to(auth::token), "POST"))
            .service(only("/auth/renew", web::post().to(auth::renew), "POST"))
            .service(only("/auth/token/status", web::get().to(auth::status), "GET"))
            .service(only("/auth/revoke", web::post().to(auth::revoke), "POST"))
            .service(only("/document/send", web::post().to(send::send), "POST"))
            .service(only("/document/receive", web::get().to(received::list), "GET"))
            .service(only("/document/receive/{id}", web::get().to(received::get), "GET"))
            .service(only(
                "/document/receive/{id}/acknowledge",
                web::post().to(received::acknowledge_document),
                "POST",
            ));
        config.service(scope.default_service(web::to(not_found)));
    }
}

/// The resource of a path with a single method.
fn only(path: &str, route: Route, method: &'static str) -> Resource {
    let others = move || async move {
        let message = format!("this path knows {method} only");
        let refused = Refused(SapiError::new(Code::METHOD_NOT_ALLOWED, message));
        let mut response = refused.error_response();
        response.headers_mut().insert(ALLOW, HeaderValue::from_static(method));
        response
    };
    web::resource(path).route(route).default_service(web::to(others))
}

async fn not_found() -> Reply {
    Err(Refused(SapiError::new(Code::NOT_FOUND, "there is no such path")))
}
