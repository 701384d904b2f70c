//! Bank lines that arrived while nothing was outstanding of their invoice.

use crate::{
    context::Context,
    ledger::bank_statements::moment,
    ports::{Ports, Runtime},
    retry::retry_on_conflict,
};
use access::{OrganizationId, Tier};
use bank_statements::{LineRecord, OpenInvoice, StatementStore, Waiting};
use invoicing::{
    InvoiceId, InvoiceStore, PaymentId,
    paying::{PaymentError, Settlement},
    recording::InvoiceContent,
};
use money::Currency;
use persistence::StoreError;
use std::collections::BTreeMap;

/// Matches the lines that waited for an invoice which has an outstanding amount again (`bank.match`). Repeating it
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
        let waiting = waiting_for(&context, invoice).await?;
        if waiting.lines.is_empty() {
            return Ok(());
        }
        // each payment has the id of its line
        let moment = moment(&context, PaymentId(invoice.0));
        let decide = |settlement: &Settlement| waiting.matched(settlement, &moment, &new_id);
        let of = (&waiting.lines[..], invoice);
        database.match_again(organization, of, decide).await?;
        tracing::info!(org.id = %organization, invoice.id = %invoice, "lines matched again");
        Ok(())
    })
    .await
}

/// The unmatched lines that may be for an invoice, with what they are compared with. They may be of several accounts in
/// the invoice's currency. Open invoices, payers and firms are the organization's, whatever the account: they are read
/// once, with the first account.
async fn waiting_for<P: Ports>(
    context: &Context<'_, P>,
    invoice: InvoiceId,
) -> Result<Waiting, StoreError> {
    let (database, owner) = (context.database(), context.organization);
    let invoice = database.invoice(owner, invoice).await?;
    // no account is in a currency that is not known here
    let currency = invoice.document.header().currency.code().parse::<Currency>();
    let Some((open, currency)) = OpenInvoice::of(&invoice).zip(currency.ok()) else {
        return Ok(Waiting::default());
    };
    let found = database.unmatched_lines(owner, currency, &open.marks()).await?;
    let mut of_account: BTreeMap<&str, Vec<&LineRecord>> = BTreeMap::new();
    found.iter().for_each(|(iban, line)| of_account.entry(iban).or_default().push(line));
    let mut waiting = Waiting::default();
    let mut wanted = Waiting::wanted(found.iter().map(|(_, line)| line));
    for (iban, own) in &of_account {
        let (account, contents) = ((*iban, currency), contents(own));
        let known = database.known_lines(owner, account, &[], &contents).await?;
        waiting.known.0.extend(known.0);
        wanted.returns = Waiting::wanted(own.iter().copied()).returns;
        let read = database.candidates(owner, account, &std::mem::take(&mut wanted)).await?;
        waiting.candidates.add(read);
    }
    Ok(Waiting { lines: found.into_iter().map(|(_, line)| line).collect(), ..waiting })
}

fn contents(lines: &[&LineRecord]) -> Vec<String> {
    lines.iter().map(|line| line.content.clone()).collect()
}
