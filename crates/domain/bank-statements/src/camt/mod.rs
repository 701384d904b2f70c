//! CAMT.053, the statement of ISO 20022, of any version from 02 on. Later versions wrap some texts in
//! one more element: both forms are read.

mod entry;
#[cfg(test)]
mod tests;

use crate::{
    Fault, Format, Place, ReadError, Statement,
    statement::{MAX_BYTES, MAX_LINES, reference},
};
use money::CurrencyCode;
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
    };
    let message = At { node: root, path: String::new() };
    let message = message.required("BkToCstmrStmt")?;
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

/// An element, and its path below the root.
pub(super) struct At<'a, 'input> {
    node: Node<'a, 'input>,
    path: String,
}

impl<'a, 'input> At<'a, 'input> {
    fn below(&self, name: &str) -> String {
        if self.path.is_empty() { name.to_owned() } else { format!("{}/{name}", self.path) }
    }

    pub(super) fn error(&self, name: &str, fault: Fault) -> ReadError {
        ReadError::new(Place::Path(self.below(name)), fault)
    }

    pub(super) fn missing(&self, name: &str) -> ReadError {
        self.error(name, Fault::Missing)
    }

    pub(super) fn place(&self, name: &str) -> Place {
        Place::Path(self.below(name))
    }

    /// The element at a path below.
    fn find(&self, path: &str) -> Option<Node<'a, 'input>> {
        path.split('/').try_fold(self.node, |node, name| {
            node.children().find(|child| child.is_element() && child.tag_name().name() == name)
        })
    }

    pub(super) fn one(&self, path: &str) -> Option<At<'a, 'input>> {
        Some(At { node: self.find(path)?, path: self.below(path) })
    }

    pub(super) fn required(&self, name: &str) -> Result<At<'a, 'input>, ReadError> {
        self.one(name).ok_or_else(|| self.missing(name))
    }

    /// All children of a name, counted from 1.
    pub(super) fn all(&self, name: &str) -> Vec<At<'a, 'input>> {
        let children = self.node.children();
        let named = children.filter(|c| c.is_element() && c.tag_name().name() == name);
        let at = |(n, node)| At { node, path: format!("{}[{}]", self.below(name), n + 1) };
        named.enumerate().map(at).collect()
    }

    /// The text at a path below, if there is any.
    pub(super) fn text(&self, path: &str) -> Option<&'a str> {
        let text = self.find(path)?.text()?.trim();
        Some(text).filter(|text| !text.is_empty())
    }

    pub(super) fn attribute(&self, name: &str) -> Option<&'a str> {
        self.node.attribute(name)
    }

    pub(super) fn own_text(&self) -> &'a str {
        self.node.text().unwrap_or_default()
    }

    pub(super) fn currency(
        &self,
        name: &str,
        text: Option<&str>,
    ) -> Result<Option<CurrencyCode>, ReadError> {
        let read = text.map(|text| text.trim().parse());
        read.transpose().map_err(|_| self.error(name, Fault::NotACurrency))
    }
}
