use crate::fault::RequestFault;
use crate::raw::{Elements, Members};
use invoicing::Violations;
use money::{Decimal, Digits};
use refusals::{FieldFault, Reason};
use serde_json::value::RawValue;
use service_day::DayError;
use std::borrow::Cow;
use time::{Date, OffsetDateTime};
use uuid::Uuid;

/// The violations found so far.
pub type Found = Violations;

/// A JSON value that was not looked into yet, and where it stands.
#[derive(Clone)]
pub struct Value<'a> {
    raw: &'a RawValue,
    path: String,
}

/// The members of an object that were not taken yet.
pub struct Object<'a> {
    members: Vec<(Cow<'a, str>, &'a RawValue)>,
    path: String,
}

/// Checks that the text is JSON, and nothing else.
///
/// # Errors
/// A violation of the body as a whole, with the line and column.
pub fn parse(text: &[u8]) -> Result<Value<'_>, Violations> {
    let body_wrong = |fault: RequestFault| {
        let mut violations = Violations::new();
        violations.add("", fault);
        violations
    };
    if text.iter().all(u8::is_ascii_whitespace) {
        return Err(body_wrong(RequestFault::Empty));
    }
    let raw = serde_json::from_slice(text)
        .map_err(|error| body_wrong(RequestFault::NotJson { cause: error.to_string() }))?;
    Ok(Value { raw, path: String::new() })
}

impl<'a> Value<'a> {
    fn text(&self) -> &'a str {
        self.raw.get()
    }

    fn wrong<T>(&self, found: &mut Found, message: impl Into<Reason>) -> Option<T> {
        found.add(self.path.clone(), message);
        None
    }

    /// Says that the value is wrong.
    pub fn refuse(&self, found: &mut Found, message: impl Into<Reason>) {
        found.add(self.path.clone(), message);
    }

    /// A member that must be there. Nothing is added when it is there but not valid.
    pub fn required<T>(&self, member: Option<T>, name: &str, found: &mut Found) -> Option<T> {
        let path = join(&self.path, name);
        let is_inside = |field: &str| {
            field.strip_prefix(&*path).is_some_and(|rest| rest.starts_with(['.', '[']))
        };
        if member.is_none() && !found.as_slice().iter().any(|known| is_inside(&known.field)) {
            found.add(path, FieldFault::Required);
        }
        member
    }

    /// Whether the value is a JSON string.
    #[must_use]
    pub fn is_string(&self) -> bool {
        self.text().starts_with('"')
    }

    /// Whether the value is `null`.
    pub(crate) fn is_null(&self) -> bool {
        self.text() == "null"
    }

    /// An object.
    pub fn object(&self, found: &mut Found) -> Option<Object<'a>> {
        if !self.text().starts_with('{') {
            return self.wrong(found, RequestFault::NotAnObject);
        }
        match serde_json::from_str::<Members<'a>>(self.text()) {
            Ok(Members { members, repeated }) => {
                for name in repeated {
                    found.add(join(&self.path, &name), FieldFault::Twice);
                }
                Some(Object { members, path: self.path.clone() })
            }
            Err(error) => self.wrong(found, FieldFault::Unreadable { cause: error.to_string() }),
        }
    }

    /// An array.
    pub fn array(&self, found: &mut Found) -> Option<Vec<Value<'a>>> {
        if !self.text().starts_with('[') {
            return self.wrong(found, RequestFault::NotAnArray);
        }
        match serde_json::from_str::<Elements<'a>>(self.text()) {
            Ok(Elements(elements)) => {
                let at = |(i, raw)| Value { raw, path: format!("{}[{i}]", self.path) };
                Some(elements.into_iter().enumerate().map(at).collect())
            }
            Err(error) => self.wrong(found, FieldFault::Unreadable { cause: error.to_string() }),
        }
    }

    /// A string.
    pub fn string(&self, found: &mut Found) -> Option<String> {
        if !self.is_string() {
            return self.wrong(found, RequestFault::NotAString);
        }
        match serde_json::from_str(self.text()) {
            Ok(text) => Some(text),
            Err(_) => self.wrong(found, RequestFault::Escapes),
        }
    }

    /// `true` or `false`.
    pub fn boolean(&self, found: &mut Found) -> Option<bool> {
        match self.text() {
            "true" => Some(true),
            "false" => Some(false),
            _ => self.wrong(found, FieldFault::NotABoolean),
        }
    }

    /// A number, or a string with one, exactly.
    pub fn decimal(&self, digits: Digits, found: &mut Found) -> Option<Decimal> {
        let text = if self.is_string() { self.string(found)? } else { self.text().to_owned() };
        let is_number = text.starts_with(|c: char| c == '-' || c.is_ascii_digit());
        if !is_number {
            return self.wrong(found, RequestFault::NotANumber);
        }
        if self.is_string() && text.contains(['e', 'E']) {
            return self.wrong(found, RequestFault::Exponent);
        }
        money::parse(&text, digits).map_err(|error| self.wrong::<()>(found, error)).ok()
    }

    /// An amount of money, sent as a string.
    pub fn amount(&self, found: &mut Found) -> Option<Decimal> {
        if !self.is_string() {
            return self.wrong(found, RequestFault::NotAnAmountText);
        }
        let amount = money::parse_amount(&self.string(found)?);
        amount.map_err(|error| self.wrong::<()>(found, error)).ok()
    }

    /// A decimal that must be sent as a string.
    pub fn decimal_string(&self, digits: Digits, found: &mut Found) -> Option<Decimal> {
        if !self.is_string() {
            return self.wrong(found, RequestFault::NotADecimalText);
        }
        self.decimal(digits, found)
    }

    /// A whole number.
    pub fn integer(&self, found: &mut Found) -> Option<i64> {
        const DIGITS: Digits = Digits { integer: 15, decimal: 0 };
        let text = self.text();
        if !text.starts_with(|c: char| c == '-' || c.is_ascii_digit()) {
            return self.wrong(found, RequestFault::NotWhole);
        }
        match money::parse(text, DIGITS).ok().and_then(|number| i64::try_from(number).ok()) {
            Some(number) => Some(number),
            None => self.wrong(found, RequestFault::NotWhole),
        }
    }

    /// A UUID.
    pub fn uuid(&self, found: &mut Found) -> Option<Uuid> {
        let text = self.string(found)?;
        match Uuid::try_parse(&text) {
            Ok(id) if text.len() == 36 => Some(id),
            _ => self.wrong(found, FieldFault::NotAUuid),
        }
    }

    /// A date `YYYY-MM-DD`, of this century.
    pub fn date(&self, found: &mut Found) -> Option<Date> {
        let text = self.string(found)?;
        match service_day::parse(&text) {
            Ok(date) => Some(date),
            Err(error) => self.wrong(found, error),
        }
    }

    /// An instant: RFC 3339, of this century.
    pub fn instant(&self, found: &mut Found) -> Option<OffsetDateTime> {
        let text = self.string(found)?;
        match service_day::parse_instant(&text) {
            Ok(instant) => Some(instant),
            Err(DayError::Form) => self.wrong(found, RequestFault::NotATime),
            Err(error @ DayError::Bounds) => self.wrong(found, error),
        }
    }

    /// One of a closed set of names.
    pub fn one_of<T: Copy>(
        &self,
        all: &[T],
        name: impl Fn(T) -> &'static str,
        found: &mut Found,
    ) -> Option<T> {
        let known = self
            .is_string()
            .then(|| serde_json::from_str::<String>(self.text()).ok())
            .flatten()
            .and_then(|text| all.iter().copied().find(|value| name(*value) == text));
        known.or_else(|| {
            let names: Vec<_> = all.iter().map(|value| name(*value)).collect();
            self.wrong(found, FieldFault::NotOneOf { names: names.join(", ") })
        })
    }
}

impl<'a> Object<'a> {
    /// Takes a member; `null` counts as absent.
    pub fn take(&mut self, name: &str) -> Option<Value<'a>> {
        self.take_or_null(name).filter(|value| !value.is_null())
    }

    /// Takes a member, also one that is `null`.
    pub(crate) fn take_or_null(&mut self, name: &str) -> Option<Value<'a>> {
        let at = self.members.iter().position(|(known, _)| known == name)?;
        let (_, raw) = self.members.swap_remove(at);
        Some(Value { raw, path: join(&self.path, name) })
    }

    /// Says that what was not taken is unknown.
    pub fn finish(self, known: &[&str], found: &mut Found) {
        for (name, _) in &self.members {
            let shown: String = name.chars().take(60).collect();
            let fault = match nearest(name, known) {
                Some(nearest) => RequestFault::MistypedField { nearest: nearest.to_owned() },
                None => RequestFault::UnknownField,
            };
            found.add(join(&self.path, &shown), fault);
        }
    }
}

fn join(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") }
}

/// The known name that the unknown one is most likely meant to be: equal but for case and `_`.
fn nearest<'k>(name: &str, known: &[&'k str]) -> Option<&'k str> {
    let plain = |text: &str| text.replace(['_', '-'], "").to_ascii_lowercase();
    known.iter().copied().find(|candidate| plain(candidate) == plain(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(found: &Violations) -> Vec<&str> {
        found.as_slice().iter().map(|v| v.field.as_str()).collect()
    }

    #[test]
    fn repeated_and_unknown_members_are_named() {
        let mut found = Found::new();
        let value = parse(br#"{"a":1,"a":2,"invoiceNumber":"x","b":null}"#).expect("JSON");
        let mut object = value.object(&mut found).expect("object");
        assert!(object.take("a").is_some());
        assert!(object.take("b").is_none());
        object.finish(&["invoice_number"], &mut found);
        assert_eq!(fields(&found), ["a", "invoiceNumber"]);
        assert!(found.to_string().contains("did you mean invoice_number?"));
    }

    #[test]
    fn numbers_never_pass_through_a_float() {
        const DIGITS: Digits = Digits { integer: 20, decimal: 8 };
        for (text, value) in [
            ("0.1", Some("0.1")),
            ("\"0.30\"", Some("0.3")),
            ("9007199254740993", Some("9007199254740993")),
        ] {
            let mut found = Found::new();
            let read = parse(text.as_bytes()).expect("JSON").decimal(DIGITS, &mut found);
            assert_eq!(read.map(|d| d.to_string()).as_deref(), value, "{text}");
        }
        for text in
            ["0.123456789", "true", "\"abc\"", "\"\"", "[]", "\"1e999\"", "\"1e2\"", "\" 1\""]
        {
            let mut found = Found::new();
            assert_eq!(parse(text.as_bytes()).expect("JSON").decimal(DIGITS, &mut found), None);
            assert!(!found.is_empty(), "{text}");
        }
    }

    #[test]
    fn what_is_no_json_is_said_once() {
        for text in [&b"{"[..], b"", b"  ", b"{\"a\":\xff}", b"{\"a\":\"\x00\"}", b"{} {}", b"nul"]
        {
            assert!(parse(text).is_err(), "{text:?}");
        }
        let deep = format!("{{\"a\":{}{}}}", "[".repeat(100_000), "]".repeat(100_000));
        let mut found = Found::new();
        let value = parse(deep.as_bytes()).expect("deep, but JSON");
        value.object(&mut found).expect("object").finish(&[], &mut found);
        assert_eq!(fields(&found), ["a"]);
    }

    #[test]
    fn lone_surrogates_are_a_violation() {
        let mut found = Found::new();
        let value = parse(br#""\ud800""#).expect("JSON by its grammar");
        assert_eq!(value.string(&mut found), None);
        assert!(!found.is_empty());
    }
}
