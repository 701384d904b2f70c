//! CAMT.053, the statement of ISO 20022, of any version from 02 on. Later versions wrap some texts in
//! one more element: both forms are read.

mod at;
mod entry;
#[cfg(test)]
mod tests;

use crate::{
    Fault, Format, MAX_BYTES, MAX_LINES, Place, ReadError, Statement, statement::reference,
};
use at::At;
use party_identifiers::iban;
use xml::{Limits, Node, Parsed};

/// What every message of ISO 20022 begins its namespace with.
const NAMESPACE: &str = "urn:iso:std:iso:20022:tech:xsd:";

/// A movement has about forty elements.
const MAX_NODES: usize = 600_000;

/// Reads a document. Statements of one account in it are one.
pub(crate) fn read(bytes: &[u8]) -> Result<Statement, ReadError> {
    let limits = Limits { bytes: MAX_BYTES, nodes: MAX_NODES, ..Limits::DEFAULT };
    let parsed = Parsed::read_within(bytes, &limits).map_err(|unreadable| {
        let place = Place::Text { line: unreadable.line, column: unreadable.column };
        ReadError::new(place, Fault::Xml(unreadable.to_string()))
    })?;
    let root = parsed.root();
    is_statement(root)?;
    let mut statement = Statement {
        format: Format::Camt053,
        account: None,
        currency: None,
        number: None,
        pending: 0,
        lines: Vec::new(),
        reading: crate::Reading::default(),
    };
    let message = At::root(root).required("BkToCstmrStmt")?;
    let statements = message.all("Stmt");
    if statements.is_empty() {
        return Err(message.missing("Stmt"));
    }
    for part in &statements {
        read_part(part, &mut statement)?;
    }
    Ok(statement)
}

/// The namespace says which message it is, and of which version.
fn is_statement(root: Node<'_, '_>) -> Result<(), ReadError> {
    let namespace = root.tag_name().namespace().unwrap_or_default();
    let Some(message) = namespace.strip_prefix(NAMESPACE) else {
        return Err(ReadError::new(Place::Whole, Fault::NotAStatement));
    };
    let version = message.strip_prefix("camt.053.001.").and_then(|v| v.parse::<u8>().ok());
    if version.is_none_or(|version| version < 2) {
        let name = message.chars().take(40).collect();
        return Err(ReadError::new(Place::Whole, Fault::OtherMessage(name)));
    }
    Ok(())
}

fn read_part(part: &At<'_, '_>, statement: &mut Statement) -> Result<(), ReadError> {
    let account = part.required("Acct")?;
    let own = account.text("Id/IBAN").or_else(|| account.text("Id/Othr/Id"));
    let own = own.ok_or_else(|| account.missing("Id/IBAN"))?;
    let own = iban(own).unwrap_or_else(|_| party_identifiers::compact(own));
    let currency = account.currency("Ccy", account.text("Ccy"))?;
    let same = |known: &str| known == own && (statement.currency == currency);
    if statement.account.as_deref().is_some_and(|known| !same(known)) {
        return Err(account.error("Id", Fault::SeveralAccounts));
    }
    statement.account = Some(own);
    statement.currency = currency;
    statement.number = statement.number.take().or_else(|| part.text("Id").and_then(reference));
    for entry in part.all("Ntry") {
        match entry::read(&entry)? {
            None => statement.pending += 1,
            Some(lines) => statement.lines.extend(lines),
        }
        if statement.lines.len() > MAX_LINES {
            return Err(ReadError::new(Place::Whole, Fault::TooManyLines));
        }
    }
    Ok(())
}
