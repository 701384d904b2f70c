use super::error::RecordRefused;
use super::{NewRecord, RecordError};
use crate::{
    context::Context,
    idempotent::with_idempotency_key,
    ports::{Ports, Runtime},
    retry::retry_on_conflict,
};
use access::KeyScope;
use idempotency::{Answer, Lease, UnwritableAnswer};
use invoicing::{
    BankAccountId, Violations,
    records::{BankAccountInput, BankAccountRecord, BankAccountStore},
};
use organizations::{OrganizationRecord, OrganizationStore, may_change_settings};
use persistence::StoreError;

/// Creates a bank account, once per idempotency key; `respond` builds the answer.
///
/// # Errors
/// [`RecordError`]; nothing was stored then, and the key can be used again.
pub async fn add_bank_account<P: Ports>(
    context: &Context<'_, P>,
    new: NewRecord<BankAccountInput>,
    respond: impl Fn(&BankAccountRecord) -> Result<Answer, UnwritableAnswer> + Send + Sync,
) -> Result<Answer, RecordError> {
    let lease = new.lease.as_ref();
    let key = lease.map(|(lease, _)| lease);
    let work = retry_on_conflict(|| decide_and_keep(context, &new, key, &respond));
    with_idempotency_key(context.ports, context.organization.into(), lease, work).await
}

async fn decide_and_keep<P: Ports>(
    context: &Context<'_, P>,
    new: &NewRecord<BankAccountInput>,
    lease: Option<&Lease>,
    respond: impl Fn(&BankAccountRecord) -> Result<Answer, UnwritableAnswer>,
) -> Result<Answer, RecordError> {
    let (database, owner, now) = (context.database(), context.organization, context.now());
    let record = owner_record(context).await?;
    let before = database.bank_accounts_in_use(owner).await?;
    let (home, id) =
        (record.organization.home_currency(), BankAccountId(context.ports.runtime().new_id()));
    let after = invoicing::records::add_bank_account(
        &before,
        &new.input,
        new.found.clone(),
        home,
        (id, now),
    )?;
    let answer = respond(made(&after, id)?)?;
    let answered = lease.map(|lease| (lease, &answer));
    database.change_bank_accounts(owner, &before, &after, answered, now).await?;
    tracing::info!(org.id = %owner, account.id = %id, "bank account created");
    Ok(answer)
}

/// Changes a bank account; fields missing in the input stay.
///
/// # Errors
/// [`RecordError`]; nothing was changed then.
pub async fn change_bank_account<P: Ports>(
    context: &Context<'_, P>,
    id: BankAccountId,
    input: &BankAccountInput,
    found: &Violations,
) -> Result<BankAccountRecord, RecordError> {
    let (database, owner, now) = (context.database(), context.organization, context.now());
    retry_on_conflict(|| async {
        owner_record(context).await?;
        if database.bank_account(owner, id).await?.retired_at.is_some() {
            return Err(RecordError::refused(RecordRefused::AccountRetired));
        }
        let before = database.bank_accounts_in_use(owner).await?;
        let after = invoicing::records::change_bank_account(&before, id, input, found.clone())?;
        database.change_bank_accounts(owner, &before, &after, None, now).await?;
        Ok(made(&after, id)?.clone())
    })
    .await
}

/// Retires a bank account for good. Repeating it changes nothing.
///
/// # Errors
/// [`RecordError`]; nothing was changed then.
pub async fn retire_bank_account<P: Ports>(
    context: &Context<'_, P>,
    id: BankAccountId,
) -> Result<(), RecordError> {
    let (database, owner, now) = (context.database(), context.organization, context.now());
    retry_on_conflict(|| async {
        owner_record(context).await?;
        if database.bank_account(owner, id).await?.retired_at.is_some() {
            return Ok(());
        }
        let before = database.bank_accounts_in_use(owner).await?;
        let after = invoicing::records::retire_bank_account(&before, id, now)?;
        Ok(database.change_bank_accounts(owner, &before, &after, None, now).await?)
    })
    .await
}

/// The organization that owns the accounts, if the key may change them.
async fn owner_record<P: Ports>(
    context: &Context<'_, P>,
) -> Result<OrganizationRecord, RecordError> {
    let (database, owner) = (context.database(), context.organization);
    let record = database.organization_record(KeyScope::Organization(owner), owner).await?;
    may_change_settings(&record.account, context.tier)?;
    Ok(record)
}

fn made(
    accounts: &[BankAccountRecord],
    id: BankAccountId,
) -> Result<&BankAccountRecord, StoreError> {
    accounts.iter().find(|record| record.account.id == id).ok_or(StoreError::NotFound)
}
