use crate::Query;
use crate::error::ServiceRefused;
use data_encoding::BASE64URL_NOPAD;
use persistence::Cursor;
use refusals::FieldFault;
use time::OffsetDateTime;
use utoipa::{
    IntoParams,
    openapi::{
        KnownFormat, Required, SchemaFormat,
        path::{Parameter, ParameterBuilder, ParameterIn},
        schema::{ObjectBuilder, Type},
    },
};
use uuid::Uuid;
use webhooks::feed::{self, FeedCursor, page_limit};

/// `after` and `limit` of a list whose pages have `DEFAULT` rows, and at most `MAX`. An operation names the type among its
/// `params(..)` and parses its query with it, so that the document and the behaviour agree.
pub struct PagesOf<const DEFAULT: u16, const MAX: u16>;

/// The parameters of most lists.
pub type Pages = PagesOf<50, 100>;

/// The pattern of [`encode`]: 24 bytes.
const POSITION: &str = "^[A-Za-z0-9_-]{32}$";

/// The pattern of a position in the feed.
const FEED_POSITION: &str = r"^[1-9]\d{0,18}$";

/// `after` and `limit` of the feed of events, whose positions are sequence numbers.
pub struct FeedPages;

impl<const DEFAULT: u16, const MAX: u16> PagesOf<DEFAULT, MAX> {
    /// Takes `after` and `limit` of a query.
    pub fn read(query: &mut Query) -> (Option<Cursor>, u16) {
        let after = after_of(query);
        let limit = query.read("limit", |text| match text.parse() {
            Ok(limit) if (1..=MAX).contains(&limit) => Ok(limit),
            _ => Err(FieldFault::OutOfRange { least: 1, most: MAX.into() }),
        });
        (after, limit.unwrap_or(DEFAULT))
    }
}

impl<const DEFAULT: u16, const MAX: u16> IntoParams for PagesOf<DEFAULT, MAX> {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        declared(DEFAULT, MAX, POSITION)
    }
}

impl FeedPages {
    /// Takes `after` and `limit` of a query.
    pub fn read(query: &mut Query) -> (Option<FeedCursor>, u16) {
        let after = query.read("after", |text| text.parse::<FeedCursor>());
        let limit = query.read("limit", |text| page_limit(Some(text)));
        (after, limit.unwrap_or(feed::DEFAULT_LIMIT))
    }
}

impl IntoParams for FeedPages {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        declared(feed::DEFAULT_LIMIT, feed::MAX_LIMIT, FEED_POSITION)
    }
}

fn declared(default: u16, max: u16, form: &str) -> Vec<Parameter> {
    let after = ObjectBuilder::new().schema_type(Type::String).pattern(Some(form));
    let limit = ObjectBuilder::new()
        .schema_type(Type::Integer)
        .format(Some(SchemaFormat::KnownFormat(KnownFormat::Int32)))
        .minimum(Some(1_u16))
        .maximum(Some(max));
    vec![
        optional("after", "next_after of the previous page", after),
        optional("limit", &format!("Default {default}"), limit),
    ]
}

fn optional(name: &str, description: &str, schema: ObjectBuilder) -> Parameter {
    ParameterBuilder::new()
        .name(name)
        .parameter_in(ParameterIn::Query)
        .required(Required::False)
        .description(Some(description))
        .schema(Some(schema))
        .build()
}

/// Takes `after` of a query.
pub fn after_of(query: &mut Query) -> Option<Cursor> {
    query.read("after", |text| decode(text).ok_or(ServiceRefused::NotACursor))
}

/// The `next_after` that continues after a row.
#[must_use]
pub fn encode(cursor: Cursor) -> String {
    let micros = i64::try_from(cursor.created_at.unix_timestamp_nanos() / 1_000).unwrap_or(0);
    let mut bytes = micros.to_be_bytes().to_vec();
    bytes.extend_from_slice(cursor.id.0.as_bytes());
    BASE64URL_NOPAD.encode(&bytes)
}

/// The row after which a `next_after` continues; `None` when the text is not one.
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
        assert_eq!(encode(cursor).len(), 32, "as {POSITION} says");
        for text in ["", "abc", "____", &"A".repeat(400)] {
            assert_eq!(decode(text), None, "{text}");
        }
    }
}
