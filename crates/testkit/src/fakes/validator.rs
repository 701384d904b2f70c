use super::Shared;
use peppol_connector::{
    documents::Verdict,
    ports::{DocumentValidator, ValidatorUnavailable},
    repair::{Finding, Severity},
};
use time::Date;
use xml::Parsed;

/// A validator that finds what a test says, whatever the document; nothing by default.
#[derive(Debug, Clone, Default)]
pub struct FakeValidator(Shared<State>);

#[derive(Debug, Default)]
struct State {
    findings: Vec<Finding>,
    down: bool,
    documents: Vec<Vec<u8>>,
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
        });
        self
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
    fn validate(&self, document: &Parsed<'_>, _: Date) -> Result<Verdict, ValidatorUnavailable> {
        let mut state = self.0.lock();
        state.documents.push(document.text().as_bytes().to_vec());
        if state.down {
            return Err(ValidatorUnavailable("no answer".into()));
        }
        Ok(Verdict { findings: state.findings.clone(), ..Verdict::default() })
    }
}
