//! How many and how much (section "Limits" of the Agent API).

/// Largest number of attachments of an invoice.
pub(crate) const MAX_COUNT: usize = 10;

/// Largest total size of the attachments of an invoice, in decoded bytes.
///
/// The specification says "10 MB"; the larger reading, 10 × 1024 × 1024, is taken, so that no
/// file a customer's computer shows as 10 MB is refused.
pub const MAX_TOTAL_BYTES: usize = 10 * 1024 * 1024;

/// Too many attachments, or too much in them; belongs to `attachments`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error, refusals::Refusal)]
#[refusal("attachments")]
pub enum LimitExceeded {
    /// More than `MAX_COUNT`.
    #[error("{count} attachments; an invoice carries at most {most}", most = MAX_COUNT)]
    Count {
        /// How many there were.
        count: usize,
    },
    /// More than [`MAX_TOTAL_BYTES`].
    #[error(
        "the attachments have {bytes} bytes decoded; together they may have at most \
         {most} (10 MB)", most = MAX_TOTAL_BYTES
    )]
    Bytes {
        /// How many there were.
        bytes: usize,
    },
}

/// Checks the limits of one invoice on the decoded sizes of its attachments.
///
/// # Errors
/// The limit that is exceeded, the count before the size.
pub fn within_limits(sizes: impl IntoIterator<Item = usize>) -> Result<(), LimitExceeded> {
    let (count, bytes) = sizes
        .into_iter()
        .fold((0_usize, 0_usize), |(count, bytes), size| (count + 1, bytes.saturating_add(size)));
    if count > MAX_COUNT {
        Err(LimitExceeded::Count { count })
    } else if bytes > MAX_TOTAL_BYTES {
        Err(LimitExceeded::Bytes { bytes })
    } else {
        Ok(())
    }
}
