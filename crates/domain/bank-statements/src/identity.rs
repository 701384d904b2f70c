//! By what a line is known again, so that none counts twice.

use crate::{Line, ReadLine, Statement};
use std::collections::HashMap;

/// A statement whose lines are known by keys.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Incoming {
    /// In the order of the statement.
    pub lines: Vec<KeyedLine>,
}

/// A line and what it is known by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyedLine {
    /// The line.
    pub read: ReadLine,
    /// The same in each statement of the account that has this line: the bank's reference, else what
    /// the line says, and how many of the same stood before it on that day.
    pub key: String,
    /// What the line says in whatever form it is written: day, amount and variable symbol.
    pub content: String,
}

impl Incoming {
    /// Gives each line its keys.
    #[must_use]
    pub fn of(statement: &Statement) -> Self {
        let mut seen: HashMap<String, u32> = HashMap::new();
        let keyed = statement.lines.iter().map(|read| {
            let known_by = known_by(&read.line);
            let count = seen.entry(known_by.clone()).or_default();
            *count += 1;
            let key = format!("{known_by}|{count}");
            KeyedLine { read: read.clone(), key, content: content(&read.line) }
        });
        Self { lines: keyed.collect() }
    }
}

fn known_by(line: &Line) -> String {
    match &line.bank_reference {
        // with the day: some banks begin at one again each day; with the amount: a batch has one reference
        Some(reference) => format!("r|{}|{}|{reference}", line.booked_on, line.amount.normalize()),
        None => {
            let account = line.counterparty_account.as_deref().unwrap_or_default();
            format!("c|{}|{account}", content(line))
        }
    }
}

fn content(line: &Line) -> String {
    let symbol = line.variable_symbol.as_deref().unwrap_or_default();
    format!("{}|{}|{symbol}", line.booked_on, line.amount.normalize())
}
