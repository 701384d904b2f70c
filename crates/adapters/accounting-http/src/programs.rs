use crate::{kros, pohoda, superfaktura};
use accounting_programs::{
    Account, AccountingProgram, Answered, Document, ProgramFailure, ProgramInfo, ProgramKind,
};
use checked_http::{CheckedClient, Settings, SetupError};
use std::time::Duration;

/// The longest request, from the look-up to the end of the answer. A program works on each document while the request
/// waits.
pub const TIMEOUT: Duration = Duration::from_secs(30);

/// Calls the programs of organizations, each in its own way.
#[derive(Debug)]
pub struct HttpPrograms {
    http: CheckedClient,
}

impl HttpPrograms {
    /// A client with its own connections.
    ///
    /// # Errors
    /// [`SetupError`].
    pub fn new(settings: Settings) -> Result<Self, SetupError> {
        Ok(Self { http: CheckedClient::new(settings)? })
    }
}

/// A kind of program that is not called.
fn not_called(account: Account<'_>) -> ProgramFailure {
    ProgramFailure::NotReached(format!("{} is not called", account.link.kind.label()))
}

impl AccountingProgram for HttpPrograms {
    async fn post(
        &self,
        account: Account<'_>,
        documents: &[Document],
    ) -> Result<Vec<Answered>, ProgramFailure> {
        match account.link.kind {
            ProgramKind::PohodaMserver => pohoda::post(&self.http, account, documents).await,
            ProgramKind::SuperFaktura => superfaktura::post(&self.http, account, documents).await,
            ProgramKind::Kros => kros::post(&self.http, account, documents).await,
            ProgramKind::PohodaFetch | ProgramKind::SapiSk => Err(not_called(account)),
        }
    }

    async fn find(
        &self,
        account: Account<'_>,
        documents: &[Document],
    ) -> Result<Vec<Answered>, ProgramFailure> {
        match account.link.kind {
            ProgramKind::PohodaMserver => pohoda::find(&self.http, account, documents).await,
            ProgramKind::SuperFaktura => superfaktura::find(&self.http, account, documents).await,
            ProgramKind::Kros => kros::find(&self.http, account, documents).await,
            ProgramKind::PohodaFetch | ProgramKind::SapiSk => Err(not_called(account)),
        }
    }

    async fn test(&self, account: Account<'_>) -> Result<ProgramInfo, ProgramFailure> {
        match account.link.kind {
            ProgramKind::PohodaMserver => pohoda::test(&self.http, account).await,
            ProgramKind::SuperFaktura => superfaktura::test(&self.http, account).await,
            ProgramKind::Kros => kros::test(&self.http, account).await,
            ProgramKind::PohodaFetch | ProgramKind::SapiSk => Err(not_called(account)),
        }
    }
}
