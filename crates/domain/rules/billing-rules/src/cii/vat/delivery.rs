//! When and where to a supply within the union was delivered.

use crate::cii::invoice::Invoice;
use crate::cii::name;
use crate::index::Element;
use crate::rule::Rule;
use crate::verdict::Hits;

/// A supply within the union says when and where to it was delivered.
pub(super) fn check(invoice: &Invoice<'_, '_>, entry: Element, hits: &mut Hits) {
    let index = invoice.index;
    let date = [name::DELIVERY_EVENT, name::OCCURRENCE, name::DATE_TIME_STRING];
    let dated = invoice.at(&invoice.deliveries, &date).next().is_some();
    let settlement = index.parent(entry).unwrap_or(entry);
    if !dated && !has_period(invoice, settlement) {
        hits.push(&BR_IC_11, entry);
    }
    let country = [name::SHIP_TO, name::ADDRESS, name::COUNTRY];
    if invoice.at(&invoice.deliveries, &country).next().is_none() {
        hits.push(&BR_IC_12, entry);
    }
}

/// Whether the settlement has a period with a day. Many entries may ask this of the same settlement.
fn has_period(invoice: &Invoice<'_, '_>, settlement: Element) -> bool {
    if let Some((known, answer)) = invoice.last_period.get()
        && known == settlement
    {
        return answer;
    }
    let index = invoice.index;
    let mut periods = index.children_named(settlement, name::PERIOD);
    let answer = periods
        .any(|period| index.has_child(period, name::START) || index.has_child(period, name::END));
    invoice.last_period.set(Some((settlement, answer)));
    answer
}

/// Part of the rules on the breakdown.
pub(super) static BR_IC_11: Rule = Rule::fatal(
    "BR-IC-11",
    &["BG-14", "BG-23", "BT-72", "BT-118"],
    "A supply within the union is invoiced, but neither the delivery date nor the invoicing period is given.",
    "Give the date of delivery, or the first or last day of the invoicing period.",
);

/// Part of the rules on the breakdown.
pub(super) static BR_IC_12: Rule = Rule::fatal(
    "BR-IC-12",
    &["BG-23", "BT-80", "BT-118"],
    "A supply within the union is invoiced, but the country of delivery is not given.",
    "Give the country code of the delivery address.",
);
