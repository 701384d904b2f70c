use crate::fault::ContractFault;
use crate::{Contract, Period, ProblemCode};
use invoicing::{Draft, Issuance, IssuingRecords, ViolationKind, Violations, check_read};
use refusals::Reason;

/// Why no invoice can be made of a period now.
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
    /// The invoice of a period, as it would be issued at a moment: checked like one that somebody asks
    /// for. Its number, and perhaps its exchange rate, are still wanted.
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
        Ok(draft)
    }
}
