use super::{super::MemoryStore, Result};
use peppol_publishing::{CertificateNotice, CertificateNoticeStore};
use time::OffsetDateTime;

impl CertificateNoticeStore for MemoryStore {
    async fn was_told(&self, notice: &CertificateNotice) -> Result<bool> {
        Ok(self.data().network.told.contains(notice))
    }

    async fn keep_told(&self, notice: &CertificateNotice, _: OffsetDateTime) -> Result<()> {
        self.data().network.told.insert(*notice);
        Ok(())
    }
}
