//! Statements by hand, for where diesel's own are prepared anew at each run (UPDATE, upsert) or
//! cannot be said (common table expressions). Prepared once per connection and text.

use super::super::Db;
use crate::sql_types::{
    AsExact, AsId, AsInstant, AsMoney, BigInt, Binary, Bool, Exact, Id, Instant, Integer, Money,
    Nullable, Text,
};
use diesel::{
    QueryResult,
    query_builder::{AstPass, Query, QueryFragment, QueryId},
    sql_types::Date as SqlDate,
};
use std::{borrow::Cow, marker::PhantomData};
use time::Date;

/// A value in a statement: sent beside the text, never in it.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Value<'a> {
    Id(AsId),
    Text(&'a str),
    OptionalText(Option<&'a str>),
    Integer(i32),
    BigInt(i64),
    Money(AsMoney),
    OptionalExact(Option<AsExact>),
    Date(Date),
    Instant(AsInstant),
    Binary(&'a [u8]),
    Bool(bool),
    OptionalInteger(Option<i32>),
    OptionalId(Option<AsId>),
    OptionalInstant(Option<AsInstant>),
    OptionalDate(Option<Date>),
    OptionalBinary(Option<&'a [u8]>),
}

macro_rules! from {
    ($($type:ty => $variant:ident),* $(,)?) => { $(
        impl<'a> From<$type> for Value<'a> {
            fn from(value: $type) -> Self {
                Self::$variant(value)
            }
        }
    )* };
}

from!(
    AsId => Id,
    &'a str => Text,
    Option<&'a str> => OptionalText,
    i32 => Integer,
    i64 => BigInt,
    AsMoney => Money,
    Option<AsExact> => OptionalExact,
    Date => Date,
    AsInstant => Instant,
    &'a [u8] => Binary,
    bool => Bool,
    Option<i32> => OptionalInteger,
    Option<AsId> => OptionalId,
    Option<AsInstant> => OptionalInstant,
    Option<Date> => OptionalDate,
    Option<&'a [u8]> => OptionalBinary,
);

impl Value<'_> {
    fn push<'b>(&'b self, out: &mut AstPass<'_, 'b, Db>) -> QueryResult<()> {
        match self {
            Self::Id(value) => out.push_bind_param::<Id, _>(value),
            Self::Text(value) => out.push_bind_param::<Text, _>(*value),
            Self::OptionalText(value) => out.push_bind_param::<Nullable<Text>, _>(value),
            Self::Integer(value) => out.push_bind_param::<Integer, _>(value),
            Self::BigInt(value) => out.push_bind_param::<BigInt, _>(value),
            Self::Money(value) => out.push_bind_param::<Money, _>(value),
            Self::OptionalExact(value) => out.push_bind_param::<Nullable<Exact>, _>(value),
            Self::Date(value) => out.push_bind_param::<SqlDate, _>(value),
            Self::Instant(value) => out.push_bind_param::<Instant, _>(value),
            Self::Binary(value) => out.push_bind_param::<Binary, _>(*value),
            Self::Bool(value) => out.push_bind_param::<Bool, _>(value),
            Self::OptionalInteger(value) => out.push_bind_param::<Nullable<Integer>, _>(value),
            Self::OptionalId(value) => out.push_bind_param::<Nullable<Id>, _>(value),
            Self::OptionalInstant(value) => out.push_bind_param::<Nullable<Instant>, _>(value),
            Self::OptionalDate(value) => out.push_bind_param::<Nullable<SqlDate>, _>(value),
            Self::OptionalBinary(value) => out.push_bind_param::<Nullable<Binary>, _>(value),
        }
    }
}

#[derive(Debug)]
enum Part<'a> {
    Sql(Cow<'static, str>),
    Value(Value<'a>),
}

/// SQL text with values, whose rows are of the SQL type `Row`.
#[derive(Debug)]
pub(crate) struct Statement<'a, Row = ()> {
    parts: Vec<Part<'a>>,
    cached: bool,
    row: PhantomData<fn() -> Row>,
}

impl<'a, Row> Statement<'a, Row> {
    pub(crate) fn new(sql: impl Into<Cow<'static, str>>) -> Self {
        Self { parts: vec![Part::Sql(sql.into())], cached: true, row: PhantomData }
    }

    /// Not to be kept prepared: its text seldom comes again.
    pub(crate) fn once(mut self) -> Self {
        self.cached = false;
        self
    }

    pub(crate) fn sql(mut self, sql: impl Into<Cow<'static, str>>) -> Self {
        self.parts.push(Part::Sql(sql.into()));
        self
    }

    pub(crate) fn value(mut self, value: impl Into<Value<'a>>) -> Self {
        self.parts.push(Part::Value(value.into()));
        self
    }

    /// Goes on with another statement's text and values.
    pub(crate) fn then(mut self, more: Statement<'a>) -> Self {
        self.parts.extend(more.parts);
        self
    }

    /// The values with commas between.
    pub(crate) fn values(mut self, values: impl IntoIterator<Item = Value<'a>>) -> Self {
        for (i, value) in values.into_iter().enumerate() {
            if i > 0 {
                self = self.sql(", ");
            }
            self = self.value(value);
        }
        self
    }
}

/// Not static: statements are told apart by their text.
impl<Row> QueryId for Statement<'_, Row> {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl<Row> Query for Statement<'_, Row> {
    type SqlType = Row;
}

impl<Row> QueryFragment<Db> for Statement<'_, Row> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Db>) -> QueryResult<()> {
        if !self.cached {
            out.unsafe_to_cache_prepared();
        }
        for part in &self.parts {
            match part {
                Part::Sql(sql) => out.push_sql(sql),
                Part::Value(value) => value.push(&mut out)?,
            }
        }
        Ok(())
    }
}
