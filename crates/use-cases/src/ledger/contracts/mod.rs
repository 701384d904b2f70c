//! Contracts that issue recurring invoices.
//!
//! A test key sees and changes only what test keys made; a live key sees everything. Rows that a key may not see are
//! not found.

mod add;
mod change;
mod error;
mod issue;
mod mail;
mod preview;
mod send;

pub use add::add_contract;
pub use change::{cancel_contract, change_contract, pause_contract, resume_contract};
pub use error::ContractError;
pub(crate) use issue::IssueFault;
pub use issue::issue_due;
pub use mail::{send_problem_mail, send_refused_mail};
pub use preview::{Preview, preview};
pub use send::{SendContractError, send_period};

use crate::{
    context::Context,
    ports::{Ports, Runtime},
};
use access::Tier;
use contracts::{Contract, ContractFilter, ContractId, ContractStore, ListedPeriod, Moment};
use persistence::{Cursor, Page, StoreError};

/// Loads one contract.
///
/// # Errors
/// [`StoreError::NotFound`].
pub async fn contract<P: Ports>(
    context: &Context<'_, P>,
    id: ContractId,
) -> Result<Contract, StoreError> {
    let found = context.database().contract(context.organization, id).await?;
    if found.is_visible_to(context.tier) { Ok(found) } else { Err(StoreError::NotFound) }
}

/// A page of contracts, the newest first.
///
/// # Errors
/// Storage failures.
pub async fn contracts<P: Ports>(
    context: &Context<'_, P>,
    filter: ContractFilter,
    after: Option<Cursor>,
    limit: u16,
) -> Result<Page<Contract>, StoreError> {
    let tier = (context.tier == Tier::Test).then_some(Tier::Test);
    let filter = ContractFilter { tier, ..filter };
    context.database().contracts(context.organization, &filter, after, limit).await
}

/// A page of the invoices of a contract, the newest first.
///
/// # Errors
/// [`StoreError::NotFound`]; storage failures.
pub async fn contract_invoices<P: Ports>(
    context: &Context<'_, P>,
    id: ContractId,
    after: Option<Cursor>,
    limit: u16,
) -> Result<Page<ListedPeriod>, StoreError> {
    contract(context, id).await?;
    context.database().period_invoices(context.organization, id, after, limit).await
}

/// The time and the caller of a decision about this contract.
fn moment<P: Ports>(context: &Context<'_, P>, id: ContractId) -> Moment {
    let runtime = context.ports.runtime();
    Moment { id, tier: context.tier, now: runtime.now(), today: runtime.today() }
}
