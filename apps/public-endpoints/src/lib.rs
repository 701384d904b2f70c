//! The endpoints of other systems: AS4, the SMP, the notice of the state's portal, and a Pohoda that fetches documents.
//! None of these callers has an account.

mod as4;
mod pohoda;
mod smp;
mod state_notice;

use accounting_programs::FETCH_PATH;
use actix_web::{http::Method, middleware::from_fn, web};
use api_http::{only, resource};

/// Registers the endpoints on the application. They are not in the OpenAPI document.
pub fn configure(config: &mut web::ServiceConfig) {
    smp::configure(config);
    let as4 = only("/as4", &Method::POST, web::to(as4::take));
    let notice = only("/sk/verification-webhook", &Method::POST, web::to(state_notice::take));
    let pohoda = resource(
        &format!("{FETCH_PATH}{{token}}"),
        vec![(Method::GET, web::to(pohoda::give)), (Method::POST, web::to(pohoda::take))],
    );
    config.service(pohoda);
    config.service(as4.wrap(from_fn(as4::in_its_words))).service(notice);
}
