use crate::memory::{Result, store::MemoryStore};
use organizations::notices::{Notice, NoticeStore, TokenHash};
use time::OffsetDateTime;

impl NoticeStore for MemoryStore {
    async fn keep_notice(&self, notice: &Notice, _: OffsetDateTime) -> Result<()> {
        let mut data = self.call("keep_notice")?;
        data.network.notices.entry(notice.token).or_insert_with(|| notice.dic.clone());
        Ok(())
    }

    async fn noticed_dic(&self, token: &TokenHash) -> Result<Option<String>> {
        Ok(self.data().network.notices.get(token).cloned())
    }
}
