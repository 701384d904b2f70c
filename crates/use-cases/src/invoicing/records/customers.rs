use super::error::RecordRefused;
use super::{NewRecord, RecordError};
use crate::{
    context::Context,
    idempotent::with_idempotency_key,
    ports::{Ports, Runtime},
    retry::retry_on_conflict,
};
use idempotency::{Answer, UnwritableAnswer};
use invoicing::{
    Contact, ContactId, CustomerInput, InvoiceFilter, InvoiceStore, InvoiceSummary, MailProfile,
    Violations,
    records::{ContactRow, CustomerStore, check_customer, merged},
};
use persistence::{Page, StoreError};

/// Creates a customer, once per idempotency key; `respond` builds the answer.
///
/// # Errors
/// [`RecordError`]; nothing was stored then, and the key can be used again.
pub async fn add_customer<P: Ports>(
    context: &Context<'_, P>,
    new: NewRecord<CustomerInput>,
    respond: impl Fn(&ContactRow) -> Result<Answer, UnwritableAnswer> + Send + Sync,
) -> Result<Answer, RecordError> {
    let NewRecord { input, found, lease } = new;
    let lease = lease.as_ref();
    let work = async {
        let party = check_customer(&input, found)?;
        let id = ContactId(context.ports.runtime().new_id());
        let contact = Contact { id, party, profile: input.profile.unwrap_or_default() };
        let row = ContactRow { contact, created_at: context.now(), retired_at: None };
        let answer = respond(&row)?;
        let answered = lease.map(|(lease, _)| (lease, &answer));
        context.database().add_contact(context.organization, &row, answered).await?;
        tracing::info!(org.id = %context.organization, customer.id = %row.contact.id, "customer created");
        Ok(answer)
    };
    with_idempotency_key(context.ports, context.organization.into(), lease, work).await
}

/// Changes a customer; fields missing in the input stay.
///
/// # Errors
/// [`RecordError`]; nothing was changed then.
pub async fn change_customer<P: Ports>(
    context: &Context<'_, P>,
    id: ContactId,
    input: &CustomerInput,
    found: &Violations,
) -> Result<ContactRow, RecordError> {
    let (database, owner) = (context.database(), context.organization);
    retry_on_conflict(|| async {
        let before = database.contact(owner, id).await?;
        if before.retired_at.is_some() {
            return Err(RecordError::refused(RecordRefused::CustomerRetired));
        }
        let party =
            invoicing::records::change_customer(&before.contact.party, input, found.clone())?;
        let profile = input.profile.unwrap_or(before.contact.profile);
        let after = ContactRow { contact: Contact { id, party, profile }, ..before.clone() };
        database.change_contact(owner, &before, &after).await?;
        Ok(after)
    })
    .await
}

/// Retires a customer for good. Repeating it changes nothing.
///
/// # Errors
/// [`RecordError`]; nothing was changed then.
pub async fn retire_customer<P: Ports>(
    context: &Context<'_, P>,
    id: ContactId,
) -> Result<(), RecordError> {
    let (database, owner, now) = (context.database(), context.organization, context.now());
    retry_on_conflict(|| async {
        let before = database.contact(owner, id).await?;
        if before.retired_at.is_some() {
            return Ok(());
        }
        let after = ContactRow { retired_at: Some(now), ..before.clone() };
        Ok(database.change_contact(owner, &before, &after).await?)
    })
    .await
}

/// Merges a customer into another one: its invoices, expenses and contracts move to the other, and it is retired.
/// Returns the customer that stays.
///
/// # Errors
/// [`RecordError`]; nothing was changed then.
pub async fn merge_customer<P: Ports>(
    context: &Context<'_, P>,
    id: ContactId,
    into: ContactId,
) -> Result<ContactRow, RecordError> {
    let (database, owner, now) = (context.database(), context.organization, context.now());
    let stays = retry_on_conflict(|| async {
        let other = database.contact(owner, id).await?;
        let stays = staying(database.contact(owner, into).await, id == into)?;
        let party = merged(&other.contact.party, &stays.contact.party);
        let party = party.map_err(|two| RecordError::Refused(two.into()))?;
        let profile = match stays.contact.profile {
            MailProfile::None => other.contact.profile,
            own => own,
        };
        let contact = Contact { id: into, party, profile };
        let after = ContactRow { contact, ..stays.clone() };
        database.merge_contacts(owner, &other, &stays, &after, now).await?;
        Ok::<_, RecordError>(after)
    })
    .await?;
    tracing::info!(org.id = %owner, customer.id = %id, into = %into, "customers merged");
    Ok(stays)
}

/// The customer named in the body, which must be another one and in use.
fn staying(
    found: Result<ContactRow, StoreError>,
    is_itself: bool,
) -> Result<ContactRow, RecordError> {
    let mut wrong = Violations::new();
    if is_itself {
        wrong.add("customer_id", RecordRefused::SameCustomer);
        return Err(wrong.into());
    }
    match found {
        Ok(row) if row.retired_at.is_none() => Ok(row),
        Ok(_) | Err(StoreError::NotFound) => {
            wrong.add_missing("customer_id", RecordRefused::NoCustomer);
            Err(wrong.into())
        }
        Err(error) => Err(error.into()),
    }
}

/// A customer, and its newest invoices.
#[derive(Debug)]
pub struct CustomerInvoices {
    pub customer: ContactRow,
    pub invoices: Page<InvoiceSummary>,
}

/// Loads a customer with its newest invoices, up to the given number.
///
/// # Errors
/// [`StoreError::NotFound`]; storage failures.
pub async fn customer_invoices<P: Ports>(
    context: &Context<'_, P>,
    id: ContactId,
    most: u16,
) -> Result<CustomerInvoices, StoreError> {
    let (store, owner) = (context.database(), context.organization);
    let customer = store.contact(owner, id).await?;
    let of = InvoiceFilter { customer_id: Some(id), ..InvoiceFilter::default() };
    let invoices = store.invoices(owner, &of, None, most).await?;
    Ok(CustomerInvoices { customer, invoices })
}
