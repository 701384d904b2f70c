//! Seats are paid for before somebody takes them.
//!
//! A charge may be made outside of the database, so it is no part of the transaction that makes a member: first the
//! charge, then the row that says that the seat is paid for, then the member. Each step may be repeated: the number of
//! the seat is its key. Whatever breaks off in between has paid for a seat that the next one takes.

use crate::{
    ledger::unsent_mail::UnsentMail,
    people::organization_mail::mail_to_organization,
    ports::{Ports, Runtime},
};
use ::members::{
    SEATS_UNPAID_MAIL_JOB, SeatBilling, SeatBillingError, SeatCharge, SeatStore, Seats,
};
use access::{OrganizationId, Plan};
use jobs::{JobId, NewJob};
use notifications::{Link, SeatsUnpaid, seats_unpaid};
use peppol_connector::credit::SEAT_PRICE;
use persistence::StoreError;
use service_day::Month;

/// Organizations that are looked at together.
const BATCH: u16 = 200;

/// The people of an organization and its seats in this month.
pub(super) async fn seats_of<P: Ports>(
    ports: &P,
    organization: OrganizationId,
) -> Result<Seats, StoreError> {
    let month = Month::of(ports.runtime().today());
    ports.database().seats(organization, month).await
}

/// Pays for the seats that are wanting before `more` people join.
///
/// # Errors
/// [`SeatBillingError`]; what was paid for before stays so.
pub(super) async fn pay<P: Ports>(
    ports: &P,
    organization: OrganizationId,
    more: u32,
) -> Result<(), SeatBillingError> {
    let (store, now) = (ports.database(), ports.runtime().now());
    let month = Month::of(service_day::date(now));
    for number in store.seats(organization, month).await?.unpaid(more) {
        let charge = SeatCharge { organization, month, number };
        let charged = ports.seat_billing().charge(&charge, now).await;
        if let Err(SeatBillingError::Declined) = charged {
            tell(ports, organization, month).await?;
        }
        charged?;
        store.keep_paid_seat(&charge, now).await?;
        tracing::info!(org.id = %organization, key = charge.key(), "seat paid for");
    }
    Ok(())
}

/// The organization is told by mail, once a month.
async fn tell<P: Ports>(
    ports: &P,
    organization: OrganizationId,
    month: Month,
) -> Result<(), StoreError> {
    let now = ports.runtime().now();
    let mail = NewJob {
        id: JobId(ports.runtime().new_id()),
        kind: SEATS_UNPAID_MAIL_JOB,
        organization: Some(organization),
        subject: None,
        key: Some(format!("{SEATS_UNPAID_MAIL_JOB}:{organization}:{}", month.first())),
        run_at: now,
    };
    ports.database().keep_unpaid(organization, month, &mail, now).await
}

/// Sends the mail that says that a seat was not paid for, unless there is one by now. Sent twice in a month it is the
/// same mail.
///
/// # Errors
/// [`UnsentMail`].
pub async fn send_seats_unpaid_mail<P: Ports>(
    ports: &P,
    organization: OrganizationId,
) -> Result<(), UnsentMail> {
    let seats = seats_of(ports, organization).await?;
    let Some(included) = seats.plan.seats().filter(|_| !seats.has_room()) else { return Ok(()) };
    let month = Month::of(ports.runtime().today()).first();
    let page = Link::parse(&format!("{}/portal/{organization}/live/plan", ports.base_url()))?;
    let content = seats_unpaid(&SeatsUnpaid {
        used: seats.used,
        seats: included.saturating_add(seats.paid),
        price: SEAT_PRICE.0,
        page: &page,
    });
    let key = format!("seats-unpaid-{organization}-{month}");
    mail_to_organization(ports, organization, &key, content).await?;
    tracing::info!(org.id = %organization, "unpaid seat mail handed to the mail server");
    Ok(())
}

/// Pays for the seats of this month of all that have more people than their plan includes. Nobody is removed where the
/// payment fails: nobody else joins until it is made, and the next run tries it again. Returns for how many
/// organizations nothing is wanting any more.
///
/// # Errors
/// The first of storage or of a charge that nobody knows of, after all were tried; what was paid for stays so.
pub async fn renew_seats<P: Ports>(ports: &P) -> Result<usize, StoreError> {
    let least = Plan::ALL.into_iter().filter_map(Plan::seats).min().unwrap_or(u32::MAX);
    let month = Month::of(ports.runtime().today());
    let (mut after, mut paid) = (None, 0);
    let mut failed: Option<StoreError> = None;
    loop {
        let page = ports.database().organizations_larger_than(least, month, after, BATCH).await?;
        let Some((last, _)) = page.last() else { return failed.map_or(Ok(paid), Err) };
        after = Some(*last);
        for (organization, _) in page.iter().filter(|(_, seats)| !seats.unpaid(0).is_empty()) {
            match pay(ports, *organization, 0).await {
                Ok(()) => paid += 1,
                Err(error) => {
                    tracing::warn!(org.id = %organization, error = %error, "seats not paid for");
                    failed = failed.or_else(|| to_be_repeated(error));
                }
            }
        }
    }
}

/// Why the next run is to come soon; none where there is no money.
fn to_be_repeated(error: SeatBillingError) -> Option<StoreError> {
    match error {
        SeatBillingError::Declined => None,
        SeatBillingError::Unknown(cause) => Some(StoreError::Unavailable(cause)),
        SeatBillingError::Store(error) => Some(error),
    }
}
