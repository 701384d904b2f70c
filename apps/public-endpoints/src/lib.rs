//! What is served to those without an account: the pages behind links (of an invoice, of a claim), and what other
//! systems of the network ask (AS4, the SMP, the notice of the state's portal).

mod as4;
mod claim;
mod link;
mod page;
mod smp;
mod state_notice;

pub use claim::ClaimBody;

use actix_web::{http::Method, middleware::from_fn, web};
use api_http::{Operation, only};

/// The operations that the OpenAPI document names: what is behind links.
#[must_use]
pub fn operations() -> Vec<Operation> {
    claim::operations().into_iter().chain(link::operations()).collect()
}

/// Puts on the application what others of the network ask: interfaces of theirs, in no document of ours.
pub fn configure(config: &mut web::ServiceConfig) {
    smp::configure(config);
    let as4 = only("/as4", &Method::POST, web::to(as4::take));
    let notice = only("/sk/verification-webhook", &Method::POST, web::to(state_notice::take));
    config.service(as4.wrap(from_fn(as4::in_its_words))).service(notice);
}
