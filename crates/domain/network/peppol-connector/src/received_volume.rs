//! How much a company receives a day: whoever sends decides how large documents are, and the receiver pays for the place.

use access::Plan;
use time::Duration;

/// The time in which documents are counted.
pub const VOLUME_WINDOW: Duration = Duration::DAY;

/// Documents of so many bytes are always taken: an invoice is not refused because attachments of others filled the day.
pub const ALWAYS_TAKEN: u64 = 256 * 1024;

/// Bytes of documents that came within [`VOLUME_WINDOW`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ReceivedVolume {
    /// For a company,
    pub of_company: u64,
    /// and of them, from one sender.
    pub of_sender: u64,
}

/// Why a document is not taken today.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TooMuchReceived {
    /// One sender has half of what there is.
    #[error(
        "the receiver takes no more than {0} bytes a day from one sender: send it again tomorrow"
    )]
    OfSender(u64),
    /// All senders together.
    #[error("the receiver takes no more than {0} bytes a day: send it again tomorrow")]
    OfCompany(u64),
}

impl ReceivedVolume {
    /// Whether a document of so many bytes is taken after these.
    ///
    /// # Errors
    /// [`TooMuchReceived`].
    pub const fn check(self, size: u64, plan: Plan) -> Result<(), TooMuchReceived> {
        let all = plan.received_bytes_a_day();
        let half = all / 2;
        if size <= ALWAYS_TAKEN {
            return Ok(());
        }
        if self.of_sender.saturating_add(size) > half {
            return Err(TooMuchReceived::OfSender(half));
        }
        if self.of_company.saturating_add(size) > all {
            return Err(TooMuchReceived::OfCompany(all));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sender_has_half_of_the_day_and_what_is_small_always_comes() {
        let large = ALWAYS_TAKEN + 1;
        for plan in Plan::ALL {
            let all = plan.received_bytes_a_day();
            let half = all / 2;
            for (of_company, of_sender, size, expected) in [
                (0, 0, large, Ok(())),
                (half, half - large, large, Ok(())),
                (half, half - large + 1, large, Err(TooMuchReceived::OfSender(half))),
                (all - large, 0, large, Ok(())),
                (all - large + 1, 0, large, Err(TooMuchReceived::OfCompany(all))),
                (u64::MAX, u64::MAX, large, Err(TooMuchReceived::OfSender(half))),
                (u64::MAX, u64::MAX, ALWAYS_TAKEN, Ok(())),
            ] {
                let volume = ReceivedVolume { of_company, of_sender };
                assert_eq!(volume.check(size, plan), expected, "{plan} {volume:?} {size}");
            }
        }
    }
}
