//! Holes of a text, filled as `sql!` fills them.

use super::text::{BEFORE, Text, VALUE, Value, joined};
use std::collections::BTreeMap;

/// What fills the holes of a text.
pub struct Filling<'a> {
    pub in_order: &'a [Value],
    pub named: &'a [(String, Value)],
    /// The texts of the engine.
    pub dialect: &'a BTreeMap<String, String>,
}

impl Filling<'_> {
    /// The variants of the text; none when something unknown fills a hole.
    pub fn fill(&self, text: &str) -> Vec<Text> {
        let mut in_order = self.in_order.iter();
        let mut filled = vec![Text::default()];
        let mut rest = text;
        while let Some((before, hole)) = rest.split_once('{') {
            let (name, after) = hole.split_once('}').expect("a hole has an end");
            let value = if name.is_empty() { in_order.next() } else { self.named(name) };
            let filling = value.map_or_else(|| self.given(name), |value| self.texts(value));
            filled = joined(&joined(&filled, &[Text::of_words(before)]), &filling);
            rest = after;
        }
        joined(&filled, &[Text::of_words(rest)])
    }

    fn named(&self, name: &str) -> Option<&Value> {
        self.named.iter().find(|(known, _)| known == name).map(|(_, value)| value)
    }

    fn given(&self, name: &str) -> Vec<Text> {
        match (name, self.dialect.get(name)) {
            ("from before", _) => vec![Text::of_words(format!("{BEFORE}FROM"))],
            ("using before", _) => vec![Text::of_words(format!("{BEFORE}USING"))],
            (_, Some(text)) => vec![Text::of_words(text)],
            (_, None) => Vec::new(),
        }
    }

    fn texts(&self, value: &Value) -> Vec<Text> {
        match value {
            Value::Sql(texts) => texts.clone(),
            // only names fill the holes of a fragment
            Value::Fragment(texts) => {
                let inner = Filling { in_order: &[], ..*self };
                let filled = texts.iter().map(|text| {
                    joined(
                        &[Text { of: text.of.clone(), ..Text::default() }],
                        &inner.fill(&text.sql),
                    )
                });
                filled.flatten().collect()
            }
            Value::Unknown | Value::Rows(_) => Vec::new(),
            _ => vec![Text::of_words(VALUE)],
        }
    }
}
