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
use at::At;
use party_identifiers::iban;
use time::Date;
use xml::{Cause, Limits, NotWellFormed, Parsed, Unreadable};

/// UTF-8 needs so many bytes for one of another encoding at most.
const WIDER: usize = 3;

/// Reads a document: one statement for each account in it, in their order.
pub(crate) fn read(bytes: &[u8]) -> Result<Vec<Statement>, ReadError> {
    let bytes = xml::utf8(bytes);
    let limits = Limits { bytes: WIDER * MAX_BYTES, nodes: MAX_NODES, ..Limits::DEFAULT };
    let parsed = Parsed::read_within(&bytes, &limits).map_err(|error| unreadable(&error))?;
    let root = parsed.root();
    let kind = message::of(root)?;
    let message = At::root(root).required(kind.name)?;
    let parts = message.all(kind.part);
    if parts.is_empty() {
        return Err(message.missing(kind.part));
    }
    let (mut statements, mut left) = (Vec::new(), MAX_LINES);
    for part in &parts {
        left = read_part(part, kind.format, &mut statements, left)?;
    }
    Ok(statements)
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

/// Adds the lines of a part, of which so many may be, to the statement of its account. How many may be in others then.
fn read_part(
    part: &At<'_, '_>,
    format: Format,
    statements: &mut Vec<Statement>,
    mut left: usize,
) -> Result<usize, ReadError> {
    let read = header(part, format)?;
    let same =
        |known: &&mut Statement| known.account == read.account && known.currency == read.currency;
    let at = match statements.iter_mut().find(same) {
        Some(known) => known,
        None => {
            statements.push(read);
            statements.last_mut().ok_or_else(|| part.missing("Acct"))?
        }
    };
    let own = at.account.clone().unwrap_or_default();
    let day = day(part);
    for entry in part.all("Ntry") {
        match entry::read(&entry, (&own, day))? {
            None => at.pending += 1,
            Some(lines) => {
                let too_many = || ReadError::new(Place::Whole, Fault::TooManyLines);
                left = left.checked_sub(lines.len()).ok_or_else(too_many)?;
                at.lines.extend(lines);
            }
        }
    }
    Ok(left)
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
