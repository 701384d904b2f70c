//! Sums and balances below the movements, by what stands where a day should be.

use super::heading;

/// Characters of a label that are looked at.
const MAX_LABEL: usize = 40;

/// The first words of their labels.
const LABELS: [&str; 24] = [
    "spolu",
    "celkom",
    "celkovo",
    "celkem",
    "sucet",
    "soucet",
    "suma",
    "zostatok",
    "zustatek",
    "konecny",
    "pociatocny",
    "pocatecni",
    "obrat",
    "total",
    "sum",
    "balance",
    "opening",
    "closing",
    "brought",
    "carried",
    "summe",
    "gesamt",
    "osszesen",
    "razem",
];

/// `Spolu`, `Konečný zostatok:`.
pub(super) fn is_label(text: &str) -> bool {
    let begin: String = text.chars().take(MAX_LABEL).collect();
    let first = heading::words(&begin).into_iter().next().unwrap_or_default();
    LABELS.contains(&first.as_str())
}
