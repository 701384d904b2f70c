//! Warnings about expiring certificates that were sent to the operator.

use super::super::sql::*;
use peppol_publishing::{CertificateNotice, CertificateNoticeStore};
use time::OffsetDateTime;

#[cfg_attr(not(test), compiled_once::compiled_once)]
impl CertificateNoticeStore for Backend {
    async fn was_notified(&self, notice: &CertificateNotice) -> Result<bool> {
        let query = sql!(
            "SELECT days FROM certificate_notices WHERE fingerprint = {} AND days = {}",
            notice.fingerprint.as_slice(),
            days(notice),
        );
        let mut conn = self.reader().await?;
        let found: Option<i32> = query.first(read_conn!(conn)).await?;
        Ok(found.is_some())
    }

    async fn keep_notified(&self, notice: &CertificateNotice, now: OffsetDateTime) -> Result<()> {
        let row = row!("certificate_notices",
            fingerprint: notice.fingerprint.as_slice(),
            days: days(notice),
            told_at: now,
        );
        let once = row.insert().then(sql!(" ON CONFLICT (fingerprint, days) DO NOTHING"));
        let mut conn = self.writer().await?;
        once.execute(&mut conn).await.map(drop)
    }
}

fn days(notice: &CertificateNotice) -> i32 {
    i32::try_from(notice.urgency.days_before()).unwrap_or_default()
}
