//! Fakes of the ports that lead out of the process. A fake answers as the test says, records its calls, and passes
//! the same contract ([`crate::network_contract`]) as the real adapters.
//!
//! Clones share their state, so a test can keep one and give another away.

mod access_point;
mod accounting_program;
mod card_directory;
mod client_documents;
mod directory;
mod mailer;
mod rates;
mod registry;
mod validator;
mod verifier;
mod webhook_sender;

pub use access_point::{Delivered, FakeAccessPoint, Reply, TakenMessage};
pub use accounting_program::FakeAccountingProgram;
pub use card_directory::{CardTrouble, FakeCardDirectory};
pub use client_documents::{AtAddress, FakeDocuments};
pub use directory::{FakeDirectory, Listing};
pub use mailer::FakeMailer;
pub use rates::FakeRates;
pub use registry::{FakeRegistry, Trouble};
pub use validator::FakeValidator;
pub use verifier::FakeVerifier;
pub use webhook_sender::FakeWebhookSender;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// State that clones share.
#[derive(Debug, Default)]
struct Shared<T>(Arc<Mutex<T>>);

impl<T> Clone for Shared<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<T> Shared<T> {
    fn lock(&self) -> MutexGuard<'_, T> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
