use crate::memory::{
    Result,
    store::{Data, MemoryStore},
    table::free,
};
use access::OrganizationId;
use expenses::{Expense, ExpenseStatus, ExpenseType};
use idempotency::{Answer, Lease};
use invoicing::{
    AnyInvoice, InvoiceType, is_owed, recording::InvoiceContent, records::NamedProject,
};
use money::Decimal;
use persistence::{Cursor, Page, StoreError};
use projects::{
    Cost, ExpenseSums, InvoiceSums, Part, Project, ProjectAmounts, ProjectFilter, ProjectId,
    ProjectSpan, ProjectStore,
};
use time::Date;

impl ProjectStore for MemoryStore {
    async fn add_project(
        &self,
        owner: OrganizationId,
        project: &Project,
        answered: Option<(&Lease, &Answer)>,
    ) -> Result<()> {
        self.change(|data| {
            data.must_exist(owner)?;
            data.may_have(owner, project)?;
            data.projects.add(owner, project.clone(), "project")?;
            data.answer(owner, answered, project.created_at)
        })
    }

    async fn project(&self, owner: OrganizationId, id: ProjectId) -> Result<Project> {
        self.data().projects.one(owner, id).cloned()
    }

    async fn projects(
        &self,
        owner: OrganizationId,
        filter: &ProjectFilter,
        after: Option<Cursor>,
        limit: u16,
    ) -> Result<Page<Project>> {
        let text = filter.search_text();
        let wanted = |project: &Project| {
            project.archived_at.is_some() == filter.archived
                && filter.status.is_none_or(|status| status == project.status)
                && filter.customer_id.is_none_or(|id| project.customer_id == Some(id))
                && filter.code.as_ref().is_none_or(|code| *code == project.code)
                && text.as_ref().is_none_or(|text| project.search_text().contains(text))
        };
        Ok(self.data().projects.page(owner, wanted, after, limit))
    }

    async fn change_project(&self, owner: OrganizationId, after: &Project) -> Result<()> {
        self.change(|data| {
            data.may_have(owner, after)?;
            let before = data.projects.find(owner, after.id);
            match before.is_some_and(|before| before.version + 1 == after.version) {
                true => data.projects.put(owner, after.clone()),
                false => return Err(StoreError::Conflict),
            }
            Ok(())
        })
    }

    async fn delete_project(&self, owner: OrganizationId, before: &Project) -> Result<bool> {
        self.change(|data| {
            if data.projects.one(owner, before.id)?.version != before.version {
                return Err(StoreError::Conflict);
            }
            let is_free = !data.names_project(owner, before.id);
            if is_free {
                data.projects.remove(owner, before.id)?;
            }
            Ok(is_free)
        })
    }

    async fn project_amounts(
        &self,
        owner: OrganizationId,
        id: ProjectId,
        span: &ProjectSpan,
    ) -> Result<Vec<ProjectAmounts>> {
        let data = self.data();
        let is_within = |day: Date| {
            span.from.is_none_or(|from| from <= day) && span.to.is_none_or(|to| day <= to)
        };
        let invoices = data.invoices.of(owner).filter(|invoice| names(invoice, id));
        let cost = |day: Date| data.cost_on(owner, day, span.cost);
        let invoices = invoices.filter_map(|invoice| invoice_sums(invoice, cost));
        let invoices = invoices.filter(|sums| is_within(sums.day));
        let expenses = data.expenses_of(owner).filter(|expense| {
            expense.content.project_id == Some(id)
                && expense.status != ExpenseStatus::Rejected
                && expense.is_seen_from(span.network)
                && is_within(expense.content.issue_date)
        });
        let spent = expenses.map(|expense| expense_sums(expense, cost).amounts());
        Ok(invoices.flat_map(|sums| sums.amounts()).chain(spent).collect())
    }
}

fn names(invoice: &AnyInvoice, id: ProjectId) -> bool {
    invoice.document.header().project_id == Some(id)
}

/// The sums of an invoice; `None` for a draft and a cancelled one.
fn invoice_sums(invoice: &AnyInvoice, cost: impl Fn(Date) -> Cost) -> Option<InvoiceSums> {
    let header = invoice.document.header();
    if !invoice.status.is_issued() {
        return None;
    }
    let part = |amount: Decimal| Part { count: u64::from(!amount.is_zero()), amount };
    let is_paid_elsewhere =
        header.invoice_type == InvoiceType::Proforma && invoice.holds.settled_by.is_some();
    let paid = if is_paid_elsewhere { Decimal::ZERO } else { invoice.paid_amount };
    let is_open = is_owed(header.invoice_type, invoice.status);
    let open = if is_open { invoice.outstanding() } else { Decimal::ZERO };
    Some(InvoiceSums {
        day: header.tax_day(),
        cost: cost(header.tax_day()),
        invoice_type: header.invoice_type,
        self_billed: header.self_billed,
        currency: header.currency,
        exchange_rate: header.exchange_rate,
        count: 1,
        subtotal: header.totals.subtotal,
        total: header.totals.total,
        paid: part(paid),
        open: part(open),
    })
}

fn expense_sums(expense: &Expense, cost: impl Fn(Date) -> Cost) -> ExpenseSums {
    let content = &expense.content;
    let sign = match content.expense_type {
        ExpenseType::CreditNote => Decimal::NEGATIVE_ONE,
        ExpenseType::Invoice | ExpenseType::DebitNote => Decimal::ONE,
    };
    ExpenseSums {
        day: content.issue_date,
        cost: cost(content.issue_date),
        currency: content.currency,
        count: 1,
        subtotal: sign * content.totals.subtotal,
        total: sign * content.totals.total,
    }
}

impl Data {
    /// Whether the VAT of suppliers was a cost on a day: as before the first change after it, or as `now`.
    fn cost_on(&self, owner: OrganizationId, day: Date, now: Cost) -> Cost {
        let later = self.vat_changes.iter().filter(|((of, until), _)| *of == owner && *until > day);
        let first = later.min_by_key(|((_, until), _)| *until);
        first.map_or(now, |(_, was_payer)| Cost::of_payer(*was_payer))
    }

    /// No other project has its code, and its customer exists.
    fn may_have(&self, owner: OrganizationId, project: &Project) -> Result<()> {
        if let Some(customer) = project.customer_id {
            self.contacts.one(owner, customer)?;
        }
        let mut others = self.projects.of(owner).filter(|other| other.id != project.id);
        free("project", !others.any(|other| other.code == project.code))
    }

    fn names_project(&self, owner: OrganizationId, id: ProjectId) -> bool {
        let mut contracts = self.contracts.contracts.of(owner);
        self.invoices.of(owner).any(|invoice| names(invoice, id))
            || self.expenses_of(owner).any(|expense| expense.content.project_id == Some(id))
            || contracts.any(|contract| contract.terms.project_id == Some(id))
    }

    /// Checks that the project that a document refers to exists.
    pub(in crate::memory) fn project_exists(
        &self,
        owner: OrganizationId,
        id: Option<ProjectId>,
    ) -> Result<()> {
        id.map_or(Ok(()), |id| self.projects.one(owner, id).map(drop))
    }

    /// The project as a document names it, if it exists.
    pub(in crate::memory) fn named_project(
        &self,
        owner: OrganizationId,
        id: Option<ProjectId>,
    ) -> Option<NamedProject> {
        self.projects.find(owner, id?).map(NamedProject::from)
    }
}
