/// How many characters stand after the point: `substring-after(text, '.')`'s length.
pub(crate) fn decimals(text: &str) -> usize {
    text.split_once('.').map_or(0, |(_, fraction)| fraction.chars().count())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_are_counted_as_written() {
        for (text, expected) in [("5.000", 3), ("5.00\n", 3), ("5", 0), ("5.", 0)] {
            assert_eq!(decimals(text), expected, "{text:?}");
        }
    }
}
