//! What stands in for adapters here keeps the contracts of their ports.

use crate::setup::{TestIntake, UnsteadySigner, WeakPasswords};
use std::sync::Arc;
use testkit::fakes::FakeValidator;
use testkit::network_contract::{
    document_intake::IntakeUnderTest,
    password_hasher::{Earlier, HasherUnderTest, PBKDF2},
    token_signer::SignerUnderTest,
};

struct Fakes;

async fn fakes() -> Fakes {
    Fakes
}

impl SignerUnderTest for Fakes {
    type Signer = UnsteadySigner;

    fn signer(&self) -> UnsteadySigner {
        UnsteadySigner::default()
    }

    fn failing(&self) -> Option<UnsteadySigner> {
        Some(UnsteadySigner::failing(2))
    }
}

testkit::token_signer_contract!(fakes);

impl HasherUnderTest for Fakes {
    type Hasher = WeakPasswords;

    fn hasher(&self) -> WeakPasswords {
        WeakPasswords::default()
    }

    fn earlier(&self) -> Vec<Earlier> {
        vec![PBKDF2]
    }
}

testkit::password_hasher_contract!(fakes);

impl IntakeUnderTest for Fakes {
    type Intake = TestIntake;

    fn intake(&self) -> Arc<TestIntake> {
        Arc::default()
    }

    fn without_validator(&self) -> Option<Arc<TestIntake>> {
        Some(Arc::new(TestIntake::of(FakeValidator::default().unavailable())))
    }

    fn busy(&self) -> Option<Arc<TestIntake>> {
        Some(Arc::new(TestIntake { busy: true, ..TestIntake::default() }))
    }
}

testkit::document_intake_contract!(fakes);
