//! The lines of a form of a document.

use crate::{
    blocks::{Choice, Field},
    form::{Form, fault_at, number},
    texts::Texts,
};
use invoicing::Violations;
use serde_json::{Map, Value};

/// Lines of the form.
const LINES: usize = 5;

const NAMES: [&str; 3] = ["item_id", "quantity", "unit_cost"];

/// What of each line is filled, with its row; those without an item say nothing.
fn filled(form: &Form) -> Vec<(usize, [&str; 3])> {
    let columns = NAMES.map(|name| form.all(name).collect::<Vec<_>>());
    let cells =
        |row: usize| columns.each_ref().map(|column| column.get(row).copied().unwrap_or_default());
    let rows = (0..LINES).map(|row| (row, cells(row)));
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
    t: &Texts,
    form: &Form,
    items: &[(String, String)],
    found: &Violations,
) -> Vec<Field> {
    let (filled, columns) = (filled(form), NAMES.map(|name| form.all(name).collect::<Vec<_>>()));
    let line = |row: usize| {
        let index = filled.iter().position(|(known, _)| *known == row);
        let of_row = format!("l{row}");
        let field = |at: usize, label| {
            let name = NAMES[at];
            let fault = index.and_then(|index| fault_at(found, &format!("lines[{index}].{name}")));
            let whole = || fault_at(found, "lines").filter(|_| row == 0 && at == 0);
            let value = columns[at].get(row).copied().unwrap_or_default();
            Field::new(name, label, value).fault(fault.or_else(whole)).within(&of_row)
        };
        let chosen = columns[0].get(row).copied().unwrap_or_default();
        let choices = items.iter().map(|(id, label)| Choice::new(&**id, &**label, chosen));
        let choices = std::iter::once(Choice::new("", t.choose, chosen)).chain(choices);
        [
            field(0, t.stock_item).choice(choices.collect()),
            field(1, t.quantity),
            field(2, t.unit_cost),
        ]
    };
    (0..LINES).flat_map(line).collect()
}
