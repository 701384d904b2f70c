//! The result of checking a form: sums, or what is wrong.

use super::{
    numbers::Question,
    values::{patch, request},
};
use crate::{
    error::{PageError, explained},
    form::{Form, body},
    visit::Visit,
};
use access::Scope;
use agent_requests::{InvoicePatch, read_with_violations};
use api_http::error::ApiError;
use invoicing::{Document, InvoiceId, Violations, recording::AnyDocument};
use use_cases::invoicing::{change_invoice::preview_edit, issue_invoice::preview_invoice};

#[derive(Default)]
pub(super) struct Checked {
    pub(super) found: Violations,
    pub(super) fault: Option<String>,
    pub(super) question: Option<Question>,
    pub(super) document: Option<Document>,
}

impl Checked {
    /// A form that was filled in another session must be reviewed first.
    pub(super) fn resumed(visit: &Visit) -> Self {
        Self { fault: Some(visit.t().resumed.to_owned()), ..Self::default() }
    }

    fn sums(document: Document) -> Self {
        Self { document: Some(document), ..Self::default() }
    }

    /// What is wrong with the form; other errors are returned.
    pub(super) fn by(visit: &Visit, error: PageError) -> Result<Self, PageError> {
        if let PageError::Missing = error {
            return Ok(Self { fault: Some(visit.t().missing.to_owned()), ..Self::default() });
        }
        Ok(match error.fault()? {
            ApiError::Invalid(found) => {
                Self { found: visit.words.violations(&found), ..Self::default() }
            }
            ApiError::OutOfSeries(asked) => {
                Self { question: Some(Question::of(&visit.words, &asked)), ..Self::default() }
            }
            other => Self { fault: Some(explained(&other, &visit.words)), ..Self::default() },
        })
    }
}

pub(super) async fn preview(visit: &Visit, form: &Form) -> Result<Checked, PageError> {
    let context = visit.context(Scope::InvoiceRead)?;
    let (request, found) = request(form, true);
    match preview_invoice(&context, &request, found).await {
        Ok(document) => Ok(Checked::sums(document)),
        Err(error) => Checked::by(visit, error.into()),
    }
}

/// The invoice as the changes would save it.
pub(super) async fn preview_of(
    visit: &Visit,
    id: InvoiceId,
    form: &Form,
) -> Result<Checked, PageError> {
    let (edit, found) = read_with_violations::<InvoicePatch>(&body(patch(form)));
    let context = visit.context(Scope::InvoiceUpdate)?;
    match preview_edit(&context, id, &edit, &found).await.map(|invoice| invoice.document) {
        Ok(AnyDocument::Issued(document)) => Ok(Checked::sums(*document)),
        Ok(AnyDocument::Recorded(_)) => Err(PageError::Missing),
        Err(error) => Checked::by(visit, error.into()),
    }
}
