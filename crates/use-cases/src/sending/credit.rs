//! Credit as a key sees it: it exists only in the live network; the sandbox charges none.

use crate::{context::Context, ports::Ports};
use peppol_connector::{
    credit::{Balance, Credits, LedgerLine, price},
    identifiers::Network,
    ports::{AccountStore, CreditStore},
};
use persistence::{Cursor, Page, StoreError};

/// The credit account of an organization.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CreditStatus {
    /// The balance, in sends.
    pub balance: Balance,
    /// The price of one send with this key.
    pub price: Credits,
    /// While true, live sends are refused.
    pub prepayment_overdue: bool,
}

/// The credit in the network of the key.
///
/// # Errors
/// [`StoreError::NotFound`] for an unknown organization; storage failures.
pub async fn credit_status<P: Ports>(context: &Context<'_, P>) -> Result<CreditStatus, StoreError> {
    let network = context.network();
    let price = price(network);
    if network == Network::Test {
        let balance = Balance::default();
        return Ok(CreditStatus { balance, price, prepayment_overdue: false });
    }
    let (database, organization) = (context.database(), context.organization);
    let balance = database.balance(organization).await?;
    let prepayment_overdue = database.account(organization).await?.prepayment_overdue;
    Ok(CreditStatus { balance, price, prepayment_overdue })
}

/// A page of the credit ledger in the network of the key, newest line first.
///
/// # Errors
/// Storage failures.
pub async fn credit_entries<P: Ports>(
    context: &Context<'_, P>,
    after: Option<Cursor>,
    limit: u16,
) -> Result<Page<LedgerLine>, StoreError> {
    match context.network() {
        Network::Test => Ok(Page::empty()),
        Network::Live => context.database().ledger(context.organization, after, limit).await,
    }
}
