//! Ids of what the connector keeps.

use serde::{Deserialize, Serialize};
use std::fmt;
use uuid::Uuid;

macro_rules! identifier {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub Uuid);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }
    };
}

identifier!(
    /// One send of one document; also the key of its credit and `document_id` in answers.
    SubmissionId
);
identifier!(
    /// A staged document (`staged_id`).
    StagedId
);
identifier!(
    /// The invoice that a sent document is recorded as (`invoice_id`).
    RecordedInvoiceId
);
