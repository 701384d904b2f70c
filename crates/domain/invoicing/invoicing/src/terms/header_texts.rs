use super::TermKind;
use crate::{Violations, checks::check_text};
use serde::{Deserialize, Serialize};

macro_rules! terms {
    ({ $(
        $(#[$doc:meta])* $name:ident $term:ident $member:tt $kind:ident $max:tt;
    )+ }) => {
        /// The optional texts at the head of a document. In a request an empty one is none; in a change one that
        /// is `None` stays, and an empty one is taken away.
        #[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
        pub struct HeaderTexts { $( $(#[$doc])* pub $name: Option<String>, )+ }

        /// Identifies one of the [`HeaderTexts`].
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Term { $( $(#[$doc])* $term, )+ }

        impl Term {
            /// All terms, in the order of a page.
            pub const ALL: &[Self] = &[$(Self::$term),+];

            /// The member of `POST` bodies, answers and stored JSON.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$term => stringify!($name),)+ }
            }

            /// The member of the `PATCH` body.
            #[must_use]
            pub const fn member(self) -> &'static str {
                match self { $(Self::$term => $member,)+ }
            }

            /// The kind of the text.
            #[must_use]
            pub const fn kind(self) -> TermKind {
                match self { $(Self::$term => TermKind::$kind,)+ }
            }

            /// The longest text, in characters.
            #[must_use]
            pub const fn max(self) -> usize {
                match self { $(Self::$term => $max,)+ }
            }
        }

        impl HeaderTexts {
            /// The text of a term.
            #[must_use]
            pub fn get(&self, term: Term) -> Option<&str> {
                match term { $(Term::$term => self.$name.as_deref(),)+ }
            }

            /// The texts after `change` was applied to each.
            #[must_use]
            pub fn map(self, mut change: impl FnMut(Term, String) -> Option<String>) -> Self {
                Self { $($name: self.$name.and_then(|text| change(Term::$term, text)),)+ }
            }

            /// The texts merged with those of another document, term by term.
            #[must_use]
            pub fn merge(
                self,
                others: Self,
                one: impl Fn(Option<String>, Option<String>) -> Option<String>,
            ) -> Self {
                Self { $($name: one(self.$name, others.$name),)+ }
            }

            fn at(&mut self, term: Term) -> &mut Option<String> {
                match term { $(Term::$term => &mut self.$name,)+ }
            }
        }
    };
}

crate::header_texts! { [terms] }

impl HeaderTexts {
    /// Texts with a single one.
    #[must_use]
    pub fn one(term: Term, text: impl Into<String>) -> Self {
        let mut texts = Self::default();
        *texts.at(term) = Some(text.into());
        texts
    }

    /// The texts that others may see.
    #[must_use]
    pub fn public(&self) -> Self {
        self.clone().map(|term, text| (term.kind() != TermKind::Private).then_some(text))
    }

    /// The texts as a document has them: trimmed, empty ones `None`. Violations are added at the members of a request.
    pub(crate) fn checked(&self, found: &mut Violations) -> Self {
        self.clone().map(|term, text| term.check(term.name(), &text, found))
    }
}

impl Term {
    /// A text of this kind, trimmed; `None` when it is empty or invalid.
    pub(crate) fn check(self, path: &str, text: &str, found: &mut Violations) -> Option<String> {
        check_text(path, text, 0, self.max(), self.kind().shape(), found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Map, Value, json};

    /// A text has one name in stored JSON, requests and answers, and the same one in camel case in the `PATCH` body.
    #[test]
    fn a_text_has_its_names_everywhere() {
        for term in Term::ALL {
            let texts = HeaderTexts::one(*term, "x");
            let json = serde_json::to_value(&texts).expect("JSON");
            assert_eq!(json[term.name()], "x");
            assert_eq!(serde_json::from_value::<HeaderTexts>(json).expect("texts"), texts);
            assert_eq!(snake_case(term.member()), term.name());
        }
    }

    fn snake_case(member: &str) -> String {
        let letter = |c: char| match c.is_ascii_uppercase() {
            true => format!("_{}", c.to_ascii_lowercase()),
            false => c.to_string(),
        };
        member.chars().map(letter).collect()
    }

    #[test]
    fn each_text_is_read_changed_and_merged_by_itself() {
        let all: Map<String, Value> =
            Term::ALL.iter().map(|term| (term.name().to_owned(), json!(term.name()))).collect();
        let all: HeaderTexts = serde_json::from_value(all.into()).expect("texts");
        for term in Term::ALL {
            assert_eq!(all.get(*term), Some(term.name()));
            let left = all.clone().map(|other, text| (other != *term).then_some(text));
            let left_out = |other: &Term| left.get(*other).is_none() == (other == term);
            assert!(Term::ALL.iter().all(left_out), "{term:?}: {left:?}");
            let merged = HeaderTexts::one(*term, "another").merge(all.clone(), Option::or);
            let is_right = |other: &Term| match other == term {
                true => merged.get(*other) == Some("another"),
                false => merged.get(*other) == Some(other.name()),
            };
            assert!(Term::ALL.iter().all(is_right), "{term:?}: {merged:?}");
        }
        assert_eq!(all.public().internal_note, None);
        assert_eq!(all.public().note, all.note);
    }

    #[test]
    fn each_text_has_its_bound_and_its_shape() {
        for term in Term::ALL {
            let checked = |text: String| {
                let mut found = Violations::new();
                let texts = HeaderTexts::one(*term, text).checked(&mut found);
                found.into_result().map(|()| texts)
            };
            let longest = "č".repeat(term.max());
            let kept = checked(format!(" {longest} ")).expect("right");
            assert_eq!(kept, HeaderTexts::one(*term, &*longest));
            assert_eq!(checked(" ".to_owned()), Ok(HeaderTexts::default()));
            for wrong in [format!("{longest}č"), "a\u{0}".to_owned()] {
                let found = checked(wrong).expect_err("wrong");
                assert_eq!(found.as_slice()[0].field, term.name());
            }
            assert_eq!(checked("a\nb".to_owned()).is_ok(), term.kind() != TermKind::Line);
        }
    }
}
