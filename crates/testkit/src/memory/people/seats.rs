use crate::memory::{
    Result,
    store::{Data, MemoryStore},
};
use access::OrganizationId;
use jobs::NewJob;
use members::{Group, SeatCharge, SeatStore, Seats};
use persistence::StoreError;
use service_day::Month;
use time::OffsetDateTime;

impl Data {
    pub(super) fn seats(&self, organization: OrganizationId, month: Month) -> Result<Seats> {
        let plan = self.organizations.get(&organization).ok_or(StoreError::NotFound)?.plan;
        let used = self.group_members(Group::Organization(organization)).len();
        let of_month =
            |(of, at, _): &&(OrganizationId, Month, u32)| (*of, *at) == (organization, month);
        let paid = self.members.paid_seats.iter().filter(of_month).count();
        let count = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        Ok(Seats { plan, used: count(used), paid: count(paid) })
    }
}

impl Data {
    pub(super) fn must_have_a_seat(&self, group: Group, now: OffsetDateTime) -> Result<()> {
        let Some(organization) = group.organization() else { return Ok(()) };
        let seats = self.seats(organization, Month::of(service_day::date(now)))?;
        seats.has_room().then_some(()).ok_or(StoreError::LimitReached)
    }
}

impl SeatStore for MemoryStore {
    async fn seats(&self, organization: OrganizationId, month: Month) -> Result<Seats> {
        self.data().seats(organization, month)
    }

    async fn keep_paid_seat(&self, charge: &SeatCharge, _: OffsetDateTime) -> Result<()> {
        let mut data = self.call("keep_paid_seat")?;
        data.must_exist(charge.organization)?;
        data.members.paid_seats.insert((charge.organization, charge.month, charge.number));
        Ok(())
    }

    async fn keep_unpaid(
        &self,
        organization: OrganizationId,
        month: Month,
        mail: &NewJob,
        now: OffsetDateTime,
    ) -> Result<()> {
        let mut data = self.data();
        data.must_exist(organization)?;
        if data.members.unpaid_seats.insert((organization, month)) {
            data.enqueue(mail, now)?;
        }
        Ok(())
    }

    async fn organizations_larger_than(
        &self,
        members: u32,
        month: Month,
        after: Option<OrganizationId>,
        limit: u16,
    ) -> Result<Vec<(OrganizationId, Seats)>> {
        let data = self.data();
        let later = data.organizations.keys().filter(|id| after.is_none_or(|after| **id > after));
        let seats = later.map(|id| data.seats(*id, month).map(|seats| (*id, seats)));
        let mut all = seats.collect::<Result<Vec<_>>>()?;
        all.retain(|(_, seats)| seats.used > members);
        all.truncate(limit.into());
        Ok(all)
    }
}
