//! Projects: made, changed, deleted, named by documents, summed up.

use crate::{
    context::Context,
    idempotent::with_idempotency_key,
    invoicing::{
        choices::{OFFERED, Offered, there},
        records::{NewRecord, RecordError},
    },
    ledger::dashboard::organization,
    ports::{Ports, Runtime},
    retry::retry_on_conflict,
};
use ::projects::{
    BudgetUse, Cost, Project, ProjectFilter, ProjectId, ProjectInput, ProjectSpan, ProjectStatus,
    ProjectStore, ProjectTotals,
};
use idempotency::{Answer, UnwritableAnswer};
use invoicing::{
    ContactId, InvoiceStore, Violations,
    records::{NamedProject, check_project},
};
use persistence::StoreError;
use time::Date;

/// Why a project is not stored or deleted, apart from its own fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error, refusals::Refusal)]
pub(crate) enum ProjectRefused {
    #[error("customer not found")]
    NoCustomer,
    #[error("another project has it")]
    CodeTaken,
    #[error("invoices, expenses or contracts name the project: archive it")]
    Named,
    #[error("the project has the version {version} by now: read it again", version = .0)]
    Stale(i32),
}

/// Creates a project, once per idempotency key; `respond` builds the answer.
///
/// # Errors
/// [`RecordError`]; nothing was stored then, and the key can be used again.
pub async fn add_project<P: Ports>(
    context: &Context<'_, P>,
    new: NewRecord<ProjectInput>,
    respond: impl Fn(&Project) -> Result<Answer, UnwritableAnswer> + Send + Sync,
) -> Result<Answer, RecordError> {
    let NewRecord { input, mut found, lease } = new;
    let lease = lease.as_ref();
    let work = async {
        let home = organization(context).await?.home_currency();
        check_customer(context, input.customer_id, None, &mut found).await?;
        let id = ProjectId(context.ports.runtime().new_id());
        let project = input.check(id, context.now(), home, found)?;
        let answer = respond(&project)?;
        let answered = lease.map(|(lease, _)| (lease, &answer));
        let kept = context.database().add_project(context.organization, &project, answered).await;
        kept.map_err(code_taken)?;
        tracing::info!(org.id = %context.organization, project.id = %id, "project created");
        Ok(answer)
    };
    with_idempotency_key(context.ports, context.organization.into(), lease, work).await
}

/// Replaces the description of a project. Documents that name it keep the code that they were issued with. A caller that
/// named an outdated version is refused.
///
/// # Errors
/// [`RecordError`]; nothing was changed then.
pub async fn change_project<P: Ports>(
    context: &Context<'_, P>,
    id: ProjectId,
    input: &ProjectInput,
    found: &Violations,
) -> Result<Project, RecordError> {
    let (database, owner) = (context.database(), context.organization);
    let after = retry_on_conflict(|| async {
        let before = database.project(owner, id).await?;
        if input.version.is_some_and(|version| version != i64::from(before.version)) {
            return Err(RecordError::Refused(ProjectRefused::Stale(before.version).into()));
        }
        let home = organization(context).await?.home_currency();
        let mut found = found.clone();
        check_customer(context, input.customer_id, before.customer_id, &mut found).await?;
        let after = input.change(&before, context.now(), home, found)?;
        database.change_project(owner, &after).await.map_err(code_taken)?;
        Ok::<_, RecordError>(after)
    })
    .await?;
    tracing::info!(org.id = %owner, project.id = %id, "project changed");
    Ok(after)
}

/// Deletes a project that no document names.
///
/// # Errors
/// [`RecordError::Refused`] when a document names it; nothing was changed then.
pub async fn delete_project<P: Ports>(
    context: &Context<'_, P>,
    id: ProjectId,
) -> Result<(), RecordError> {
    let (database, owner) = (context.database(), context.organization);
    retry_on_conflict(|| async {
        let before = database.project(owner, id).await?;
        match database.delete_project(owner, &before).await? {
            true => Ok(()),
            false => Err(RecordError::Refused(ProjectRefused::Named.into())),
        }
    })
    .await?;
    tracing::info!(org.id = %owner, project.id = %id, "project deleted");
    Ok(())
}

/// A project with its totals.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SummedProject {
    /// The project.
    pub project: Project,
    /// The totals of the documents in the requested days.
    pub totals: ProjectTotals,
    /// How much of its budget all its documents take; `None` without a budget.
    pub budget: Option<BudgetUse>,
}

/// A project with the totals of its documents in some days; `None` stands for no limit. The VAT of suppliers is a
/// cost on days on which the organization was not a VAT payer.
///
/// # Errors
/// [`StoreError::NotFound`]; storage failures.
pub async fn project_totals<P: Ports>(
    context: &Context<'_, P>,
    id: ProjectId,
    (from, to): (Option<Date>, Option<Date>),
) -> Result<SummedProject, StoreError> {
    let (database, owner) = (context.database(), context.organization);
    let project = database.project(owner, id).await?;
    let organization = organization(context).await?;
    let home = organization.home_currency();
    let cost = Cost::of_payer(organization.is_vat_payer());
    let whole = ProjectSpan { from: None, to: None, network: context.network(), cost };
    let span = ProjectSpan { from, to, ..whole };
    let sums = async |span: &ProjectSpan| {
        let rows = database.project_amounts(owner, id, span).await?;
        Ok::<_, StoreError>(ProjectTotals::of(&rows, home))
    };
    let totals = sums(&span).await?;
    let budget = match project.budget {
        // the budget covers the whole project, whichever days are requested
        Some(budget) if span != whole => Some(budget.used(&sums(&whole).await?)),
        budget => budget.map(|budget| budget.used(&totals)),
    };
    Ok(SummedProject { project, totals, budget })
}

/// Projects in use whose code or name contains the text; the newest when it is empty. The selected project comes first, in use
/// or not; one that does not exist is left out.
///
/// # Errors
/// Storage failures.
pub async fn projects_to_choose<P: Ports>(
    context: &Context<'_, P>,
    wanted: &str,
    chosen: Option<ProjectId>,
) -> Result<Offered<Project>, StoreError> {
    let (store, owner) = (context.database(), context.organization);
    let (status, text) = (Some(ProjectStatus::Open), Some(wanted.to_owned()));
    let filter = ProjectFilter { status, text, ..ProjectFilter::default() };
    let found = store.projects(owner, &filter, None, OFFERED).await?;
    let selected = match chosen {
        Some(id) => there(store.project(owner, id).await),
        None => Ok(None),
    };
    Offered::of(selected, found, |project| project.id)
}

/// Checks that a project which a document names exists, and is in use unless the document has named it `before`.
///
/// # Errors
/// Storage failures.
pub(crate) async fn check_named<P: Ports>(
    context: &Context<'_, P>,
    field: &str,
    (named, before): (Option<ProjectId>, Option<ProjectId>),
    found: &mut Violations,
) -> Result<(), StoreError> {
    let Some(id) = named.filter(|_| named != before) else { return Ok(()) };
    let known = match context.database().project(context.organization, id).await {
        Ok(project) => Some(NamedProject::from(&project)),
        Err(StoreError::NotFound) => None,
        Err(error) => return Err(error),
    };
    check_project(field, known.as_ref(), found);
    Ok(())
}

/// Checks that the customer of a project exists, and is in use unless the project was for them `before`.
async fn check_customer<P: Ports>(
    context: &Context<'_, P>,
    customer: Option<ContactId>,
    before: Option<ContactId>,
    found: &mut Violations,
) -> Result<(), StoreError> {
    const FIELD: &str = "customer_id";
    let Some(id) = customer.filter(|_| customer != before) else { return Ok(()) };
    match context.database().contact(context.organization, id).await {
        Ok(row) if row.retired_at.is_none() => {}
        Ok(_) | Err(StoreError::NotFound) => found.add_missing(FIELD, ProjectRefused::NoCustomer),
        Err(error) => return Err(error),
    }
    Ok(())
}

fn code_taken(error: StoreError) -> RecordError {
    match error {
        StoreError::Taken(_) => {
            let mut found = Violations::new();
            found.add_conflict("code", ProjectRefused::CodeTaken);
            found.into()
        }
        error => error.into(),
    }
}
