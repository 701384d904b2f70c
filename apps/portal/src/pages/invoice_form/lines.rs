//! The lines of a form, with what is wrong at each and what each comes to.

use super::{
    faults::fault_at,
    typed::{filled, typed_lines},
};
use crate::{
    blocks::{Choice, Field},
    form::Form,
    visit::Visit,
};
use invoicing::{Document, Unit, Violations};
use vat_categories::{TaxTreatment, VatRate};

/// Lines of an empty form, and how many more each time.
pub(in crate::pages) const LINES: usize = 3;

/// A line of the form.
pub(in crate::pages) struct ShownLine {
    pub(super) fields: Vec<Field>,
    pub(super) net: Option<String>,
}

pub(in crate::pages) fn lines(
    visit: &Visit,
    form: &Form,
    rows: usize,
    found: &Violations,
    document: Option<&Document>,
) -> Vec<ShownLine> {
    let (typed, filled) = (typed_lines(form), filled(form));
    let line = |row: usize| {
        // blank lines are not sent, so the API counts without them
        let index = filled.iter().position(|(known, _)| *known == row);
        let cells = typed.get(row).copied().unwrap_or_default();
        let fields = line_fields(visit, cells, row, index, found);
        let sum = index.and_then(|index| document?.lines.get(index));
        let currency = document.map_or("", |document| document.currency.code());
        ShownLine { fields, net: sum.map(|line| visit.words.money(line.net_amount, currency)) }
    };
    (0..rows).map(line).collect()
}

fn line_fields(
    visit: &Visit,
    [description, quantity, unit, price, rate, treatment]: [&str; 6],
    row: usize,
    index: Option<usize>,
    found: &Violations,
) -> Vec<Field> {
    let (t, form) = (visit.t(), format!("l{row}"));
    let field = |name: &'static str, label, value: &str| {
        let of_line = index.and_then(|index| fault_at(found, &format!("items[{index}].{name}")));
        // what is wrong with the lines as a whole stands where the first begins
        let is_first = row == 0 && name == "description";
        let fault = of_line.or_else(|| fault_at(found, "items").filter(|_| is_first));
        Field::new(name, label, value).fault(fault).within(&form)
    };
    let unit = if unit.is_empty() { Unit::Piece.name() } else { unit };
    let units = Unit::ALL.map(|it| Choice::new(it.name(), it.name(), unit));
    let rate = if rate.is_empty() { "23" } else { rate };
    let rates = VatRate::ALL.map(|it| {
        let percent = it.percent().to_string();
        let years = it.former_days().map(|[from, to]| format!(" ({}–{})", from.0, to.0));
        let label = format!("{percent} %{}", years.unwrap_or_default());
        Choice::new(percent, label, rate)
    });
    let treatment = if treatment.is_empty() { TaxTreatment::Domestic.as_str() } else { treatment };
    let treatments =
        TaxTreatment::ALL.map(|it| Choice::new(it.as_str(), visit.words.treatment(it), treatment));
    vec![
        field("description", t.description, description),
        field("quantity", t.quantity, if quantity.is_empty() { "1" } else { quantity }),
        field("unit", t.unit, "").choice(units.to_vec()),
        field("unit_price", t.unit_price, price),
        field("vat_rate", t.vat_rate, "").choice(rates.to_vec()),
        field("tax_treatment", t.treatment, "").choice(treatments.to_vec()),
    ]
}
