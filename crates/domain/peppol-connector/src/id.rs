//! Ids of what the connector keeps.

use persistence::typed_id;

typed_id!(
    /// One send of one document; also the key of its credit and `document_id` in answers.
    SubmissionId,
    /// A staged document (`staged_id`).
    StagedId,
    /// A received document.
    ReceivedId,
);
