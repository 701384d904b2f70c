use crate::{Argument, Refusal};
use serde::{Serialize, Serializer};
use std::{fmt, ops::Deref};

/// Why something is refused: the kind, arguments and English text of a [`Refusal`], without its type. It is displayed and
/// serialized as its English text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reason {
    kind: &'static str,
    arguments: Vec<(&'static str, Argument)>,
    text: String,
}

/// A fault of the service, whose text no caller sees.
#[derive(Debug, thiserror::Error, Refusal)]
#[error("something went wrong on our side")]
pub(crate) struct Internal;

/// The name in place of a kind where there is none.
const PLAIN: &str = "plain";

impl Reason {
    /// A reason of this kind, with these arguments and this English text.
    #[must_use]
    pub fn new(
        kind: &'static str,
        arguments: Vec<(&'static str, Argument)>,
        text: impl Into<String>,
    ) -> Self {
        Self { kind, arguments, text: text.into() }
    }

    /// A fault of the service, with a text for the log.
    #[must_use]
    pub fn internal(text: String) -> Self {
        Self::new("internal", Vec::new(), text)
    }

    /// A text without a kind, which is not translated: the text of a protocol that has only English, or a text that is in the
    /// reader's language already.
    #[must_use]
    pub fn plain(text: impl Into<String>) -> Self {
        Self::new(PLAIN, Vec::new(), text)
    }

    /// Whether it has a kind, and so can be translated.
    #[must_use]
    pub fn has_kind(&self) -> bool {
        self.kind != PLAIN
    }

    /// The name of its kind: `transition.not_issued`.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        self.kind
    }

    /// The arguments with their names, in the order of the text.
    #[must_use]
    pub fn arguments(&self) -> &[(&'static str, Argument)] {
        &self.arguments
    }

    /// The English text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The same reason with another English text.
    #[must_use]
    pub fn reworded(self, reword: impl FnOnce(&str) -> String) -> Self {
        Self { text: reword(&self.text), ..self }
    }
}

impl<T: Refusal> From<T> for Reason {
    fn from(refusal: T) -> Self {
        refusal.reason()
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Deref for Reason {
    type Target = str;

    fn deref(&self) -> &str {
        &self.text
    }
}

impl AsRef<str> for Reason {
    fn as_ref(&self) -> &str {
        &self.text
    }
}

impl PartialEq<str> for Reason {
    fn eq(&self, other: &str) -> bool {
        self.text == other
    }
}

impl PartialEq<&str> for Reason {
    fn eq(&self, other: &&str) -> bool {
        self.text == *other
    }
}

impl Serialize for Reason {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.text)
    }
}

impl From<Reason> for String {
    fn from(reason: Reason) -> Self {
        reason.text
    }
}
