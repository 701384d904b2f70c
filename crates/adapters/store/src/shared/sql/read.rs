//! Reads rows by the names of their columns.

use super::Db;
use crate::sql_types::{AsExact, BigInt, Binary, Bool, Exact, Id, Instant, Integer, Money, Text};
use diesel::{
    backend::Backend,
    deserialize::{self, FromSql, QueryableByName},
    row::{Field, NamedRow, Row},
    sql_types::Date as SqlDate,
};
use rust_decimal::Decimal;
use time::{Date, OffsetDateTime};
use uuid::Uuid;

/// The raw value of a column, `None` for null.
type Raw<'a> = Option<<Db as Backend>::RawValue<'a>>;

/// A type that a column can be read as.
pub(crate) trait Column: Sized + Send + 'static {
    fn read(value: Raw<'_>) -> deserialize::Result<Self>;
}

/// Decimals are amounts of money; those of rates and of received documents are [`AsExact`].
macro_rules! columns_of {
    ($($type:ty => $sql:ty),* $(,)?) => { $(
        impl Column for $type {
            fn read(value: Raw<'_>) -> deserialize::Result<Self> {
                <Self as FromSql<$sql, Db>>::from_nullable_sql(value)
            }
        }

        impl FromRow for $type {
            fn from_row<'a>(row: &impl Row<'a, Db>) -> deserialize::Result<Self> {
                place(row, 0)
            }
        }

        impl FromRow for Option<$type> {
            fn from_row<'a>(row: &impl Row<'a, Db>) -> deserialize::Result<Self> {
                place(row, 0)
            }
        }
    )* };
}

columns_of!(
    Uuid => Id,
    String => Text,
    i32 => Integer,
    i64 => BigInt,
    bool => Bool,
    Vec<u8> => Binary,
    Decimal => Money,
    Date => SqlDate,
    OffsetDateTime => Instant,
);

impl Column for AsExact {
    fn read(value: Raw<'_>) -> deserialize::Result<Self> {
        <Decimal as FromSql<Exact, Db>>::from_nullable_sql(value).map(AsExact)
    }
}

impl<T: Column> Column for Option<T> {
    fn read(value: Raw<'_>) -> deserialize::Result<Self> {
        value.map(|value| T::read(Some(value))).transpose()
    }
}

/// A type that a row can be read as.
pub(crate) trait FromRow: Sized + Send + 'static {
    /// The first column of a struct of [`columns!`](columns).
    const FIRST_COLUMN: Option<&'static str> = None;

    fn from_row<'a>(row: &impl Row<'a, Db>) -> deserialize::Result<Self>;

    /// The column with this name.
    fn column<'a, T: Column>(row: &impl Row<'a, Db>, name: &str) -> deserialize::Result<T> {
        let field = row.get(name).ok_or_else(|| format!("the row has no column {name}"))?;
        T::read(field.value()).map_err(|error| format!("column {name}: {error}").into())
    }
}

/// The column at this position.
fn place<'a, T: Column>(row: &impl Row<'a, Db>, place: usize) -> deserialize::Result<T> {
    let field = row.get(place).ok_or_else(|| format!("the row has no column {place}"))?;
    T::read(field.value())
}

impl<A: Column, B: Column> FromRow for (A, B) {
    fn from_row<'a>(row: &impl Row<'a, Db>) -> deserialize::Result<Self> {
        Ok((place(row, 0)?, place(row, 1)?))
    }
}

impl<A: Column, B: Column, C: Column> FromRow for (A, B, C) {
    fn from_row<'a>(row: &impl Row<'a, Db>) -> deserialize::Result<Self> {
        Ok((place(row, 0)?, place(row, 1)?, place(row, 2)?))
    }
}

/// A row that holds two structs, whose columns have different names.
pub(crate) struct Both<A, B>(pub(crate) A, pub(crate) B);

impl<A: FromRow, B: FromRow> FromRow for Both<A, B> {
    fn from_row<'a>(row: &impl Row<'a, Db>) -> deserialize::Result<Self> {
        Ok(Self(A::from_row(row)?, B::from_row(row)?))
    }
}

/// A struct that an outer join may leave out: then its first column is null.
pub(crate) struct Maybe<T>(pub(crate) Option<T>);

impl<T: FromRow> FromRow for Maybe<T> {
    fn from_row<'a>(row: &impl Row<'a, Db>) -> deserialize::Result<Self> {
        let field = T::FIRST_COLUMN.and_then(|name| row.get(name));
        if field.is_some_and(|field| field.is_null()) {
            return Ok(Self(None));
        }
        T::from_row(row).map(Some).map(Self)
    }
}

/// A row as diesel reads it.
pub(super) struct Read<T>(pub(super) T);

impl<T: FromRow> QueryableByName<Db> for Read<T> {
    fn build<'a>(row: &impl NamedRow<'a, Db>) -> deserialize::Result<Self> {
        T::from_row(row).map(Self)
    }
}

/// A struct whose fields are the columns of a row.
macro_rules! columns {
    ($(#[$meta:meta])* $visibility:vis struct $name:ident {
        $($(#[$field_meta:meta])* $field_visibility:vis $field:ident: $type:ty),+ $(,)?
    }) => {
        $(#[$meta])*
        $visibility struct $name {
            $($(#[$field_meta])* $field_visibility $field: $type),+
        }

        impl FromRow for $name {
            const FIRST_COLUMN: Option<&'static str> = [$(stringify!($field)),+].first().copied();

            fn from_row<'a>(row: &impl diesel::row::Row<'a, Db>) -> diesel::deserialize::Result<Self> {
                Ok(Self { $($field: <Self as FromRow>::column(row, stringify!($field))?),+ })
            }
        }
    };
}
