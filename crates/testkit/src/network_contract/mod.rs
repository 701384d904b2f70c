//! The contracts of the ports that lead out of the process, or to work that takes its time: plain async functions
//! over a port, one file for each. The real adapters and the [fakes](crate::fakes) pass the same ones.
//!
//! An adapter is tried by implementing the file's `…UnderTest`, which says how each situation is
//! brought about, and by naming an async function that opens it:
//!
//! ```text
//! async fn smtp() -> Smtp { … }
//! testkit::mailer_contract!(smtp); // one #[tokio::test] for each function
//! ```
//!
//! A situation that an adapter cannot be in (a folder refuses no recipient) is `None`; what is
//! promised of it is then not tried.

// each function's name says what must hold

pub mod access_point;
pub mod accounting_program;
pub mod card_directory;
pub mod client_documents;
pub mod document_intake;
pub mod document_validator;
pub mod mailer;
pub mod participant_directory;
pub mod participant_registry;
pub mod password_hasher;
pub mod rate_source;
pub mod token_signer;
pub mod token_verifier;
pub mod webhook_sender;

/// Makes a test of each function of a contract. The macros of the contracts call it.
#[doc(hidden)]
#[macro_export]
macro_rules! network_contract {
    ($open:ident, $port:ident: $($name:ident)+) => {
        mod $port { $(
            #[tokio::test(flavor = "multi_thread", worker_threads = 4)]
            async fn $name() {
                let subject = super::$open().await;
                $crate::network_contract::$port::$name(&subject).await;
            }
        )+ }
    };
}
