//! The other side of a movement.

use super::at::At;
use crate::{
    Line,
    statement::{name, reference},
};
use party_identifiers::{compact, iban};

/// Where one side of a movement stands.
struct Side {
    party: &'static str,
    account: &'static str,
    /// On whose behalf it pays, or is paid.
    behalf: &'static str,
}

const DEBTOR: Side = Side { party: "Dbtr", account: "DbtrAcct", behalf: "UltmtDbtr" };
const CREDITOR: Side = Side { party: "Cdtr", account: "CdtrAcct", behalf: "UltmtCdtr" };

/// Who paid, or was paid: of money that came the debtor, of money that went the creditor. What is sent or taken back
/// names the sides of the first movement: the one that is ours is not the other side.
pub(super) fn describe(details: &At<'_, '_>, own: &str, line: &mut Line) {
    let Some(related) = details.one("RltdPties") else { return };
    let (one, other) = match line.amount.is_sign_negative() {
        false => (DEBTOR, CREDITOR),
        true => (CREDITOR, DEBTOR),
    };
    let of = |side: &Side| account(&related, side);
    let foreign = |account: &Option<String>| account.as_deref().is_some_and(|known| known != own);
    let (mut side, mut known) = (&one, of(&one));
    if !foreign(&known) && foreign(&of(&other)) {
        (side, known) = (&other, of(&other));
    }
    line.counterparty_account = known.filter(|known| known != own);
    let paths = ["Nm", "Pty/Nm", "Agt/FinInstnId/Nm"];
    let called = |at: &str| related.one(at).and_then(|party| party.first(&paths));
    let called = called(side.party).or_else(|| called(side.behalf));
    line.counterparty_name = called.as_deref().and_then(name);
}

/// An IBAN in its normal form, else the account as the bank writes it.
fn account(related: &At<'_, '_>, side: &Side) -> Option<String> {
    let text = related.one(side.account)?.first(&["Id/IBAN", "Id/Othr/Id"])?;
    iban(&text).ok().or_else(|| reference(&compact(&text)))
}
