use events::EventName;
use serde::{Serialize, Serializer};

/// The events that an endpoint receives: a set, in the order of the catalogue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Subscription(u32);

const fn bit(name: EventName) -> u32 {
    1 << (name as u32)
}

impl Subscription {
    /// The subscription to these events.
    #[must_use]
    pub fn of(names: &[EventName]) -> Self {
        names.iter().copied().collect()
    }

    /// Every event that partners' endpoints may receive.
    #[must_use]
    pub fn all_for_partners() -> Self {
        EventName::ALL.iter().copied().filter(|name| name.for_partners()).collect()
    }

    /// Whether the event is one of them.
    #[must_use]
    pub const fn has(self, name: EventName) -> bool {
        self.0 & bit(name) != 0
    }

    /// Whether no event is subscribed.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The event of a test send that names none: the first subscribed one that is ever emitted.
    #[must_use]
    pub fn for_test(self) -> Option<EventName> {
        self.iter().find(|name| name.is_emitted())
    }

    /// The events.
    pub fn iter(self) -> impl Iterator<Item = EventName> {
        EventName::ALL.iter().copied().filter(move |&name| self.has(name))
    }
}

impl FromIterator<EventName> for Subscription {
    fn from_iter<T: IntoIterator<Item = EventName>>(names: T) -> Self {
        Self(names.into_iter().fold(0, |set, name| set | bit(name)))
    }
}

/// Written as an array of names.
impl Serialize for Subscription {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::{prelude::*, sample::subsequence};

    proptest! {
        #[test]
        fn a_subscription_is_a_set(names in subsequence(EventName::ALL.to_vec(), 0..=EventName::ALL.len()).prop_shuffle()) {
            let set = Subscription::of(&names);
            prop_assert_eq!(set, names.iter().rev().chain(&names).copied().collect());
            prop_assert_eq!(set.iter().count(), names.len());
            prop_assert_eq!(set.is_empty(), names.is_empty());
            for &name in EventName::ALL {
                prop_assert_eq!(set.has(name), names.contains(&name));
            }
        }
    }

    #[test]
    fn one_event_is_no_other() {
        for &name in EventName::ALL {
            let set = Subscription::of(&[name]);
            assert_eq!(set.iter().collect::<Vec<_>>(), [name]);
        }
    }

    #[test]
    fn companies_have_eighteen_events_and_partners_twelve() {
        let companies = EventName::ALL.iter().filter(|name| name.for_companies());
        assert_eq!(companies.count(), 18);
        let all = Subscription::all_for_partners();
        assert_eq!(all.iter().count(), 12);
        assert_eq!(all.for_test(), Some(EventName::PeppolDocumentSent));
        assert_eq!(Subscription::of(&[EventName::PeppolDocumentStatusChanged]).for_test(), None);
    }
}
