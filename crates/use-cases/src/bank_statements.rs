use crate::{
    Context, Ports, Runtime,
    retry::{MayConflict, retry_on_conflict},
};
use bank_statements::{
    ImportRefused, Incoming, LineRecord, LineState, Moment, NewStatement, PlannedPayment,
    ProposalChange, ProposalError, ProposalId, ProposalRow, Seen, Statement, StatementId,
    StatementRecord, StatementStore, Wanted, accept, choose_account, import, not_of_tomorrow,
    nth_hash, own_statements, refuse, told_apart,
};
use invoicing::{
    BankAccount, BankAccountId, PaymentId,
    paying::{PaymentError, PaymentMoment, Settlement},
    records::{BankAccountFilter, BankAccountStore},
};
use persistence::{Cursor, Page, StoreError};

/// Accounts that were retired, and are looked at.
const RETIRED_ACCOUNTS: u16 = 100;

/// Why a statement is not taken.
#[derive(Debug, thiserror::Error)]
pub enum StatementError {
    /// Something about it.
    #[error(transparent)]
    Refused(#[from] ImportRefused),
    /// A payment that it brings, or storage.
    #[error(transparent)]
    Payment(#[from] PaymentError),
}

impl From<StoreError> for StatementError {
    fn from(error: StoreError) -> Self {
        Self::Payment(error.into())
    }
}

impl MayConflict for StatementError {
    /// A payment is refused when its invoice has changed since it was looked at.
    fn is_conflict(&self) -> bool {
        match self {
            Self::Payment(PaymentError::Store(error)) => error.is_conflict(),
            Self::Payment(PaymentError::Refused(_)) => true,
            Self::Payment(_) | Self::Refused(_) => false,
        }
    }
}

/// A statement that was taken, now or before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TakenStatement {
    /// As it is kept.
    pub record: StatementRecord,
    /// Whether the same bytes were taken before: then nothing was changed.
    pub is_repeat: bool,
}

/// Takes a bank statement: what certainly pays an invoice is recorded, what may is proposed. The same
/// statement again changes nothing, and of one that overlaps another only the new lines count.
///
/// # Errors
/// [`StatementError`]; then nothing was kept.
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
        let new = decide(context, &statement, account, sha256).await?;
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

/// What was taken of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TakenFile {
    /// A statement for each account of the organization, in the order of the file; at least one.
    pub statements: Vec<TakenStatement>,
    /// Accounts that are not the organization's, or not the one that the caller names: nothing was done with theirs.
    pub left_out: Vec<String>,
}

/// Takes a file with a statement, or with those of several accounts: each as [`take_statement`] does. All are looked
/// at before the first is kept.
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

/// All accounts of the organization: a statement may be of one that was retired.
async fn accounts<P: Ports>(context: &Context<'_, P>) -> Result<Vec<BankAccount>, StoreError> {
    let (database, owner) = (context.database(), context.organization);
    let filter = BankAccountFilter { retired: true, ..BankAccountFilter::default() };
    let in_use = database.bank_accounts_in_use(owner).await?;
    let retired = database.bank_accounts(owner, &filter, None, RETIRED_ACCOUNTS).await?;
    Ok(in_use.into_iter().chain(retired.rows).map(|record| record.account).collect())
}

async fn decide<P: Ports>(
    context: &Context<'_, P>,
    statement: &Statement,
    account: &BankAccount,
    sha256: [u8; 32],
) -> Result<NewStatement, StatementError> {
    let (database, owner, runtime) =
        (context.database(), context.organization, context.ports.runtime());
    let incoming = Incoming::of(statement);
    let of = (account.iban.as_str(), account.currency);
    let (keys, contents) = (incoming.keys(), incoming.contents());
    let known = database.known_lines(owner, of, &keys, &contents).await?;
    let seen = known.recognise(&incoming, statement.format);
    let new = incoming.lines.iter().zip(&seen).filter(|(_, seen)| **seen != Seen::Before);
    let wanted = Wanted::of(new.map(|(line, _)| line));
    let candidates = database.candidates(owner, of, &wanted).await?;
    let moment = Moment { now: context.now(), today: runtime.today(), sha256 };
    let new_id = || runtime.new_id();
    Ok(import((statement, &incoming), account, &known, &candidates, (moment, &new_id))?)
}

fn moment<P: Ports>(context: &Context<'_, P>, id: PaymentId) -> PaymentMoment {
    let runtime = context.ports.runtime();
    PaymentMoment { id, now: runtime.now(), today: runtime.today(), links: context.links() }
}

/// Accepts a proposal: its payment is recorded, and other proposals for the same movement are
/// withdrawn. Again it changes nothing.
///
/// # Errors
/// [`ProposalError`]; then nothing was changed.
pub async fn accept_proposal<P: Ports>(
    context: &Context<'_, P>,
    id: ProposalId,
) -> Result<ProposalRow, ProposalError> {
    let decide = |row: &ProposalRow, settlement: &Settlement| {
        accept(row, settlement, &moment(context, row.proposal.line.payment()))
    };
    answered(context, id, decide).await
}

/// Refuses a proposal. Again it changes nothing.
///
/// # Errors
/// [`ProposalError`]; then nothing was changed.
pub async fn refuse_proposal<P: Ports>(
    context: &Context<'_, P>,
    id: ProposalId,
) -> Result<ProposalRow, ProposalError> {
    let now = context.now();
    let decide = |row: &ProposalRow, _: &Settlement| Ok(refuse(row, now)?);
    answered(context, id, decide).await
}

async fn answered<P: Ports>(
    context: &Context<'_, P>,
    id: ProposalId,
    decide: impl Fn(&ProposalRow, &Settlement) -> Result<ProposalChange, ProposalError> + Send + Sync,
) -> Result<ProposalRow, ProposalError> {
    let owner = context.organization;
    let row = context.database().answer_proposal(owner, id, decide).await?;
    let state = row.proposal.state.name();
    tracing::info!(org.id = %owner, proposal.id = %id, state, "payment proposal answered");
    Ok(row)
}

/// A statement with a page of its lines, in its order: those in one state, or all.
///
/// # Errors
/// [`StoreError::NotFound`]; storage.
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
