//! Where documents are examined: in this process, by the official rules.

use document_intake::{Document, DocumentIntake, Incoming, OfficialRules, examine};
use peppol_connector::ValidatorUnavailable;
use std::sync::Arc;

/// Documents longer than this are examined on a thread of the pool: they would hold up the others.
const AT_ONCE: usize = 128 * 1024;

/// Small documents at once, large ones on a thread of the pool.
#[derive(Debug, Clone, Copy, Default)]
pub struct Intake;

impl DocumentIntake for Intake {
    async fn examine(&self, incoming: Incoming) -> Document {
        if incoming.bytes.len() <= AT_ONCE {
            return examine(&OfficialRules, &incoming);
        }
        let bytes = Arc::clone(&incoming.bytes);
        let thread = tokio::task::spawn_blocking(move || examine(&OfficialRules, &incoming));
        thread.await.unwrap_or_else(|error| {
            tracing::error!(error = %error, "a document could not be examined");
            Document::unexamined(bytes, ValidatorUnavailable(error.into()))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use peppol_connector::{Network, Validation};

    #[tokio::test]
    async fn large_documents_get_the_same_verdict() {
        let small = "<Order xmlns='urn:x'/>".to_owned();
        let large = format!("{small}{}", " ".repeat(AT_ONCE));
        let mut verdicts = Vec::new();
        for document in [small, large] {
            let bytes = document.into_bytes().into();
            let incoming = Incoming { bytes, format: None, network: Network::Live };
            verdicts.push(Intake.examine(incoming).await.examined.original);
        }
        assert!(matches!(&verdicts[0], Validation::Ran(verdict) if !verdict.is_valid()));
        assert_eq!(verdicts[0], verdicts[1]);
    }
}
