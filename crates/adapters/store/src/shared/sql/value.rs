use super::{Db, Fragment, Statement};
use crate::sql_types::{
    AsExact, AsId, AsInstant, AsMoney, BigInt, Binary, Bool, Exact, Id, Instant, Integer, Money,
    Nullable, Text,
};
use access::{OrganizationId, PartnerId};
use diesel::{QueryResult, query_builder::AstPass, sql_types::Date as SqlDate};
use invoicing::{AttachmentId, BankAccountId, ContactId, OffsetId, PaymentId, VehicleId};
use peppol_connector::identifiers::MessageId;
use std::borrow::Cow;
use time::{Date, OffsetDateTime};
use uuid::Uuid;

/// A value that fills a hole of a statement.
#[derive(Debug, Clone)]
pub(crate) enum Value<'a> {
    Id(Option<AsId>),
    Text(Option<Cow<'a, str>>),
    Integer(Option<i32>),
    BigInt(Option<i64>),
    Money(Option<AsMoney>),
    Exact(Option<AsExact>),
    Date(Option<Date>),
    Instant(Option<AsInstant>),
    Binary(Option<Cow<'a, [u8]>>),
    Bool(Option<bool>),
    Fragment(Fragment),
    Statement(Statement<'a>),
    List(Vec<Value<'a>>),
}

/// Conversions of types and of their `Option`s.
macro_rules! bound {
    ($($type:ty => $variant:ident $(($into:expr))?),* $(,)?) => { $(
        impl<'a> From<$type> for Value<'a> {
            fn from(value: $type) -> Self {
                Self::$variant(Some(value) $(.map($into))?)
            }
        }
        impl<'a> From<Option<$type>> for Value<'a> {
            fn from(value: Option<$type>) -> Self {
                Self::$variant(value $(.map($into))?)
            }
        }
    )* };
}

bound!(
    Uuid => Id(AsId),
    OrganizationId => Id(|id| AsId(id.0)),
    PartnerId => Id(|id| AsId(id.0)),
    AttachmentId => Id(|id| AsId(id.0)),
    BankAccountId => Id(|id| AsId(id.0)),
    ContactId => Id(|id| AsId(id.0)),
    MessageId => Id(|id| AsId(id.0)),
    OffsetId => Id(|id| AsId(id.0)),
    PaymentId => Id(|id| AsId(id.0)),
    VehicleId => Id(|id| AsId(id.0)),
    &'a str => Text(Cow::Borrowed),
    &'a String => Text(|text| Cow::Borrowed(text.as_str())),
    i32 => Integer,
    i64 => BigInt,
    AsMoney => Money,
    AsExact => Exact,
    Date => Date,
    OffsetDateTime => Instant(|at| AsInstant(service_day::utc(at))),
    &'a [u8] => Binary(Cow::Borrowed),
    &'a Vec<u8> => Binary(|bytes| Cow::Borrowed(bytes.as_slice())),
    bool => Bool,
);

impl From<Fragment> for Value<'_> {
    fn from(fragment: Fragment) -> Self {
        Self::Fragment(fragment)
    }
}

impl<'a> From<Statement<'a>> for Value<'a> {
    fn from(statement: Statement<'a>) -> Self {
        Self::Statement(statement)
    }
}

impl Value<'_> {
    pub(super) fn bind<'b>(&'b self, out: &mut AstPass<'_, 'b, Db>) -> QueryResult<()> {
        match self {
            Self::Id(value) => out.push_bind_param::<Nullable<Id>, _>(value),
            Self::Text(value) => out.push_bind_param::<Nullable<Text>, _>(value),
            Self::Integer(value) => out.push_bind_param::<Nullable<Integer>, _>(value),
            Self::BigInt(value) => out.push_bind_param::<Nullable<BigInt>, _>(value),
            Self::Money(value) => out.push_bind_param::<Nullable<Money>, _>(value),
            Self::Exact(value) => out.push_bind_param::<Nullable<Exact>, _>(value),
            Self::Date(value) => out.push_bind_param::<Nullable<SqlDate>, _>(value),
            Self::Instant(value) => out.push_bind_param::<Nullable<Instant>, _>(value),
            Self::Binary(value) => out.push_bind_param::<Nullable<Binary>, _>(value),
            Self::Bool(value) => out.push_bind_param::<Nullable<Bool>, _>(value),
            // these became text when the statement was made
            Self::Fragment(_) | Self::Statement(_) | Self::List(_) => Ok(()),
        }
    }
}
