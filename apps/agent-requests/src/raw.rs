//! One level of JSON: the members of an object or the elements of an array, as they were written.

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;
use std::{borrow::Cow, fmt};

/// Members of an object at most; no object of the API has nearly as many.
const MAX_MEMBERS: usize = 200;

/// Elements of an array at most; the domain's own bounds are lower.
const MAX_ELEMENTS: usize = 2_000;

/// The members of an object, each unread.
pub(crate) struct Members<'a> {
    pub(crate) members: Vec<(Cow<'a, str>, &'a RawValue)>,
    /// The names of those that came again.
    pub(crate) repeated: Vec<String>,
}

impl<'de: 'a, 'a> Deserialize<'de> for Members<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct MembersVisitor;
        impl<'de> Visitor<'de> for MembersVisitor {
            type Value = Members<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let (mut members, mut repeated) = (Vec::new(), Vec::new());
                while let Some((name, raw)) = map.next_entry::<String, &'de RawValue>()? {
                    if members.len() + repeated.len() >= MAX_MEMBERS {
                        return Err(A::Error::custom("too many members"));
                    }
                    if members.iter().any(|(known, _): &(Cow<'_, str>, _)| *known == name) {
                        repeated.push(name.chars().take(60).collect());
                    } else {
                        members.push((Cow::Owned(name), raw));
                    }
                }
                Ok(Members { members, repeated })
            }
        }
        deserializer.deserialize_map(MembersVisitor)
    }
}

/// The elements of an array, each unread.
pub(crate) struct Elements<'a>(pub(crate) Vec<&'a RawValue>);

impl<'de: 'a, 'a> Deserialize<'de> for Elements<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ElementsVisitor;
        impl<'de> Visitor<'de> for ElementsVisitor {
            type Value = Elements<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an array")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
                let mut elements = Vec::new();
                while let Some(raw) = seq.next_element::<&'de RawValue>()? {
                    if elements.len() >= MAX_ELEMENTS {
                        return Err(A::Error::custom("too many elements"));
                    }
                    elements.push(raw);
                }
                Ok(Elements(elements))
            }
        }
        deserializer.deserialize_seq(ElementsVisitor)
    }
}
