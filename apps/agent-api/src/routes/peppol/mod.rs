//! The Peppol operations.

mod audit;
mod connector;
mod credit;
mod flight_view;
mod held;
mod preflight;
mod received;
mod recipient;
mod response_view;
mod responses;
mod sends;
mod status;
mod view;

use crate::http::Operation;

/// The operations of this folder.
pub(super) fn operations() -> Vec<Operation> {
    let files = [
        sends::operations(),
        connector::operations(),
        status::operations(),
        received::operations(),
        responses::operations(),
        recipient::operations(),
        preflight::operations(),
        held::operations(),
        credit::operations(),
        audit::operations(),
    ];
    files.into_iter().flatten().collect()
}
