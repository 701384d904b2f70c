//! A place outside that attempts go to: a mail server, an access point, an authority. Limits how many attempts run
//! against it at a time. While it does not answer, it is closed for a pause and jobs for it are put back into the
//! queue.

use time::{Duration, OffsetDateTime};

/// A failed attempt that took at least this long counts as a silence: it occupied a slot all that time.
pub const SILENCE: Duration = Duration::seconds(5);

/// Silences in a row after which the destination is closed for a pause. A single one may be due to what was sent.
const SILENCES: u32 = 2;

/// The first pause. Each further silence doubles it.
const FIRST_PAUSE: Duration = Duration::seconds(15);

/// The longest pause.
const LONGEST_PAUSE: Duration = Duration::minutes(5);

/// The earliest retry of a job that found all slots of the destination taken.
const TAKEN: Duration = Duration::seconds(1);

/// Time between two jobs that were put back, so that they do not all return at once and are put back again: for a
/// destination that answers, and for one that is silent.
const APART: Duration = Duration::milliseconds(5);
const APART_IN_SILENCE: Duration = Duration::milliseconds(50);

/// How an attempt ended, as far as the destination is concerned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Heard {
    /// It answered, or refused at once.
    Answer,
    /// The attempt waited for [`SILENCE`] or longer and failed.
    Silence,
    /// Unknown: the attempt did not reach the destination.
    Nothing,
}

impl Heard {
    /// The verdict on an attempt that took this long.
    #[must_use]
    pub fn of(succeeded: bool, took: Duration) -> Self {
        if !succeeded && took >= SILENCE { Self::Silence } else { Self::Answer }
    }
}

/// The state of one destination: attempts in progress, silences, and its pause.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Destination {
    under_way: usize,
    silences: u32,
    /// No attempt begins before this time.
    closed_until: Option<OffsetDateTime>,
    /// The latest time that was given to a job that was put back.
    last_back: Option<OffsetDateTime>,
}

impl Destination {
    /// Begins an attempt, unless `most` are in progress already. While the destination is silent only one at a time is
    /// allowed, which finds out whether it answers again.
    ///
    /// # Errors
    /// The time to try again.
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

    /// Ends an attempt that [`Self::enter`] began.
    pub fn leave(&mut self, heard: Heard, now: OffsetDateTime) {
        self.under_way = self.under_way.saturating_sub(1);
        match heard {
            // a job that comes next does not queue behind those that wait for the end of the pause
            Heard::Answer if self.is_silent() => {
                *self = Self { under_way: self.under_way, ..Self::default() }
            }
            Heard::Answer => self.silences = 0,
            // attempts that ran at the same time count as one silence
            Heard::Silence if self.closed_until.is_none_or(|until| until <= now) => {
                self.silences = self.silences.saturating_add(1);
                self.closed_until = self.is_silent().then(|| now.saturating_add(self.pause()));
            }
            Heard::Silence | Heard::Nothing => {}
        }
    }

    /// Whether its state can be dropped: nothing is in progress, no retry time lies ahead, and its last pause is long
    /// over.
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
        place.leave(Heard::Answer, NOW);
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
            place.leave(Heard::Silence, seconds(30));
        }
        // eight attempts are one silence after the other until the second, and then the destination is closed
        assert_eq!(place.enter(8, seconds(31)), Err(seconds(45)));
        assert_eq!(place.enter(8, seconds(45)), Ok(()), "one finds out");
        assert!(place.enter(8, seconds(45)).is_err(), "and no other");
        place.leave(Heard::Silence, seconds(75));
        assert_eq!(place.enter(8, seconds(104)).map_err(|at| at >= seconds(105)), Err(true));
        assert_eq!(place.enter(8, seconds(105)), Ok(()));
        place.leave(Heard::Answer, seconds(106));
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
            place.leave(Heard::Silence, at);
        }
        assert!(!place.is_forgotten(at));
        assert!(place.is_forgotten(at + LONGEST_PAUSE * 3));
    }

    #[test]
    fn one_silence_among_answers_closes_nothing() {
        let mut place = Destination::default();
        for heard in [Heard::Silence, Heard::Answer, Heard::Nothing, Heard::Silence] {
            assert_eq!(place.enter(1, NOW), Ok(()), "{heard:?}");
            place.leave(heard, NOW);
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
