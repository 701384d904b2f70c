use super::Shared;
use peppol_connector::{
    documents::{Upcoming, Verdict},
    ports::{DocumentValidator, ValidatorUnavailable},
    repair::{Finding, Severity},
};
use time::Date;
use xml::Parsed;

/// A validator with the findings of a test, whatever the document; by default it has none.
#[derive(Debug, Clone, Default)]
pub struct FakeValidator(Shared<State>);

#[derive(Debug, Default)]
struct State {
    findings: Vec<Finding>,
    down: bool,
    documents: Vec<Vec<u8>>,
    days: Vec<Date>,
    upcoming: Option<Upcoming>,
}

impl FakeValidator {
    /// Finds this too.
    #[must_use]
    pub fn finding(self, code: &str, severity: Severity) -> Self {
        self.0.lock().findings.push(Finding {
            field: "/Invoice".to_owned(),
            code: code.to_owned(),
            message: format!("{code} is broken"),
            severity,
            rules: None,
        });
        self
    }

    /// Makes the next release of the rules refuse the document.
    #[must_use]
    pub fn upcoming(self, upcoming: Upcoming) -> Self {
        self.0.lock().upcoming = Some(upcoming);
        self
    }

    /// The days whose rules were requested, in order.
    #[must_use]
    pub fn days(&self) -> Vec<Date> {
        self.0.lock().days.clone()
    }

    /// Cannot be reached.
    #[must_use]
    pub fn unavailable(self) -> Self {
        self.0.lock().down = true;
        self
    }

    /// The documents that it was given, in order.
    #[must_use]
    pub fn documents(&self) -> Vec<Vec<u8>> {
        self.0.lock().documents.clone()
    }
}

impl DocumentValidator for FakeValidator {
    fn validate(
        &self,
        document: &Parsed<'_>,
        _: &Parsed<'_>,
        day: Date,
    ) -> Result<Verdict, ValidatorUnavailable> {
        let mut state = self.0.lock();
        state.documents.push(document.text().as_bytes().to_vec());
        state.days.push(day);
        if state.down {
            return Err(ValidatorUnavailable("no answer".into()));
        }
        let (findings, upcoming) = (state.findings.clone(), state.upcoming.clone());
        Ok(Verdict { findings, upcoming, ..Verdict::default() })
    }
}
