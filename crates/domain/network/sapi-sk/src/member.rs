//! Members of a JSON body: all of them are read before anything is said.

use crate::{Code, Detail, SapiError};
use serde::{
    Deserialize, Deserializer,
    de::{
        DeserializeOwned, IgnoredAny, MapAccess, SeqAccess, Visitor, value::MapAccessDeserializer,
    },
};
use serde_json::Value;
use std::{fmt, marker::PhantomData};

/// A member that should be a string; missing or null is none. Members that are not known are passed
/// over, one that is given twice is an error of the body.
pub(crate) type Member = Option<Value>;

/// A member that should be an object.
pub(crate) enum Object<T> {
    /// Its members.
    Members(T),
    /// It is something else.
    Other,
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(AnyValue(PhantomData))
    }
}

/// Takes whatever JSON has, so that something else than an object is reported by its name like other wrong members.
struct AnyValue<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for AnyValue<T> {
    type Value = Object<T>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a value")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
        T::deserialize(MapAccessDeserializer::new(map)).map(Object::Members)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<Self::Value, A::Error> {
        while elements.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Object::Other)
    }

    fn visit_str<E>(self, _: &str) -> Result<Self::Value, E> {
        Ok(Object::Other)
    }

    fn visit_bool<E>(self, _: bool) -> Result<Self::Value, E> {
        Ok(Object::Other)
    }

    fn visit_i64<E>(self, _: i64) -> Result<Self::Value, E> {
        Ok(Object::Other)
    }

    fn visit_u64<E>(self, _: u64) -> Result<Self::Value, E> {
        Ok(Object::Other)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Self::Value, E> {
        Ok(Object::Other)
    }
}

/// A body as its members.
pub(crate) fn read<B: DeserializeOwned>(body: &[u8]) -> Result<B, SapiError> {
    let wrong = |issue| SapiError::about(Code::INVALID_REQUEST, "body", issue);
    if !body.trim_ascii_start().starts_with(b"{") {
        return Err(wrong("must be a JSON object".to_owned()));
    }
    serde_json::from_slice(body)
        .map_err(|error| wrong(format!("is not the JSON that is expected: {error}")))
}

/// What was read of a body, and what is wrong with it.
#[derive(Default)]
pub(crate) struct Reader {
    found: Vec<Detail>,
}

impl Reader {
    /// A string that may be missing.
    pub(crate) fn optional(&mut self, name: &str, member: Member) -> Option<String> {
        match member {
            None | Some(Value::Null) => None,
            Some(Value::String(text)) => Some(text),
            Some(_) => {
                self.wrong(name, "must be a string");
                None
            }
        }
    }

    /// A string that must be there and say something.
    pub(crate) fn required(&mut self, name: &str, member: Member) -> Option<String> {
        let known = self.found.len();
        let text = self.optional(name, member).filter(|text| !text.is_empty());
        if text.is_none() && self.found.len() == known {
            self.wrong(name, "is required");
        }
        text
    }

    /// A required string of a form.
    pub(crate) fn parsed<T, E: ToString>(
        &mut self,
        name: &str,
        member: Member,
        read: impl FnOnce(&str) -> Result<T, E>,
    ) -> Option<T> {
        let text = self.required(name, member)?;
        read(&text).map_err(|error| self.wrong(name, error.to_string())).ok()
    }

    /// Says that a member is wrong.
    pub(crate) fn wrong(&mut self, name: &str, issue: impl Into<String>) {
        self.found.push(Detail::new(name, issue));
    }

    /// What was read.
    ///
    /// # Errors
    /// Everything that is wrong, at once.
    pub(crate) fn finish<T>(self, read: Option<T>) -> Result<T, SapiError> {
        match read {
            Some(read) if self.found.is_empty() => Ok(read),
            _ => Err(SapiError::of(Code::INVALID_REQUEST, self.found)),
        }
    }
}
