//! The monthly reports of this provider to the network: made from the message log, stored, sent until the deadline.

use crate::{
    ports::{Ports, Runtime},
    reporting::tax_reports::Reported,
    sending::attempt::attempt_service_message,
};
use ::provider_reports::{
    Draft, EarlierReport, ExchangeLog, InvalidReport, Provider, ProviderReport, ProviderReportId,
    ProviderReportStore, ReportKind, closed_months, late, reported_month,
};
use jobs::JobId;
use peppol_connector::{
    identifiers::{InvalidIdentifier, Network, ParticipantId},
    submissions::{Jitter, Trace},
};
use peppol_statistics::{Counter, Month, ReportTiming};
use persistence::{Page, StoreError};
use time::OffsetDateTime;

/// Maximum number of exchanges in memory at a time.
const PAGE: u16 = 1_000;

/// The delay before a replacement report is sent: an attempt with the replaced one may be in progress, and the network
/// accepts the last report that it gets.
const AFTER_REPLACED: time::Duration = time::Duration::minutes(2);

/// Why no reports were made.
#[derive(Debug, thiserror::Error)]
pub enum MakeReportsError {
    /// The month has not ended, or its last messages are not settled yet.
    #[error("{0} is not over")]
    NotOver(Month),
    /// The deadline has passed: the network no longer accepts reports of the month.
    #[error("reports of {0} are not processed any more")]
    TooLate(Month),
    /// The generated report breaks the rules.
    #[error(transparent)]
    Invalid(#[from] InvalidReport),
    /// Storage failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Why no attempt was made. It is retried.
#[derive(Debug, thiserror::Error)]
pub enum SendReportError {
    /// Storage failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The constant identifiers of the reports are not valid.
    #[error(transparent)]
    Identifier(#[from] InvalidIdentifier),
}

/// Makes both reports of the last finished month in a network where we report, unless they exist already or the
/// deadline has passed. Returns how many were made.
///
/// # Errors
/// [`MakeReportsError`].
pub async fn make_provider_reports<P: Ports>(
    ports: &P,
    network: Network,
) -> Result<usize, MakeReportsError> {
    let Some((provider, _)) = reporter(ports, network) else { return Ok(0) };
    let now = ports.runtime().now();
    let month = reported_month(now);
    if month.standing(now) == ReportTiming::Late
        || unsent(ports, network, month).await?.missing == 0
    {
        return Ok(0);
    }
    let own = (network, &provider);
    make(ports.database(), ports.runtime(), own, month, EarlierReport::Stays).await
}

/// Makes both reports of a month again, replacing the existing ones, and queues them: the network accepts the last
/// one. Returns how many were made.
///
/// # Errors
/// [`MakeReportsError`].
pub async fn remake_provider_reports(
    store: &(impl ExchangeLog + ProviderReportStore),
    runtime: &impl Runtime,
    own: (Network, &Provider),
    month: Month,
) -> Result<usize, MakeReportsError> {
    let now = runtime.now();
    if month > reported_month(now) {
        return Err(MakeReportsError::NotOver(month));
    }
    if month.standing(now) == ReportTiming::Late {
        return Err(MakeReportsError::TooLate(month));
    }
    make(store, runtime, own, month, EarlierReport::IsReplaced).await
}

async fn make(
    store: &(impl ExchangeLog + ProviderReportStore),
    runtime: &impl Runtime,
    (network, we): (Network, &Provider),
    month: Month,
    earlier: EarlierReport,
) -> Result<usize, MakeReportsError> {
    let counter = counted(store, network, month, we).await?;
    let now = runtime.now();
    let drafts = Draft::both(&we.seat, month, counter)?;
    let ids = || (ProviderReportId(runtime.new_id()), JobId(runtime.new_id()));
    let mut reports = drafts.map(|draft| draft.into_report(network, ids(), now));
    let of_month = reports_of(store, network, month).await?;
    for (report, job) in &mut reports {
        let is_replaced = |old: &ProviderReport| old.kind == report.kind && old.sent_at.is_none();
        if of_month.iter().any(is_replaced) {
            job.run_at = now.saturating_add(AFTER_REPLACED);
        }
    }
    let kept = store.keep_provider_reports(&reports, earlier, now).await?;
    tracing::info!(network = network.name(), %month, kept, "monthly reports to the network made");
    Ok(kept)
}

/// Counts a month of the message log, page by page.
async fn counted(
    store: &impl ExchangeLog,
    network: Network,
    month: Month,
    we: &Provider,
) -> Result<Counter, StoreError> {
    let mut counter = Counter::new(month);
    let (mut after, mut unlisted) = (None, 0_usize);
    loop {
        let page: Page<_> = store.exchanges(network, month, after, PAGE).await?;
        for exchange in &page.rows {
            if let Some(country) = exchange.unlisted_country() {
                unlisted += 1;
                tracing::debug!(message.id = %exchange.message, country, "exchange has an end user in a country that the reports do not take");
            }
            if let Err(why) = counter.add(&exchange.counted(we)) {
                tracing::debug!(message.id = %exchange.message, ?why, "exchange is not counted in the reports");
            }
        }
        after = page.next();
        if after.is_none() {
            break;
        }
    }
    if unlisted > 0 {
        let (network, country) = (network.name(), &we.country);
        tracing::warn!(
            network, %month, unlisted, country,
            "exchanges of end users in countries that the reports do not take are counted as of our country"
        );
    }
    Ok(counter)
}

/// Makes an attempt to send a report; all attempts use one message id.
///
/// # Errors
/// [`SendReportError`].
pub async fn send_provider_report<P: Ports>(
    ports: &P,
    id: ProviderReportId,
    jitter: Jitter,
) -> Result<Reported, SendReportError> {
    let database = ports.database();
    let report = match database.provider_report(id).await {
        Ok(report) => report,
        Err(StoreError::NotFound) => return Ok(Reported::Settled),
        Err(error) => return Err(error.into()),
    };
    if report.is_settled() {
        return Ok(Reported::Settled);
    }
    let sent = attempt(ports, &report).await?;
    let (now, month, kind) = (ports.runtime().now(), report.month, report.kind.name());
    let network = report.network.name();
    match sent {
        Ok(receipt) => {
            database.provider_report_sent(id, &receipt, now).await?;
            tracing::info!(network, %month, kind, "monthly report to the network sent");
            Ok(Reported::Settled)
        }
        Err(error) => {
            database.provider_report_failed(id, &error).await?;
            tracing::warn!(network, %month, kind, error, "monthly report to the network not sent");
            Ok(match report.next_try(now, jitter) {
                Some(at) => Reported::Again { at, error },
                None => Reported::Failed(error),
            })
        }
    }
}

/// The receipt, or the reason why there is none.
async fn attempt<P: Ports>(
    ports: &P,
    report: &ProviderReport,
) -> Result<Result<Vec<u8>, String>, SendReportError> {
    let Some((provider, receiver)) = reporter(ports, report.network) else {
        return Ok(Err("no receiver is configured for the reports of this network".to_owned()));
    };
    let message = report.message(&provider, &receiver)?;
    let (document, trace) = (report.document.as_bytes(), &mut Trace::default());
    let result = attempt_service_message(ports, &message, document, trace).await?;
    Ok(result.map(|receipt| receipt.evidence).map_err(|(_, error)| error))
}

/// The number of last month's reports that have not reached the network by the reminder date. A month before our first
/// exchange needs no report.
///
/// # Errors
/// [`StoreError`].
pub async fn late_provider_reports<P: Ports>(
    ports: &P,
    network: Network,
) -> Result<usize, StoreError> {
    let now = ports.runtime().now();
    let month = reported_month(now);
    if reporter(ports, network).is_none() || !late(month, now) {
        return Ok(0);
    }
    let Unsent { missing, waiting } = unsent(ports, network, month).await?;
    if missing == 0 {
        return Ok(waiting);
    }
    let first = ports.database().first_exchange(network).await?;
    let is_owed = first.is_some_and(|first: OffsetDateTime| Month::of(first) <= month);
    Ok(if is_owed { missing + waiting } else { waiting })
}

/// The number of reports of earlier months that the network never got: it no longer accepts them, and an operator has
/// to inform it. Covers one year, from the month of our first exchange on.
///
/// # Errors
/// [`StoreError`].
pub async fn missed_provider_reports<P: Ports>(
    ports: &P,
    network: Network,
) -> Result<usize, StoreError> {
    if reporter(ports, network).is_none() {
        return Ok(0);
    }
    let Some(first) = ports.database().first_exchange(network).await? else { return Ok(0) };
    let months = closed_months(Month::of(first), ports.runtime().now());
    // the limit includes the reports of the last month, which are not counted here
    let looked_at = (months.len() + 1) * ReportKind::ALL.len();
    let newest = ports.database().provider_reports(network, looked_at as u16).await?;
    let sent = newest.iter().filter(|of| of.sent_at.is_some() && months.contains(&of.month));
    Ok(months.len() * ReportKind::ALL.len() - sent.count())
}

/// The reports of a month that have not reached the network.
struct Unsent {
    missing: usize,
    waiting: usize,
}

async fn unsent<P: Ports>(ports: &P, network: Network, month: Month) -> Result<Unsent, StoreError> {
    let of_month = reports_of(ports.database(), network, month).await?;
    Ok(Unsent {
        missing: ReportKind::ALL.len() - of_month.len(),
        waiting: of_month.iter().filter(|report| report.sent_at.is_none()).count(),
    })
}

/// The reports of the last reported month, if it is this one.
async fn reports_of(
    store: &impl ProviderReportStore,
    network: Network,
    month: Month,
) -> Result<Vec<ProviderReport>, StoreError> {
    let mut newest = store.provider_reports(network, ReportKind::ALL.len() as u16).await?;
    newest.retain(|report| report.month == month);
    Ok(newest)
}

/// This provider and the receiver of its reports, in a network where we report.
fn reporter<P: Ports>(ports: &P, network: Network) -> Option<(Provider, ParticipantId)> {
    let provider = ports.provider(network)?;
    let receiver = provider.reports_to.clone()?;
    Some((provider, receiver))
}
