use crate::memory::{
    Result,
    page::page,
    store::{Data, MemoryStore},
};
use access::OrganizationId;
use expenses::{
    Expense, ExpenseChange, ExpenseError, ExpenseFilter, ExpenseId, ExpenseStatus, ExpenseStore,
    NewExpense, SettledExpense,
};
use idempotency::{Answer, Lease};
use invoicing::records::ContactRow;
use peppol_connector::identifiers::Network;
use persistence::{Cursor, Page, StoreError};
use stock::Following;
use time::OffsetDateTime;

impl ExpenseStore for MemoryStore {
    async fn add_expense(
        &self,
        organization: OrganizationId,
        new: &NewExpense,
        answered: Option<(&Lease, &Answer)>,
    ) -> Result<()> {
        self.change(|data| {
            data.project_exists(organization, new.expense.content.project_id)?;
            data.add_expense(organization, new)?;
            data.answer(organization, answered, new.expense.created_at)
        })
    }

    async fn expense(&self, organization: OrganizationId, id: ExpenseId) -> Result<SettledExpense> {
        self.data().expenses.one(organization, id).cloned()
    }

    async fn expenses(
        &self,
        organization: OrganizationId,
        filter: &ExpenseFilter,
        after: Option<Cursor>,
        limit: u16,
    ) -> Result<Page<Expense>> {
        let data = self.data();
        let rows = data.expenses_of(organization).filter(|expense| passes(expense, filter));
        Ok(page(rows.cloned(), after, limit))
    }

    async fn change_expense<D>(
        &self,
        organization: OrganizationId,
        id: ExpenseId,
        answered: Option<(&Lease, OffsetDateTime)>,
        decide: D,
    ) -> Result<Answer, ExpenseError>
    where
        D: Fn(&SettledExpense) -> Result<(ExpenseChange, Answer), ExpenseError> + Send + Sync,
    {
        self.change(|data| {
            let before = data.expenses.one(organization, id)?.clone();
            let (change, answer) = decide(&before)?;
            data.keep_expense(&before, &change)?;
            Ok(data.decided(organization, answered, answer)?)
        })
    }
}

impl Data {
    pub(in crate::memory) fn expenses_of(
        &self,
        owner: OrganizationId,
    ) -> impl Iterator<Item = &Expense> {
        self.expenses.of(owner).map(|settled| &settled.expense)
    }

    fn add_expense(&mut self, owner: OrganizationId, new: &NewExpense) -> Result<()> {
        self.must_exist(owner)?;
        let NewExpense { expense, contact } = new;
        if let Some(contact) = contact {
            let (contact, created_at) = (contact.clone(), expense.created_at);
            self.contacts.put_first(owner, ContactRow { contact, created_at, retired_at: None });
        }
        self.contacts.one(owner, expense.content.supplier_id)?;
        if let Some(document) = expense.origin.document() {
            self.network.received.one(owner, document)?;
        }
        self.must_be_owed_once(owner, expense)?;
        self.expenses.put(owner, SettledExpense { expense: expense.clone(), payments: Vec::new() });
        Ok(())
    }

    /// No other expense has its document, or its number of the supplier.
    fn must_be_owed_once(&self, owner: OrganizationId, new: &Expense) -> Result<()> {
        let mut owed = self.expenses_of(owner).filter(|e| e.id != new.id && is_owed(e));
        let identities = new.content.supplier_identities();
        let is_test = |e: &Expense| e.origin.network() == Some(Network::Test);
        let same = |known: &&Expense| {
            let document = known.origin.document();
            let supplier = || known.content.supplier_identities();
            (known.content.document_key() == new.content.document_key()
                && is_test(known) == is_test(new)
                && supplier().iter().any(|one| identities.contains(one)))
                || (document.is_some() && document == new.origin.document())
        };
        match owed.find(same).filter(|_| is_owed(new)) {
            Some(first) => Err(StoreError::Taken(first.id.to_string())),
            None => Ok(()),
        }
    }

    pub(in crate::memory) fn keep_expense(
        &mut self,
        before: &SettledExpense,
        change: &ExpenseChange,
    ) -> Result<()> {
        let owner = before.expense.organization;
        let Some(expense) = change.after(before) else {
            return self.expenses.remove(owner, before.expense.id).map(drop);
        };
        self.must_be_owed_once(owner, &expense)?;
        let decided = expense.review.decided_at.unwrap_or(expense.created_at);
        self.keep_stock(Following::expense(&before.expense, &expense), decided)?;
        let payments = before.payments_after(change);
        self.expenses.put(owner, SettledExpense { expense, payments });
        Ok(())
    }
}

fn is_owed(expense: &Expense) -> bool {
    expense.status != ExpenseStatus::Rejected
}

fn passes(expense: &Expense, filter: &ExpenseFilter) -> bool {
    let content = &expense.content;
    let issued = Some(content.issue_date);
    [
        filter.seen_from.is_none_or(|network| expense.is_seen_from(network)),
        filter.status.is_none_or(|status| status == expense.status),
        filter.payment_status.is_none_or(|status| status == expense.payment_status()),
        filter.expense_type.is_none_or(|kind| kind == content.expense_type),
        filter.project_id.is_none_or(|project| content.project_id == Some(project)),
        filter.supplier_id.is_none_or(|supplier| supplier == content.supplier_id),
        filter.search_name().is_none_or(|part| content.supplier.search_name().contains(&part)),
        filter.number.as_ref().is_none_or(|number| *number == content.number),
        filter.issued_from.is_none_or(|day| issued >= Some(day)),
        filter.issued_to.is_none_or(|day| issued <= Some(day)),
        filter.due_from.is_none_or(|day| content.due_date >= Some(day)),
        filter.due_to.is_none_or(|day| content.due_date.is_some_and(|due| due <= day)),
        !filter.owed || expense.amount_owed().is_some(),
    ]
    .into_iter()
    .all(|passed| passed)
}
