use crate::memory::{
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

type Result<T> = std::result::Result<T, StoreError>;

impl ExpenseStore for MemoryStore {
    async fn add_expense(
        &self,
        organization: OrganizationId,
        new: &NewExpense,
        answered: Option<(&Lease, &Answer)>,
    ) -> Result<()> {
        self.change(|data| {
            data.add_expense(organization, new)?;
            data.answer(organization, answered, new.expense.created_at)
        })
    }

    async fn expense(&self, organization: OrganizationId, id: ExpenseId) -> Result<SettledExpense> {
        self.data().expense(organization, id)
    }

    async fn expenses(
        &self,
        organization: OrganizationId,
        filter: &ExpenseFilter,
        after: Option<Cursor>,
        limit: u16,
    ) -> Result<Page<Expense>> {
        let data = self.data();
        let own = data.expenses.iter().filter(|((owner, _), _)| *owner == organization);
        let all = own.map(|(_, settled)| &settled.expense);
        let rows: Vec<_> = all.filter(|expense| passes(expense, filter)).cloned().collect();
        Ok(page(rows, after, limit, |expense| (expense.created_at, expense.id.0)))
    }

    async fn change_expense<D>(
        &self,
        organization: OrganizationId,
        id: ExpenseId,
        answered: Option<(&Lease, OffsetDateTime)>,
        decide: D,
    ) -> std::result::Result<Answer, ExpenseError>
    where
        D: Fn(&SettledExpense) -> std::result::Result<(ExpenseChange, Answer), ExpenseError>
            + Send
            + Sync,
    {
        let mut data = self.data();
        let mut copy = data.clone();
        let before = copy.expense(organization, id)?;
        let (change, answer) = decide(&before)?;
        copy.keep_expense(&before, &change)?;
        if let Some((lease, now)) = answered {
            copy.complete((organization.into(), now), lease, &answer)?;
        }
        *data = copy;
        Ok(answer)
    }
}

impl Data {
    pub(in crate::memory) fn expense(
        &self,
        organization: OrganizationId,
        id: ExpenseId,
    ) -> Result<SettledExpense> {
        self.expenses.get(&(organization, id)).cloned().ok_or(StoreError::NotFound)
    }

    fn add_expense(&mut self, owner: OrganizationId, new: &NewExpense) -> Result<()> {
        self.must_exist(owner)?;
        let NewExpense { expense, contact } = new;
        if let Some(contact) = contact {
            let (contact, created_at) = (contact.clone(), expense.created_at);
            let key = (owner, contact.id);
            let row = ContactRow { contact, created_at, retired_at: None };
            self.contacts.entry(key).or_insert(row);
        }
        let supplier = (owner, expense.content.supplier_id);
        self.contacts.get(&supplier).ok_or(StoreError::NotFound)?;
        if let Some(document) = expense.origin.document() {
            self.received(owner, document)?;
        }
        self.must_be_owed_once(owner, expense)?;
        let kept = SettledExpense { expense: expense.clone(), payments: Vec::new() };
        self.expenses.insert((owner, expense.id), kept);
        Ok(())
    }

    /// No other expense has its document, or its number of the supplier.
    fn must_be_owed_once(&self, owner: OrganizationId, new: &Expense) -> Result<()> {
        let own = self.expenses.iter().filter(|((of, id), _)| *of == owner && *id != new.id);
        let owed = own.map(|(_, settled)| &settled.expense).filter(|e| is_owed(e));
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
        match owed.into_iter().find(same).filter(|_| is_owed(new)) {
            Some(first) => Err(StoreError::Taken(first.id.to_string())),
            None => Ok(()),
        }
    }

    pub(in crate::memory) fn keep_expense(
        &mut self,
        before: &SettledExpense,
        change: &ExpenseChange,
    ) -> Result<()> {
        let key = (before.expense.organization, before.expense.id);
        match change.after(before) {
            None => drop(self.expenses.remove(&key)),
            Some(expense) => {
                self.must_be_owed_once(key.0, &expense)?;
                let payments = before.payments_after(change);
                let decided = expense.review.decided_at.unwrap_or(expense.created_at);
                self.keep_stock(Following::expense(&before.expense, &expense), decided)?;
                self.expenses.insert(key, SettledExpense { expense, payments });
            }
        }
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
        filter.supplier_id.is_none_or(|supplier| supplier == content.supplier_id),
        filter.search_name().is_none_or(|part| content.supplier.search_name().contains(&part)),
        filter.number.as_ref().is_none_or(|number| *number == content.number),
        filter.issued_from.is_none_or(|day| issued >= Some(day)),
        filter.issued_to.is_none_or(|day| issued <= Some(day)),
        filter.due_from.is_none_or(|day| content.due_date >= Some(day)),
        filter.due_to.is_none_or(|day| content.due_date.is_some_and(|due| due <= day)),
        !filter.owed || expense.owed().is_some(),
    ]
    .into_iter()
    .all(|passed| passed)
}
