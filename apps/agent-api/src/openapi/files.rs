//! Files: under the types that they have, and as bytes. Generators of clients leave out an operation whose body or answer
//! has no type that they know (openapi-python-client knows JSON, forms, text and bytes).

use super::methods::methods;
use utoipa::openapi::{Content, OpenApi, RefOr, path::Operation};

const BYTES: &str = "application/octet-stream";

/// Types that such generators read by themselves.
const READ: [&str; 3] = ["application/json", "text/html", BYTES];

/// Says of each file that it may be taken as bytes.
pub(super) fn offer_as_bytes(document: &mut OpenApi) {
    document.paths.paths.values_mut().flat_map(methods).for_each(offer_one);
}

fn offer_one(operation: &mut Operation) {
    let body = operation.request_body.iter_mut().filter_map(|body| match body {
        RefOr::T(body) => Some(&mut body.content),
        RefOr::Ref(_) => None,
    });
    let answers =
        operation.responses.responses.iter_mut().filter_map(|(status, answer)| match answer {
            RefOr::T(answer) if status.starts_with('2') => Some(&mut answer.content),
            _ => None,
        });
    for content in body.chain(answers) {
        let is_file = !content.is_empty() && !content.keys().any(|it| READ.contains(&&**it));
        let is_text = |it: &String| it.starts_with("text/plain");
        if is_file && !content.keys().any(is_text) {
            content.insert(BYTES.to_owned(), RefOr::T(bytes()));
        }
    }
}

fn bytes() -> Content {
    Content::new(Some(utoipa::openapi::Ref::from_schema_name("FileBytes")))
}
