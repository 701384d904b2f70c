//! Credit as a key sees it: it belongs to the live network, the sandbox neither has nor charges any.

use crate::{context::Context, ports::Ports};
use peppol_connector::{
    credit::{Balance, Credits, LedgerLine, price},
    identifiers::Network,
    ports::{AccountStore, CreditStore},
};
use persistence::{Cursor, Page, StoreError};

/// What stands on the credit account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CreditStatus {
    /// In whole sends' worth.
    pub balance: Balance,
    /// What a send with this key costs.
    pub price: Credits,
    /// While a prepayment is overdue no live send is taken on.
    pub prepayment_overdue: bool,
}

/// The credit of the network of the key.
///
/// # Errors
/// No such organization, or no storage.
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

/// A page of the ledger of the network of the key, the newest line first.
///
/// # Errors
/// Storage.
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
