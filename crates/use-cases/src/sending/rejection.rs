//! The reason of a rejected message.

use peppol_messages::mls::MessageStatus;

/// Maximum length of a stored reason, in characters.
const LONGEST_REASON: usize = 1_000;

/// The reason of a rejection, for people.
pub(crate) fn reason(status: &MessageStatus) -> String {
    let description = status.description.iter().cloned();
    let issues = status.issues.iter().map(|issue| match &issue.location {
        Some(place) => format!("{} ({place})", issue.description),
        None => issue.description.clone(),
    });
    let texts: Vec<_> = description.chain(issues).collect();
    texts.join("; ").chars().take(LONGEST_REASON).collect()
}
