use crate::fault::ContractFault;
use crate::{Contract, Period, ProblemCode};
use invoicing::{
    Draft, Issuance, IssuingRecords, References, ViolationKind, Violations, check_read,
};
use refusals::Reason;

/// Why the invoice of a period cannot be issued now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Obstacle {
    pub code: ProblemCode,
    /// For people.
    pub message: Reason,
}

impl Obstacle {
    /// An obstacle.
    #[must_use]
    pub fn new(code: ProblemCode, message: impl Into<Reason>) -> Self {
        Self { code, message: message.into() }
    }
}

impl From<Violations> for Obstacle {
    fn from(violations: Violations) -> Self {
        let is_at = |field: &str| violations.as_slice().iter().any(|v| v.field == field);
        let missing = violations.as_slice().iter().any(|v| v.kind == ViolationKind::NotFound);
        if missing && is_at("customer_id") {
            return Self::new(ProblemCode::CustomerRetired, ContractFault::CustomerRetired);
        }
        let code = match is_at("bank_account_id") {
            true => ProblemCode::BankAccount,
            false => ProblemCode::Invalid,
        };
        Self::new(code, violations)
    }
}

impl Contract {
    /// The records to look up before an invoice of it is drafted.
    #[must_use]
    pub fn references(&self) -> References {
        let (customer_id, project_id) = (Some(self.terms.customer_id), self.terms.project_id);
        References { customer_id, project_id, ..References::default() }
    }

    /// The invoice of a period, as it would be issued at a moment: checked like one that somebody asks
    /// for. Its number, and perhaps its exchange rate, are still wanted. Its project may be closed or archived by now.
    ///
    /// # Errors
    /// [`Obstacle`].
    pub fn draft(
        &self,
        period: &Period,
        records: &IssuingRecords,
        issuance: &mut Issuance<'_>,
    ) -> Result<Draft, Obstacle> {
        let request = self.terms.request(period, issuance.today);
        let mut draft = check_read(&request, Violations::new(), records, issuance)?;
        draft.document.contract_id = Some(self.id);
        draft.document.project_id = self.terms.project_id;
        let project = records.project.as_ref();
        let project = project.filter(|project| self.terms.project_id == Some(project.id));
        draft.document.texts = draft.document.texts.with_project(project);
        Ok(draft)
    }
}
