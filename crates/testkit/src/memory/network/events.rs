use crate::memory::{
    Result,
    store::{Data, MemoryStore},
};
use events::NewEvent;
use webhooks::ports::EventLog;

impl EventLog for MemoryStore {
    async fn keep_event(&self, event: &NewEvent) -> Result<()> {
        self.call("keep_event")?.add_events(std::slice::from_ref(event));
        Ok(())
    }
}

impl Data {
    /// Adds events, except those whose id the organization has already.
    pub(in crate::memory) fn add_events(&mut self, events: &[NewEvent]) {
        for event in events {
            let organization = event.organization;
            let id = event.id.clone().map(|id| (organization, id));
            if id.is_none_or(|id| self.network.happened.insert(id)) {
                self.events.push((organization, event.body.as_str().to_owned()));
                self.webhooks.unplaced.push(event.clone());
            }
        }
    }
}
