use super::{super::Backend, events::insert_events};
use events::NewEvent;
use persistence::StoreError;
use webhooks::EventLog;

impl EventLog for Backend {
    async fn keep_event(&self, event: &NewEvent) -> Result<(), StoreError> {
        let mut transaction = self.begin().await?;
        let kept = insert_events(transaction.conn(), std::slice::from_ref(event)).await;
        transaction.finish(kept).await
    }
}
