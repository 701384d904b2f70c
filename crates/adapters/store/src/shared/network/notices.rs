//! Notices of the state's portal.

use super::super::sql::*;
use organizations::notices::{Notice, NoticeStore, TokenHash};
use time::OffsetDateTime;

#[cfg_attr(not(test), compiled_once::compiled_once)]
impl NoticeStore for Backend {
    async fn keep_notice(&self, notice: &Notice, now: OffsetDateTime) -> Result<()> {
        let row = row!("state_notices",
            token_hash: notice.token.as_slice(),
            dic: &notice.dic,
            received_at: now,
        );
        let once = row.insert().then(sql!(" ON CONFLICT (token_hash) DO NOTHING"));
        let mut conn = self.writer().await?;
        once.execute(&mut conn).await.map(drop)
    }

    async fn noticed_dic(&self, token: &TokenHash) -> Result<Option<String>> {
        let query = sql!("SELECT dic FROM state_notices WHERE token_hash = {}", token.as_slice());
        reading!(self, conn => query.first(conn))
    }
}
