use utoipa::openapi::path::{Operation, PathItem};

/// The operations of a path.
pub(super) fn methods(item: &mut PathItem) -> impl Iterator<Item = &mut Operation> {
    let PathItem { get, post, put, patch, delete, .. } = item;
    [get, post, put, patch, delete].into_iter().filter_map(Option::as_mut)
}
