//! A place outside that work goes to: a mail server, an access point, an authority. So many attempts may be under way
//! there, and while it is silent nobody waits for it: what would go there is put back.

use time::{Duration, OffsetDateTime};

/// An attempt that took so long and came to nothing met with silence: it kept a slot all that time.
pub const SILENCE: Duration = Duration::seconds(5);

/// Attempts one after the other that met with silence until the place is left alone. One alone may be about what was
/// sent.
const SILENCES: u32 = 2;

/// How long it is left alone the first time. Each time after that it is twice as long.
const FIRST_PAUSE: Duration = Duration::seconds(15);

/// How long at most.
const LONGEST_PAUSE: Duration = Duration::minutes(5);

/// When what finds all attempts taken comes back at the earliest.
const TAKEN: Duration = Duration::seconds(1);

/// Between two pieces of work that were put back, so that not all of them come back at once and are put back again: to a
/// place that answers, and to one that is silent.
const APART: Duration = Duration::milliseconds(5);
const APART_IN_SILENCE: Duration = Duration::milliseconds(50);

/// How an attempt ended, as far as the place is concerned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Heard {
    /// It answered, or refused at once.
    Answer,
    /// It kept the attempt waiting, for nothing.
    Silence,
    /// Nothing is known of it: the attempt did not get there.
    Nothing,
}

impl Heard {
    /// What an attempt of this length says.
    #[must_use]
    pub fn of(succeeded: bool, took: Duration) -> Self {
        if !succeeded && took >= SILENCE { Self::Silence } else { Self::Answer }
    }
}

/// What is known of a place.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Destination {
    under_way: usize,
    silences: u32,
    /// Nobody goes there before.
    closed_until: Option<OffsetDateTime>,
    /// When the last comes back that was put back.
    last_back: Option<OffsetDateTime>,
}

impl Destination {
    /// Begins an attempt, where at most so many may be under way. After a silence one finds out first.
    ///
    /// # Errors
    /// When to come back.
    pub fn enter(&mut self, most: usize, now: OffsetDateTime) -> Result<(), OffsetDateTime> {
        let most = if self.is_silent() { 1 } else { most.max(1) };
        let closed = self.closed_until.filter(|until| now < *until);
        if closed.is_none() && self.under_way < most {
            self.under_way += 1;
            return Ok(());
        }
        let earliest = closed.unwrap_or_else(|| now.saturating_add(TAKEN));
        let apart = if closed.is_some() { APART_IN_SILENCE } else { APART };
        let after_the_last = self.last_back.map_or(earliest, |last| last.saturating_add(apart));
        let at = after_the_last.clamp(earliest, earliest.saturating_add(LONGEST_PAUSE));
        self.last_back = Some(at);
        Err(at)
    }

    /// An attempt that was begun has ended.
    pub fn left(&mut self, heard: Heard, now: OffsetDateTime) {
        self.under_way = self.under_way.saturating_sub(1);
        match heard {
            // whoever comes next does not queue behind those that wait for the end of the pause
            Heard::Answer if self.is_silent() => {
                *self = Self { under_way: self.under_way, ..Self::default() }
            }
            Heard::Answer => self.silences = 0,
            // those that were under way together met with the same silence
            Heard::Silence if self.closed_until.is_none_or(|until| until <= now) => {
                self.silences = self.silences.saturating_add(1);
                self.closed_until = self.is_silent().then(|| now.saturating_add(self.pause()));
            }
            Heard::Silence | Heard::Nothing => {}
        }
    }

    /// Whether nothing has to be remembered of it.
    #[must_use]
    pub fn is_forgotten(&self, now: OffsetDateTime) -> bool {
        let is_over = |at: Option<OffsetDateTime>| at.is_none_or(|at| at <= now);
        let seen = self.closed_until.map(|until| until.saturating_add(LONGEST_PAUSE));
        self.under_way == 0 && is_over(seen) && is_over(self.last_back)
    }

    const fn is_silent(&self) -> bool {
        self.silences >= SILENCES
    }

    fn pause(&self) -> Duration {
        let doublings = self.silences.saturating_sub(SILENCES).min(16);
        FIRST_PAUSE.saturating_mul(1 << doublings).min(LONGEST_PAUSE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::macros::datetime;

    const NOW: OffsetDateTime = datetime!(2026-11-28 08:00 UTC);

    fn seconds(seconds: i64) -> OffsetDateTime {
        NOW + Duration::seconds(seconds)
    }

    #[test]
    fn so_many_attempts_are_under_way_and_the_others_come_back_one_after_the_other() {
        let mut place = Destination::default();
        assert_eq!((place.enter(2, NOW), place.enter(2, NOW)), (Ok(()), Ok(())));
        let back: Vec<_> = (0..3).map(|_| place.enter(2, NOW).expect_err("two go")).collect();
        assert_eq!(back, [seconds(1), seconds(1) + APART, seconds(1) + APART * 2]);
        place.left(Heard::Answer, NOW);
        assert_eq!(place.enter(2, NOW), Ok(()));
        let mut crowded = place;
        let last = (0..100_000).map(|_| crowded.enter(2, NOW).expect_err("two go")).last();
        assert_eq!(last, Some(seconds(1) + LONGEST_PAUSE), "nothing is put off for ever");
    }

    #[test]
    fn a_silent_place_is_left_alone_longer_each_time_and_asked_by_one() {
        let mut place = Destination::default();
        for _ in 0..8 {
            assert_eq!(place.enter(8, NOW), Ok(()));
        }
        for _ in 0..8 {
            place.left(Heard::Silence, seconds(30));
        }
        // eight of them are one silence after the other until the second, and then the place is closed
        assert_eq!(place.enter(8, seconds(31)), Err(seconds(45)));
        assert_eq!(place.enter(8, seconds(45)), Ok(()), "one finds out");
        assert!(place.enter(8, seconds(45)).is_err(), "and no other");
        place.left(Heard::Silence, seconds(75));
        assert_eq!(place.enter(8, seconds(104)).map_err(|at| at >= seconds(105)), Err(true));
        assert_eq!(place.enter(8, seconds(105)), Ok(()));
        place.left(Heard::Answer, seconds(106));
        for _ in 0..8 {
            assert_eq!(place.enter(8, seconds(107)), Ok(()), "it answers");
        }
    }

    #[test]
    fn pauses_end() {
        let mut place = Destination::default();
        let mut at = NOW;
        for _ in 0..40 {
            if let Err(later) = place.enter(1, at) {
                assert!(later - at <= LONGEST_PAUSE * 2, "{}", later - at);
                at = later;
                assert_eq!(place.enter(1, at), Ok(()));
            }
            place.left(Heard::Silence, at);
        }
        assert!(!place.is_forgotten(at));
        assert!(place.is_forgotten(at + LONGEST_PAUSE * 3));
    }

    #[test]
    fn one_silence_among_answers_closes_nothing() {
        let mut place = Destination::default();
        for heard in [Heard::Silence, Heard::Answer, Heard::Nothing, Heard::Silence] {
            assert_eq!(place.enter(1, NOW), Ok(()), "{heard:?}");
            place.left(heard, NOW);
        }
        assert_eq!(place.enter(1, NOW), Ok(()));
    }

    #[test]
    fn silence_is_what_takes_time_and_comes_to_nothing() {
        for (succeeded, seconds, heard) in [
            (true, 60, Heard::Answer),
            (false, 0, Heard::Answer),
            (false, 4, Heard::Answer),
            (false, 5, Heard::Silence),
            (false, 60, Heard::Silence),
        ] {
            let took = Duration::seconds(seconds);
            assert_eq!(Heard::of(succeeded, took), heard, "{succeeded}, {seconds} s");
        }
    }
}
