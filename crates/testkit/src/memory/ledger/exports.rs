use crate::memory::{
    page::page,
    store::{Data, MemoryStore},
};
use access::{OrganizationId, Tier};
use accounting_export::{
    AddExportError, Export, ExportFile, ExportId, ExportStore, NewPart, Phase, Place, Selection,
};
use idempotency::{Answer, Lease};
use invoicing::recording::InvoiceContent;
use jobs::NewJob;
use peppol_connector::inbox::{ReceivedRecord, counts_once};
use persistence::{Cursor, Page, StoreError};
use time::OffsetDateTime;

type Result<T> = std::result::Result<T, StoreError>;

impl Data {
    /// The documents of a phase, in no order.
    fn selected(&self, owner: OrganizationId, selection: &Selection, phase: Phase) -> Vec<Place> {
        let mut places: Vec<Place> = match phase {
            Phase::Invoices => self.invoice_places(owner),
            Phase::Expenses => self.expense_places(owner, selection),
            Phase::Received => self.received_places(owner, selection),
            Phase::End => Vec::new(),
        };
        places.retain(|place| {
            selection.period.contains(place.issue_date) && place.kept_at <= selection.until
        });
        places
    }

    fn invoice_places(&self, owner: OrganizationId) -> Vec<Place> {
        let own = self.invoices.values().filter(|invoice| invoice.organization == owner);
        let place = own.map(|invoice| Place {
            issue_date: invoice.document.header().issue_date,
            kept_at: invoice.created_at,
            id: invoice.id.into(),
        });
        place.collect()
    }

    fn expense_places(&self, owner: OrganizationId, selection: &Selection) -> Vec<Place> {
        let own = self.expenses.iter().filter(|((of, _), _)| *of == owner);
        let seen = own.map(|(_, settled)| &settled.expense);
        let seen = seen.filter(|expense| expense.is_seen_from(selection.network));
        let place = seen.map(|expense| Place {
            issue_date: expense.content.issue_date,
            kept_at: expense.created_at,
            id: expense.id.into(),
        });
        place.collect()
    }

    fn received_places(&self, owner: OrganizationId, selection: &Selection) -> Vec<Place> {
        let is_expense = |id| {
            let mut own = self.expenses.iter().filter(|((of, _), _)| *of == owner);
            own.any(|(_, settled)| {
                let expense = &settled.expense;
                expense.origin.document() == Some(id) && expense.created_at <= selection.until
            })
        };
        let there = |record: &&ReceivedRecord| record.received_at <= selection.until;
        let all: Vec<_> =
            self.network.received_of(owner, selection.network).filter(there).collect();
        let mut records = all.clone();
        records.retain(|record| counts_once(record, all.iter().copied(), is_expense));
        let records = records.into_iter();
        let place = records.filter_map(|record| {
            let (kept_at, id) = (record.received_at, record.id.into());
            record.issue_date.map(|issue_date| Place { issue_date, kept_at, id })
        });
        place.collect()
    }
}

impl ExportStore for MemoryStore {
    async fn documents_in(&self, owner: OrganizationId, selection: &Selection) -> Result<u64> {
        let data = self.data();
        let phases = Phase::WITH_DOCUMENTS.into_iter();
        Ok(phases.map(|phase| data.selected(owner, selection, phase).len() as u64).sum())
    }

    async fn documents(
        &self,
        owner: OrganizationId,
        selection: &Selection,
        phase: Phase,
        after: Option<Place>,
        limit: u16,
    ) -> Result<Vec<Place>> {
        let mut places = self.data().selected(owner, selection, phase);
        let key = |place: &Place| {
            let day = (phase == Phase::Invoices).then_some(place.issue_date);
            (day, place.kept_at, place.id)
        };
        places.sort_by_key(key);
        places.retain(|place| after.is_none_or(|after| key(&after) < key(place)));
        places.truncate(limit.into());
        Ok(places)
    }

    async fn add_export(
        &self,
        owner: OrganizationId,
        export: &Export,
        job: &NewJob,
        most: u32,
        answered: Option<(&Lease, &Answer)>,
    ) -> std::result::Result<(), AddExportError> {
        let mut data = self.data();
        data.must_exist(owner)?;
        if data.exports.of(owner, export.tier).count()
            >= usize::try_from(most).unwrap_or(usize::MAX)
        {
            return Err(AddExportError::TooMany(most));
        }
        let mut copy = data.clone();
        copy.exports.exports.insert((owner, export.id), export.clone());
        copy.enqueue(job, export.created_at)?;
        copy.answer(owner, answered, export.created_at)?;
        *data = copy;
        Ok(())
    }

    async fn export(&self, owner: OrganizationId, id: ExportId) -> Result<Export> {
        self.data().exports.exports.get(&(owner, id)).cloned().ok_or(StoreError::NotFound)
    }

    async fn exports(
        &self,
        owner: OrganizationId,
        tier: Tier,
        after: Option<Cursor>,
        limit: u16,
    ) -> Result<Page<Export>> {
        let rows = self.data().exports.of(owner, tier).cloned().collect();
        Ok(page(rows, after, limit, |row: &Export| (row.created_at, row.id.0)))
    }

    async fn advance_export(
        &self,
        owner: OrganizationId,
        after: &Export,
        parts: &[NewPart],
    ) -> Result<()> {
        self.change(|data| data.exports.advance(owner, after, parts))
    }

    async fn export_part(
        &self,
        owner: OrganizationId,
        id: ExportId,
        file: ExportFile,
        position: u32,
    ) -> Result<Vec<u8>> {
        let key = (owner, id, file, position);
        self.data().exports.parts.get(&key).cloned().ok_or(StoreError::NotFound)
    }

    async fn delete_export(&self, owner: OrganizationId, id: ExportId) -> Result<()> {
        self.change(|data| {
            data.exports.exports.get(&(owner, id)).ok_or(StoreError::NotFound)?;
            data.exports.forget((owner, id));
            Ok(())
        })
    }

    async fn purge_exports(&self, now: OffsetDateTime) -> Result<usize> {
        self.change(|data| {
            let all = data.exports.exports.iter();
            let expired = all.filter(|(_, export)| export.expires_at <= now);
            let expired: Vec<_> = expired.map(|(key, _)| *key).collect();
            expired.iter().for_each(|key| data.exports.forget(*key));
            Ok(expired.len())
        })
    }
}
