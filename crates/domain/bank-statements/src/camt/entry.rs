//! An entry of a statement: one movement, or a batch of them.

use super::at::At;
use crate::{
    Fault, Line, ReadError, ReadLine, amount, date,
    statement::{message, name, reference},
    symbols::{named, symbol},
};
use money::{CurrencyCode, Decimal};
use party_identifiers::{compact, iban};
use time::Date;

/// What the lines of an entry share.
struct Entry {
    booked_on: Date,
    amount: Decimal,
    currency: Option<CurrencyCode>,
    credit: bool,
    reversal: bool,
    reference: Option<String>,
}

/// The lines of an entry; none when it is not booked yet.
pub(super) fn read(entry: &At<'_, '_>) -> Result<Option<Vec<ReadLine>>, ReadError> {
    let status = entry.text("Sts/Cd").or_else(|| entry.text("Sts"));
    if status != Some("BOOK") {
        return status.map(|_| None).ok_or_else(|| entry.missing("Sts"));
    }
    let shared = Entry::read(entry)?;
    let details = entry.all("NtryDtls").iter().flat_map(|d| d.all("TxDtls")).collect::<Vec<_>>();
    let parts = match details.len() {
        0 | 1 => None,
        _ => amounts_of_all(&details, &shared),
    };
    let lines = match parts {
        Some(amounts) => {
            details.iter().zip(amounts).map(|(d, a)| shared.line(entry, Some(d), a)).collect()
        }
        None => {
            // a batch whose parts are not listed says nothing of one payer
            let only = details.first().filter(|_| details.len() == 1);
            vec![shared.line(entry, only, shared.amount)]
        }
    };
    Ok(Some(lines))
}

/// The amounts of the parts of a batch, if all of them are given and add up to the whole.
fn amounts_of_all(details: &[At<'_, '_>], entry: &Entry) -> Option<Vec<Decimal>> {
    let amounts: Option<Vec<_>> = details
        .iter()
        .map(|details| {
            let at = details.one("Amt").or_else(|| details.one("AmtDtls/TxAmt/Amt"))?;
            let currency = at.attribute("Ccy").and_then(|code| code.parse().ok());
            let same = currency == entry.currency;
            amount::unsigned(at.own_text()).ok().filter(|_| same)
        })
        .collect();
    amounts.filter(|amounts| amounts.iter().sum::<Decimal>() == entry.amount)
}

impl Entry {
    fn read(entry: &At<'_, '_>) -> Result<Self, ReadError> {
        let at = entry.required("Amt")?;
        let amount = amount::unsigned(at.own_text()).map_err(|fault| entry.error("Amt", fault))?;
        let credit = match entry.text("CdtDbtInd") {
            Some("CRDT") => true,
            Some("DBIT") => false,
            _ => return Err(entry.error("CdtDbtInd", Fault::NotADirection)),
        };
        let booked = entry.text("BookgDt/Dt").or_else(|| entry.text("BookgDt/DtTm"));
        let booked = booked.or_else(|| entry.text("ValDt/Dt")).or_else(|| entry.text("ValDt/DtTm"));
        let booked = booked.ok_or_else(|| entry.missing("BookgDt"))?;
        let booked_on = date::day(booked).ok_or_else(|| entry.error("BookgDt", Fault::NotADate))?;
        let known = entry.text("AcctSvcrRef").or_else(|| entry.text("NtryRef"));
        Ok(Self {
            booked_on,
            amount,
            currency: entry.currency("Amt/@Ccy", at.attribute("Ccy"))?,
            credit,
            reversal: matches!(entry.text("RvslInd"), Some("true" | "1")),
            reference: known.and_then(reference),
        })
    }

    fn line(&self, entry: &At<'_, '_>, details: Option<&At<'_, '_>>, amount: Decimal) -> ReadLine {
        let signed = if self.credit { amount } else { -amount };
        let mut line = Line::of(self.booked_on, signed);
        line.reversal = self.reversal;
        line.bank_reference.clone_from(&self.reference);
        if let Some(details) = details {
            self.describe(details, &mut line);
        }
        if line.message.is_none() {
            line.message = entry.text("AddtlNtryInf").and_then(message);
        }
        let place = details.map_or_else(|| entry.place("Amt"), |details| details.place("Amt"));
        ReadLine { place, currency: self.currency, line }
    }

    fn describe(&self, details: &At<'_, '_>, line: &mut Line) {
        let own = details.text("Refs/AcctSvcrRef").and_then(reference);
        line.bank_reference = own.or(line.bank_reference.take());
        // of money that came the debtor, of money that went the creditor
        let (party, account) = match self.credit {
            true => ("RltdPties/Dbtr", "RltdPties/DbtrAcct"),
            false => ("RltdPties/Cdtr", "RltdPties/CdtrAcct"),
        };
        let party = details.one(party);
        let called = party.as_ref().and_then(|p| p.text("Nm").or_else(|| p.text("Pty/Nm")));
        line.counterparty_name = called.and_then(name);
        let account = details.one(account);
        let known =
            account.as_ref().and_then(|a| a.text("Id/IBAN").or_else(|| a.text("Id/Othr/Id")));
        line.counterparty_account =
            known.and_then(|text| iban(text).ok().or_else(|| reference(&compact(text))));
        let remittance = details.one("RmtInf");
        let written = remittance.as_ref().map(|at| at.all("Ustrd")).unwrap_or_default();
        let written = written.iter().map(At::own_text).collect::<Vec<_>>().join(" ");
        line.message = message(&written);
        symbols(details, &written, line);
    }
}

/// Symbols stand in the end-to-end id, in structured references, or in what the payer wrote.
fn symbols(details: &At<'_, '_>, written: &str, line: &mut Line) {
    let structured = details.one("RmtInf").map(|at| at.all("Strd")).unwrap_or_default();
    let references = structured.iter().filter_map(|at| at.text("CdtrRefInf/Ref"));
    let mut texts: Vec<&str> = details.text("Refs/EndToEndId").into_iter().collect();
    texts.extend(references.clone());
    texts.push(written);
    let find = |name: &str| texts.iter().find_map(|text| named(text, name));
    line.variable_symbol = find("VS").or_else(|| references.clone().find_map(symbol));
    line.constant_symbol = find("KS");
    line.specific_symbol = find("SS");
}
