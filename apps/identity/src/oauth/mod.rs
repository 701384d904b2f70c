//! The endpoints that applications call. Their errors have the shape of RFC 6749, which every client
//! library reads, and not that of the Agent API.

mod answer;
mod authorize;
mod bodies;
mod metadata;
mod register;
mod tokens;
mod user_info;

pub(crate) use answer::OAuthAnswer;

use api_http::Operation;

/// Every endpoint of OAuth.
pub(crate) fn operations() -> Vec<Operation> {
    let files = [
        metadata::operations(),
        register::operations(),
        authorize::operations(),
        tokens::operations(),
        user_info::operations(),
    ];
    files.into_iter().flatten().collect()
}
