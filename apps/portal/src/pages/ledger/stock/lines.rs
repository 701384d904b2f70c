//! The lines of a form of a document.

use super::names;
use crate::{
    blocks::{Choices, Field},
    form::{Form, fault_at, number},
    pages::finding::found_item,
    visit::Visit,
};
use ::stock::{DocumentLine, MAX_LINES};
use invoicing::Violations;
use serde_json::{Map, Value};

/// Lines of an empty form.
const LINES: usize = 5;

/// Blank lines below those that are filled.
const MORE: usize = 3;

const NAMES: [&str; 3] = ["item_id", "quantity", "unit_cost"];

/// How many lines the form has: always some blank ones.
pub(super) fn rows(form: &Form) -> usize {
    let typed = NAMES.map(|name| form.all(name).count()).into_iter().max().unwrap_or_default();
    let last = filled(form).last().map_or(0, |(row, _)| row + 1);
    typed.max(last + MORE).clamp(LINES, MAX_LINES)
}

/// A line of a draft as it would be typed.
pub(super) fn filled_line(visit: &Visit, line: &DocumentLine) -> [(&'static str, String); 3] {
    let number = |number| names::number(visit, number);
    [
        ("item_id", line.item.to_string()),
        ("quantity", number(line.quantity)),
        ("unit_cost", line.unit_cost.map(number).unwrap_or_default()),
    ]
}

/// The filled lines, each with its row. Lines without an item are skipped.
fn filled(form: &Form) -> Vec<(usize, [&str; 3])> {
    let columns = NAMES.map(|name| form.all(name).collect::<Vec<_>>());
    let cells =
        |row: usize| columns.each_ref().map(|column| column.get(row).copied().unwrap_or_default());
    let longest = columns.iter().map(Vec::len).max().unwrap_or_default();
    let rows = (0..longest.min(MAX_LINES)).map(|row| (row, cells(row)));
    rows.filter(|(_, [item, quantity, _])| !item.is_empty() || !quantity.is_empty()).collect()
}

/// The lines for the API.
pub(super) fn values(form: &Form) -> Value {
    let line = |(_, [item, quantity, cost]): (usize, [&str; 3])| {
        let mut line = Map::new();
        let given = [
            ("item_id", item.to_owned()),
            ("quantity", number(quantity)),
            ("unit_cost", number(cost)),
        ];
        for (name, text) in given.into_iter().filter(|(_, text)| !text.is_empty()) {
            line.insert(name.to_owned(), text.into());
        }
        Value::from(line)
    };
    filled(form).into_iter().map(line).collect()
}

/// The fields of the lines, with what is wrong at each. Blank lines are not sent, so the API counts without them.
pub(super) fn fields(
    visit: &Visit,
    form: &Form,
    items: &[Choices],
    found: &Violations,
) -> Vec<Field> {
    let t = visit.t();
    let (filled, columns) = (filled(form), NAMES.map(|name| form.all(name).collect::<Vec<_>>()));
    let line = |(row, choices): (usize, &Choices)| {
        let index = filled.iter().position(|(known, _)| *known == row);
        let of_row = format!("l{row}");
        let field = |at: usize, label| {
            let name = NAMES[at];
            let fault = index.and_then(|index| fault_at(found, &format!("lines[{index}].{name}")));
            let whole = || fault_at(found, "lines").filter(|_| row == 0 && at == 0);
            let value = columns[at].get(row).copied().unwrap_or_default();
            Field::new(name, label, value).fault(fault.or_else(whole)).within(&of_row)
        };
        [
            found_item(visit, field(0, t.stock_item), form, row, Some(choices)),
            field(1, t.quantity),
            field(2, t.unit_cost),
        ]
    };
    items.iter().enumerate().flat_map(line).collect()
}
