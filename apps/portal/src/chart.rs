//! Charts as inline SVG. The figures stand beside them as a table: nobody has to read the picture.

use money::Decimal;

/// A bar of a chart.
pub(crate) struct Bar {
    pub(crate) label: String,
    pub(crate) shown: String,
    pub(crate) class: &'static str,
    /// Of the longest bar, in thousandths.
    pub(crate) width: u32,
}

/// Bars side by side, each as long as its amount; one that is not above zero has no length.
pub(crate) fn bars(rows: Vec<(String, String, &'static str, Decimal)>) -> Vec<Bar> {
    let most = rows.iter().map(|row| row.3).max().unwrap_or_default();
    let width = |amount: Decimal| {
        let share =
            (amount > Decimal::ZERO).then(|| (amount * Decimal::from(1000)).checked_div(most));
        share.flatten().and_then(|share| u32::try_from(share.round()).ok()).unwrap_or(0).min(1000)
    };
    let bar = |(label, shown, class, amount): (String, String, _, _)| Bar {
        label,
        shown,
        class,
        width: width(amount),
    };
    rows.into_iter().map(bar).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_bar_is_the_largest_amount() {
        let row = |amount: i64| (String::new(), String::new(), "", Decimal::from(amount));
        let widths = |amounts: &[i64]| {
            let bars = bars(amounts.iter().copied().map(row).collect());
            bars.into_iter().map(|bar| bar.width).collect::<Vec<_>>()
        };
        assert_eq!(widths(&[50, 200, 0, -5]), [250, 1000, 0, 0]);
        assert_eq!(widths(&[0, 0]), [0, 0]);
        assert_eq!(widths(&[]), [0; 0]);
    }
}
