//! The pages behind links, for those without an account: an invoice for the other party, the confirmation of a claim.

mod claim;
mod invoice;
mod page;

use api_http::Operation;

/// The operations that the OpenAPI document names.
pub(crate) fn operations() -> Vec<Operation> {
    claim::operations().into_iter().chain(invoice::operations()).collect()
}
