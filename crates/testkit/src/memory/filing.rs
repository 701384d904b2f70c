use super::{Data, MemoryStore};
use access::OrganizationId;
use idempotency::{Answer, Lease};
use invoicing::{
    AnyInvoice, AttachmentStore, Filed, FilesChange, FilesChangeKind, FilesError, InvoiceId,
    InvoiceStore, LiveSend, StoredFile,
};
use persistence::StoreError;
use std::collections::HashSet;
use time::OffsetDateTime;
use uuid::Uuid;

impl AttachmentStore for MemoryStore {
    async fn change_files<D>(
        &self,
        organization: OrganizationId,
        invoice: InvoiceId,
        answered: Option<(&Lease, OffsetDateTime)>,
        decide: D,
    ) -> Result<Answer, FilesError>
    where
        D: Fn(&Filed) -> Result<(FilesChange, Answer), FilesError> + Send + Sync,
    {
        let mut data = self.data();
        let mut copy = data.clone();
        let (change, answer) = decide(&copy.filed(organization, invoice)?)?;
        copy.change_files(change);
        if let Some((lease, now)) = answered {
            copy.complete((organization.into(), now), lease, &answer)?;
        }
        *data = copy;
        Ok(answer)
    }

    async fn file(
        &self,
        organization: OrganizationId,
        invoice: InvoiceId,
        id: Uuid,
    ) -> Result<StoredFile, StoreError> {
        let files = self.files(organization, invoice).await?;
        files.into_iter().find(|file| file.info.id == id).ok_or(StoreError::NotFound)
    }

    async fn stored_bytes(&self, organization: OrganizationId) -> Result<u64, StoreError> {
        let data = self.data();
        let own = data.invoices.keys().filter(|(owner, _)| *owner == organization);
        let files = own.filter_map(|(_, id)| data.files.get(id)).flatten();
        let different: HashSet<&Vec<u8>> = files.collect();
        Ok(different.into_iter().map(|content| content.len() as u64).sum())
    }
}

impl Data {
    fn filed(&self, organization: OrganizationId, id: InvoiceId) -> Result<Filed, StoreError> {
        let invoice = self.invoices.get(&(organization, id)).cloned();
        let is_under_way = self.sends.live_send(organization, id) != LiveSend::None;
        Ok(Filed { invoice: invoice.ok_or(StoreError::NotFound)?, is_under_way })
    }

    fn change_files(&mut self, FilesChange { after, kind }: FilesChange) {
        let place = (after.organization, after.id);
        let before =
            self.invoices.get(&place).cloned().and_then(|kept| AnyInvoice::issued(kept).ok());
        let files = self.files.entry(after.id).or_default();
        match kind {
            FilesChangeKind::Added(file) => files.push(file.content),
            FilesChangeKind::Removed(ids) => {
                let infos = before.map(|kept| kept.document.attachments).unwrap_or_default();
                let mut stays = infos.iter().map(|info| !ids.contains(&info.id));
                files.retain(|_| stays.next().unwrap_or(true));
            }
        }
        self.invoices.insert(place, after.into());
    }
}
