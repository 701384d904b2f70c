use peppol_connector::identifiers::ParticipantId;
use peppol_messages::Identifier;
use std::collections::BTreeSet;

/// In what the SML and our registrations differ.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Differences {
    /// Registered here, and not in the SML: nobody finds them.
    pub missing: Vec<String>,
    /// In the SML for our SMP, and not registered here: senders are led to us in vain.
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

#[cfg(test)]
mod tests {
    use super::*;

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
