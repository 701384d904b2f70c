use crate::{
    ports::{Ports, Runtime},
    retry::{MayConflict, retry_on_conflict},
};
use access::OrganizationId;
use contracts::{Contract, ContractId, ContractStore, Obstacle, Period, ProblemCode, Step};
use invoicing::{Draft, InvoiceStore, Issuance, states::Links};
use jobs::{JobId, error_text};
use money::Currency;
use persistence::StoreError;
use time::Date;

/// Contracts read in one batch.
const BATCH: u16 = 100;

/// Issues the invoice of every period that is due by now, for all organizations; missed periods follow one after the
/// other, oldest first. Returns how many. A period that cannot be issued stores the reason with its contract, and the
/// other contracts go on.
///
/// # Errors
/// Storage failures; invoices issued before stay issued.
pub async fn issue_due<P: Ports>(ports: &P) -> Result<usize, StoreError> {
    let mut all = 0;
    loop {
        let issued = issue_one_each(ports).await?;
        all += issued;
        // a contract may have more than one period that is due
        if issued == 0 {
            return Ok(all);
        }
    }
}

/// Issues one due period of each contract.
async fn issue_one_each<P: Ports>(ports: &P) -> Result<usize, StoreError> {
    let (store, runtime) = (ports.database(), ports.runtime());
    let (mut all, mut after) = (0, None);
    loop {
        let due = store.due_contracts(runtime.today(), runtime.now(), after, BATCH).await?;
        for (organization, contract) in due.contracts {
            match issue_next(ports, organization, contract).await {
                Ok(issued) => all += usize::from(issued),
                Err(error @ StoreError::Unavailable(_)) => return Err(error),
                Err(error) => {
                    let error = error_text(&error);
                    tracing::error!(org.id = %organization, contract.id = %contract, error, "contract skipped: its due invoice cannot be issued");
                }
            }
        }
        after = due.next;
        if after.is_none() {
            return Ok(all);
        }
    }
}

/// Whether an invoice was issued. When two workers try the same period, only one of them issues it.
async fn issue_next<P: Ports>(
    ports: &P,
    organization: OrganizationId,
    id: ContractId,
) -> Result<bool, StoreError> {
    let (store, runtime) = (ports.database(), ports.runtime());
    retry_on_conflict(|| async {
        let contract = store.contract(organization, id).await?;
        let (period, obstacle) = match contract.step(runtime.today()) {
            Step::Nothing => return Ok(false),
            Step::Issue(period) => match issue_period(ports, &contract, &period).await? {
                Ok(()) => return Ok(true),
                Err(obstacle) => (period, obstacle),
            },
            Step::TooManyDue(period) => (period, too_many()),
        };
        let (now, job) = (runtime.now(), JobId(runtime.new_id()));
        let stuck = contract.stuck(&period, &obstacle, job, now);
        let job = stuck.job.as_ref();
        store.change_contract(organization, &contract, &stuck.after, job, now).await?;
        tracing::warn!(
            org.id = %organization,
            contract.id = %id,
            contract.period = %period.first,
            problem = obstacle.code.name(),
            "recurring invoice not issued"
        );
        Ok(false)
    })
    .await
}

impl MayConflict for StoreError {
    fn is_conflict(&self) -> bool {
        matches!(self, StoreError::Conflict)
    }
}

/// Why the invoice of a period is not issued.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, refusals::Refusal)]
#[refusal("recurring_invoice")]
pub(crate) enum IssueFault {
    #[error(
        "more than 12 periods are due: resume the contract with missed = issue, or with missed = skip to leave them out"
    )]
    TooManyDue,
    #[error("{what} is taken already")]
    Taken { what: String },
    #[error("the plan allows no more invoices this month")]
    PlanLimit,
    #[error("the invoice cannot be kept; the operator of the service finds the reason in its log")]
    Storage,
    #[error("no exchange rate of {currency} for {date} is known")]
    NoRate { currency: Currency, date: Date },
}

fn too_many() -> Obstacle {
    Obstacle::new(ProblemCode::TooManyDue, IssueFault::TooManyDue)
}

/// Issues a period's invoice, or returns the obstacle.
async fn issue_period<P: Ports>(
    ports: &P,
    contract: &Contract,
    period: &Period,
) -> Result<Result<(), Obstacle>, StoreError> {
    let (store, job) = (ports.database(), JobId(ports.runtime().new_id()));
    let draft = match draft(ports, contract, period).await? {
        Ok(draft) => draft,
        Err(obstacle) => return Ok(Err(obstacle)),
    };
    let issued = store.issue_period(contract.organization, contract, &draft, |invoice| {
        contract.issued(period, invoice, job)
    });
    match issued.await {
        Ok(invoice) => {
            tracing::info!(
                org.id = %contract.organization,
                contract.id = %contract.id,
                contract.period = %period.first,
                invoice.id = %invoice.id,
                invoice.number = invoice.document.number,
                "recurring invoice issued"
            );
            Ok(Ok(()))
        }
        Err(error) => obstacle_of(error).map(Err),
    }
}

/// The obstacle that a storage error means for the contract; a temporary error is returned as an error.
fn obstacle_of(error: StoreError) -> Result<Obstacle, StoreError> {
    match error {
        StoreError::Taken(what) => {
            Ok(Obstacle::new(ProblemCode::Series, IssueFault::Taken { what }))
        }
        StoreError::LimitReached => {
            Ok(Obstacle::new(ProblemCode::PlanLimit, IssueFault::PlanLimit))
        }
        StoreError::Stock(shortage) => Ok(Obstacle::new(ProblemCode::Invalid, *shortage)),
        StoreError::Backend(error) => {
            tracing::error!(error = error_text(&*error), "recurring invoice cannot be saved");
            Ok(Obstacle::new(ProblemCode::Storage, IssueFault::Storage))
        }
        error => Err(error),
    }
}

/// The invoice without its number.
async fn draft<P: Ports>(
    ports: &P,
    contract: &Contract,
    period: &Period,
) -> Result<Result<Draft, Obstacle>, StoreError> {
    let (store, runtime) = (ports.database(), ports.runtime());
    let references = contract.references();
    let records = store.issuing_records(contract.organization, &references).await?;
    let draft = {
        let mut issuance = Issuance::at(runtime.now(), || runtime.new_id());
        issuance.links = Links::to(ports.base_url());
        contract.draft(period, &records, &mut issuance)
    };
    let draft = match draft {
        Ok(draft) => draft,
        Err(obstacle) => return Ok(Err(obstacle)),
    };
    let Some(wanted) = draft.wanted_rate else { return Ok(Ok(draft)) };
    let (currency, now) = (draft.document.currency, runtime.now());
    // no person can add a rate later, so the invoice waits for it
    Ok(match ports.rates().rate(store, wanted, currency, now).await {
        rate @ Some(_) => Ok(draft.with_rate(rate)),
        None => Err(Obstacle::new(
            ProblemCode::RateMissing,
            IssueFault::NoRate { currency, date: wanted.date },
        )),
    })
}
