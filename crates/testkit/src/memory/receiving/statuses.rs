use crate::memory::{
    Result,
    store::{Data, MemoryStore},
};
use access::OrganizationId;
use peppol_connector::{
    identifiers::ReceivedId,
    inbox::{OwedStatus, ReceivedDocument},
    ports::StatusStore,
    submissions::FlightAttempt,
};
use persistence::StoreError;

impl StatusStore for MemoryStore {
    async fn owed_status(
        &self,
        organization: OrganizationId,
        id: ReceivedId,
    ) -> Result<OwedStatus> {
        let data = self.call("owed_status")?;
        let found = data.network.statuses.get(&(organization, id)).cloned();
        found.ok_or(StoreError::NotFound)
    }

    async fn advance_status(
        &self,
        organization: OrganizationId,
        id: ReceivedId,
        after: &OwedStatus,
        attempt: Option<&FlightAttempt>,
    ) -> Result<()> {
        let (mut data, key) = (self.data(), (organization, id));
        let known = data.network.statuses.get_mut(&key);
        match known.filter(|known| known.version + 1 == after.version) {
            Some(known) => *known = after.clone(),
            None => return Err(StoreError::Conflict),
        }
        data.network.status_attempts.extend(attempt.map(|attempt| (key, attempt.clone())));
        Ok(())
    }

    async fn status_attempts(
        &self,
        organization: OrganizationId,
        id: ReceivedId,
    ) -> Result<Vec<FlightAttempt>> {
        let data = self.data();
        let own = data.network.status_attempts.iter();
        let own = own.filter(|(key, _)| *key == (organization, id));
        Ok(own.map(|(_, attempt)| attempt.clone()).collect())
    }
}

impl Data {
    /// Adds the status that the sender of a message gets, and its job.
    pub(in crate::memory) fn add_status(
        &mut self,
        organization: OrganizationId,
        document: &ReceivedDocument,
    ) -> Result<()> {
        let Some((new, message)) = document.status.as_ref().zip(document.message.as_ref()) else {
            return Ok(());
        };
        let (id, at) = (document.record.id, document.record.received_at);
        self.enqueue(&new.job(organization, id, at), at)?;
        let owed = OwedStatus::new(new, message.clone(), at);
        self.network.statuses.insert((organization, id), owed);
        Ok(())
    }
}
