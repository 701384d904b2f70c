//! The fields of forms: their values, searches for related records, and what was typed when a form was refused.

use crate::form::{Form, fault_below};
use askama::Template;
use invoicing::Violations;

/// An input of a form.
#[derive(Debug, Clone)]
pub(crate) enum Input {
    /// An input with this HTML type.
    Line(&'static str),
    Area,
    Choice(Vec<Choice>),
    /// A choice among many, which are searched first.
    Find(Finder),
    Checks(Vec<Choice>),
    Hidden,
    /// A file of one of these types.
    File(&'static str),
}

/// A search for a related record, and its results.
#[derive(Debug, Clone)]
pub(crate) struct Finder {
    /// The name of the search input, and of the hidden one with the text that was searched.
    pub(crate) name: &'static str,
    pub(crate) found_name: &'static str,
    /// The search text.
    pub(crate) wanted: String,
    pub(crate) found: Choices,
    /// The address that answers with choices while the person types.
    pub(crate) href: String,
    /// The button without a script, and what the field takes.
    pub(crate) find: &'static str,
    pub(crate) by: &'static str,
}

/// The options of a select.
#[derive(Debug, Clone, Template)]
#[template(path = "options.html")]
pub(crate) struct Choices {
    pub(crate) all: Vec<Choice>,
    /// The text below the options when there are more than these.
    pub(crate) more: Option<&'static str>,
}

/// A value to choose.
#[derive(Debug, Clone)]
pub(crate) struct Choice {
    pub(crate) value: String,
    pub(crate) label: String,
    pub(crate) chosen: bool,
}

impl Choice {
    pub(crate) fn new(value: impl Into<String>, label: impl Into<String>, chosen: &str) -> Self {
        let value = value.into();
        Self { chosen: value == chosen, value, label: label.into() }
    }
}

/// A field of a form.
#[derive(Debug, Clone, Template)]
#[template(path = "field.html")]
pub(crate) struct Field {
    pub(crate) id: String,
    pub(crate) name: &'static str,
    pub(crate) label: &'static str,
    pub(crate) input: Input,
    pub(crate) value: String,
    pub(crate) required: bool,
    pub(crate) hint: &'static str,
    pub(crate) fault: Option<String>,
    pub(crate) autocomplete: &'static str,
    /// Whether the page opens at it: the first that is wrong.
    pub(crate) focus: bool,
}

impl Field {
    pub(crate) fn new(name: &'static str, label: &'static str, value: impl Into<String>) -> Self {
        Self {
            id: format!("f-{name}"),
            name,
            label,
            input: Input::Line("text"),
            value: value.into(),
            required: false,
            hint: "",
            fault: None,
            autocomplete: "off",
            focus: false,
        }
    }

    pub(crate) fn kind(self, kind: &'static str) -> Self {
        Self { input: Input::Line(kind), ..self }
    }

    pub(crate) fn file(self, accept: &'static str) -> Self {
        Self { input: Input::File(accept), ..self }
    }

    pub(crate) fn area(self) -> Self {
        Self { input: Input::Area, ..self }
    }

    pub(crate) fn hidden(name: &'static str, value: impl Into<String>) -> Self {
        Self { input: Input::Hidden, ..Self::new(name, "", value) }
    }

    pub(crate) fn choice(self, choices: Vec<Choice>) -> Self {
        Self { input: Input::Choice(choices), ..self }
    }

    pub(crate) fn find(self, finder: Finder) -> Self {
        Self { input: Input::Find(finder), ..self }
    }

    pub(crate) fn checks(self, choices: Vec<Choice>) -> Self {
        Self { input: Input::Checks(choices), ..self }
    }

    pub(crate) fn required(self) -> Self {
        Self { required: true, ..self }
    }

    pub(crate) fn hint(self, hint: &'static str) -> Self {
        Self { hint, ..self }
    }

    /// Makes the id unique on a page with several forms.
    pub(crate) fn within(self, form: &str) -> Self {
        Self { id: format!("{form}-{}", self.name), ..self }
    }

    pub(crate) fn fault(self, fault: Option<String>) -> Self {
        Self { fault, ..self }
    }

    /// Fills in what was typed, and what is wrong with it. Passwords and files are not filled in.
    pub(crate) fn retype(&mut self, form: &Form, found: &Violations) {
        let name = self.name;
        match &mut self.input {
            Input::Choice(choices) => {
                choices
                    .iter_mut()
                    .for_each(|choice| choice.chosen = choice.value == form.text(name));
            }
            Input::Checks(choices) => {
                let is_typed = |value: &str| form.all(name).any(|typed| typed == value);
                choices.iter_mut().for_each(|choice| choice.chosen = is_typed(&choice.value));
            }
            Input::Line("password") | Input::File(_) | Input::Find(_) => {}
            Input::Line(_) | Input::Area => form.text(name).clone_into(&mut self.value),
            Input::Hidden => {
                if let Some(typed) = form.filled(name) {
                    typed.clone_into(&mut self.value);
                }
            }
        }
        let of_file = || OF_FILES.iter().find_map(|member| fault_below(found, member));
        self.fault = match self.input {
            Input::Hidden => None,
            Input::File(_) => fault_below(found, name).or_else(of_file),
            _ => fault_below(found, name),
        };
    }
}

/// The members of the API for the parts of an uploaded file.
const OF_FILES: [&str; 3] = ["base64_content", "mime_code", "filename"];

/// Whether a file comes with these.
pub(crate) fn has_file(fields: &[Field]) -> bool {
    fields.iter().any(|field| matches!(field.input, Input::File(_)))
}
