//! When held sends leave (send settings; Limits, "Held sends").

use serde::{Deserialize, Serialize};
use time::{OffsetDateTime, Time, macros::time};

/// The time of day in Bratislava by which held sends have left.
pub const LEAVES_BY: Time = time!(21:00);

/// The safety cutoff: 15 minutes earlier, so that the queue can drain.
pub(crate) const CUTOFF: Time = time!(20:45);

/// Maximum number of held sends that one request releases. They are changed in one transaction, which blocks other
/// sends; a caller with more repeats the request.
pub const MAX_RELEASED: usize = 500;

/// When an organization's own invoices leave after they were queued.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SendMode {
    /// They leave at once.
    #[default]
    Immediate,
    /// They leave at a time of day in Bratislava.
    Scheduled(Time),
    /// They leave when released by hand (`POST …/batches/send`).
    Manual,
}

impl SendMode {
    /// The name of the mode in answers, for example `scheduled`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Immediate => "immediate",
            Self::Scheduled(_) => "scheduled",
            Self::Manual => "manual",
        }
    }

    /// The time of day of `Scheduled` as `HH:MM`, for example `09:05`; `None` for other modes.
    #[must_use]
    pub fn time(self) -> Option<String> {
        match self {
            Self::Scheduled(time) => Some(format!("{:02}:{:02}", time.hour(), time.minute())),
            Self::Immediate | Self::Manual => None,
        }
    }
}

/// The time when a send may leave.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Release {
    /// The earliest time at which it leaves.
    pub at: OffsetDateTime,
    /// Whether the safety cutoff set the time, not the organization's settings.
    pub forced: bool,
    /// Whether it is held until that time, and can be released by hand earlier.
    pub held: bool,
}

/// The time when a send that is queued now leaves without a release.
///
/// Never later than the cutoff of the same day: from 2027 a document must leave on its issue date. After the cutoff it
/// leaves at once, for the same reason.
#[must_use]
pub fn release_time(mode: SendMode, now: OffsetDateTime) -> Release {
    let today = service_day::date(now);
    let cutoff = service_day::at(today, CUTOFF);
    let wanted = match mode {
        SendMode::Immediate => return Release { at: now, forced: false, held: false },
        SendMode::Scheduled(time) => Some(service_day::at(today, time)).filter(|at| *at >= now),
        SendMode::Manual => None,
    };
    match wanted {
        Some(at) if at <= cutoff => Release { at, forced: false, held: at > now },
        _ => Release { at: cutoff.max(now), forced: true, held: cutoff > now },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::macros::datetime;

    #[test]
    fn each_mode_has_its_hour() {
        let winter =
            |h: i64, m: i64| datetime!(2027-01-15 00:00 +1) + time::Duration::minutes(h * 60 + m);
        let at = SendMode::Scheduled;
        for (mode, now, leaves, forced) in [
            (SendMode::Immediate, winter(23, 0), winter(23, 0), false),
            (at(time!(16:00)), winter(9, 0), winter(16, 0), false),
            (at(time!(16:00)), winter(16, 0), winter(16, 0), false),
            // the time of day has passed: not tomorrow, when the issue date would be wrong
            (at(time!(16:00)), winter(16, 1), winter(20, 45), true),
            (at(time!(20:45)), winter(9, 0), winter(20, 45), false),
            (at(time!(23:00)), winter(9, 0), winter(20, 45), true),
            (at(time!(23:00)), winter(22, 0), winter(22, 0), true),
            (SendMode::Manual, winter(0, 0), winter(20, 45), true),
            (SendMode::Manual, winter(20, 44), winter(20, 45), true),
            (SendMode::Manual, winter(21, 30), winter(21, 30), true),
        ] {
            let held = leaves > now;
            assert_eq!(release_time(mode, now), Release { at: leaves, forced, held }, "{mode:?}");
        }
    }

    #[test]
    fn clocks_that_change_do_not_move_the_cutoff() {
        for (now, leaves) in [
            (datetime!(2027-03-28 00:10 +1), datetime!(2027-03-28 20:45 +2)),
            (datetime!(2027-10-31 00:10 +2), datetime!(2027-10-31 20:45 +1)),
            (datetime!(2027-07-01 00:10 +2), datetime!(2027-07-01 20:45 +2)),
        ] {
            assert_eq!(release_time(SendMode::Manual, now).at, leaves);
        }
    }

    #[test]
    fn a_send_leaves_on_the_day_it_was_queued() {
        for minutes in 0..2 * 24 * 60 {
            let now = datetime!(2027-03-27 00:00 +1) + time::Duration::minutes(minutes);
            for mode in [SendMode::Manual, SendMode::Scheduled(time!(02:30))] {
                let release = release_time(mode, now);
                assert!(release.at >= now);
                assert_eq!(service_day::date(release.at), service_day::date(now), "{now}");
            }
        }
    }
}
