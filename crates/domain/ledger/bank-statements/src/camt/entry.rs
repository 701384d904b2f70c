//! An entry of a statement: one movement, or a batch of them.

use super::{
    at::{At, Stopped},
    batch::Parts,
    parties, references,
};
use crate::{
    Fault, Line, Place, ReadError, ReadLine, amount, date,
    identity::tells_apart,
    statement::{message, reference},
};
use money::{CurrencyCode, Decimal};
use time::Date;

/// Movements that send back or take back an earlier one (ISO 20022, external bank transaction sub-family): after a
/// payment return, a cancellation request, an unpaid or reversed direct debit.
const RETURNS: [&str; 4] = ["RRTN", "RPCR", "UPDD", "PRDD"];

/// What the lines of an entry share.
pub(super) struct Entry<'a> {
    own: &'a str,
    booked_on: Date,
    /// With its sign.
    pub(super) amount: Decimal,
    pub(super) currency: Option<CurrencyCode>,
    reversal: bool,
    reference: Option<String>,
    /// What the bank says of it, for a line with no message.
    added: Option<String>,
    place: Place,
}

/// The lines of an entry; none when it is not booked yet. `own` is the account, `day` that of the statement.
pub(super) fn read(
    entry: &At<'_, '_>,
    (own, day): (&str, Option<Date>),
) -> Result<Option<Vec<ReadLine>>, Stopped> {
    let status = entry.first(&["Sts/Cd", "Sts/Prtry", "Sts"]);
    if status.as_deref() != Some("BOOK") {
        return Ok(status.map(|_| None).ok_or_else(|| entry.missing("Sts"))?);
    }
    let shared = Entry::read(entry, own, day)?;
    let mut parts = Parts::of(entry, &shared);
    for details in entry.all("NtryDtls") {
        details.each("TxDtls", |part| {
            parts.add(part);
            Ok(())
        })?;
    }
    Ok(Some(parts.into_lines()))
}

impl<'a> Entry<'a> {
    fn read(entry: &At<'_, '_>, own: &'a str, day: Option<Date>) -> Result<Self, ReadError> {
        let at = entry.required("Amt")?;
        let amount = amount::unsigned(&at.own_text()).map_err(|fault| entry.error("Amt", fault))?;
        let amount = match entry.text("CdtDbtInd").as_deref() {
            Some("CRDT") => amount,
            Some("DBIT") => -amount,
            _ => return Err(entry.error("CdtDbtInd", Fault::NotADirection)),
        };
        let known = entry.text("AcctSvcrRef").filter(|text| tells_apart(text));
        Ok(Self {
            own,
            booked_on: booked_on(entry, day)?,
            amount,
            currency: entry.currency("Amt/@Ccy", at.attribute("Ccy"))?,
            reversal: is_reversal(entry),
            reference: known.as_deref().and_then(reference),
            added: entry.text("AddtlNtryInf").as_deref().and_then(message),
            place: entry.place("Amt"),
        })
    }

    /// A line of it, of which these are the details.
    pub(super) fn line(&self, details: Option<&At<'_, '_>>, amount: Decimal) -> ReadLine {
        let mut line = Line::of(self.booked_on, amount);
        line.reversal = self.reversal;
        line.bank_reference.clone_from(&self.reference);
        if let Some(details) = details {
            self.describe(details, &mut line);
        }
        line.message = line.message.or_else(|| self.added.clone());
        let place = details.map_or_else(|| self.place.clone(), |details| details.place("Amt"));
        ReadLine { place, currency: self.currency, line }
    }

    fn describe(&self, details: &At<'_, '_>, line: &mut Line) {
        let own = details.text("Refs/AcctSvcrRef").filter(|text| tells_apart(text));
        line.bank_reference = own.as_deref().and_then(reference).or(line.bank_reference.take());
        line.reversal |= is_reversal(details) || details.one("RtrInf").is_some();
        parties::describe(details, self.own, line);
        let remittance = details.one("RmtInf");
        let written = remittance.as_ref().map(|at| at.all("Ustrd")).unwrap_or_default();
        let written = written.iter().map(At::own_text).collect::<Vec<_>>().join(" ");
        references::read(details, &written, line);
        line.message = message(&written);
        let added = details.text("AddtlTxInf");
        match (&line.message, added.as_deref()) {
            (None, added) => line.message = added.and_then(message),
            (Some(_), Some(added)) => {
                let others = line.other_texts.take().map(|text| text + " | ").unwrap_or_default();
                line.other_texts = message(&(others + added));
            }
            (Some(_), None) => {}
        }
    }
}

/// The day of the booking, else of the value, else of the statement.
fn booked_on(entry: &At<'_, '_>, day: Option<Date>) -> Result<Date, ReadError> {
    match entry.first(&["BookgDt/Dt", "BookgDt/DtTm", "ValDt/Dt", "ValDt/DtTm"]) {
        Some(text) => date::day(&text).ok_or_else(|| entry.error("BookgDt", Fault::NotADate)),
        None => day.ok_or_else(|| entry.missing("BookgDt")),
    }
}

fn is_reversal(at: &At<'_, '_>) -> bool {
    let kind = at.text("BkTxCd/Domn/Fmly/SubFmlyCd");
    matches!(at.text("RvslInd").as_deref(), Some("true" | "1"))
        || kind.is_some_and(|kind| RETURNS.contains(&&*kind))
}
