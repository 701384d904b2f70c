//! Pays for seats before new members take them.
//!
//! The charge may be made outside of the database, so it is not part of the transaction that adds a member. The order
//! is: the charge, then the row that records the paid seat, then the member. Each step may be repeated, because the
//! seat's number is the key of the charge. When the process stops in between, the next new member takes the paid seat.

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

/// Organizations read in one batch.
const BATCH: u16 = 200;

/// The members and the seats of an organization in the current month.
pub(super) async fn seats_of<P: Ports>(
    ports: &P,
    organization: OrganizationId,
) -> Result<Seats, StoreError> {
    let month = Month::of(ports.runtime().today());
    ports.database().seats(organization, month).await
}

/// Pays for the missing seats before `more` people join.
///
/// # Errors
/// [`SeatBillingError`]; seats paid for before stay paid.
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

/// Queues the mail that tells the organization, once a month.
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

/// Sends the mail about an unpaid seat, unless it was paid for in the meantime. Repeating it within a month sends the
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

/// Pays for this month's seats of all organizations with more members than their plan includes. When a payment fails,
/// no member is removed, but new members cannot join until it succeeds; the next run retries it. Returns how many
/// organizations have all their seats paid.
///
/// # Errors
/// The first failure of storage or of an unknown charge, after all organizations were tried; paid seats stay paid.
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
