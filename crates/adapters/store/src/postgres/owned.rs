//! Statements that own their texts and values.

use super::shared::sql::{Statement, Value, statement::Part};
use std::borrow::Cow;

/// The same statement with owned texts and bytes.
pub(super) fn of(statement: Statement<'_>) -> Statement<'static> {
    let Statement { parts, cached } = statement;
    Statement { parts: parts.into_iter().map(part).collect(), cached }
}

fn part(part: Part<'_>) -> Part<'static> {
    match part {
        Part::Sql(sql) => Part::Sql(sql),
        Part::Value(one) => Part::Value(value(one)),
        Part::Before(word) => Part::Before(word),
        Part::Unfilled(name) => Part::Unfilled(name),
    }
}

fn value(value: Value<'_>) -> Value<'static> {
    match value {
        Value::Id(id) => Value::Id(id),
        Value::Text(text) => Value::Text(text.map(|text| Cow::Owned(text.into_owned()))),
        Value::Integer(number) => Value::Integer(number),
        Value::BigInt(number) => Value::BigInt(number),
        Value::Money(amount) => Value::Money(amount),
        Value::Exact(number) => Value::Exact(number),
        Value::Date(date) => Value::Date(date),
        Value::Instant(time) => Value::Instant(time),
        Value::Binary(bytes) => Value::Binary(bytes.map(|bytes| Cow::Owned(bytes.into_owned()))),
        Value::Bool(is) => Value::Bool(is),
        Value::Fragment(fragment) => Value::Fragment(fragment),
        Value::Statement(statement) => Value::Statement(of(statement)),
        Value::List(values) => Value::List(values.into_iter().map(self::value).collect()),
    }
}
