use crate::memory::{Result, store::MemoryStore};
use peppol_publishing::{CertificateNotice, CertificateNoticeStore};
use time::OffsetDateTime;

impl CertificateNoticeStore for MemoryStore {
    async fn was_notified(&self, notice: &CertificateNotice) -> Result<bool> {
        Ok(self.data().network.notified.contains(notice))
    }

    async fn keep_notified(&self, notice: &CertificateNotice, _: OffsetDateTime) -> Result<()> {
        self.data().network.notified.insert(*notice);
        Ok(())
    }
}
