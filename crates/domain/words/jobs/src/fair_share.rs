//! Divides slots among the organizations that have work in progress, so that one stays free for the next organization.

use access::OrganizationId;
use std::collections::HashMap;

/// Which organization work is for; `None` is the installation itself.
pub type Whose = Option<OrganizationId>;

/// The number of jobs in progress for each organization, over one set of slots.
#[derive(Debug, Clone, Default)]
pub struct FairShare(HashMap<Whose, usize>);

impl FairShare {
    /// Counts a job that begins.
    pub fn began(&mut self, whose: Whose) {
        *self.0.entry(whose).or_default() += 1;
    }

    /// Removes a job that ended.
    pub fn ended(&mut self, whose: Whose) {
        let left = self.0.get(&whose).map_or(0, |count| count.saturating_sub(1));
        if left == 0 {
            self.0.remove(&whose);
        } else {
            self.0.insert(whose, left);
        }
    }

    /// How many of `slots` an organization may take that has nothing in progress yet: the share of each if yet another
    /// organization came. The first has half of them.
    #[must_use]
    pub fn each(&self, slots: usize) -> usize {
        (slots / (self.0.len() + 2)).max(1)
    }

    /// The organizations that have used up their share of `slots`.
    #[must_use]
    pub fn full(&self, slots: usize) -> Vec<Whose> {
        let each = (slots / (self.0.len() + 1)).max(1);
        let full = self.0.iter().filter(|(_, count)| **count >= each);
        let mut full: Vec<Whose> = full.map(|(whose, _)| *whose).collect();
        full.sort_unstable();
        full
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    #[test]
    fn there_is_a_slot_for_who_comes_next() {
        let whose = |n: u128| Some(OrganizationId(Uuid::from_u128(n)));
        for slots in [2, 4, 16, 64] {
            let mut share = FairShare::default();
            let mut taken = 0;
            // each takes what it may, one after the other
            for n in 0..slots as u128 {
                assert!(!share.full(slots).contains(&whose(n)), "{n} of {slots}");
                for _ in 0..share.each(slots).min(slots - taken) {
                    share.began(whose(n));
                    taken += 1;
                }
                assert!(n > 0 || taken <= slots / 2, "the first has {taken} of {slots}");
                if taken == slots {
                    assert!(n > 0, "{slots}");
                    break;
                }
            }
        }
    }

    #[test]
    fn who_has_its_share_waits_until_some_of_it_has_ended() {
        let mut share = FairShare::default();
        share.began(None);
        assert!(share.full(4).is_empty());
        share.began(None);
        assert_eq!(share.full(4), [None]);
        share.ended(None);
        assert!(share.full(4).is_empty());
        share.ended(None);
        share.ended(None);
        assert_eq!((share.each(4), share.full(4).len()), (2, 0), "nothing is under way");
        share.began(None);
        assert_eq!(share.full(1), [None], "one slot is anybody's, one at a time");
    }
}
