//! SQL types of our own, defined for both backends, so that the schema and the queries are written once.
//!
//! Reading needs no wrapper: the SQL type is ours, so [`FromSql`] may be written for a foreign Rust
//! type. Writing does: `AsExpression` may not.

use diesel::{
    deserialize::{self, FromSql},
    expression::AsExpression,
    query_builder::QueryId,
    serialize::{self, Output, ToSql},
    sql_types,
};
use rust_decimal::Decimal;
use time::OffsetDateTime;
use uuid::Uuid;

pub use diesel::sql_types::{BigInt, Binary, Bool, Integer, Nullable, SqlType, Text};

/// `uuid` | 16 bytes.
#[derive(SqlType, QueryId, Debug, Clone, Copy, Default)]
#[diesel(postgres_type(oid = 2950, array_oid = 2951))]
#[diesel(sqlite_type(name = "Binary"))]
pub struct Id;

/// `numeric(18,2)` | integer minor units.
#[derive(SqlType, QueryId, Debug, Clone, Copy, Default)]
#[diesel(postgres_type(oid = 1700, array_oid = 1231))]
#[diesel(sqlite_type(name = "Long"))]
pub struct Money;

/// `numeric` | text: exact, of any precision, never summed in SQLite.
#[derive(SqlType, QueryId, Debug, Clone, Copy, Default)]
#[diesel(postgres_type(oid = 1700, array_oid = 1231))]
#[diesel(sqlite_type(name = "Text"))]
pub struct Exact;

/// `timestamptz` | integer microseconds.
#[derive(SqlType, QueryId, Debug, Clone, Copy, Default)]
#[diesel(postgres_type(oid = 1184, array_oid = 1185))]
#[diesel(sqlite_type(name = "Long"))]
pub struct Instant;

/// A wrapper for writing `$rust` to a column of `$sql`: as `$pg` on PostgreSQL, if it passes `$check`; on SQLite as
/// `$lite`, the text or number that `$encode` makes and `$decode` reads.
macro_rules! column {
    ($wrap:ident($rust:ty) => $sql:ty, postgres: $pg:ty, check: $check:expr, sqlite: $lite:ty as $raw:ty, $encode:expr, $decode:expr) => {
        #[doc = concat!("Writes to a column of [`", stringify!($sql), "`].")]
        #[derive(AsExpression, Debug, Clone, Copy)]
        #[diesel(sql_type = $sql)]
        pub struct $wrap(pub $rust);

        impl ToSql<$sql, diesel::pg::Pg> for $wrap {
            fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, diesel::pg::Pg>) -> serialize::Result {
                let check: fn($rust) -> Result<(), &'static str> = $check;
                check(self.0)?;
                ToSql::<$pg, diesel::pg::Pg>::to_sql(&self.0, out)
            }
        }

        impl FromSql<$sql, diesel::pg::Pg> for $rust {
            fn from_sql(value: diesel::pg::PgValue<'_>) -> deserialize::Result<Self> {
                FromSql::<$pg, diesel::pg::Pg>::from_sql(value)
            }
        }

        impl ToSql<$sql, diesel::sqlite::Sqlite> for $wrap {
            fn to_sql<'b>(
                &'b self,
                out: &mut Output<'b, '_, diesel::sqlite::Sqlite>,
            ) -> serialize::Result {
                let encode: fn($rust) -> Result<$raw, &'static str> = $encode;
                out.set_value(encode(self.0)?);
                Ok(serialize::IsNull::No)
            }
        }

        impl FromSql<$sql, diesel::sqlite::Sqlite> for $rust {
            fn from_sql(
                value: <diesel::sqlite::Sqlite as diesel::backend::Backend>::RawValue<'_>,
            ) -> deserialize::Result<Self> {
                let decode: fn($raw) -> deserialize::Result<$rust> = $decode;
                decode(<$raw as FromSql<$lite, diesel::sqlite::Sqlite>>::from_sql(value)?)
            }
        }
    };
}

column!(AsId(Uuid) => Id, postgres: sql_types::Uuid, check: |_| Ok(()), sqlite: Binary as Vec<u8>,
    |id| Ok(id.as_bytes().to_vec()),
    |bytes| Ok(Uuid::from_slice(&bytes)?));

column!(AsMoney(Decimal) => Money, postgres: sql_types::Numeric, check: |amount| minor_units(amount).map(drop), sqlite: BigInt as i64,
    minor_units,
    |units| Ok(Decimal::new(units, money::AMOUNT_DECIMALS)));

column!(AsExact(Decimal) => Exact, postgres: sql_types::Numeric, check: |_| Ok(()), sqlite: Text as String,
    |value| Ok(value.to_string()),
    |text| Ok(Decimal::from_str_exact(&text)?));

column!(AsInstant(OffsetDateTime) => Instant, postgres: sql_types::Timestamptz, check: |_| Ok(()), sqlite: BigInt as i64,
    |time| i64::try_from(time.unix_timestamp_nanos() / 1000).map_err(|_| "time out of range"),
    |micros| Ok(OffsetDateTime::from_unix_timestamp_nanos(i128::from(micros) * 1000)?));

/// Never rounds, and accepts no more than the narrower of the databases can hold. PostgreSQL would round to the
/// column's decimals without an error.
pub(crate) fn minor_units(mut amount: Decimal) -> Result<i64, &'static str> {
    if amount.normalize().scale() > money::AMOUNT_DECIMALS {
        return Err("more decimals than money has");
    }
    if amount.abs() > money::MAX_AMOUNT {
        return Err("amount out of range");
    }
    amount.rescale(money::AMOUNT_DECIMALS);
    i64::try_from(amount.mantissa()).map_err(|_| "amount out of range")
}

impl From<access::OrganizationId> for AsId {
    fn from(id: access::OrganizationId) -> Self {
        Self(id.0)
    }
}
