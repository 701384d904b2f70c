//! What other systems of the network ask: AS4, the SMP, the notice of the state's portal. None of them has an account.

mod as4;
mod smp;
mod state_notice;

use actix_web::{guard, middleware::from_fn, web};

/// Puts them on the application: interfaces of others, in no document of ours.
pub fn configure(config: &mut web::ServiceConfig) {
    smp::configure(config);
    let as4 = web::resource("/as4").guard(guard::Post()).wrap(from_fn(as4::in_its_words));
    config
        .service(as4.route(web::post().to(as4::take)))
        .route("/sk/verification-webhook", web::post().to(state_notice::take));
}
