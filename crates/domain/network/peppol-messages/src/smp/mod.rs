//! What an SMP publishes (Peppol SMP 1.4.0), read, written and checked.
//!
//! | to | begin with |
//! |---|---|
//! | believe an SMP's answer, or not | [`check_answer`] |
//! | read a ServiceGroup | [`ServiceGroup::read`] |
//! | publish | [`ServiceGroup::write`], [`ServiceMetadata::sign`] |

mod answer;
mod check;
mod choose;
mod group;
mod metadata;
mod read;
mod write;

pub use answer::{Answer, AnswerFault, Question, Trust};
pub use check::{check_answer, signer};
pub use group::ServiceGroup;
pub use metadata::{Endpoint, Process, Redirect, ServiceInformation, ServiceMetadata};
pub use read::NotPublished;

/// Namespace of the documents.
pub const SMP_NAMESPACE: &str = "http://busdox.org/serviceMetadata/publishing/1.0/";

/// Namespace of the identifiers in them.
pub(crate) const IDENTIFIERS_NAMESPACE: &str = "http://busdox.org/transport/identifiers/1.0/";

const WSA: &str = "http://www.w3.org/2005/08/addressing";

/// The one transport that is in use.
pub const AS4_TRANSPORT: &str = "peppol-transport-as4-v2_0";
