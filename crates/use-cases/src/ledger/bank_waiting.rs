//! Money that came while nothing was outstanding of its invoice.

use crate::{
    context::Context,
    ledger::bank_statements::moment,
    ports::{Ports, Runtime},
    retry::retry_on_conflict,
};
use access::{OrganizationId, Tier};
use bank_statements::{StatementStore, Waiting};
use invoicing::{
    AnyInvoice, InvoiceId, InvoiceStore, PaymentId,
    paying::{PaymentError, Settlement},
    recording::InvoiceContent,
};
use money::{Currency, Decimal};
use persistence::StoreError;
use std::collections::BTreeMap;

/// Matches the lines that waited for an invoice of which something is outstanding again (`bank.match`). Doing it again
/// changes nothing.
///
/// # Errors
/// [`PaymentError`]; nothing was changed then.
pub async fn match_waiting<P: Ports>(
    ports: &P,
    organization: OrganizationId,
    invoice: InvoiceId,
) -> Result<(), PaymentError> {
    // statements are the organization's, whatever the tier
    let context = Context::new(ports, organization, Tier::Live);
    let (database, new_id) = (context.database(), || ports.runtime().new_id());
    retry_on_conflict(|| async {
        let open = database.invoice(organization, invoice).await?;
        let waiting = waiting_for(&context, &open, Decimal::ZERO).await?;
        if waiting.lines.is_empty() {
            return Ok(());
        }
        // each payment has the id of its line
        let moment = moment(&context, PaymentId(invoice.0));
        let decide = |settlement: &Settlement| waiting.matched(settlement, &moment, &new_id);
        database.match_again(organization, invoice, decide).await?;
        tracing::info!(org.id = %organization, invoice.id = %invoice, "lines matched again");
        Ok(())
    })
    .await
}

/// The unmatched lines that may be for an invoice once so much `more` is outstanding of it, with what they are compared
/// with. They may be of several accounts in the invoice's currency.
pub(crate) async fn waiting_for<P: Ports>(
    context: &Context<'_, P>,
    invoice: &AnyInvoice,
    more: Decimal,
) -> Result<Waiting, StoreError> {
    let (database, owner) = (context.database(), context.organization);
    // no account is in a currency that is not known here
    let Ok(currency) = invoice.document.header().currency.code().parse::<Currency>() else {
        return Ok(Waiting::default());
    };
    let lines = database.unmatched_lines(owner, currency).await?;
    let lines = Waiting::lines_of(invoice, more, lines);
    let mut waiting = Waiting::default();
    let mut contents: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for line in &lines {
        let iban = database.statement(owner, line.statement).await?.iban;
        contents.entry(iban).or_default().push(line.content.clone());
    }
    for (iban, contents) in contents {
        let account = (iban.as_str(), currency);
        let known = database.known_lines(owner, account, &[], &contents).await?;
        waiting.known.0.extend(known.0);
        // invoices, payers and firms are those of the organization, whatever the account
        waiting.candidates = database.candidates(owner, account, &Waiting::wanted(&lines)).await?;
    }
    Ok(Waiting { lines, ..waiting })
}
