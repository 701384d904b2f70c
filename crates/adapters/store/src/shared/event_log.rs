use super::{super::Backend, events::insert_events};
use events::NewEvent;
use webhooks::{EventLog, StoreError};

impl EventLog for Backend {
    async fn keep_event(&self, event: &NewEvent) -> Result<(), StoreError> {
        let broken = |error| match error {
            invoicing::StoreError::Backend(error) => StoreError::Backend(error),
            error => StoreError::Backend(error.into()),
        };
        let mut transaction = self.begin().await.map_err(broken)?;
        let kept = insert_events(transaction.conn(), std::slice::from_ref(event)).await;
        transaction.finish(kept.map_err(broken)).await
    }
}
