use super::Series;

/// The source of a new invoice's number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NumberSource {
    /// The caller's own number. The series does not move.
    Own(String),
    /// The next number of the series that was not assigned by hand.
    Series(Series),
    /// The caller's own number, which has this count in the series. The series continues after it. If the series has
    /// passed the count in the meantime, the decision is made again.
    Advance { series: Series, count: i64 },
}
