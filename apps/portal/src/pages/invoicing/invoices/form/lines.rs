//! The lines of a form, each with its faults and its sum.

use super::{
    faults::fault_at,
    values::{Cells, filled, typed_lines},
};
use crate::{
    blocks::{Choice, Field},
    error::PageError,
    form::Form,
    pages::finding::LineStock,
    visit::Visit,
};
use invoicing::{Document, InvoiceType, Unit, Violations};
use time::Date;
use vat_categories::{TaxTreatment, VatRate};

/// Lines of an empty form, and how many more each time.
pub(in crate::pages) const LINES: usize = 3;

/// A line of the form.
pub(in crate::pages) struct ShownLine {
    pub(super) fields: Vec<Field>,
    pub(super) net: Option<String>,
}

/// The fields of the lines.
///
/// # Errors
/// The store failed.
pub(in crate::pages) async fn lines(
    visit: &Visit,
    form: &Form,
    rows: usize,
    found: &Violations,
    document: Option<&Document>,
) -> Result<Vec<ShownLine>, PageError> {
    let stock = LineStock::of(visit, form, rows).await?;
    let (typed, filled, supplied) = (typed_lines(form), filled(form), supplied(visit, form));
    let line = |row: usize| {
        // blank lines are not sent, so the API counts without them
        let index = filled.iter().position(|(known, _)| *known == row);
        let cells = typed.get(row).copied().unwrap_or_default();
        let mut fields = line_fields(visit, cells, row, (index, supplied), found);
        fields.extend(stock_fields(visit, form, (row, cells), (index, stock.as_ref()), found));
        let sum = index.and_then(|index| document?.lines.get(index));
        let currency = document.map_or("", |document| document.currency.code());
        ShownLine { fields, net: sum.map(|line| visit.words.money(line.net_amount, currency)) }
    };
    Ok((0..rows).map(line).collect())
}

fn line_fields(
    visit: &Visit,
    [description, quantity, unit, price, rate, treatment, ..]: Cells<'_>,
    row: usize,
    (index, supplied): (Option<usize>, Option<Date>),
    found: &Violations,
) -> Vec<Field> {
    let (t, form) = (visit.t(), format!("l{row}"));
    let field = |name: &'static str, label, value: &str| {
        let of_line = index.and_then(|index| fault_at(found, &format!("items[{index}].{name}")));
        // faults of the lines as a whole are shown at the first field
        let is_first = row == 0 && name == "description";
        let fault = of_line.or_else(|| fault_at(found, "items").filter(|_| is_first));
        Field::new(name, label, value).fault(fault).within(&form)
    };
    let unit = if unit.is_empty() { Unit::Piece.name() } else { unit };
    let units = Unit::ALL.map(|it| Choice::new(it.name(), it.name(), unit));
    let standard = standard(supplied).percent().to_string();
    let rate = if rate.is_empty() { &*standard } else { rate };
    let rates = rates(supplied, rate);
    let treatment = if treatment.is_empty() { TaxTreatment::Domestic.as_str() } else { treatment };
    let treatments =
        TaxTreatment::ALL.map(|it| Choice::new(it.as_str(), visit.words.treatment(it), treatment));
    vec![
        field("description", t.description, description),
        field("quantity", t.quantity, if quantity.is_empty() { "1" } else { quantity }),
        field("unit", t.unit, "").choice(units.to_vec()),
        field("unit_price", t.unit_price, price),
        field("vat_rate", t.vat_rate, "").choice(rates),
        field("tax_treatment", t.treatment, "").choice(treatments.to_vec()),
    ]
}

/// The stock fields of a line. If they are not shown, their values are kept in hidden fields, one in each row,
/// because columns are matched by their rows.
fn stock_fields(
    visit: &Visit,
    form: &Form,
    (row, [.., item, warehouse]): (usize, Cells<'_>),
    (index, stock): (Option<usize>, Option<&LineStock>),
    found: &Violations,
) -> [Field; 2] {
    let within = format!("l{row}");
    let Some(stock) = stock else {
        return [("stock_item_id", item), ("warehouse_id", warehouse)]
            .map(|(name, id)| Field::hidden(name, id).within(&within));
    };
    let fault = |name: &'static str| {
        index.and_then(|index| fault_at(found, &format!("items[{index}].{name}")))
    };
    stock.fields(visit, form, (row, &within), fault)
}

/// The day whose VAT rates are offered: for a note the day of supply, as far as it is entered, or else any day; for
/// other documents the issue date, because only notes use former rates.
fn supplied(visit: &Visit, form: &Form) -> Option<Date> {
    let typed = |name| form.filled(name).and_then(|day| service_day::parse(day).ok());
    let kind = InvoiceType::ALL.into_iter().find(|kind| kind.name() == form.text("type"));
    let is_note = kind.is_some_and(InvoiceType::is_note);
    let issued = || typed("issue_date").unwrap_or_else(|| service_day::date(visit.clock.now()));
    if is_note { typed("delivery_date") } else { Some(issued()) }
}

/// The standard rate of supplies of the day.
fn standard(supplied: Option<Date>) -> VatRate {
    let of_day = |rate: &VatRate| supplied.is_some_and(|day| rate.is_of(day));
    VatRate::ALL
        .into_iter()
        .rfind(of_day)
        .filter(|rate| !rate.is_zero())
        .unwrap_or(VatRate::TwentyThree)
}

/// The VAT rates of the day, and the chosen one. A former rate has the years in which it applied.
fn rates(supplied: Option<Date>, chosen: &str) -> Vec<Choice> {
    let percent = |rate: &VatRate| rate.percent().to_string();
    let is_offered =
        |rate: &VatRate| percent(rate) == chosen || supplied.is_none_or(|day| rate.is_of(day));
    let offered = VatRate::ALL.into_iter().filter(is_offered);
    let choice = |rate: VatRate| {
        let last = rate.periods().next().and_then(|period| Some((period.first, period.last?)));
        let years = last.map(|(first, last)| format!(" ({}–{})", first.year(), last.year()));
        let percent = percent(&rate);
        let label = format!("{percent} %{}", years.unwrap_or_default());
        Choice::new(percent, label, chosen)
    };
    offered.map(choice).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::macros::date;

    #[test]
    fn the_rates_are_those_of_the_day_of_the_supply() {
        let (old, new) = (date!(2024 - 12 - 31), date!(2025 - 01 - 01));
        for (supplied, chosen, expected) in [
            (Some(new), "23", &["0 %", "5 %", "19 %", "23 %"][..]),
            (Some(old), "20", &["0 %", "5 %", "10 % (2007–2024)", "20 % (2011–2024)"]),
            // what is chosen stays to be seen
            (Some(new), "20", &["0 %", "5 %", "19 %", "20 % (2011–2024)", "23 %"]),
            (None, "23", &["0 %", "5 %", "10 % (2007–2024)", "19 %", "20 % (2011–2024)", "23 %"]),
        ] {
            let labels: Vec<_> = rates(supplied, chosen).into_iter().map(|it| it.label).collect();
            assert_eq!(labels, expected, "{supplied:?} {chosen}");
        }
        assert_eq!(standard(Some(old)), VatRate::Twenty);
        assert_eq!([Some(new), None].map(standard), [VatRate::TwentyThree; 2]);
    }
}
