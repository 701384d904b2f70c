//! Files: under the types that they have, and as bytes. Generators of clients leave out an operation whose body or answer
//! has no type that they know (openapi-python-client knows JSON, forms, text and bytes).

use super::methods::methods;
use utoipa::openapi::{Content, OpenApi, Ref, RefOr, Schema, path::Operation};

const BYTES: &str = "application/octet-stream";

/// Types that such generators read by themselves.
const READ: [&str; 5] =
    ["application/json", "application/x-www-form-urlencoded", "text/html", "text/plain", BYTES];

/// Says of each file that it may be taken as bytes.
pub(super) fn offer_as_bytes(document: &mut OpenApi) {
    document.paths.paths.values_mut().flat_map(methods).for_each(offer_one);
}

fn offer_one(operation: &mut Operation) {
    if let Some(RefOr::T(body)) = &mut operation.request_body
        && is_file(body.content.keys())
    {
        body.content.insert(BYTES.to_owned(), RefOr::T(bytes()));
    }
    for (status, answer) in &mut operation.responses.responses {
        if let RefOr::T(answer) = answer
            && status.starts_with('2')
            && is_file(answer.content.keys())
        {
            answer.content.insert(BYTES.to_owned(), RefOr::T(bytes()));
        }
    }
}

/// Whether something has types, and none of them is read.
fn is_file<'a>(mut types: impl Iterator<Item = &'a String>) -> bool {
    let Some(first) = types.next() else { return false };
    let is_read = |it: &String| READ.iter().any(|known| it.starts_with(known));
    !is_read(first) && !types.any(is_read)
}

fn bytes() -> Content {
    let schema: RefOr<Schema> = RefOr::Ref(Ref::from_schema_name("FileBytes"));
    Content::new(Some(schema))
}
