//! The stock that an expense brings.

use crate::fault::ExpenseFault;
use crate::{ExpenseType, StockLine, StockLineInput};
use invoicing::{LINE_DIGITS, STOCK_DIGITS, StockRef, Violations};
use money::{Decimal, Digits};
use refusals::FieldFault;

/// The most stock lines of an expense.
const MAX_LINES: usize = 1_000;

/// The valid lines of a document of a type; the violations of the others are added to `found`.
pub fn check_stock_lines(
    lines: &[StockLineInput],
    expense_type: ExpenseType,
    found: &mut Violations,
) -> Vec<StockLine> {
    if lines.len() > MAX_LINES {
        found.add("stock_lines", ExpenseFault::TooManyLines { most: MAX_LINES });
        return Vec::new();
    }
    if !lines.is_empty() && expense_type != ExpenseType::Invoice {
        found.add("stock_lines", ExpenseFault::StockOfCreditNote);
    }
    lines.iter().enumerate().filter_map(|(i, line)| checked(i, line, found)).collect()
}

fn checked(i: usize, line: &StockLineInput, found: &mut Violations) -> Option<StockLine> {
    let path = |name: &str| format!("stock_lines[{i}].{name}");
    if line.stock_item_id.is_none() {
        found.add(path("stock_item_id"), FieldFault::Required);
    } else if line.warehouse_id.is_none() {
        found.add(path("warehouse_id"), ExpenseFault::NoWarehouse);
    }
    match line.quantity {
        None => found.add(path("quantity"), FieldFault::Required),
        Some(quantity) if quantity <= Decimal::ZERO => {
            found.add(path("quantity"), FieldFault::NotAboveZero);
        }
        Some(quantity) => within(quantity, STOCK_DIGITS, path("quantity"), found),
    }
    match line.unit_cost {
        Some(cost) if cost < Decimal::ZERO => {
            found.add(path("unit_cost"), FieldFault::Negative);
        }
        Some(cost) => within(cost, LINE_DIGITS, path("unit_cost"), found),
        None => {}
    }
    let stock = StockRef { item: line.stock_item_id?, warehouse: line.warehouse_id? };
    Some(StockLine { stock, quantity: line.quantity?.normalize(), unit_cost: line.unit_cost })
}

fn within(number: Decimal, digits: Digits, path: String, found: &mut Violations) {
    if let Err(error) = digits.check(number) {
        found.add(path, error);
    }
}
