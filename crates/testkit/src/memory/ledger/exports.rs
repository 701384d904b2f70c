use crate::memory::{
    Result,
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
        let place = self.invoices.of(owner).map(|invoice| Place {
            issue_date: invoice.document.header().issue_date,
            kept_at: invoice.created_at,
            id: invoice.id.into(),
        });
        place.collect()
    }

    fn expense_places(&self, owner: OrganizationId, selection: &Selection) -> Vec<Place> {
        let own = self.expenses_of(owner);
        let seen = own.filter(|expense| expense.is_seen_from(selection.network));
        let place = seen.map(|expense| Place {
            issue_date: expense.content.issue_date,
            kept_at: expense.created_at,
            id: expense.id.into(),
        });
        place.collect()
    }

    fn received_places(&self, owner: OrganizationId, selection: &Selection) -> Vec<Place> {
        let is_expense = |id| {
            self.expenses_of(owner).any(|expense| {
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
    ) -> Result<(), AddExportError> {
        self.change(|data| {
            data.must_exist(owner)?;
            if data.exports.of(owner, export.tier).count()
                >= usize::try_from(most).unwrap_or(usize::MAX)
            {
                return Err(AddExportError::TooMany(most));
            }
            data.exports.exports.put(owner, export.clone());
            data.enqueue(job, export.created_at)?;
            Ok(data.answer(owner, answered, export.created_at)?)
        })
    }

    async fn export(&self, owner: OrganizationId, id: ExportId) -> Result<Export> {
        self.data().exports.exports.one(owner, id).cloned()
    }

    async fn exports(
        &self,
        owner: OrganizationId,
        tier: Tier,
        after: Option<Cursor>,
        limit: u16,
    ) -> Result<Page<Export>> {
        let of_tier = |export: &Export| export.tier == tier;
        Ok(self.data().exports.exports.page(owner, of_tier, after, limit))
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
        self.change(|data| data.exports.forget((owner, id)))
    }

    async fn purge_exports(&self, now: OffsetDateTime) -> Result<usize> {
        self.change(|data| {
            let all = data.exports.exports.all();
            let expired = all.filter(|(_, export)| export.expires_at <= now);
            let expired: Vec<_> = expired.map(|(owner, export)| (owner, export.id)).collect();
            expired.iter().try_for_each(|key| data.exports.forget(*key))?;
            Ok(expired.len())
        })
    }
}
