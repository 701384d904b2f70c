use persistence::{Page, StoreError};

/// A page of what was read: one row more than `limit`, if there are more.
pub(super) fn page<R, T>(
    rows: Vec<R>,
    limit: u16,
    into_domain: fn(R) -> Result<T, StoreError>,
) -> Result<Page<T>, StoreError> {
    Page::of_one_more(rows, limit).try_map(into_domain)
}

/// Whether a text that is looked for holds a NUL: no row can, and PostgreSQL refuses it.
pub(super) fn text_that_cannot_be<'a>(texts: impl IntoIterator<Item = &'a Option<String>>) -> bool {
    texts.into_iter().flatten().any(|text| text.contains('\0'))
}
