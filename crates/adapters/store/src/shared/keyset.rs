use invoicing::{Page, StoreError};

/// The first `limit` of the rows that were read, one more than asked for if there are more.
pub(super) fn page<R, T>(
    mut rows: Vec<R>,
    limit: u16,
    into_domain: fn(R) -> Result<T, StoreError>,
) -> Result<Page<T>, StoreError> {
    let has_more = rows.len() > usize::from(limit);
    rows.truncate(limit.into());
    Ok(Page { rows: rows.into_iter().map(into_domain).collect::<Result<_, _>>()?, has_more })
}

/// Whether a text that is looked for holds a NUL: no row can, and PostgreSQL refuses it.
pub(super) fn text_that_cannot_be<'a>(texts: impl IntoIterator<Item = &'a Option<String>>) -> bool {
    texts.into_iter().flatten().any(|text| text.contains('\0'))
}
