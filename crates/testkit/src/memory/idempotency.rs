use crate::memory::{
    Result,
    store::{KeyRecord, MemoryStore},
};
use idempotency::{
    Decision, Fingerprint, IdempotencyStore, LEASE, Lease, Record, Scope, State, decide,
};
use time::OffsetDateTime;

impl IdempotencyStore for MemoryStore {
    async fn claim(
        &self,
        scope: Scope,
        lease: &Lease,
        fingerprint: Fingerprint,
        now: OffsetDateTime,
    ) -> Result<Decision> {
        let mut data = self.data();
        let key = (scope, lease.operation.clone(), lease.key.clone());
        let decision = decide(data.answers.get(&key).map(|k| &k.record), fingerprint, now);
        if decision == Decision::Proceed {
            let record = Record { fingerprint, state: State::Running { until: now + LEASE } };
            data.answers.insert(key, KeyRecord { token: lease.token, record, since: now });
        }
        Ok(decision)
    }

    async fn release(&self, scope: Scope, lease: &Lease) -> Result<()> {
        let key = (scope, lease.operation.clone(), lease.key.clone());
        let mut data = self.data();
        let held = data.answers.get(&key).is_some_and(|known| {
            known.token == lease.token && matches!(known.record.state, State::Running { .. })
        });
        if held {
            data.answers.remove(&key);
        }
        Ok(())
    }

    async fn purge_answers(&self, before: OffsetDateTime) -> Result<usize> {
        let mut data = self.data();
        let known = data.answers.len();
        data.answers.retain(|_, key| match key.record.state {
            State::Running { until } => until >= before,
            State::Done(_) => key.since >= before,
        });
        Ok(known - data.answers.len())
    }
}
