//! Charts as inline SVG. A table next to each chart has the same figures for people who do not see the picture.

use crate::texts::Texts;
use askama::Template;
use money::Decimal;

/// A bar of a chart.
#[derive(Clone)]
pub(crate) struct Bar {
    pub(crate) label: String,
    pub(crate) shown: String,
    pub(crate) class: &'static str,
    /// The width in thousandths of the longest bar.
    pub(crate) width: u32,
}

/// Bars side by side, each as long as its amount; one that is not above zero has no length.
pub(crate) fn bars(rows: Vec<(String, String, &'static str, Decimal)>) -> Vec<Bar> {
    let most = rows.iter().map(|row| row.3).max().unwrap_or_default();
    let bar = |(label, shown, class, amount): (String, String, _, _)| Bar {
        label,
        shown,
        class,
        width: share(amount, most, 1000),
    };
    rows.into_iter().map(bar).collect()
}

/// Bars under a title, with their amounts.
#[derive(Clone, Template)]
#[template(path = "bars.html")]
pub(crate) struct Bars {
    t: &'static Texts,
    pub(crate) title: &'static str,
    bars: Vec<Bar>,
}

impl Bars {
    pub(crate) const fn new(t: &'static Texts, title: &'static str, bars: Vec<Bar>) -> Self {
        Self { t, title, bars }
    }
}

/// The length of an amount in proportion to the largest one, which has the whole length; 0 for a negative amount.
fn share(amount: Decimal, most: Decimal, length: u32) -> u32 {
    let share = (amount > Decimal::ZERO).then(|| amount.checked_div(most)).flatten();
    let units = share.map(|share| (share * Decimal::from(length)).round());
    units.and_then(|units| u32::try_from(units).ok()).unwrap_or(0).min(length)
}

/// Units of the picture: it is as wide as it fits.
pub(crate) const WIDTH: u32 = 372;
/// The height of the columns without their labels.
pub(crate) const HEIGHT: u32 = 140;
const LEFT: u32 = 6;
const COLUMN: u32 = 8;

/// A group of columns: a month.
pub(crate) struct Group {
    /// The horizontal position of the middle, where the label is.
    pub(crate) middle: u32,
    pub(crate) label: String,
    pub(crate) columns: Vec<Column>,
}

/// A column, from the ground up, or down from it.
pub(crate) struct Column {
    pub(crate) class: &'static str,
    pub(crate) x: u32,
    pub(crate) y: u32,
    pub(crate) height: u32,
}

/// The data of a group: its label, and the class and amount of each column.
pub(crate) type GroupRow = (String, Vec<(&'static str, Decimal)>);

/// Groups of columns side by side.
pub(crate) struct Columns {
    /// The amount at their top: a round one.
    pub(crate) top: Decimal,
    /// The amount at their foot, a round one below zero, where any column hangs down.
    pub(crate) foot: Option<Decimal>,
    /// The vertical position of zero.
    pub(crate) ground: u32,
    pub(crate) groups: Vec<Group>,
}

/// Columns of positive amounts are above zero and those of negative amounts below it, on the same scale.
pub(crate) fn columns(rows: Vec<GroupRow>) -> Columns {
    let amounts = rows.iter().flat_map(|(_, columns)| columns.iter().map(|column| column.1));
    let (most, least) = amounts.fold((Decimal::ZERO, Decimal::ZERO), |(most, least), amount| {
        (most.max(amount), least.min(amount))
    });
    let foot = (least < Decimal::ZERO).then(|| round_up(-least));
    // a year with credit notes only has no columns above zero
    let top = if foot.is_some() && most == Decimal::ZERO { most } else { round_up(most) };
    let all = top.saturating_add(foot.unwrap_or_default());
    let ground = share(top, all, HEIGHT);
    let step = (WIDTH - 2 * LEFT) / u32::try_from(rows.len().max(1)).unwrap_or(1);
    let group = |(x, (label, amounts)): (u32, GroupRow)| {
        let width = COLUMN * u32::try_from(amounts.len()).unwrap_or(1);
        let left = x + step.saturating_sub(width) / 2;
        let columns = (left..).step_by(COLUMN as usize).zip(amounts).map(|(x, (class, amount))| {
            let (up, down) = (share(amount, all, HEIGHT), share(-amount, all, HEIGHT));
            let (up, down) = (up.min(ground), down.min(HEIGHT - ground));
            Column { class, x, y: ground - up, height: up + down }
        });
        Group { middle: x + step / 2, label, columns: columns.collect() }
    };
    let places = (LEFT..).step_by(step.max(1) as usize);
    let groups = places.zip(rows).map(group).collect();
    Columns { top, foot: foot.map(|foot| -foot), ground, groups }
}

/// The next of 1, 2, 5, 10, 20, 50 and so on that is not smaller.
fn round_up(amount: Decimal) -> Decimal {
    let mut unit = Decimal::ONE;
    while let Some(more) = unit.checked_mul(Decimal::TEN).filter(|more| *more <= amount) {
        unit = more;
    }
    let steps = [1, 2, 5, 10].map(|step| unit.checked_mul(step.into()));
    steps.into_iter().flatten().find(|step| *step >= amount).unwrap_or(amount)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dec(text: &str) -> Decimal {
        text.parse().expect("a number")
    }

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

    #[test]
    fn the_top_is_round() {
        for (amount, top) in [
            (dec("0"), dec("1")),
            (dec("0.01"), dec("1")),
            (dec("1"), dec("1")),
            (dec("10"), dec("10")),
            (dec("10.01"), dec("20")),
            (dec("499.99"), dec("500")),
            (dec("5001"), dec("10000")),
            (Decimal::MAX, Decimal::MAX),
        ] {
            assert_eq!(round_up(amount), top, "{amount}");
        }
    }

    fn heights(group: &Group) -> Vec<u32> {
        group.columns.iter().map(|it| it.height).collect()
    }

    #[test]
    fn columns_stand_on_the_ground_within_the_picture() {
        let month = |amount| (String::new(), vec![("a", amount), ("b", dec("5")), ("c", dec("0"))]);
        let Columns { top, foot, ground, groups } =
            columns((1..=12).map(|n| month(Decimal::from(n * 10))).collect());
        assert_eq!((top, foot, ground, groups.len()), (dec("200"), None, HEIGHT, 12));
        let all: Vec<_> = groups.iter().flat_map(|group| &group.columns).collect();
        assert!(all.iter().all(|column| column.y + column.height == HEIGHT));
        assert!(all.windows(2).all(|two| two[0].x + COLUMN <= two[1].x), "none covers another");
        assert!(all.iter().all(|column| column.x >= LEFT && column.x + COLUMN <= WIDTH));
        assert_eq!((heights(&groups[0]), heights(&groups[11])), (vec![7, 4, 0], vec![84, 4, 0]));
    }

    #[test]
    fn what_is_below_zero_hangs_down_from_the_ground() {
        let months = |amounts: &[&str]| {
            let row = |text: &&str| (String::new(), vec![("a", dec(text))]);
            columns(amounts.iter().map(row).collect())
        };
        let Columns { top, foot, ground, groups } = months(&["100", "-40", "0", "50"]);
        assert_eq!((top, foot, ground), (dec("100"), Some(dec("-50")), 93));
        let places: Vec<_> =
            groups.iter().map(|it| (it.columns[0].y, it.columns[0].height)).collect();
        assert_eq!(places, [(0, 93), (93, 37), (93, 0), (46, 47)]);
        let credited = months(&["-40", "0"]);
        assert_eq!((credited.top, credited.foot), (dec("0"), Some(dec("-50"))));
        assert_eq!((credited.ground, heights(&credited.groups[0])), (0, vec![112]));
        let nothing = months(&["0"]);
        assert_eq!((nothing.top, nothing.foot, nothing.ground), (dec("1"), None, HEIGHT));
        let most = months(&["79228162514264337593543950335", "-79228162514264337593543950335"]);
        assert!(most.ground <= HEIGHT && heights(&most.groups[1])[0] <= HEIGHT);
    }
}
