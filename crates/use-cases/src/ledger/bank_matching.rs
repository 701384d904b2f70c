//! Matches a bank statement without blocking other tasks: a long one is matched on a thread of its own.

use crate::{
    NotDone,
    context::Context,
    ledger::bank_statements::StatementError,
    ports::{Ports, Runtime},
};
use bank_statements::{
    Incoming, Moment, NewStatement, Seen, Statement, StatementStore, Wanted, import,
};
use invoicing::BankAccount;
use std::sync::Arc;

/// Statements of up to this many lines are matched on the caller's thread, which takes less than a millisecond.
const AT_ONCE: usize = 100;

/// Approximate memory of a line with its keys and candidates, in bytes.
const LINE_BYTES: usize = 2 * 1024;

/// Matches a statement against the invoices, payments and lines that are stored now.
pub(crate) async fn matched<P: Ports>(
    context: &Context<'_, P>,
    statement: Statement,
    account: &BankAccount,
    sha256: [u8; 32],
) -> Result<NewStatement, StatementError> {
    let (database, owner, ports) = (context.database(), context.organization, context.ports);
    let runtime = ports.runtime();
    let lines = statement.lines.len();
    let statement = Arc::new(statement);
    let read = Arc::clone(&statement);
    let incoming = Arc::new(long(ports, lines, move || Incoming::of(&read)).await?);
    let of = (account.iban.as_str(), account.currency);
    let known = database.known_lines(owner, of, &incoming.keys(), &incoming.contents()).await?;
    let known = Arc::new(known);
    let (these, those, format) = (Arc::clone(&incoming), Arc::clone(&known), statement.format);
    let wanted = move || {
        let seen = those.recognise(&these, format);
        let new = these.lines.iter().zip(&seen).filter(|(_, seen)| **seen != Seen::Before);
        Wanted::of(new.map(|(line, _)| line))
    };
    let wanted = long(ports, lines, wanted).await?;
    let candidates = database.candidates(owner, of, &wanted).await?;
    let moment = Moment { now: context.now(), today: runtime.today(), sha256 };
    let (account, new_id) = (account.clone(), runtime.ids());
    let decide =
        move || import((&statement, &incoming), &account, &known, &candidates, (moment, &new_id));
    Ok(long(ports, lines, decide).await??)
}

async fn long<T: Send + 'static>(
    ports: &impl Ports,
    lines: usize,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, NotDone> {
    if lines <= AT_ONCE { Ok(work()) } else { ports.apart(lines * LINE_BYTES, work).await }
}
