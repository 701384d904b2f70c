//! Headers that answers have everywhere, or of a status everywhere.

use super::methods::methods;
use utoipa::openapi::{
    Header, HeaderBuilder, OpenApi, Ref, RefOr, Response,
    path::Operation,
    schema::{Object, Type},
};

/// The header of every answer, and the one of every answer of the Agent API.
const REQUEST_ID: &str = "X-Request-Id";
const SERVER_TIMING: &str = "Server-Timing";
const WWW_AUTHENTICATE: &str = "WWW-Authenticate";
const RETRY_AFTER: &str = "Retry-After";

/// What they say, described once.
const ALL: [(&str, Type, &str); 4] = [
    (REQUEST_ID, Type::String, "The request in our log: the id that was sent, or one of ours"),
    (SERVER_TIMING, Type::String, "How long what took, in milliseconds (W3C Server Timing)"),
    (
        WWW_AUTHENTICATE,
        Type::String,
        "How to authenticate, or which scope is missing, where a token or a client was asked for",
    ),
    (RETRY_AFTER, Type::Integer, "Whole seconds after which to try again, where that is known"),
];

/// Names them: the request's id, how long it took, how to authenticate, when to come again.
pub(super) fn name(document: &mut OpenApi) {
    for (path, item) in &mut document.paths.paths {
        let is_agent = path.starts_with("/v1/agent");
        for operation in methods(item) {
            for (name, answer) in answers(operation) {
                let timed = is_agent.then_some(SERVER_TIMING);
                let named = [Some(REQUEST_ID), timed, of_status(&name, is_agent)];
                for header in named.into_iter().flatten() {
                    answer.headers.entry(header.to_owned()).or_insert_with(|| reference(header));
                }
            }
        }
    }
    let headers = ALL.map(|(name, kind, says)| (name.to_owned(), RefOr::T(header(kind, says))));
    document.components.get_or_insert_default().headers.extend(headers);
}

fn answers(operation: &mut Operation) -> impl Iterator<Item = (String, &mut Response)> {
    operation.responses.responses.iter_mut().filter_map(|(status, answer)| match answer {
        RefOr::T(answer) => Some((status.clone(), answer)),
        RefOr::Ref(_) => None,
    })
}

fn reference(name: &str) -> RefOr<Header> {
    RefOr::Ref(Ref::new(format!("#/components/headers/{name}")))
}

fn header(kind: Type, says: &str) -> Header {
    HeaderBuilder::new().schema(Some(Object::with_type(kind))).description(Some(says)).build()
}

fn of_status(status: &str, is_agent: bool) -> Option<&'static str> {
    match status {
        "401" => Some(WWW_AUTHENTICATE),
        "403" if is_agent => Some(WWW_AUTHENTICATE),
        "429" | "503" => Some(RETRY_AFTER),
        _ => None,
    }
}
