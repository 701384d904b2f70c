use crate::Query;
use data_encoding::BASE64URL_NOPAD;
use persistence::Cursor;
use time::OffsetDateTime;
use uuid::Uuid;

/// Rows of a page unless asked otherwise.
const DEFAULT_LIMIT: u16 = 50;

/// Rows of a page at most.
const MAX_LIMIT: u16 = 100;

/// Takes `after` and `limit` of a query.
pub fn page_parameters(query: &mut Query) -> (Option<Cursor>, u16) {
    page_parameters_of(query, DEFAULT_LIMIT, MAX_LIMIT)
}

/// Takes `after` of a query.
pub fn after_of(query: &mut Query) -> Option<Cursor> {
    query.read("after", |text| {
        decode(text).ok_or_else(|| "is not a next_after of an earlier answer".to_owned())
    })
}

/// Takes `after` and `limit` of a query whose pages have another size.
pub fn page_parameters_of(query: &mut Query, default: u16, max: u16) -> (Option<Cursor>, u16) {
    let after = after_of(query);
    let limit = query.read("limit", |text| match text.parse() {
        Ok(limit) if (1..=max).contains(&limit) => Ok(limit),
        _ => Err(format!("must be between 1 and {max}")),
    });
    (after, limit.unwrap_or(default))
}

/// The `next_after` that continues behind a row.
#[must_use]
pub fn encode(cursor: Cursor) -> String {
    let micros = i64::try_from(cursor.created_at.unix_timestamp_nanos() / 1_000).unwrap_or(0);
    let mut bytes = micros.to_be_bytes().to_vec();
    bytes.extend_from_slice(cursor.id.0.as_bytes());
    BASE64URL_NOPAD.encode(&bytes)
}

/// The row that a `next_after` continues behind, if it is one.
#[must_use]
pub fn decode(text: &str) -> Option<Cursor> {
    let bytes = BASE64URL_NOPAD.decode(text.as_bytes()).ok()?;
    let (micros, id) = bytes.split_first_chunk::<8>()?;
    let nanos = i128::from(i64::from_be_bytes(*micros)) * 1_000;
    let created_at = OffsetDateTime::from_unix_timestamp_nanos(nanos).ok()?;
    Some(Cursor::new(created_at, Uuid::from_slice(id).ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::macros::datetime;

    #[test]
    fn cursors_survive_the_trip() {
        let created_at = datetime!(2026-11-21 10:00:00.123456 UTC);
        let cursor = Cursor::new(created_at, Uuid::from_u128(7));
        assert_eq!(decode(&encode(cursor)), Some(cursor));
        for text in ["", "abc", "____", &"A".repeat(400)] {
            assert_eq!(decode(text), None, "{text}");
        }
    }
}
