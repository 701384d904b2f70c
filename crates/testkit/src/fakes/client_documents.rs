use super::Shared;
use oauth::clients::{ClientDocuments, DocumentError, MAX_CLIENT_DOCUMENT};
use std::net::IpAddr;

/// The answer at the address of a client.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AtAddress {
    /// A document.
    Document(Vec<u8>),
    /// Another status.
    Status(u16),
    /// Nothing that may be called.
    Nobody,
}

/// One document for the addresses of all clients, which the test sets; none by default.
#[derive(Debug, Clone, Default)]
pub struct FakeDocuments(Shared<State>);

#[derive(Debug, Default)]
struct State {
    there: Option<AtAddress>,
    asked: usize,
}

impl FakeDocuments {
    /// The answer from now on.
    pub fn says(&self, there: AtAddress) {
        self.0.lock().there = Some(there);
    }

    /// The number of fetches.
    #[must_use]
    pub fn asked(&self) -> usize {
        self.0.lock().asked
    }
}

impl ClientDocuments for FakeDocuments {
    async fn document(&self, _: &str, _: IpAddr) -> Result<Vec<u8>, DocumentError> {
        let mut state = self.0.lock();
        state.asked += 1;
        match &state.there {
            Some(AtAddress::Document(bytes)) if bytes.len() > MAX_CLIENT_DOCUMENT => {
                Err(DocumentError::TooLong)
            }
            Some(AtAddress::Document(bytes)) => Ok(bytes.clone()),
            Some(AtAddress::Status(status)) => Err(DocumentError::Status(*status)),
            Some(AtAddress::Nobody) => Err(DocumentError::Unreachable("nobody answers".into())),
            None => Err(DocumentError::Status(404)),
        }
    }
}
