use crate::memory::{
    Result,
    store::{Data, MemoryStore},
};
use access::OrganizationId;
use idempotency::{Answer, Lease};
use invoicing::{
    AttachmentId, InvoiceId, InvoiceStore,
    files::{AttachmentStore, FilesChange, FilesChangeKind, FilesError, StoredFile},
    states::InvoiceState,
};
use persistence::StoreError;
use std::collections::HashSet;
use time::OffsetDateTime;

impl AttachmentStore for MemoryStore {
    async fn change_files<D>(
        &self,
        organization: OrganizationId,
        invoice: InvoiceId,
        answered: Option<(&Lease, OffsetDateTime)>,
        decide: D,
    ) -> Result<Answer, FilesError>
    where
        D: Fn(&InvoiceState) -> Result<(Option<FilesChange>, Answer), FilesError> + Send + Sync,
    {
        self.change(|data| {
            let (change, answer) = decide(&data.state((organization, invoice))?)?;
            change.into_iter().for_each(|change| data.change_files(change));
            Ok(data.decided(organization, answered, answer)?)
        })
    }

    async fn file(
        &self,
        organization: OrganizationId,
        invoice: InvoiceId,
        id: AttachmentId,
    ) -> Result<StoredFile> {
        let files = self.files(organization, invoice).await?;
        files.into_iter().find(|file| file.info.id == id).ok_or(StoreError::NotFound)
    }

    async fn stored_bytes(&self, organization: OrganizationId) -> Result<u64> {
        let data = self.data();
        let own = data.invoices.of(organization);
        let files = own.filter_map(|invoice| data.files.get(&invoice.id)).flatten();
        let different: HashSet<&Vec<u8>> = files.collect();
        Ok(different.into_iter().map(|content| content.len() as u64).sum())
    }
}

impl Data {
    fn change_files(&mut self, FilesChange { change, kind }: FilesChange) {
        let owner = (change.before.invoice.organization, change.before.invoice.id);
        let before = change.before.invoice.issued().map(|kept| kept.document.attachments);
        let files = self.files.entry(owner.1).or_default();
        match kind {
            FilesChangeKind::Added(file) => files.push(file.content),
            FilesChangeKind::Removed(ids) => {
                let infos = before.unwrap_or_default();
                let mut stays = infos.iter().map(|info| !ids.contains(&info.id));
                files.retain(|_| stays.next().unwrap_or(true));
            }
        }
        change.after.into_iter().for_each(|after| self.invoices.put(owner.0, after));
        self.add_history(owner, &change.entry);
        self.add_events(&change.events);
    }
}
