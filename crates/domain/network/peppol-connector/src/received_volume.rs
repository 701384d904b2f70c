//! The daily limit of received bytes: senders decide how large documents are, but the receiver's plan pays for their
//! storage.

use access::Plan;
use time::Duration;

/// The sliding window in which received bytes are counted.
pub const VOLUME_WINDOW: Duration = Duration::DAY;

/// Documents of up to this many bytes are always accepted: attachments of other senders must not block an invoice.
pub const ALWAYS_TAKEN: u64 = 256 * 1024;

/// Bytes of the documents received within [`VOLUME_WINDOW`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ReceivedVolume {
    /// All bytes that the company received.
    pub of_company: u64,
    /// The part of [`ReceivedVolume::of_company`] that came from one sender.
    pub of_sender: u64,
}

/// Why a document is refused for today.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TooMuchReceived {
    /// One sender has reached its limit, half of the company's; in bytes.
    #[error(
        "the receiver takes no more than {0} bytes a day from one sender: send it again tomorrow"
    )]
    OfSender(u64),
    /// All senders together have reached the company's limit, in bytes.
    #[error("the receiver takes no more than {0} bytes a day: send it again tomorrow")]
    OfCompany(u64),
}

impl ReceivedVolume {
    /// Checks whether a document of `size` bytes may be accepted in addition.
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
