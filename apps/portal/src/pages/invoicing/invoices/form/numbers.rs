//! The number of a new invoice. The form suggests the next one of its series. Who enters another one is asked how the
//! series continues.

use super::faults::fault_at;
use crate::{blocks::Field, error::PageError, form::Form, visit::Visit, words::Words};
use invoicing::{
    InvoiceType, Violations,
    numbering::{IfAdvance, NumberSeriesAction, OutOfSeries},
};
use serde_json::{Map, Value};
use use_cases::invoicing::number_series::series_of;

/// The number as it is typed, and the one that the form came with.
const TYPED: &str = "invoice_number";
const EXPECTED: &str = "expected_number";

/// The question after a typed number that is not the next one.
pub(in crate::pages) struct Question {
    pub(in crate::pages) text: String,
    /// The answers: their values and what the buttons say.
    pub(in crate::pages) answers: Vec<(&'static str, &'static str)>,
}

impl Question {
    /// The question, with the next number for each answer.
    pub(in crate::pages) fn of(words: &Words, asked: &OutOfSeries) -> Self {
        let t = words.t;
        let mut text = filled(t.number_out, &[&asked.typed, &asked.expected]);
        text += &filled(t.number_if_exception, &[&asked.expected]);
        let mut answers = vec![(NumberSeriesAction::Exception.name(), t.number_exception)];
        match &asked.if_advance {
            IfAdvance::Skips { next, skipped } => {
                text += &filled(t.number_if_advance, &[next, &skipped.to_string()]);
                answers.push((NumberSeriesAction::Advance.name(), t.number_advance));
            }
            IfAdvance::Impossible => text += t.number_no_advance,
        }
        Self { text, answers }
    }
}

/// A text with values in the place of its holes.
fn filled(text: &str, values: &[&str]) -> String {
    values.iter().fold(text.to_owned(), |text, value| text.replacen("{}", value, 1))
}

/// The number of a series, to be typed over.
pub(super) async fn fields(
    visit: &Visit,
    form: &Form,
    found: &Violations,
) -> Result<Vec<Field>, PageError> {
    let today = service_day::date(visit.clock.now());
    let day = service_day::parse(form.text("issue_date")).unwrap_or(today);
    let kind = InvoiceType::of_name(form.text("type")).unwrap_or_default();
    let next = series_of(&visit.use_case(), kind, day).await?.next;
    Ok(number_fields(visit, typed_number(form), next, fault_at(found, TYPED)))
}

/// The field with what was typed, or with the next number of the series.
pub(in crate::pages) fn number_fields(
    visit: &Visit,
    typed: Option<&str>,
    next: String,
    fault: Option<String>,
) -> Vec<Field> {
    let t = visit.t();
    let number = Field::new(TYPED, t.number, typed.unwrap_or(&next)).hint(t.number_hint);
    vec![number.fault(fault), Field::hidden(EXPECTED, next)]
}

/// The entered number; `None` if it is empty or still the suggested one.
fn typed_number(form: &Form) -> Option<&str> {
    form.filled(TYPED).filter(|typed| *typed != form.text(EXPECTED))
}

/// The members for the number in the body of the API. A preview has none. The button determines how the series
/// continues.
pub(in crate::pages) fn members(form: &Form) -> Map<String, Value> {
    let (mut members, done) = (Map::new(), form.text("do"));
    let action = NumberSeriesAction::of_name(done).map(NumberSeriesAction::name);
    if let Some(number) = typed_number(form).filter(|_| action.is_some() || is_kept(done)) {
        members.insert(TYPED.to_owned(), number.into());
        members.extend(action.map(|action| ("numberSeriesAction".to_owned(), action.into())));
    }
    members
}

fn is_kept(done: &str) -> bool {
    matches!(done, "draft" | "issue")
}

#[cfg(test)]
mod tests {
    use super::*;
    use api_http::visitors::Language;
    use serde_json::json;

    #[test]
    fn a_number_is_sent_where_it_was_typed() {
        let sent = |body: &str| Value::Object(members(&Form::parse(body.as_bytes())));
        let same = "expected_number=FA1&invoice_number=FA1";
        let other = "expected_number=FA1&invoice_number=FA9";
        for (body, members) in [
            (format!("{same}&do=issue"), json!({})),
            (format!("{same}&do=exception"), json!({})),
            ("expected_number=FA1&invoice_number=&do=issue".to_owned(), json!({})),
            ("do=issue".to_owned(), json!({})),
            (format!("{other}&do=issue"), json!({"invoice_number": "FA9"})),
            (format!("{other}&do=draft"), json!({"invoice_number": "FA9"})),
            (format!("{other}&do=preview"), json!({})),
            (format!("{other}&do=add_line"), json!({})),
            (
                format!("{other}&do=exception"),
                json!({"invoice_number": "FA9", "numberSeriesAction": "exception"}),
            ),
            (
                format!("{other}&do=advance"),
                json!({"invoice_number": "FA9", "numberSeriesAction": "advance"}),
            ),
        ] {
            assert_eq!(sent(&body), members, "{body}");
        }
    }

    #[test]
    fn the_question_says_what_comes_next_in_each_case() {
        let asked = OutOfSeries {
            typed: "FA9".to_owned(),
            expected: "FA1".to_owned(),
            if_advance: IfAdvance::Skips { next: "FA10".to_owned(), skipped: 8 },
            series: InvoiceType::Invoice,
            prefix: "FA".to_owned(),
        };
        for language in Language::ALL {
            let words = Words::of(language);
            let question = Question::of(&words, &asked);
            assert!(question.text.contains("FA10") && !question.text.contains("{}"));
            assert!(question.text.ends_with(": 8."), "{}", question.text);
            assert_eq!(question.answers.len(), 2);
            let back = OutOfSeries { if_advance: IfAdvance::Impossible, ..asked.clone() };
            let question = Question::of(&words, &back);
            assert!(!question.text.contains("FA10"), "{}", question.text);
            assert_eq!(question.answers[0].0, "exception");
            assert_eq!(question.answers.len(), 1);
        }
    }
}
