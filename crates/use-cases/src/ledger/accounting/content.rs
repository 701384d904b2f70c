//! The documents of postings.

use crate::{
    context::Context,
    invoicing::details::{DetailsError, details_of},
    ledger::dashboard::organization,
    ports::Ports,
};
use ::expenses::{ExpenseId, ExpenseStatus, ExpenseStore};
use ::offsets::{OffsetId, OffsetStore};
use accounting_export::{Entry, Firm};
use accounting_programs::{
    Content, Document, PostedPayment, PostedSetOff, Posting, PostingKind, PostingStore, Reference,
};
use document_intake::IntakeBusy;
use invoicing::{AnyInvoice, InvoiceId, InvoiceStore, Payment, PaymentMethod};
use persistence::StoreError;
use uuid::Uuid;

/// Why the content of a posting cannot be read now.
#[derive(Debug, thiserror::Error)]
pub enum ContentError {
    /// Too many documents are being parsed.
    #[error(transparent)]
    Busy(#[from] IntakeBusy),
    /// Storage failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<DetailsError> for ContentError {
    fn from(error: DetailsError) -> Self {
        match error {
            DetailsError::Busy(busy) => busy.into(),
            DetailsError::Store(error) => error.into(),
        }
    }
}

/// The firm whose books are kept.
pub(crate) async fn firm<P: Ports>(context: &Context<'_, P>) -> Result<Firm, StoreError> {
    Ok(Firm::of(&organization(context).await?))
}

/// An invoice as accounting sees it; `None` of what is no tax document.
pub(in crate::ledger) async fn invoice_entry<P: Ports>(
    context: &Context<'_, P>,
    invoice: &AnyInvoice,
) -> Result<Option<Entry>, DetailsError> {
    let content = match details_of(context, invoice.clone()).await {
        Ok(details) => details.content,
        // its document is missing
        Err(DetailsError::Store(StoreError::NotFound)) => None,
        Err(error) => return Err(error),
    };
    Ok(Entry::of_invoice(invoice, content.as_ref()))
}

/// The document of a posting; `None` when there is nothing left to write, because the subject was deleted, cancelled
/// or undone.
pub(super) async fn document<P: Ports>(
    context: &Context<'_, P>,
    posting: &Posting,
) -> Result<Option<Document>, ContentError> {
    let subject = posting.subject;
    let content = match subject.kind {
        PostingKind::Invoice => {
            invoice(context, subject.id).await.map(|it| it.map(invoice_content))
        }
        PostingKind::Expense => {
            expense(context, subject.id).await.map(|it| it.map(invoice_content))
        }
        PostingKind::InvoicePayment => invoice_payment(context, posting).await,
        PostingKind::ExpensePayment => expense_payment(context, posting).await,
        PostingKind::Offset => set_off(context, posting).await,
    };
    match content {
        Err(ContentError::Store(StoreError::NotFound)) => Ok(None),
        content => Ok(content?.map(|content| Document::of(posting, content))),
    }
}

type Read<T> = Result<Option<T>, ContentError>;

fn invoice_content(entry: Entry) -> Content {
    Content::Invoice(Box::new(entry))
}

async fn invoice<P: Ports>(context: &Context<'_, P>, id: Uuid) -> Read<Entry> {
    let found = context.database().invoice(context.organization, InvoiceId(id)).await?;
    Ok(invoice_entry(context, &found).await?)
}

async fn expense<P: Ports>(context: &Context<'_, P>, id: Uuid) -> Read<Entry> {
    let settled = context.database().expense(context.organization, ExpenseId(id)).await?;
    let approved = settled.expense.status == ExpenseStatus::Approved;
    Ok(Entry::of_expense(&settled.expense).filter(|_| approved))
}

async fn invoice_payment<P: Ports>(context: &Context<'_, P>, posting: &Posting) -> Read<Content> {
    let (owner, subject) = (context.organization, posting.subject);
    let found = context.database().invoice(owner, InvoiceId(subject.document)).await?;
    let Some(entry) = invoice_entry(context, &found).await? else { return Ok(None) };
    paid(context, posting, PostingKind::Invoice, (entry, &found.payments)).await
}

async fn expense_payment<P: Ports>(context: &Context<'_, P>, posting: &Posting) -> Read<Content> {
    let (owner, subject) = (context.organization, posting.subject);
    let settled = context.database().expense(owner, ExpenseId(subject.document)).await?;
    let Some(entry) = Entry::of_expense(&settled.expense) else { return Ok(None) };
    paid(context, posting, PostingKind::Expense, (entry, &settled.payments)).await
}

async fn paid<P: Ports>(
    context: &Context<'_, P>,
    posting: &Posting,
    kind: PostingKind,
    (entry, payments): (Entry, &[Payment]),
) -> Read<Content> {
    let Some(payment) = payments.iter().find(|payment| payment.id.0 == posting.subject.id) else {
        return Ok(None);
    };
    Ok(Some(Content::Payment(Box::new(PostedPayment {
        of: reference(context, posting, kind, &entry).await?,
        others: others(context, posting, payments).await?,
        currency: entry.currency,
        partner: entry.partner,
        amount: payment.amount,
        date: payment.date,
        is_cash: payment.method == PaymentMethod::Cash.name(),
    }))))
}

/// The program's own ids of the other payments of a document.
async fn others<P: Ports>(
    context: &Context<'_, P>,
    posting: &Posting,
    payments: &[Payment],
) -> Result<Vec<String>, StoreError> {
    let (owner, subject) = (context.organization, posting.subject);
    let ids = payments.iter().map(|payment| payment.id.0).filter(|id| *id != subject.id);
    let ids: Vec<_> = ids.collect();
    let known = context.database().postings_of(owner, posting.link, subject.kind, &ids).await?;
    Ok(known.into_iter().filter_map(|shown| shown.posting.program_id).collect())
}

/// A document that a posting is about, with the program's own id of it.
async fn reference<P: Ports>(
    context: &Context<'_, P>,
    posting: &Posting,
    kind: PostingKind,
    entry: &Entry,
) -> Result<Reference, StoreError> {
    let (database, owner) = (context.database(), context.organization);
    let known = database.postings_of(owner, posting.link, kind, &[entry.id.0]).await?;
    let program_id = known.into_iter().next().and_then(|shown| shown.posting.program_id);
    Ok(Reference::of(entry, program_id))
}

async fn set_off<P: Ports>(context: &Context<'_, P>, posting: &Posting) -> Read<Content> {
    let (database, owner) = (context.database(), context.organization);
    let offset = database.offset(owner, OffsetId(posting.subject.id)).await?.offset;
    let invoice = invoice(context, offset.invoice.0).await?;
    let expense = expense(context, offset.expense.0).await?;
    let Some((invoice, expense)) = invoice.zip(expense) else { return Ok(None) };
    Ok(Some(Content::SetOff(Box::new(PostedSetOff {
        invoice: reference(context, posting, PostingKind::Invoice, &invoice).await?,
        expense: reference(context, posting, PostingKind::Expense, &expense).await?,
        partner: invoice.partner,
        amount: offset.amount,
        currency: offset.currency,
        date: offset.date,
        agreement: offset.reference,
    }))))
}
