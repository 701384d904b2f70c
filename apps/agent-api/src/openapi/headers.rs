//! Headers that answers of a status have everywhere.

use super::methods::methods;
use utoipa::openapi::{
    Header, HeaderBuilder, OpenApi, RefOr,
    schema::{Object, Type},
};

/// Names them: how to authenticate after 401, when to come again after 429 and 503.
pub(super) fn name(document: &mut OpenApi) {
    let answers = document.paths.paths.values_mut().flat_map(methods);
    let answers = answers.flat_map(|operation| operation.responses.responses.iter_mut());
    for (status, answer) in answers {
        let RefOr::T(answer) = answer else { continue };
        if let Some((name, header)) = of_status(status) {
            answer.headers.entry(name.to_owned()).or_insert_with(|| RefOr::T(header));
        }
    }
}

fn of_status(status: &str) -> Option<(&'static str, Header)> {
    let header = |kind, says: &str| {
        HeaderBuilder::new().schema(Some(Object::with_type(kind))).description(Some(says)).build()
    };
    match status {
        "401" => {
            let says = "How to authenticate, where a token or a client was asked for";
            Some(("WWW-Authenticate", header(Type::String, says)))
        }
        "429" | "503" => {
            let says = "Whole seconds after which to try again, where that is known";
            Some(("Retry-After", header(Type::Integer, says)))
        }
        _ => None,
    }
}
