//! An entry of a statement: one movement, or a batch of them.

use super::{at::At, batch, parties, references};
use crate::{
    Fault, Line, ReadError, ReadLine, Unproven, amount, date,
    identity::tells_apart,
    statement::{message, reference},
};
use money::{CurrencyCode, Decimal};
use time::Date;

/// Movements that send back or take back an earlier one (ISO 20022, external bank transaction sub-family): after a
/// payment return, a cancellation request, an unpaid or reversed direct debit.
const RETURNS: [&str; 4] = ["RRTN", "RPCR", "UPDD", "PRDD"];

/// What the lines of an entry share.
struct Entry<'a> {
    own: &'a str,
    booked_on: Date,
    /// With its sign.
    amount: Decimal,
    currency: Option<CurrencyCode>,
    reversal: bool,
    reference: Option<String>,
}

/// The lines of an entry; none when it is not booked yet. `own` is the account, `day` that of the statement.
pub(super) fn read(
    entry: &At<'_, '_>,
    (own, day): (&str, Option<Date>),
) -> Result<Option<Vec<ReadLine>>, ReadError> {
    let status = entry.first(&["Sts/Cd", "Sts/Prtry", "Sts"]);
    if status.as_deref() != Some("BOOK") {
        return status.map(|_| None).ok_or_else(|| entry.missing("Sts"));
    }
    let shared = Entry::read(entry, own, day)?;
    let details = entry.all("NtryDtls").iter().flat_map(|d| d.all("TxDtls")).collect::<Vec<_>>();
    let parts = match details.len() {
        0 | 1 => None,
        _ => batch::parts(entry, &details, (shared.amount, shared.currency)),
    };
    let Some(parts) = parts else {
        // a batch whose parts are not listed says nothing of one payer
        let only = details.first().filter(|_| details.len() == 1);
        let mut read = shared.line(entry, only, shared.amount);
        let whole = (shared.amount, shared.currency);
        let differs = only.is_some_and(|only| batch::differs(entry, only, whole));
        read.line.unproven = differs.then_some(Unproven::DetailsDiffer);
        return Ok(Some(vec![read]));
    };
    let amounts = details.iter().map(Some).zip(parts.amounts.iter().copied());
    // what is in none of the parts is of nobody
    let rest = Some((None, parts.rest)).filter(|(_, rest)| !rest.is_zero());
    let mut lines: Vec<_> =
        amounts.chain(rest).map(|(part, amount)| shared.line(entry, part, amount)).collect();
    let unproven = (!parts.proven).then_some(Unproven::PartOfBatch);
    lines.iter_mut().for_each(|read| read.line.unproven = unproven);
    Ok(Some(lines))
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
        })
    }

    fn line(&self, entry: &At<'_, '_>, details: Option<&At<'_, '_>>, amount: Decimal) -> ReadLine {
        let mut line = Line::of(self.booked_on, amount);
        line.reversal = self.reversal;
        line.bank_reference.clone_from(&self.reference);
        if let Some(details) = details {
            self.describe(details, &mut line);
        }
        if line.message.is_none() {
            line.message = entry.text("AddtlNtryInf").as_deref().and_then(message);
        }
        let place = details.map_or_else(|| entry.place("Amt"), |details| details.place("Amt"));
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
