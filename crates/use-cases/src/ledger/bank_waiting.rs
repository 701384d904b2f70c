//! Bank lines that arrived while nothing was outstanding of their invoice.

use crate::{
    context::Context,
    ledger::bank_statements::moment,
    ports::{Ports, Runtime},
    retry::retry_on_conflict,
};
use access::{OrganizationId, Tier};
use bank_statements::{LineRecord, OpenInvoice, StatementId, StatementStore, Waiting};
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
/// the invoice's currency.
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
    let lines = database.unmatched_lines(owner, currency, &open.marks()).await?;
    let wanted = Waiting::wanted(&lines);
    let mut waiting = Waiting::default();
    for (iban, contents) in by_account(context, &lines).await? {
        let account = (iban.as_str(), currency);
        let known = database.known_lines(owner, account, &[], &contents).await?;
        waiting.known.0.extend(known.0);
        // invoices, payers and firms are those of the organization, whatever the account
        let candidates = database.candidates(owner, account, &wanted).await?;
        let of_others = std::mem::replace(&mut waiting.candidates, candidates).returns;
        waiting.candidates.returns.extend(of_others);
    }
    Ok(Waiting { lines, ..waiting })
}

/// The contents of the lines by the account that they are of.
async fn by_account<P: Ports>(
    context: &Context<'_, P>,
    lines: &[LineRecord],
) -> Result<BTreeMap<String, Vec<String>>, StoreError> {
    let mut of_statement: BTreeMap<StatementId, Vec<String>> = BTreeMap::new();
    for line in lines {
        of_statement.entry(line.statement).or_default().push(line.content.clone());
    }
    let mut of_account: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (statement, contents) in of_statement {
        let record = context.database().statement(context.organization, statement).await?;
        of_account.entry(record.iban).or_default().extend(contents);
    }
    Ok(of_account)
}
