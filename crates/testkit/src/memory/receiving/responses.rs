use crate::memory::{Result, store::MemoryStore};
use access::OrganizationId;
use events::NewEvent;
use idempotency::{Answer, Lease};
use invoice_responses::{
    Between, LOOKED_AT, NetworkStatus, ReceivedResponse, ResponseId, ResponseInbox, ResponseStore,
    ResponsesOf, SentDocument, SentResponse,
};
use jobs::JobId;
use peppol_connector::{
    identifiers::{InvoiceId, Network, ReceivedId},
    inbox::{Arrival, ReceivedDocument},
};
use persistence::StoreError;
use time::OffsetDateTime;

impl ResponseInbox for MemoryStore {
    async fn takes_responses(&self, organization: OrganizationId) -> Result<bool> {
        let data = self.data();
        data.must_exist(organization)?;
        let account = data.network.accounts.get(&organization);
        Ok(account.is_some_and(|account| account.takes_responses))
    }

    async fn documents_numbered(
        &self,
        organization: OrganizationId,
        between: Between<'_>,
        number: &str,
    ) -> Result<Vec<SentDocument>> {
        let data = self.data();
        let mut found = data.sends.numbered(organization, number);
        found.retain(|(sent, _)| {
            Between::new(sent.network, &sent.sender, &sent.receiver) == between
        });
        found.truncate(LOOKED_AT.into());
        Ok(found.into_iter().map(|(sent, code)| SentDocument::of(sent, code)).collect())
    }

    async fn receive_response(
        &self,
        organization: OrganizationId,
        document: &ReceivedDocument,
        attached: Option<(&ReceivedResponse, &NewEvent)>,
    ) -> Result<Arrival> {
        let mut data = self.data();
        let events = attached.map(|(_, event)| std::slice::from_ref(event)).unwrap_or_default();
        let arrival = data.receive(organization, document, events)?;
        if let (Arrival::Kept, Some((response, _))) = (&arrival, attached) {
            data.network.responses.put(organization, response.clone());
        }
        Ok(arrival)
    }
}

impl ResponseStore for MemoryStore {
    async fn responses_to(
        &self,
        organization: OrganizationId,
        received: ReceivedId,
    ) -> Result<Vec<SentResponse>> {
        let data = self.data();
        let own = data.network.sent_responses.of(organization);
        let mut own: Vec<_> = own.filter(|one| one.received == received).cloned().collect();
        own.sort_by_key(|one| one.position);
        Ok(own)
    }

    async fn add_response(
        &self,
        organization: OrganizationId,
        new: Option<(&SentResponse, JobId)>,
        answered: Option<(&Lease, &Answer)>,
        now: OffsetDateTime,
    ) -> Result<()> {
        self.change(|data| {
            let Some((response, job)) = new else {
                return data.answer(organization, answered, now);
            };
            data.network.received.one(organization, response.received)?;
            let place = |one: &SentResponse| (one.received, one.position);
            let is_there = |one: &SentResponse| place(one) == place(response);
            if data.network.sent_responses.of(organization).any(is_there) {
                return Err(StoreError::Conflict);
            }
            data.network.sent_responses.put(organization, response.clone());
            data.enqueue(&response.job(job, organization), response.created_at)?;
            data.answer(organization, answered, now)
        })
    }

    async fn sent_response(
        &self,
        organization: OrganizationId,
        id: ResponseId,
    ) -> Result<SentResponse> {
        self.call("sent_response")?.network.sent_responses.one(organization, id).cloned()
    }

    async fn advance_response(
        &self,
        organization: OrganizationId,
        after: &SentResponse,
    ) -> Result<()> {
        let mut data = self.data();
        let known = data.network.sent_responses.one_mut(organization, after.id).ok();
        match known.filter(|known| known.version + 1 == after.version) {
            Some(known) => *known = after.clone(),
            None => return Err(StoreError::Conflict),
        }
        Ok(())
    }

    async fn response_sent_as(
        &self,
        network: Network,
        id: ResponseId,
    ) -> Result<Option<OrganizationId>> {
        let data = self.data();
        let mut all = data.network.sent_responses.all();
        let found = all.find(|(_, one)| one.id == id && one.network == network);
        Ok(found.map(|(owner, _)| owner))
    }

    async fn received_responses(
        &self,
        organization: OrganizationId,
        of: ResponsesOf,
    ) -> Result<Vec<ReceivedResponse>> {
        let data = self.data();
        let is_of = |one: &&ReceivedResponse| match of {
            ResponsesOf::Invoice(invoice, network) => {
                one.invoice == invoice && one.network == network
            }
            ResponsesOf::Document(submission) => one.submission == submission,
        };
        let own = data.network.responses.of(organization);
        let mut found: Vec<_> = own.filter(is_of).cloned().collect();
        found.sort_by_key(|one| (one.received_at, one.id));
        Ok(found)
    }

    async fn network_standings(
        &self,
        organization: OrganizationId,
        network: Network,
        invoices: &[InvoiceId],
    ) -> Result<Vec<NetworkStatus>> {
        let data = self.data();
        let all = data.records(organization);
        let standing = |invoice: &InvoiceId| {
            let sends = all.iter().filter(|record| {
                record.submission.invoice == *invoice && record.submission.network == network
            });
            let newest = sends.max_by_key(|record| (record.created_at, record.submission.id))?;
            let own = data.network.responses.of(organization);
            let answers = own.filter(|one| one.submission == newest.submission.id);
            let answer = answers.max_by_key(|one| (one.received_at, one.id));
            Some(NetworkStatus {
                invoice: *invoice,
                state: newest.submission.progress.state,
                held: newest.held,
                answer: answer.map(|one| one.response.status),
            })
        };
        Ok(invoices.iter().filter_map(standing).collect())
    }

    async fn is_attached(&self, organization: OrganizationId, id: ReceivedId) -> Result<bool> {
        Ok(self.data().network.responses.find(organization, id).is_some())
    }

    async fn set_takes_responses(&self, organization: OrganizationId, takes: bool) -> Result<()> {
        let mut data = self.data();
        data.must_exist(organization)?;
        data.network.accounts.entry(organization).or_default().takes_responses = takes;
        Ok(())
    }
}
