use crate::call::Call;
use actix_web::web;
use sapi_sk::{Code, Detail, SapiError};

/// The parameters of a query. Unknown ones are ignored; all faults of the others are reported at once.
pub(crate) struct Query {
    parameters: Vec<(String, String)>,
    found: Vec<Detail>,
}

impl Query {
    pub(crate) fn of(call: &Call) -> Result<Self, SapiError> {
        let text = call.http.query_string();
        let parameters = web::Query::<Vec<(String, String)>>::from_query(text);
        let wrong = |_| SapiError::about(Code::INVALID_REQUEST, "query", "cannot be read");
        Ok(Self { parameters: parameters.map_err(wrong)?.into_inner(), found: Vec::new() })
    }

    /// Parses a parameter with `read`; an empty one counts as absent.
    pub(crate) fn read<T>(
        &mut self,
        name: &str,
        expected: &str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Option<T> {
        let mut taken = self.parameters.extract_if(.., |(known, _)| known == name);
        let (_, text) = taken.next()?;
        if taken.count() > 0 {
            self.found.push(Detail::new(name, "is given more than once"));
        }
        let value = if text.is_empty() { return None } else { read(&text) };
        if value.is_none() {
            self.found.push(Detail::new(name, expected));
        }
        value
    }

    /// # Errors
    /// 400 with all faults.
    pub(crate) fn finish(self) -> Result<(), SapiError> {
        if self.found.is_empty() {
            return Ok(());
        }
        Err(SapiError::of(Code::INVALID_REQUEST, self.found))
    }
}
