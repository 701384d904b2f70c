//! CSV as Slovak spreadsheets open it: semicolons, decimal commas, UTF-8 with a byte order mark.

use crate::{Entry, Totals};
use money::{CurrencyCode, Decimal, in_home_currency};

/// The byte order mark, by which spreadsheets recognize UTF-8.
const MARK: &str = "\u{feff}";

/// A cell, quoted if necessary. A text that a spreadsheet would take for a formula is escaped.
#[must_use]
pub fn csv_cell(text: &str, separator: char) -> String {
    let formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']);
    let text = if formula { format!("'{text}") } else { text.to_owned() };
    if text.contains(['"', separator, '\n', '\r']) {
        return format!("\"{}\"", text.replace('"', "\"\""));
    }
    text
}

/// A row being written.
#[derive(Default)]
struct Row(String);

impl Row {
    fn text(mut self, text: &str) -> Self {
        if !self.0.is_empty() {
            self.0.push(';');
        }
        self.0.push_str(&csv_cell(text, ';'));
        self
    }

    /// Writes a number, which needs no escape as a formula, whatever its sign.
    fn amount(mut self, amount: Decimal) -> Self {
        self.0.push(';');
        self.0.push_str(&format!("{:.2}", money::round(amount)).replace('.', ","));
        self
    }

    fn number(mut self, number: Option<Decimal>) -> Self {
        self.0.push(';');
        let text = number.map(|number| number.normalize().to_string()).unwrap_or_default();
        self.0.push_str(&text.replace('.', ","));
        self
    }

    fn home(self, amount: Decimal, entry: &Entry) -> Self {
        match home(amount, entry) {
            Some(amount) => self.amount(amount),
            None => self.number(None),
        }
    }

    fn end(self) -> String {
        self.0 + "\r\n"
    }
}

/// An amount in the home currency, if it is known.
fn home(amount: Decimal, entry: &Entry) -> Option<Decimal> {
    in_home_currency(amount, entry.exchange_rate?)
}

/// The names of columns.
fn head(names: &[&str]) -> String {
    format!("{MARK}{}\r\n", names.join(";"))
}

/// A row for each document.
pub(crate) fn documents_head() -> String {
    head(&[
        "direction",
        "kind",
        "number",
        "variable_symbol",
        "issue_date",
        "tax_date",
        "due_date",
        "partner",
        "ico",
        "dic",
        "ic_dph",
        "street",
        "city",
        "postal_code",
        "country",
        "status",
        "currency",
        "exchange_rate",
        "base",
        "vat",
        "total",
        "rounding",
        "outstanding",
        "total_home",
    ])
}

pub(crate) fn document_row(entry: &Entry) -> String {
    let partner = &entry.partner;
    let due = entry.due_date.map(|date| date.to_string()).unwrap_or_default();
    let row = Row::default()
        .text(entry.direction.name())
        .text(entry.kind.name())
        .text(&entry.number)
        .text(entry.variable_symbol.as_deref().unwrap_or_default())
        .text(&entry.issue_date.to_string())
        .text(&entry.tax_date.to_string())
        .text(&due);
    let row = [
        &partner.name,
        &partner.ico,
        &partner.dic,
        &partner.ic_dph,
        &partner.street,
        &partner.city,
        &partner.postal_code,
        &partner.country,
    ]
    .into_iter()
    .fold(row, |row, text| row.text(text));
    row.text(entry.status)
        .text(entry.currency.code())
        .number(entry.exchange_rate)
        .amount(entry.net)
        .amount(entry.tax)
        .amount(entry.total)
        .amount(entry.rounding)
        .amount(entry.outstanding)
        .home(entry.total, entry)
        .end()
}

/// A row for each category and rate of a document.
pub(crate) fn vat_head() -> String {
    head(&[
        "direction",
        "kind",
        "number",
        "tax_date",
        "partner",
        "ic_dph",
        "category",
        "rate",
        "currency",
        "base",
        "vat",
        "base_home",
        "vat_home",
    ])
}

pub(crate) fn vat_rows(entry: &Entry, books: CurrencyCode) -> String {
    let row = |(line, at_home): (&crate::VatLine, Option<Decimal>)| {
        let row = Row::default()
            .text(entry.direction.name())
            .text(entry.kind.name())
            .text(&entry.number)
            .text(&entry.tax_date.to_string())
            .text(&entry.partner.name)
            .text(&entry.partner.ic_dph)
            .text(&line.category)
            .number(Some(line.rate))
            .text(entry.currency.code())
            .amount(line.base)
            .amount(line.tax)
            .home(line.base, entry);
        match at_home {
            Some(vat) => row.amount(vat).end(),
            None => row.number(None).end(),
        }
    };
    entry.vat.iter().zip(entry.vat_at_home(books)).map(row).collect()
}

/// The sums of the period.
pub(crate) fn totals(totals: &Totals) -> String {
    let mut text =
        head(&["direction", "currency", "category", "rate", "documents", "base", "vat", "total"]);
    for (key, sum) in totals.rows() {
        let row = Row::default().text(&key.direction).text(&key.currency).text(&key.category);
        let row = row.number(key.rate).number(Some(sum.documents.into()));
        let row = row.amount(sum.base).amount(sum.vat).amount(sum.total);
        text += &row.end();
    }
    text
}
