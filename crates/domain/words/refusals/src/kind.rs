use crate::{Argument, Reason};

/// A kind of refusal: its name, and its English text in parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kind {
    /// Stable: `transition.not_issued`.
    pub name: &'static str,
    /// The parts of the text around the arguments: one more than there are arguments.
    pub fixed: &'static [&'static str],
    /// The names of the arguments, in the order of the text.
    pub arguments: &'static [&'static str],
}

impl Kind {
    /// The English text with the names of its arguments in braces.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::new();
        for (at, fixed) in self.fixed.iter().enumerate() {
            text.push_str(fixed);
            if let Some(name) = self.arguments.get(at) {
                text.push_str(&format!("{{{name}}}"));
            }
        }
        text
    }

    /// Whether the text has words beside its arguments.
    fn has_words(&self) -> bool {
        self.fixed.iter().any(|part| part.contains(char::is_alphabetic))
    }

    /// The number of bytes of the text without its arguments.
    fn own(&self) -> usize {
        self.fixed.iter().map(|it| it.len()).sum()
    }

    /// The value of each argument in a text; `None` when the text is not of this kind.
    fn values<'a>(&self, text: &'a str) -> Option<Vec<&'a str>> {
        let (first, others) = self.fixed.split_first()?;
        let mut rest = text.strip_prefix(first)?;
        let mut values = Vec::new();
        for (at, fixed) in others.iter().enumerate() {
            let is_last = at + 1 == others.len();
            let (value, after) = match (is_last, fixed.is_empty()) {
                (true, _) => (rest.strip_suffix(fixed)?, ""),
                // two arguments side by side: a number, and what is said of it
                (false, true) => {
                    rest.split_at(rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len()))
                }
                (false, false) => rest.split_once(fixed)?,
            };
            values.push(value);
            rest = after;
        }
        rest.is_empty().then_some(values)
    }
}

/// Parses an English text that was stored without its kind. Of several kinds that fit it returns the one with the longest text
/// of its own. A kind without words of its own is never returned.
pub fn read<'a>(text: &str, kinds: impl Iterator<Item = &'a Kind> + Clone) -> Option<Reason> {
    let known = kinds.clone().filter(|kind| kind.has_words());
    let found = known.filter_map(|kind| Some((kind, kind.values(text)?)));
    let (kind, values) = found.max_by_key(|(kind, _)| kind.own())?;
    let argument = |value: &str| match read(value, kinds.clone()) {
        // a kind with words leaves less to its arguments, so this ends
        Some(reason) => Argument::Reason(Box::new(reason)),
        None => Argument::Name(value.to_owned()),
    };
    let values = values.into_iter().map(argument);
    let arguments = kind.arguments.iter().copied().zip(values).collect();
    Some(Reason::new(kind.name, arguments, text))
}
