use crate::{Entry, EntryState};
use peppol_connector::identifiers::ParticipantId;
use peppol_messages::Identifier;
use std::collections::BTreeSet;

/// In what the SML and our registrations differ.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Differences {
    /// Registered here, and not in the SML: senders do not find them.
    pub missing: Vec<String>,
    /// Participants that the SML has for our SMP and that are not registered here: senders find no metadata of them.
    pub unknown: Vec<String>,
}

impl Differences {
    /// Whether there are none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.missing.is_empty() && self.unknown.is_empty()
    }
}

/// Compares what is registered here, our own identifier included, with what the SML lists for our SMP.
#[must_use]
pub fn differences<'a>(
    registered: impl IntoIterator<Item = &'a ParticipantId>,
    listed: impl IntoIterator<Item = &'a Identifier>,
) -> Differences {
    let ours: BTreeSet<_> = registered.into_iter().map(ParticipantId::canonical).collect();
    let theirs: BTreeSet<_> =
        listed.into_iter().map(|one| one.value.to_ascii_lowercase()).collect();
    Differences {
        missing: ours.difference(&theirs).cloned().collect(),
        unknown: theirs.difference(&ours).cloned().collect(),
    }
}

impl Differences {
    /// The differences that `other` has too.
    #[must_use]
    pub fn and(mut self, other: &Self) -> Self {
        self.missing.retain(|id| other.missing.contains(id));
        self.unknown.retain(|id| other.unknown.contains(id));
        self
    }
}

/// Whether a participant differs only until the SML is asked: its entry is to be made or removed, and no attempt has
/// failed. `is_registered`: here.
#[must_use]
pub const fn is_under_way(entry: &Entry, is_registered: bool) -> bool {
    let will_agree = match entry.state {
        EntryState::Waiting => is_registered,
        EntryState::Listed => !is_registered,
        EntryState::Leaving | EntryState::Refused => false,
    };
    will_agree && entry.error.is_none()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::EntryError;
    use access::OrganizationId;
    use events::ParticipantSource;
    use peppol_connector::identifiers::Network;
    use time::OffsetDateTime;
    use uuid::Uuid;

    #[test]
    fn an_entry_that_is_being_made_or_removed_is_no_lasting_difference() {
        let participant: ParticipantId = "9930:DE1".parse().expect("an id");
        let organization = OrganizationId(Uuid::from_u128(1));
        let place = (Network::Test, participant);
        let source = ParticipantSource::ApiEnroll;
        let waiting = Entry::new(place, organization, source, None, OffsetDateTime::UNIX_EPOCH);
        assert!(is_under_way(&waiting, true) && !is_under_way(&waiting, false));
        let error = EntryError { code: "X".to_owned(), message: "refused".to_owned() };
        assert!(!is_under_way(&Entry { error: Some(error), ..waiting.clone() }, true));
        let listed = Entry { state: EntryState::Listed, ..waiting };
        assert!(is_under_way(&listed, false) && !is_under_way(&listed, true));
        for state in [EntryState::Leaving, EntryState::Refused] {
            let entry = Entry { state, ..listed.clone() };
            assert!(!is_under_way(&entry, true) && !is_under_way(&entry, false));
        }
    }

    #[test]
    fn differences_that_both_have_remain() {
        let of = |missing: &[&str], unknown: &[&str]| Differences {
            missing: missing.iter().map(ToString::to_string).collect(),
            unknown: unknown.iter().map(ToString::to_string).collect(),
        };
        let both = of(&["a", "b"], &["c"]).and(&of(&["b"], &["d"]));
        assert_eq!(both, of(&["b"], &[]));
    }

    #[test]
    fn both_sides_are_compared_without_regard_to_case() {
        let ours: Vec<ParticipantId> =
            ["9930:DE1", "0245:1234567890"].map(|id| id.parse().expect(id)).to_vec();
        let theirs = ["9930:de1", "0088:x"].map(Identifier::participant);
        let found = differences(&ours, &theirs);
        assert_eq!(
            (&*found.missing, &*found.unknown),
            (&["0245:1234567890".to_owned()][..], &["0088:x".to_owned()][..])
        );
        assert!(differences(&ours[..1], &theirs[..1]).is_empty());
    }
}
