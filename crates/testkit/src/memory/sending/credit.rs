use crate::memory::{
    Result,
    page::page,
    store::{Data, MemoryStore},
};
use access::OrganizationId;
use peppol_connector::{
    credit::{
        Balance, CreditError, CreditMove, Credits, Hold, LedgerKind, LedgerLine, Posting,
        capture_credit, release_credit, reserve_credit,
    },
    identifiers::{LedgerLineId, SubmissionId},
    ports::CreditStore,
    submissions::Effect,
};
use persistence::{Cursor, Page, StoreError};
use time::OffsetDateTime;
use uuid::Uuid;

impl CreditStore for MemoryStore {
    async fn balance(&self, organization: OrganizationId) -> Result<Balance> {
        let data = self.data();
        data.must_exist(organization)?;
        Ok(data.balance(organization))
    }

    async fn ledger(
        &self,
        organization: OrganizationId,
        after: Option<Cursor>,
        limit: u16,
    ) -> Result<Page<LedgerLine>> {
        let data = self.data();
        let own = data.sends.ledger.iter().filter(|(owner, _)| *owner == organization);
        Ok(page(own.map(|(_, line)| line.clone()), after, limit))
    }

    async fn top_up(
        &self,
        organization: OrganizationId,
        key: &str,
        amount: Credits,
        now: OffsetDateTime,
    ) -> Result<Balance> {
        let mut data = self.data();
        data.must_exist(organization)?;
        let before = data.balance(organization);
        let mut own = data.sends.ledger.iter().filter(|(owner, _)| *owner == organization);
        if own.any(|(_, line)| line.key.as_deref() == Some(key)) {
            return Ok(before);
        }
        let available = before.available.0.checked_add(amount.0);
        let available = available.filter(|available| i64::try_from(*available).is_ok());
        let too_much = || StoreError::Backend("more credit than there can be".into());
        let available = Credits(available.ok_or_else(too_much)?);
        let after = Balance { available, ..before };
        data.sends.balances.insert(organization, after);
        let line = LedgerLine {
            id: LedgerLineId(Uuid::now_v7()),
            at: now,
            kind: LedgerKind::TopUp,
            amount,
            submission: None,
            key: Some(key.to_owned()),
        };
        data.sends.ledger.push((organization, line));
        Ok(after)
    }

    async fn set_prepayment_overdue(
        &self,
        organization: OrganizationId,
        overdue: bool,
    ) -> Result<()> {
        let mut data = self.data();
        data.must_exist(organization)?;
        data.network.set_prepayment_overdue(organization, overdue);
        Ok(())
    }
}

impl Data {
    pub(super) fn balance(&self, organization: OrganizationId) -> Balance {
        self.sends.balances.get(&organization).copied().unwrap_or_default()
    }

    fn hold(&self, organization: OrganizationId, submission: SubmissionId) -> Hold {
        let lines = self.sends.ledger.iter().filter(|(owner, _)| *owner == organization);
        let own = lines.filter(|(_, line)| line.submission == Some(submission));
        own.fold(Hold::None, |_, (_, line)| match line.kind {
            LedgerKind::TopUp | LedgerKind::Seat => Hold::None,
            LedgerKind::Send(CreditMove::Reserve) => Hold::Reserved(line.amount),
            LedgerKind::Send(CreditMove::Capture) => Hold::Captured(line.amount),
            LedgerKind::Send(CreditMove::Release) => Hold::Released(line.amount),
        })
    }

    pub(super) fn reserve(
        &mut self,
        organization: OrganizationId,
        submission: SubmissionId,
        amount: Credits,
        now: OffsetDateTime,
    ) -> Result<()> {
        let hold = self.hold(organization, submission);
        let posting = reserve_credit(self.balance(organization), hold, submission, amount);
        self.post(organization, posting, now)
    }

    pub(super) fn settle(
        &mut self,
        organization: OrganizationId,
        submission: SubmissionId,
        effects: &[Effect],
        now: OffsetDateTime,
    ) -> Result<()> {
        let (balance, hold) = (self.balance(organization), self.hold(organization, submission));
        for effect in effects {
            let posting = match effect {
                Effect::CaptureCredit => capture_credit(balance, hold, submission),
                Effect::ReleaseCredit => release_credit(balance, hold, submission),
                _ => continue,
            };
            self.post(organization, posting, now)?;
        }
        Ok(())
    }

    fn post(
        &mut self,
        organization: OrganizationId,
        posting: Result<Posting, CreditError>,
        now: OffsetDateTime,
    ) -> Result<()> {
        let (entry, balance) = match posting {
            Ok(Posting::Post { entry, balance, .. }) => (entry, balance),
            Ok(Posting::Done | Posting::Free) => return Ok(()),
            Err(CreditError::Insufficient { .. }) => return Err(StoreError::Conflict),
            Err(error) => return Err(StoreError::Backend(error.into())),
        };
        let line = LedgerLine {
            id: LedgerLineId(Uuid::now_v7()),
            at: now,
            kind: LedgerKind::Send(entry.kind),
            amount: entry.amount,
            submission: Some(entry.submission),
            key: None,
        };
        self.sends.balances.insert(organization, balance);
        self.sends.ledger.push((organization, line));
        Ok(())
    }
}
