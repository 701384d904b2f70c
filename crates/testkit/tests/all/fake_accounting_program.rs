//! The contract of accounting programs on the fake.

use accounting_programs::{ProgramFailure, ProgramKind};
use testkit::{
    fakes::FakeAccountingProgram,
    network_contract::accounting_program::{Program, ProgramUnderTest, REASON},
};

/// What of the fake program is refused: its second document.
const SECOND: u128 = 102;

struct Programs(FakeAccountingProgram);

impl ProgramUnderTest for Programs {
    type Caller = FakeAccountingProgram;

    fn caller(&self) -> FakeAccountingProgram {
        self.0.clone()
    }

    async fn program(&self, program: Program) -> Option<(ProgramKind, String)> {
        let failure = match program {
            Program::Makes => None,
            Program::RefusesSecond => {
                self.0.refuse(&uuid::Uuid::from_u128(SECOND).to_string(), REASON);
                None
            }
            Program::LosesAnswers | Program::AnswersHtml => {
                Some(ProgramFailure::Unclear("the connection broke".into()))
            }
            Program::Nobody => Some(ProgramFailure::NotReached("no connection".into())),
            Program::Denies => Some(ProgramFailure::Denied("HTTP 401".into())),
        };
        self.0.set_down(failure);
        Some((ProgramKind::PohodaMserver, "https://pohoda.example.com".to_owned()))
    }
}

async fn programs() -> Programs {
    Programs(FakeAccountingProgram::default())
}

testkit::accounting_program_contract!(programs);
