use crate::memory::{
    Result,
    store::{Data, MemoryStore},
};
use access::OrganizationId;
use expenses::{ExpenseId, SettledExpense};
use idempotency::{Answer, Lease};
use invoicing::{InvoiceId, paying::Settlement, recording::InvoiceContent};
use offsets::{
    AgreementSeries, Missing, NumberedPage, Offset, OffsetChange, OffsetError, OffsetFilter,
    OffsetId, OffsetRecord, OffsetRefused, OffsetStore, PageNumber, Pair,
};
use std::cmp::Reverse;
use time::OffsetDateTime;

impl OffsetStore for MemoryStore {
    async fn set_off<D>(
        &self,
        organization: OrganizationId,
        documents: (InvoiceId, ExpenseId),
        series: Option<AgreementSeries>,
        answered: Option<(&Lease, OffsetDateTime)>,
        decide: D,
    ) -> Result<Answer, OffsetError>
    where
        D: Fn(&Pair) -> Result<(OffsetChange, Answer), OffsetError> + Send + Sync,
    {
        self.change(|data| {
            let mut pair = data.pair(organization, documents)?;
            pair.number = series.map(|series| data.agreement_number(organization, series));
            let (change, answer) = decide(&pair)?;
            data.offsets.put(organization, change.offset.clone());
            data.keep_both(&pair, change)?;
            Ok(data.decided(organization, answered, answer)?)
        })
    }

    async fn undo_offset<D>(
        &self,
        organization: OrganizationId,
        id: OffsetId,
        decide: D,
    ) -> Result<Answer, OffsetError>
    where
        D: Fn(&Offset, &Pair) -> Result<(OffsetChange, Answer), OffsetError> + Send + Sync,
    {
        self.change(|data| {
            let offset = data.offsets.remove(organization, id)?;
            let pair = data.pair(organization, (offset.invoice, offset.expense))?;
            let (change, answer) = decide(&offset, &pair)?;
            data.keep_both(&pair, change)?;
            Ok(answer)
        })
    }

    async fn offset(&self, organization: OrganizationId, id: OffsetId) -> Result<OffsetRecord> {
        let data = self.data();
        data.offset_record(organization, data.offsets.one(organization, id)?)
    }

    async fn offsets(
        &self,
        organization: OrganizationId,
        filter: OffsetFilter,
        page: PageNumber,
    ) -> Result<NumberedPage<OffsetRecord>> {
        let data = self.data();
        let own = data.offsets.of(organization);
        let mut all: Vec<_> = own.filter(|offset| passes(offset, filter)).collect();
        all.sort_by_key(|offset| Reverse((offset.created_at, offset.id)));
        let skipped = usize::try_from(page.skipped()).unwrap_or(usize::MAX);
        let shown = all.iter().skip(skipped).take(page.per_page.into());
        let rows = shown.map(|offset| data.offset_record(organization, offset));
        Ok(NumberedPage { rows: rows.collect::<Result<_, _>>()?, total: all.len() as u64 })
    }
}

impl Data {
    fn pair(
        &self,
        owner: OrganizationId,
        (invoice, expense): (InvoiceId, ExpenseId),
    ) -> Result<Pair, OffsetError> {
        let found: (Result<Settlement, _>, Result<SettledExpense, _>) =
            (self.settlement(owner, invoice), self.expenses.one(owner, expense).cloned());
        let (settlement, expense) = match found {
            (Ok(settlement), Ok(expense)) => (settlement, expense),
            (invoice, expense) => {
                let missing = Missing { invoice: invoice.is_err(), expense: expense.is_err() };
                return Err(OffsetRefused::missing(missing).into());
            }
        };
        let customer = settlement.invoice.document.header().customer_id;
        let contact = self.contacts.one(owner, customer)?;
        let customer = contact.contact.party.clone();
        Ok(Pair { settlement, customer, expense, number: None })
    }

    /// The next that no set-off has.
    fn agreement_number(&mut self, owner: OrganizationId, series: AgreementSeries) -> String {
        loop {
            let count = self.agreements.entry((owner, series.year)).or_insert(0);
            *count += 1;
            let number = series.number(*count);
            let mut own = self.offsets.of(owner);
            if own.all(|offset| offset.reference.as_ref() != Some(&number)) {
                return number;
            }
        }
    }

    fn keep_both(&mut self, before: &Pair, change: OffsetChange) -> Result<()> {
        self.keep_expense(&before.expense, &change.expense)?;
        self.keep_payment(&change.invoice)
    }

    fn offset_record(&self, owner: OrganizationId, offset: &Offset) -> Result<OffsetRecord> {
        let invoice = self.invoices.one(owner, offset.invoice)?;
        let expense = self.expenses.one(owner, offset.expense)?;
        Ok(OffsetRecord::of(offset.clone(), invoice, expense))
    }
}

fn passes(offset: &Offset, filter: OffsetFilter) -> bool {
    filter.seen_from.is_none_or(|network| offset.network.is_none_or(|own| own == network))
        && filter.invoice.is_none_or(|invoice| invoice == offset.invoice)
        && filter.expense.is_none_or(|expense| expense == offset.expense)
}
