use crate::{
    NotDone,
    context::Context,
    ledger::bank_matching::matched,
    ports::{Ports, Runtime},
    retry::{MayConflict, retry_on_conflict},
};
use bank_statements::{
    ImportRefused, LineRecord, LineState, PlannedPayment, Statement, StatementId, StatementRecord,
    StatementStore, choose_account, not_of_tomorrow, nth_hash, own_statements, told_apart,
};
use document_intake::IntakeBusy;
use invoicing::{
    BankAccount, BankAccountId, PaymentId,
    paying::{PaymentError, PaymentMoment, Settlement},
    records::{BankAccountFilter, BankAccountStore},
};
use persistence::{Cursor, Page, StoreError};

/// Maximum number of retired accounts that are searched.
const RETIRED_ACCOUNTS: u16 = 100;

/// Why a statement was not imported.
#[derive(Debug, thiserror::Error)]
pub enum StatementError {
    /// The statement was refused.
    #[error(transparent)]
    Refused(#[from] ImportRefused),
    /// A payment in it was refused, or storage failed.
    #[error(transparent)]
    Payment(#[from] PaymentError),
    /// Too many documents are being parsed or statements matched at the moment.
    #[error(transparent)]
    Busy(IntakeBusy),
}

impl From<StoreError> for StatementError {
    fn from(error: StoreError) -> Self {
        Self::Payment(error.into())
    }
}

impl From<NotDone> for StatementError {
    fn from(error: NotDone) -> Self {
        match error {
            NotDone::Busy(busy) => Self::Busy(busy),
            lost @ NotDone::Lost => StoreError::backend(lost).into(),
        }
    }
}

impl MayConflict for StatementError {
    /// A payment is refused when its invoice has changed since it was read.
    fn is_conflict(&self) -> bool {
        match self {
            Self::Payment(PaymentError::Store(error)) => error.is_conflict(),
            Self::Payment(PaymentError::Refused(_)) => true,
            Self::Payment(_) | Self::Refused(_) | Self::Busy(_) => false,
        }
    }
}

/// An imported statement, new or repeated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TakenStatement {
    /// The stored statement.
    pub record: StatementRecord,
    /// Whether the same bytes were imported before: then nothing was changed.
    pub is_repeat: bool,
}

/// Imports a bank statement: a certain match records a payment, a possible one makes a proposal. Importing the same
/// statement again changes nothing; of a statement that overlaps another only the new lines count.
///
/// # Errors
/// [`StatementError`]; nothing was stored then.
pub async fn take_statement<P: Ports>(
    context: &Context<'_, P>,
    statement: &Statement,
    sha256: [u8; 32],
    bank_account: Option<BankAccountId>,
) -> Result<TakenStatement, StatementError> {
    let (database, owner) = (context.database(), context.organization);
    retry_on_conflict(|| async {
        if let Some(record) = database.statement_of(owner, &sha256).await? {
            return Ok(TakenStatement { record, is_repeat: true });
        }
        let accounts = accounts(context).await?;
        let statement = told_apart(statement, &accounts, bank_account);
        let account = choose_account(&statement, &accounts, bank_account)?;
        let new = matched(context, statement.into_owned(), account, sha256).await?;
        let record_payment = |settlement: &Settlement, planned: &PlannedPayment| {
            settlement.record(planned.request, &moment(context, planned.line.payment()))
        };
        database.keep_statement(owner, &new, record_payment).await?;
        let counts = new.record.counts;
        tracing::info!(
            org.id = %owner, statement.id = %new.record.id, lines = counts.lines,
            repeated = counts.repeated, recorded = counts.recorded, proposed = counts.proposed,
            "bank statement imported"
        );
        Ok(TakenStatement { record: new.record, is_repeat: false })
    })
    .await
}

/// The result of importing a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TakenFile {
    /// One statement for each account of the organization, in the order of the file; at least one.
    pub statements: Vec<TakenStatement>,
    /// Accounts in the file that are not the organization's, or not the one that the caller names; they were skipped.
    pub left_out: Vec<String>,
}

/// Imports a file with the statements of one or several accounts, each as [`take_statement`] does. All of them are
/// checked before the first is stored.
///
/// # Errors
/// [`StatementError`].
pub async fn take_statements<P: Ports>(
    context: &Context<'_, P>,
    file: &[Statement],
    sha256: [u8; 32],
    bank_account: Option<BankAccountId>,
) -> Result<TakenFile, StatementError> {
    if let [only] = file {
        let taken = take_statement(context, only, sha256, bank_account).await?;
        return Ok(TakenFile { statements: vec![taken], left_out: Vec::new() });
    }
    let accounts = accounts(context).await?;
    let (own, left_out) = own_statements(file, &accounts, bank_account)?;
    let today = context.ports.runtime().today();
    own.iter().try_for_each(|(_, statement)| not_of_tomorrow(statement, today))?;
    let mut statements = Vec::new();
    for (n, statement) in own {
        let hash = nth_hash(sha256, n);
        statements.push(take_statement(context, statement, hash, bank_account).await?);
    }
    Ok(TakenFile { statements, left_out })
}

/// All accounts of the organization, retired ones too, because a statement may be of one of those.
async fn accounts<P: Ports>(context: &Context<'_, P>) -> Result<Vec<BankAccount>, StoreError> {
    let (database, owner) = (context.database(), context.organization);
    let filter = BankAccountFilter { retired: true, ..BankAccountFilter::default() };
    let in_use = database.bank_accounts_in_use(owner).await?;
    let retired = database.bank_accounts(owner, &filter, None, RETIRED_ACCOUNTS).await?;
    Ok(in_use.into_iter().chain(retired.rows).map(|record| record.account).collect())
}

pub(crate) fn moment<P: Ports>(context: &Context<'_, P>, id: PaymentId) -> PaymentMoment {
    let runtime = context.ports.runtime();
    PaymentMoment { id, now: runtime.now(), today: runtime.today(), links: context.links() }
}

/// A statement with a page of its lines in the statement's order: those in one state, or all.
///
/// # Errors
/// [`StoreError::NotFound`]; storage failures.
pub async fn statement_lines<P: Ports>(
    context: &Context<'_, P>,
    id: StatementId,
    state: Option<LineState>,
    after: Option<Cursor>,
    limit: u16,
) -> Result<(StatementRecord, Page<LineRecord>), StoreError> {
    let (store, owner) = (context.database(), context.organization);
    let record = store.statement(owner, id).await?;
    let lines = store.statement_lines(owner, id, state, after, limit).await?;
    Ok((record, lines))
}
