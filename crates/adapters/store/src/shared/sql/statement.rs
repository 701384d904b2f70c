use super::{
    Value,
    holes::{FROM_BEFORE, USING_BEFORE, dialect, fits, next_hole},
};
use std::borrow::Cow;

/// A constant part of a statement's text. The values of the statement around it fill its holes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Fragment(pub(crate) &'static str);

#[derive(Debug, Clone)]
pub(crate) enum Part<'a> {
    Sql(Cow<'static, str>),
    Value(Value<'a>),
    /// The word that joins the previous mutation, if there is one.
    Before(&'static str),
    /// The name of a hole that has no value.
    Unfilled(&'static str),
}

/// SQL text with values: see [`sql!`](super).
#[derive(Debug, Clone)]
pub(crate) struct Statement<'a> {
    pub(crate) parts: Vec<Part<'a>>,
    pub(crate) cached: bool,
}

impl<'a> Statement<'a> {
    /// Whether this many values, and values of these names, fill the holes of a text.
    pub(crate) const fn fits(text: &str, count: usize, names: &[&str]) -> bool {
        fits(text, count, names)
    }

    /// Fills the holes in their order.
    pub(crate) fn in_order(text: &'static str, values: Vec<Value<'a>>) -> Self {
        let mut statement = Self::empty();
        statement.push(text, &mut values.into_iter(), &[]);
        statement
    }

    /// Fills the holes by name.
    pub(crate) fn named(text: &'static str, values: Vec<(&'static str, Value<'a>)>) -> Self {
        let mut statement = Self::empty();
        statement.push(text, &mut std::iter::empty(), &values);
        statement
    }

    /// A text that was composed of constants.
    pub(crate) fn text(text: String) -> Self {
        Self { parts: vec![Part::Sql(text.into())], cached: true }
    }

    /// `(…, …), (…, …)`, with the last one repeated, so that few different texts are prepared.
    pub(crate) fn tuples(rows: impl IntoIterator<Item = Vec<Value<'a>>>) -> Self {
        let mut statement = Self::empty();
        statement.push_values(padded(rows.into_iter().map(Value::List).collect()));
        statement
    }

    /// Does not keep the statement prepared: its text is rarely used again.
    pub(crate) fn once(mut self) -> Self {
        self.cached = false;
        self
    }

    /// Appends another statement's text and values.
    pub(crate) fn then(mut self, more: Self) -> Self {
        self.cached &= more.cached;
        self.parts.extend(more.parts);
        self
    }

    /// Appends a statement, if there is one.
    pub(crate) fn and(self, more: Option<Self>) -> Self {
        match more {
            Some(more) => self.then(more),
            None => self,
        }
    }

    /// `before` is the name of the mutation whose row this one needs, when both are in one statement.
    pub(crate) fn after(mut self, before: Option<&str>) -> Self {
        for part in &mut self.parts {
            if let Part::Before(word) = part {
                let joined = before.map_or_else(String::new, |before| format!("{word} {before}"));
                *part = Part::Sql(joined.into());
            }
        }
        self
    }

    const fn empty() -> Self {
        Self { parts: Vec::new(), cached: true }
    }

    pub(super) fn of_texts(texts: [&'static str; 3]) -> Self {
        let mut statement = Self::empty();
        texts.into_iter().for_each(|text| statement.push_text(text));
        statement
    }

    pub(super) fn push_text(&mut self, text: &'static str) {
        self.parts.push(Part::Sql(text.into()));
    }

    fn push(
        &mut self,
        text: &'static str,
        in_order: &mut impl Iterator<Item = Value<'a>>,
        named: &[(&'static str, Value<'a>)],
    ) {
        let mut rest = text;
        while let Some((before, name, after)) = next_hole(rest) {
            self.parts.push(Part::Sql(before.into()));
            let value = if name.is_empty() {
                in_order.next()
            } else {
                named.iter().find(|(known, _)| *known == name).map(|(_, value)| value.clone())
            };
            match value {
                Some(Value::Fragment(Fragment(text))) => self.push_fragment(text, named),
                Some(value) => self.push_value(value),
                None => self.parts.push(given(name)),
            }
            rest = after;
        }
        self.parts.push(Part::Sql(rest.into()));
    }

    /// Only names fill a fragment's holes: the order of the values around it is not known to it.
    fn push_fragment(&mut self, text: &'static str, named: &[(&'static str, Value<'a>)]) {
        let none: &mut dyn Iterator<Item = Value<'a>> = &mut std::iter::empty();
        self.push(text, &mut { none }, named);
    }

    pub(super) fn push_value(&mut self, value: Value<'a>) {
        match value {
            Value::Statement(statement) => self.parts.extend(statement.parts),
            Value::List(values) => {
                self.parts.push(Part::Sql("(".into()));
                self.push_values(values);
                self.parts.push(Part::Sql(")".into()));
            }
            value => self.parts.push(Part::Value(value)),
        }
    }

    /// Pushes the values with commas between them.
    pub(super) fn push_values(&mut self, values: Vec<Value<'a>>) {
        for (i, value) in values.into_iter().enumerate() {
            if i > 0 {
                self.parts.push(Part::Sql(", ".into()));
            }
            self.push_value(value);
        }
    }
}

/// The part for a hole that no value of the statement fills.
fn given<'a>(name: &'static str) -> Part<'a> {
    match (name, dialect(name)) {
        (FROM_BEFORE, _) => Part::Before("FROM"),
        (USING_BEFORE, _) => Part::Before("USING"),
        (_, Some(text)) => Part::Sql(text.into()),
        (_, None) => Part::Unfilled(name),
    }
}

/// `($1, $2, …)` for `IN`; at least one. Some are repeated, so that few different texts are prepared.
pub(crate) fn list<'a>(values: impl IntoIterator<Item = impl Into<Value<'a>>>) -> Value<'a> {
    Value::List(padded(values.into_iter().map(Into::into).collect()))
}

fn padded(mut values: Vec<Value<'_>>) -> Vec<Value<'_>> {
    if let Some(last) = values.last().cloned() {
        values.resize(values.len().next_power_of_two(), last);
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(statement: &Statement<'_>) -> String {
        let part = |part: &Part<'_>| match part {
            Part::Sql(sql) => sql.to_string(),
            Part::Value(value) => format!("<{value:?}>"),
            Part::Before(word) => format!("[{word}]"),
            Part::Unfilled(name) => format!("?{name}"),
        };
        statement.parts.iter().map(part).collect()
    }

    #[test]
    fn holes_are_filled_in_order_or_by_name() {
        let one = sql!("SELECT {}, {} FROM t", 1_i64, "a");
        assert_eq!(text(&one), "SELECT <BigInt(Some(1))>, <Text(Some(\"a\"))> FROM t");
        let twice = sql!("SELECT {now} WHERE {now} > {then}", now = 1_i64, then = 2_i64);
        let expected = "SELECT <BigInt(Some(1))> WHERE <BigInt(Some(1))> > <BigInt(Some(2))>";
        assert_eq!(text(&twice), expected);
    }

    #[test]
    fn fragments_take_the_names_around_them() {
        const OLD: Fragment = Fragment("at < {now}");
        let old = sql!("DELETE FROM t WHERE {old} OR {now} = 1", old = OLD, now = true);
        assert_eq!(
            text(&old),
            "DELETE FROM t WHERE at < <Bool(Some(true))> OR <Bool(Some(true))> = 1"
        );
        let unfilled = sql!("DELETE FROM t WHERE {old}", old = OLD);
        assert_eq!(text(&unfilled), "DELETE FROM t WHERE at < ?now");
    }

    #[test]
    fn lists_and_statements_stand_in_a_hole() {
        let found = sql!("SELECT 1 WHERE a IN {}", list([1_i64, 2, 3]));
        assert_eq!(text(&found).matches("BigInt").count(), 4);
        let around = sql!("SELECT ({})", found).and(None).and(Some(sql!(" LIMIT {}", 1_i64)));
        assert_eq!(text(&around).matches("BigInt").count(), 5);
    }

    #[test]
    fn the_row_before_is_joined_where_there_is_one() {
        let delete = || sql!("DELETE FROM t {using before} WHERE a = 1");
        assert_eq!(text(&delete().after(Some("step_0"))), "DELETE FROM t USING step_0 WHERE a = 1");
        assert_eq!(text(&delete().after(None)), "DELETE FROM t  WHERE a = 1");
    }
}
