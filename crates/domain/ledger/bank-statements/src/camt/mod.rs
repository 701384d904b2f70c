//! Statements (camt.053), intraday reports (camt.052) and notifications (camt.054) of ISO 20022, of any version from
//! 02 on. Later versions wrap some texts in one more element: both forms are read.

mod at;
mod batch;
mod entry;
mod message;
mod parties;
mod references;
#[cfg(test)]
mod tests;

use crate::{
    Fault, Format, MAX_BYTES, MAX_LINES, Place, ReadError, Statement, date, limits::MAX_NODES,
    statement::reference,
};
use at::{At, Stopped};
use message::Message;
use money::CurrencyCode;
use party_identifiers::iban;
use std::collections::HashMap;
use time::Date;
use xml::{Cause, Cut, Document, Limits, NotWellFormed, Pieces, Unreadable};

/// UTF-8 needs so many bytes for one of another encoding at most.
const WIDER: usize = 3;

/// What there may be many of: each is read by itself, so that a tree of all of it is never there.
static CUTS: [Cut; 3] = [
    Cut { names: &["Stmt", "Rpt", "Ntfctn"], depth: 2 },
    Cut { names: &["Ntry"], depth: 1 },
    Cut { names: &["TxDtls"], depth: 2 },
];

/// Reads a document: one statement for each account in it, in their order.
pub(crate) fn read(bytes: &[u8]) -> Result<Vec<Statement>, ReadError> {
    let bytes = xml::utf8(bytes);
    let limits = Limits { bytes: WIDER * MAX_BYTES, nodes: MAX_NODES, ..Limits::DEFAULT };
    let cut = Pieces::read_within(&bytes, &limits, &CUTS).map_err(|error| unreadable(&error))?;
    whole(&cut).map_err(|stopped| match stopped {
        Stopped::Unreadable(error) => unreadable(&error),
        Stopped::At(error) => error,
    })
}

/// What is not well-formed is said first, wherever it stands.
fn whole(pieces: &Pieces<'_>) -> Result<Vec<Statement>, Stopped> {
    let kind = message::of(pieces.head()?.root_element())?;
    let rest = pieces.rest()?;
    let read = read_message(&rest, pieces, kind);
    match read {
        Ok(_) => pieces.finish(&rest)?,
        Err(_) => pieces.check(&rest)?,
    }
    read
}

fn read_message(
    rest: &Document<'_>,
    pieces: &Pieces<'_>,
    kind: &Message,
) -> Result<Vec<Statement>, Stopped> {
    let message = At::root(rest.root_element(), pieces).required(kind.name)?;
    let mut accounts = Accounts { left: MAX_LINES, ..Accounts::default() };
    match message.each(kind.part, |part| accounts.add(part, kind.format))? {
        0 => Err(message.missing(kind.part).into()),
        _ => Ok(accounts.statements),
    }
}

/// What the parser says of a document that ends in the middle of a tag.
const ENDS: &str = "unexpected end of stream";

fn unreadable(error: &Unreadable) -> ReadError {
    let place = Place::Text { line: error.line, column: error.column };
    match &error.cause {
        Cause::NotWellFormed(NotWellFormed::CutOff | NotWellFormed::NoElement) => {
            ReadError::new(Place::Whole, Fault::XmlCutOff)
        }
        Cause::NotWellFormed(NotWellFormed::Other(said)) if said == ENDS => {
            ReadError::new(Place::Whole, Fault::XmlCutOff)
        }
        Cause::NotWellFormed(NotWellFormed::Other(_)) => {
            ReadError::new(place, Fault::NotWellFormed)
        }
        _ => ReadError::new(place, Fault::Xml(error.into())),
    }
}

/// The statements of a document, by their accounts and currencies.
#[derive(Default)]
struct Accounts {
    statements: Vec<Statement>,
    known: HashMap<(Option<String>, Option<CurrencyCode>), usize>,
    /// How many lines more there may be.
    left: usize,
}

impl Accounts {
    /// Adds the lines of a part.
    fn add(&mut self, part: &At<'_, '_>, format: Format) -> Result<(), Stopped> {
        let (read, day) = (header(part, format)?, day(part));
        let own = read.account.clone().unwrap_or_default();
        let next = self.statements.len();
        let at = *self.known.entry((read.account.clone(), read.currency)).or_insert(next);
        if at == next {
            self.statements.push(read);
        }
        part.each("Ntry", |entry| {
            let lines = entry::read(entry, (&own, day))?;
            let too_many = || ReadError::new(Place::Whole, Fault::TooManyLines);
            let count = lines.as_ref().map_or(0, Vec::len);
            self.left = self.left.checked_sub(count).ok_or_else(too_many)?;
            if let Some(statement) = self.statements.get_mut(at) {
                statement.pending += u32::from(lines.is_none());
                statement.lines.extend(lines.unwrap_or_default());
            }
            Ok(())
        })?;
        Ok(())
    }
}

fn header(part: &At<'_, '_>, format: Format) -> Result<Statement, ReadError> {
    let account = part.required("Acct")?;
    let own = account.first(&["Id/IBAN", "Id/Othr/Id"]);
    let own = own.ok_or_else(|| account.missing("Id/IBAN"))?;
    Ok(Statement {
        format,
        account: Some(iban(&own).unwrap_or_else(|_| party_identifiers::compact(&own))),
        currency: account.currency("Ccy", account.text("Ccy").as_deref())?,
        number: part.text("Id").as_deref().and_then(reference),
        pending: 0,
        lines: Vec::new(),
        reading: crate::Reading::default(),
    })
}

/// The day of a part, for an entry that says none: of its closing balance, the end of its period, or when it was made.
fn day(part: &At<'_, '_>) -> Option<Date> {
    let closing = part.all("Bal").into_iter().find(|balance| {
        let kind = balance.text("Tp/CdOrPrtry/Cd");
        matches!(kind.as_deref(), Some("CLBD" | "ITBD"))
    });
    let closing = closing.and_then(|balance| balance.first(&["Dt/Dt", "Dt/DtTm"]));
    let period = || part.first(&["FrToDt/ToDtTm", "FrToDt/ToDt", "CreDtTm"]);
    date::day(&closing.or_else(period)?)
}
