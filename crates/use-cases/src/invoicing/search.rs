//! Search by one text: a document number, or a customer's name or IČO.

use crate::{context::Context, ports::Ports};
use ::expenses::{Expense, ExpenseFilter, ExpenseStore};
use invoicing::{
    InvoiceFilter, InvoiceStore, InvoiceSummary,
    records::{ContactFilter, ContactRow},
};
use peppol_connector::{
    inbox::{ReceivedFilter, ReceivedRecord},
    ports::{InboxStore, SubmissionLists},
    submissions::{SubmissionFilter, SubmissionRecord},
};
use persistence::StoreError;

/// The newest results of each kind.
#[derive(Debug)]
pub struct Found {
    pub invoices: Vec<InvoiceSummary>,
    pub customers: Vec<ContactRow>,
    pub expenses: Vec<Expense>,
    pub received: Vec<ReceivedRecord>,
    pub sends: Vec<SubmissionRecord>,
}

/// Documents with this number, and customers whose name contains the text or whose IČO it is; each kind up to the
/// limit.
///
/// # Errors
/// Storage failures.
pub async fn search<P: Ports>(
    context: &Context<'_, P>,
    wanted: &str,
    most: u16,
) -> Result<Found, StoreError> {
    let (store, owner) = (context.database(), context.organization);
    let (number, network) = (Some(wanted.to_owned()), Some(context.network()));
    let invoices = InvoiceFilter { number: number.clone(), ..InvoiceFilter::default() };
    let sends = SubmissionFilter { number: number.clone(), network, ..SubmissionFilter::default() };
    let expenses =
        ExpenseFilter { number: number.clone(), seen_from: network, ..ExpenseFilter::default() };
    let customers = ContactFilter { any: Some(wanted.to_owned()), ..ContactFilter::default() };
    let received = ReceivedFilter { number, network, ..ReceivedFilter::default() };
    Ok(Found {
        invoices: store.invoices(owner, &invoices, None, most).await?.rows,
        customers: store.contacts(owner, &customers, None, most).await?.rows,
        expenses: store.expenses(owner, &expenses, None, most).await?.rows,
        received: store.received(owner, &received, None, most).await?.rows,
        sends: store.submissions(owner, &sends, None, most).await?.rows,
    })
}
